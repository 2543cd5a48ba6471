// Whoever plays with keys keeps their place: when the element with the focus is gone, the nearest target gets it.

import { middle, nearestElement } from "../shared/geometry.js";

export class FocusKeeper {
  /** Whether the last thing done was done with a key. */
  #byKey = false;
  /** @type {import("../shared/geometry.js").Point | null} Where on the screen the focus was last. */
  #place = null;

  /** @param {HTMLElement} main */
  constructor(main) {
    document.addEventListener("keydown", () => (this.#byKey = true), true);
    main.addEventListener("pointerdown", () => (this.#byKey = false));
    main.addEventListener("focusin", ({ target }) => {
      if (target instanceof Element) this.#place = middle(target);
    });
  }

  /**
   * After a new picture.
   *
   * @param {HTMLElement[]} targets
   */
  keep(targets) {
    if (this.#byKey && this.#place && document.activeElement === document.body) this.restore(targets);
  }

  /**
   * Focus what is nearest to where the focus was; before there was any, the first.
   *
   * @param {HTMLElement[]} elements
   */
  restore(elements) {
    (this.#place ? nearestElement(elements, this.#place) : elements[0])?.focus();
  }
}
