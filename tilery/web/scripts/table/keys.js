// The keyboard: arrows walk from target to target or move the piece in hand, Enter chooses and confirms, Escape steps
// back, R and F turn and flip, plus, minus and 0 zoom. A page may add keys of its own.

import { all, around } from "../shared/dom.js";
import { ARROWS, elementAhead } from "../shared/geometry.js";
import { targetElements, targetOf } from "./targets.js";

const BUTTONS = "#plain button, #commit:not([hidden])";
const ZOOM = 1.5;

/**
 * @typedef {import("../shared/geometry.js").Point} Point
 *
 * @param {HTMLElement} main
 * @param {import("./controller.js").TableController} table
 * @param {import("./zoom.js").Zoom} zoom
 * @param {import("./focus.js").FocusKeeper} focus
 * @param {Record<string, () => void>} more  What other keys do.
 */
export function listenToKeys(main, table, zoom, focus, more) {
  /** @param {KeyboardEvent} event */
  function enter(event) {
    if (event.repeat) return;
    const id = targetOf(table.hand, event);
    if (id !== null && !table.hand.isReady(id)) table.press(id);
    else if (table.hand.move) table.confirm();
    else if (id !== null) table.press(id);
  }

  /** @param {Point} direction */
  function walk(direction) {
    const elements = [...targetElements(table.hand), ...all(main, BUTTONS)];
    const here = elements.find((element) => element === document.activeElement);
    if (here) elementAhead(elements, here, direction)?.focus();
    else focus.restore(elements);
  }

  /** @type {Record<string, (event: KeyboardEvent) => void>} */
  const actions = {
    r: () => table.turn("turn"),
    f: () => table.turn("flip"),
    "+": () => zoom.enlargeBoard(ZOOM),
    "-": () => zoom.enlargeBoard(1 / ZOOM),
    0: () => zoom.reset(),
    ...more,
    enter,
    " ": enter,
  };
  for (const [key, direction] of Object.entries(ARROWS)) {
    actions[key.toLowerCase()] = () => (table.hand.piece ? table.stepPiece(direction) : walk(direction));
  }

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") return table.stepBack();
    if (around(event, "input, select, textarea, summary, .menu-body")) return;
    const action = actions[event.key.toLowerCase()];
    if (!action || (action === enter && around(event, "button, a"))) return;
    event.preventDefault();
    action(event);
  });
}
