// The buttons beside the board: moves that stand for themselves, the one that confirms, and those that turn a piece.

import { around } from "../shared/dom.js";
import { phrases } from "./server.js";

/**
 * @typedef {import("./hand.js").Hand} Hand
 * @typedef {import("./offers.js").Choice} Choice
 *
 * @typedef {object} Actions
 * @property {(move: string) => void} play
 * @property {(move: string | null) => void} point  Show what a move would do, or nothing more of it.
 */

const REST = 400; // milliseconds in which a button that may have come in the place of another one cannot be pressed

export class Buttons {
  #actions;
  /** @type {number | undefined} */
  #resting;
  /** The number of the picture whose buttons are shown. */
  #number = -1;

  /** @param {Actions} actions */
  constructor(actions) {
    this.#actions = actions;
  }

  /**
   * @param {Hand} hand
   * @param {string} layPiece  What the button says that lays a piece.
   */
  draw(hand, layPiece) {
    const { number } = hand.offers;
    const commit = document.getElementById("commit");
    const wereThere = shownButtons().length > 0;
    const areOthers = this.#drawPlain(hand.plainChoices);
    if (commit) {
      commit.hidden = !hand.move;
      if (commit.firstElementChild) commit.firstElementChild.textContent = action(hand) ?? (hand.piece ? layPiece : "");
    }
    const turning = document.getElementById("turning");
    if (turning) turning.hidden = !hand.piece?.canBeTurned;
    this.#drawNextStep(hand);
    this.#drawDrop(!(hand.taken || hand.chosen || hand.piece || hand.selected.length));
    if (wereThere && (areOthers || number !== this.#number)) this.#rest(shownButtons());
    if (this.#number >= 0 && number !== this.#number) ignoreForNow(document.querySelector(".end-buttons"));
    this.#number = number;
  }

  /**
   * The place of the button tells what to do next, as long as there is none; on wide screens only with something in hand.
   *
   * @param {Hand} hand
   */
  #drawNextStep(hand) {
    const place = document.getElementById("next-step");
    if (!place) return;
    const { refusal = "" } = document.getElementById("offers")?.dataset ?? {};
    const isMine = document.getElementById("room")?.dataset.mine === "yes";
    const isHolding = Boolean(hand.taken || hand.piece);
    const isFree = !hand.move && isMine && (isHolding || !hand.plainChoices.length);
    place.textContent = isFree ? (isHolding ? (phrases().choose ?? "") : refusal) : "";
  }

  /**
   * On narrow screens undo stands where the button was that puts back what is in hand.
   *
   * @param {boolean} isEmpty  Whether nothing is in hand.
   */
  #drawDrop(isEmpty) {
    const drop = document.getElementById("drop");
    if (!drop) return;
    if (isEmpty && !drop.hidden) ignoreForNow(document.getElementById("undo"));
    drop.hidden = isEmpty;
  }

  /**
   * @param {Choice[]} choices
   * @returns {boolean} Whether they are others than before.
   */
  #drawPlain(choices) {
    const place = document.getElementById("plain");
    if (!place) return false;
    const there = [...place.children].map((button) => button.getAttribute("data-move"));
    if (there.join("|") === choices.map(({ move }) => move).join("|")) return false;
    place.replaceChildren(...choices.map((choice) => this.#button(choice)));
    return true;
  }

  /**
   * A second click must not do something else: after a move, or when others are offered, buttons wait a moment.
   *
   * @param {Element[]} buttons
   */
  #rest(buttons) {
    clearTimeout(this.#resting);
    for (const button of buttons) button.toggleAttribute("disabled", !button.matches(":focus-visible")); // keys keep theirs
    this.#resting = setTimeout(() => {
      for (const button of document.querySelectorAll("#commit, #plain button")) button.removeAttribute("disabled");
    }, REST);
  }

  /** @param {Choice} choice */
  #button({ move, name }) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name;
    button.dataset.move = move;
    button.addEventListener("click", () => this.#actions.play(move));
    button.addEventListener("pointermove", () => this.#actions.point(move)); // not where it comes under a pointer that rests
    button.addEventListener("pointerleave", () => this.#actions.point(null));
    button.addEventListener("focus", () => this.#actions.point(move));
    return button;
  }
}

/**
 * Let nothing be pressed in a part that has come where something else was pressed. It stays as the server has drawn it.
 *
 * @param {Element | null} part
 */
function ignoreForNow(part) {
  part?.toggleAttribute("inert", true);
  setTimeout(() => part?.removeAttribute("inert"), REST);
}

/** The buttons that make moves and can be seen. */
const shownButtons = () =>
  ["commit", "plain"].flatMap((id) => {
    const found = document.getElementById(id);
    if (!found || found.hidden) return [];
    return id === "commit" ? [found] : [...found.children];
  });

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
