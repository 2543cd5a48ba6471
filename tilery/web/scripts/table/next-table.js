// While it is not my turn here: a link to another table where it is.

import { need } from "../shared/dom.js";
import { findNext } from "../shared/due.js";
import { phrases } from "./server.js";

const AFTER = 4000; // milliseconds: among people and quick bots it is soon my turn again
const EVERY = 60_000;

export class NextTable {
  /** @type {number | undefined} Set while the server is to be asked again. */
  #timer;

  /** After a new picture. */
  update() {
    const place = document.getElementById("next-table");
    const isMine = need("room").dataset.mine === "yes";
    if (!place || isMine) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      place?.replaceChildren();
    } else {
      this.#timer ??= setTimeout(() => this.#show(place), AFTER);
    }
  }

  /** @param {HTMLElement} place */
  async #show(place) {
    const timer = (this.#timer = setTimeout(() => this.#show(place), EVERY));
    if (document.visibilityState !== "visible") return;
    const next = await findNext(location.pathname.split("/").at(-1) ?? "");
    if (this.#timer !== timer) return; // meanwhile it has become my turn
    place.replaceChildren();
    if (!next) return;
    const link = document.createElement("a");
    link.className = `button primary game-${next.game}`;
    link.href = next.address;
    link.textContent = (phrases().nextTable ?? "#").replace("#", next.title);
    place.append(link);
  }
}
