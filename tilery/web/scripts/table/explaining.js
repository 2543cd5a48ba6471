// Things explain themselves to who points at them for a while, focuses them with a key, or holds a finger on them.

import { around, need } from "../shared/dom.js";

const POINTED = 400; // milliseconds
const HELD = 350;
const MISS = 8; // pixels that a finger may move while it holds

export class Explaining {
  #table;
  /** @type {string | null} The id of what is explained or about to be. */
  #about = null;
  /** @type {number | undefined} */
  #timer;

  /**
   * @param {HTMLElement} main
   * @param {import("./controller.js").TableController} table
   */
  constructor(main, table) {
    this.#table = table;
    let x = 0;
    let y = 0;
    main.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "touch") this.#consider(this.#idOf(event), POINTED);
      else if (Math.hypot(event.clientX - x, event.clientY - y) > MISS) this.#consider(null);
    });
    main.addEventListener("pointerdown", (event) => {
      [x, y] = [event.clientX, event.clientY];
      this.#consider(null);
      if (event.pointerType === "touch") this.#consider(this.#idOf(event), HELD);
    });
    main.addEventListener("pointerup", (event) => {
      if (event.pointerType === "touch") clearTimeout(this.#timer);
    });
    main.addEventListener("contextmenu", (event) => {
      if (this.#idOf(event)) event.preventDefault(); // a long touch would ask for it
    });
    main.addEventListener("focusin", (event) => this.#consider(this.#idOf(event), POINTED));
    document.addEventListener("keydown", () => this.#consider(null), true);
  }

  /**
   * The id of the thing around an event that can be explained.
   *
   * @param {Event} event
   */
  #idOf(event) {
    const { about } = this.#table.hand.offers;
    let element = around(event, "[id]");
    while (element && !(element.id in about)) element = element.parentElement?.closest("[id]") ?? null;
    return element?.id ?? null;
  }

  /**
   * @param {string | null} id
   * @param {number} [pause]
   */
  #consider(id, pause = 0) {
    if (id === this.#about) return;
    this.#about = id;
    clearTimeout(this.#timer);
    need("about").replaceChildren();
    if (id) this.#timer = setTimeout(() => this.#show(id), pause);
  }

  /** @param {string} id */
  #show(id) {
    const thing = document.getElementById(id);
    const sentence = this.#table.hand.offers.about[id];
    if (!thing || !sentence) return;
    const card = need("about");
    card.textContent = sentence;
    const box = thing.getBoundingClientRect();
    const { width, height } = card.getBoundingClientRect();
    const left = Math.min(Math.max(box.x + box.width / 2 - width / 2, 8), innerWidth - width - 8);
    const above = box.y - height - 12;
    card.style.left = `${left}px`;
    card.style.top = `${above > 8 ? above : Math.min(box.bottom + 12, innerHeight - height - 8)}px`;
  }
}
