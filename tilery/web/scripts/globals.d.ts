// What scripts find in the browser beyond the standard: the parts of htmx that they use.

interface HtmxExtension {
  handle_swap?(style: string, target: Element, fragment: DocumentFragment): Node[] | false;
}

interface HtmxRequest {
  source?: Element;
  target: Element | string;
  swap: string;
  push?: string;
  replace?: string;
}

declare const htmx: {
  ajax(method: string, address: string, request: HtmxRequest): Promise<void>;
  registerExtension(name: string, extension: HtmxExtension): void;
};

/** The events of htmx, with what our scripts read of them. */
interface DocumentEventMap {
  "htmx:error": CustomEvent;
  "htmx:response:error": CustomEvent;
  "htmx:before:history:restore": CustomEvent;
  "htmx:before:response": CustomEvent<{ ctx: { response: { raw: Response } } }>;
  "htmx:sse:after:connection": CustomEvent<SseEvent>;
  "htmx:sse:after:message": CustomEvent<SseEvent>;
  "htmx:sse:error": CustomEvent<SseEvent>;
  "htmx:sse:close": CustomEvent<SseEvent>;
}

interface SseEvent {
  connection?: { reader: ReadableStreamDefaultReader | null };
}
