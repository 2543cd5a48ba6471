// The connection over which new pictures come. If nothing is heard for long, not even a heartbeat, it is made anew.

import { need } from "../shared/dom.js";

const SILENCE = 40_000; // milliseconds; the server's heart beats every 15 seconds
const CHECK = 5000;
const RETRY = 1000;

/** @param {HTMLElement} main */
export function connect(main) {
  const lost = need("lost");
  let connection = /** @type {SseEvent["connection"]} */ (undefined);
  let heard = Date.now();

  const open = () => htmx.ajax("GET", main.dataset.stream ?? "", { source: main, target: main, swap: "picture" });
  const showLost = () => (lost.hidden = false);

  for (const kind of /** @type {const} */ (["htmx:sse:after:connection", "htmx:sse:after:message"])) {
    document.addEventListener(kind, ({ detail }) => {
      connection = detail?.connection ?? connection;
      heard = Date.now();
      lost.hidden = true;
    });
  }
  for (const kind of ["htmx:sse:error", "htmx:sse:close"]) document.addEventListener(kind, showLost);
  for (const kind of ["htmx:error", "htmx:response:error"]) {
    document.addEventListener(kind, () => {
      showLost();
      setTimeout(open, RETRY);
    });
  }
  setInterval(() => {
    if (Date.now() - heard < SILENCE) return;
    showLost();
    heard = Date.now();
    connection?.reader?.cancel(); // htmx then asks again
  }, CHECK);
  open();
}
