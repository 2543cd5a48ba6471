// A number of the score sheet shows what it came from, an entry of the log what it is about, as far as that is still
// on the table. Elements that can do so name others in `data-lights`.

import { all, allPictures, around, byId, first } from "./dom.js";

const PICTURES = ".board .picture, .players .picture, .hand .picture";

export class Sources {
  #main;

  /** @param {HTMLElement} main */
  constructor(main) {
    this.#main = main;
    main.addEventListener("focusin", (event) => this.#show(around(event, "[data-lights]")));
    main.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "touch") this.#show(around(event, "[data-lights]"));
    });
  }

  /** Show again what was shown, after the page has changed. */
  refresh() {
    this.#show(first(this.#main, "[data-lights]:hover") ?? first(this.#main, "[data-lights]:focus"));
  }

  /** @param {HTMLElement | null} teller */
  #show(teller) {
    const sources = (teller?.dataset.lights?.split(" ") ?? []).map(byId).filter((source) => source !== null);
    const isLog = Boolean(teller?.closest(".log")); // which fades only the pictures that it is about
    for (const element of all(this.#main, ".source")) element.classList.remove("source");
    for (const picture of allPictures(this.#main, PICTURES)) {
      picture.classList.toggle(
        "faded",
        sources.some((source) => !isLog || picture.contains(source)),
      );
    }
    for (const source of sources) source.classList.add("source");
  }
}
