// Lets things give way, one after another, where there is too little room: what has to go stands in `data-tight` of the main
// element, and table.css knows what that means. The button, the hand and the sentence never go.

import { all, first } from "../shared/dom.js";

const WIDE = "(min-width: 1180px)";
const BOARD_SHARE = 0.5; // of the height that the board has at least on narrow screens

const SQUEEZED = 0.75;
const LEFT = ["small-maps", "log", "notes", "players", "short-log", "less-log", "maps"];

/** @typedef {{ isTight: () => boolean, gives: string[] }} Part */

export class Fitting {
  #main;
  #wide = matchMedia(WIDE);

  /** @param {HTMLElement} main */
  constructor(main) {
    this.#main = main;
    addEventListener("resize", () => this.fit());
    // The guide was opened or closed. The event `toggle` comes too late: a picture that is cut off would be seen before.
    new MutationObserver(() => this.fit()).observe(main, { attributeFilter: ["open"], subtree: true });
    document.fonts?.ready.then(() => this.fit());
  }

  fit() {
    this.#main.dataset.tight = "";
    const isOver = first(this.#main, ".room.over") !== null;
    if (!isOver && !first(this.#main, ".room.running")) return;
    if (isOver && !this.#wide.matches) return; // a page to scroll
    const wide = isOver ? this.#endParts() : this.#wideParts();
    for (const { isTight, gives } of this.#wide.matches ? wide : this.#narrowParts()) {
      for (const token of gives) {
        if (!isTight()) break;
        this.#main.dataset.tight += ` ${token}`;
      }
    }
  }

  /** @returns {Part[]} */
  #wideParts() {
    return [
      {
        isTight: () => overflows(this.#find("#left")),
        gives: LEFT,
      },
      {
        isTight: () => overflows(this.#find("#right")),
        gives: ["goal", "guide", "steps", "hand", "effect", "aside", "less-hand"],
      },
    ];
  }

  /** @returns {Part[]} */
  #endParts() {
    return [
      { isTight: () => overflows(this.#find("#left")), gives: LEFT },
      { isTight: () => overflows(this.#find("#right")), gives: ["sheet", "hands", "verdict"] },
    ];
  }

  /** @returns {Part[]} */
  #narrowParts() {
    const highest = innerWidth < 700 ? 46 : 66; // as high as players are with their name and one fact
    const names = () =>
      all(this.#main, ".player-name, .player").some(
        (name) => name.scrollWidth > name.clientWidth + 1 || name.clientHeight > highest,
      );
    const board = this.#find("#board");
    const isLow = () => board !== null && board.clientHeight < BOARD_SHARE * innerHeight;
    const areSmall = () => all(this.#main, "#hand .picture").some(isSqueezed);
    const isFull = () => areSmall() || overflows(this.#find("#hand")) || overflows(this.#find("#right"));
    return [
      { isTight: names, gives: ["facts", "small-names", "names"] },
      { isTight: isFull, gives: ["captions", "hand"] },
      { isTight: isLow, gives: ["last", "facts", "hand"] },
    ];
  }

  /** @param {string} selector */
  #find(selector) {
    return first(this.#main, selector);
  }
}

/**
 * Whether a picture in hand is much lower than it may be, because it shares its line with others.
 *
 * @param {HTMLElement} picture
 */
function isSqueezed(picture) {
  const most = parseFloat(getComputedStyle(picture).maxHeight);
  const { height } = picture.getBoundingClientRect();
  return height > 0 && height < SQUEEZED * most;
}

/**
 * Whether what is in an element needs more room than it has, its padding not counted.
 *
 * @param {HTMLElement | null} element
 */
function overflows(element) {
  if (element === null) return false;
  if (element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1) return true;
  const end = element.getBoundingClientRect().bottom - parseFloat(getComputedStyle(element).paddingBottom);
  return all(element, ":scope > *").some((child) => {
    const box = child.getBoundingClientRect();
    return box.height > 0 && box.bottom > end + 1 && getComputedStyle(child).position === "static";
  });
}
