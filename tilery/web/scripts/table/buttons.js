// The buttons beside the board: moves that stand for themselves, the one that confirms, and those that turn a piece.

import { around } from "../shared/dom.js";

/**
 * @typedef {import("./hand.js").Hand} Hand
 * @typedef {import("./offers.js").Choice} Choice
 *
 * @typedef {object} Actions
 * @property {(move: string) => void} play
 * @property {(move: string | null) => void} point  Show what a move would do, or nothing more of it.
 */

const REST = 400; // milliseconds in which a button that has come in the place of another one cannot be pressed

export class Buttons {
  #actions;
  /** @type {number | undefined} */
  #resting;

  /** @param {Actions} actions */
  constructor(actions) {
    this.#actions = actions;
  }

  /**
   * @param {Hand} hand
   * @param {string} layPiece  What the button says that lays a piece.
   */
  draw(hand, layPiece) {
    this.#drawPlain(hand.plainChoices);
    const commit = document.getElementById("commit");
    if (commit) {
      commit.hidden = !hand.move;
      if (commit.firstElementChild) commit.firstElementChild.textContent = action(hand) ?? (hand.piece ? layPiece : "");
    }
    const turning = document.getElementById("turning");
    if (turning) turning.hidden = !hand.piece?.canBeTurned;
    const drop = document.getElementById("drop");
    if (drop) drop.hidden = !(hand.taken || hand.chosen || hand.piece || hand.selected.length);
  }

  /** @param {Choice[]} choices */
  #drawPlain(choices) {
    const place = document.getElementById("plain");
    if (!place) return;
    const there = [...place.children].map((button) => button.getAttribute("data-move"));
    if (there.join("|") === choices.map(({ move }) => move).join("|")) return;
    const isReplaced = there.length > 0 && choices.length > 0;
    place.replaceChildren(...choices.map((choice) => this.#button(choice)));
    if (isReplaced) this.#rest([...place.children]);
  }

  /**
   * A second click must not do something else.
   *
   * @param {Element[]} buttons
   */
  #rest(buttons) {
    clearTimeout(this.#resting);
    for (const button of buttons) button.toggleAttribute("disabled", true);
    this.#resting = setTimeout(() => {
      for (const button of buttons) button.toggleAttribute("disabled", false);
    }, REST);
  }

  /** @param {Choice} choice */
  #button({ move, name }) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name;
    button.dataset.move = move;
    button.addEventListener("click", () => this.#actions.play(move));
    button.addEventListener("pointerenter", () => this.#actions.point(move));
    button.addEventListener("pointerleave", () => this.#actions.point(null));
    button.addEventListener("focus", () => this.#actions.point(move));
    return button;
  }
}

/**
 * What the move in hand does, as short as the board around it allows.
 *
 * @param {Hand} hand
 */
const action = ({ offers, move, chosen, selection }) =>
  offers.actions[move?.split(" ")[0] ?? ""] ?? chosen?.name ?? selection?.name;

/**
 * React to buttons that the server has drawn.
 *
 * @param {HTMLElement} main
 * @param {Record<string, (button: HTMLElement) => void>} actions  By selector.
 */
export function onButtons(main, actions) {
  main.addEventListener("click", (event) => {
    for (const [selector, action] of Object.entries(actions)) {
      const button = around(event, selector);
      if (button) return action(button);
    }
  });
}
