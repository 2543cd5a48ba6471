// What a move would do, shown before it is made: a sentence, what is drawn over the pictures, what lights up.

import { all, byId, first } from "../shared/dom.js";

/**
 * @typedef {object} Effect  The server's answer.
 * @property {string} [effect]
 * @property {string} [card]  SVG.
 * @property {Record<string, string>} [overlays]  SVG, by the name of a picture.
 * @property {string[]} [lit]  Ids.
 * @property {string[]} [dimmed]  Ids.
 */

export class Preview {
  #main;
  #ask;
  #drawn;
  /** @type {string | null} The move whose effect is shown or asked for. */
  #wanted = null;
  /** @type {Map<string, Promise<Effect | null>>} Answers, by move. */
  #answers = new Map();

  /**
   * @param {HTMLElement} main
   * @param {(move: string) => Promise<Effect | null>} ask  Resolves to null where there is no answer.
   * @param {() => void} drawn  Called when something is shown.
   */
  constructor(main, ask, drawn) {
    this.#main = main;
    this.#ask = ask;
    this.#drawn = drawn;
  }

  /** Drop all answers: the table has changed. */
  forget() {
    this.#answers = new Map();
  }

  /** @param {string | null} move */
  async show(move) {
    if (move === null) return this.#clear();
    this.#wanted = move;
    const answers = this.#answers;
    const asked = answers.get(move) ?? this.#ask(move);
    answers.set(move, asked);
    const found = await asked;
    if (!found) answers.delete(move);
    else if (this.#wanted === move && this.#answers === answers) this.#draw(found);
  }

  /** @param {Effect} effect */
  #draw({ effect, card, overlays = {}, lit = [], dimmed = [] }) {
    this.#wipe();
    const place = document.getElementById("effect");
    if (!place || !effect) return;
    const text = document.createElement("p");
    text.textContent = effect;
    place.replaceChildren(text);
    brief(effect);
    if (card) place.insertAdjacentHTML("beforeend", card);
    for (const [picture, body] of Object.entries(overlays)) {
      const layer = first(this.#main, `#picture-${CSS.escape(picture)} > .overlay`);
      if (layer) layer.innerHTML = body;
    }
    for (const id of lit) byId(id)?.classList.add("lit");
    for (const id of dimmed) byId(id)?.classList.add("dimmed");
    this.#drawn();
  }

  #clear() {
    this.#wanted = null;
    this.#wipe();
    document.getElementById("effect")?.replaceChildren();
    brief("");
  }

  #wipe() {
    for (const layer of all(this.#main, ".overlay")) layer.replaceChildren();
    for (const element of all(this.#main, ".lit, .dimmed")) element.classList.remove("lit", "dimmed");
  }
}

const LINES = 2;
const ONE_LINE = 30; // pixels
let before = 0; // how high the sentence was, whose room the effect takes

/**
 * Say in the dock of a narrow screen what a move would do, as much of it as has room; the rest is behind it.
 *
 * @param {string} effect
 */
function brief(effect) {
  const place = document.getElementById("brief");
  if (!place) return;
  const todo = document.getElementById("todo");
  if (place.textContent === "") before = todo?.getBoundingClientRect().height ?? 0;
  place.classList.remove("instead");
  place.style.minHeight = "";
  place.textContent = effect;
  const most = LINES * parseFloat(getComputedStyle(place).lineHeight) + 2;
  const words = effect.split(" ");
  while (words.length > 3 && place.scrollHeight > most) {
    words.pop();
    place.textContent = `${words.join(" ").replace(/[,;.:]$/, "")} …`;
  }
  const sentence = document.querySelector("#todo h2");
  const line = parseFloat(getComputedStyle(place).lineHeight) * 1.5;
  const isHigh = place.scrollHeight > line || (sentence?.scrollHeight ?? 0) > ONE_LINE;
  const isInstead = effect !== "" && isHigh; // of the sentence, or the board would jump
  place.classList.toggle("instead", isInstead);
  if (isInstead) place.style.minHeight = `${before}px`;
}
