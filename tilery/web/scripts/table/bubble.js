// A sentence at the place that was pressed, which goes away by itself.

import { byId, need } from "../shared/dom.js";

const STAYS = 2500; // milliseconds
const FRAMED = 1500;
const EDGE = 150; // pixels that the middle keeps from the edges of the screen, as far as there is room

/** @type {number | undefined} */
let going;

document.addEventListener("pointerdown", () => need("bubble").replaceChildren(), true);

/**
 * @param {string | undefined} sentence
 * @param {number} x
 * @param {number} y
 * @param {boolean} [isShown]  Whether it stands elsewhere already, so that it is only for screen readers.
 */
export function showBubble(sentence, x, y, isShown = false) {
  const bubble = need("bubble");
  bubble.textContent = sentence ?? "";
  bubble.classList.toggle("sr", isShown);
  const edge = Math.min(EDGE, innerWidth / 2);
  bubble.style.left = `${Math.min(Math.max(x, edge), innerWidth - edge)}px`;
  bubble.style.top = `${Math.max(y, 60)}px`;
  clearTimeout(going);
  going = setTimeout(() => bubble.replaceChildren(), STAYS);
}

/** Show for a moment that something from the hand is wanted. */
export function wanted() {
  const hand = byId("hand");
  hand?.classList.add("wanted");
  setTimeout(() => hand?.classList.remove("wanted"), FRAMED);
}
