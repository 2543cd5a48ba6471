// "What happened?": the latest moves once more, one at a time, over the board.

import { around, need, showError } from "../shared/dom.js";
import { askHappened, explained } from "./server.js";

/** @type {Record<string, number>} */
const KEYS = { ArrowLeft: 0, ArrowRight: 1 }; // which of the two buttons

export class Happened {
  #drawers;
  #looking;
  #refresh;

  /**
   * @param {HTMLElement} main
   * @param {import("./drawers.js").Drawers} drawers
   * @param {import("./looking.js").Looking} looking
   * @param {() => void} refresh  Called when pictures have come.
   */
  constructor(main, drawers, looking, refresh) {
    this.#drawers = drawers;
    this.#looking = looking;
    this.#refresh = refresh;
    main.addEventListener("click", (event) => {
      const button = around(event, "[data-step]");
      if (button) this.show(Number(button.dataset.step));
    });
    document.addEventListener("keydown", (event) => this.#listen(event), true);
  }

  /** Show one of the latest moves; the first of them unless told otherwise. */
  async show(step = 0) {
    const content = await askHappened(step).catch((error) => void showError(explained(error)));
    if (!content) return;
    this.#looking.forget();
    const place = need("looked");
    place.innerHTML = content;
    place.style.removeProperty("--seat");
    if (this.#drawers.name !== "looked") this.#drawers.open("looked");
    this.#refresh();
  }

  /** @param {KeyboardEvent} event */
  #listen(event) {
    const steps = need("looked").querySelectorAll("[data-step]");
    if (!(event.key in KEYS) || this.#drawers.name !== "looked" || !steps.length) return;
    event.preventDefault();
    event.stopPropagation();
    /** @type {HTMLElement} */ (steps[KEYS[event.key]]).click();
  }
}
