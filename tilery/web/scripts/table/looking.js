// One player's board, large: opened by pressing a player or a number key, leafed through, and closed by a move of one's own.

import { all, around, need } from "../shared/dom.js";
import { askPlayer } from "./server.js";

const SWIPE = 60; // pixels

export class Looking {
  #main;
  #drawers;
  #refresh;
  /** @type {number | null} */
  #player = null;

  /**
   * @param {HTMLElement} main
   * @param {import("./drawers.js").Drawers} drawers
   * @param {() => void} refresh  Called when pictures have come.
   */
  constructor(main, drawers, refresh) {
    this.#main = main;
    this.#drawers = drawers;
    this.#refresh = refresh;
    main.addEventListener("click", (event) => {
      const look = around(event, "[data-look]");
      if (look) return this.toggle(Number(look.dataset.look));
      const next = around(event, "[data-next]");
      if (next) this.#leaf(Number(next.dataset.next));
    });
    this.#listenToSwipes();
  }

  get #isOpen() {
    return this.#player !== null && this.#drawers.name === "looked";
  }

  /** @param {number} player */
  toggle(player) {
    if (this.#isOpen && this.#player === player) this.#drawers.close();
    else this.open(player);
  }

  /** @param {number} player */
  async open(player) {
    if (player >= this.#count) return;
    this.#player = player;
    await this.#load();
    this.#drawers.open("looked");
    this.#refresh();
  }

  /** After a new picture: what is looked at may have changed. */
  update() {
    if (this.#isOpen) this.#load().then(this.#refresh);
  }

  /** Something else is shown in the same place. */
  forget() {
    this.#player = null;
  }

  close() {
    if (this.#isOpen) this.#drawers.close();
  }

  get #count() {
    return all(this.#main, ".look").length;
  }

  async #load() {
    const player = this.#player ?? 0;
    const content = await askPlayer(player);
    if (content === null || player !== this.#player) return;
    const place = need("looked");
    place.innerHTML = content;
    place.style.setProperty("--seat", `var(--seat-${player + 1})`);
  }

  /** @param {number} step */
  #leaf(step) {
    if (this.#player === null) return;
    this.open((this.#player + step + this.#count) % this.#count);
  }

  #listenToSwipes() {
    let start = 0;
    const place = () => need("looked");
    this.#main.addEventListener("pointerdown", (event) => (start = event.clientX));
    this.#main.addEventListener("pointerup", (event) => {
      if (event.pointerType !== "touch" || !this.#isOpen || !place().contains(/** @type {Node} */ (event.target)))
        return;
      const way = event.clientX - start;
      if (Math.abs(way) > SWIPE) this.#leaf(way < 0 ? 1 : -1);
    });
  }
}
