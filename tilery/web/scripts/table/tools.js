// What stands at the top right: the server draws it with the page, and again when another kind of it is needed, such as
// when the game begins or ends.

import { byId, need } from "../shared/dom.js";
import { showPreferences } from "../shared/preferences.js";
import { askTools } from "./server.js";

export class Tools {
  /** What the tools that are there were drawn for. */
  #drawnFor = need("tools").dataset.kept;
  #drawn;

  /** @param {() => void} drawn  Called when they have been drawn anew. */
  constructor(drawn) {
    this.#drawn = drawn;
  }

  /** After a new picture. */
  update() {
    const tools = need("tools");
    this.#leadToTheRule();
    if (tools.dataset.kept === this.#drawnFor) return;
    const wanted = tools.dataset.kept;
    this.#drawnFor = wanted;
    askTools().then((content) => {
      if (content === null) this.#drawnFor = ""; // the next picture asks again
      if (content === null || this.#drawnFor !== wanted) return;
      tools.innerHTML = content;
      showPreferences(tools);
      this.#leadToTheRule();
      this.#drawn();
    });
  }

  /** The rules open at the step at hand. */
  #leadToTheRule() {
    const link = byId("rules");
    if (link instanceof HTMLAnchorElement) link.hash = need("tools").dataset.rule ?? "";
  }
}
