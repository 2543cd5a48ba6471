// Which steps of a game's lessons somebody has done, kept in the browser.

import { all, need } from "../shared/dom.js";

/**
 * Note the step that is done, and mark all that were.
 *
 * @param {HTMLElement} main
 */
export function keepLearned(main) {
  const { kind, keep = "", state } = need("room").dataset;
  if (kind !== "lesson") return;
  const [game, step] = keep.split(" ");
  const learned = new Set(read(game));
  if (state === "done") learned.add(step);
  write(game, [...learned]);
  for (const item of all(main, "[data-step]")) item.classList.toggle("learned", learned.has(item.dataset.step ?? ""));
}

/** @param {string} game */
function read(game) {
  try {
    return (localStorage.getItem(`learned ${game}`) ?? "").split(" ").filter(Boolean);
  } catch {
    return []; // a browser that keeps nothing
  }
}

/**
 * @param {string} game
 * @param {string[]} steps
 */
function write(game, steps) {
  try {
    localStorage.setItem(`learned ${game}`, steps.join(" "));
  } catch {
    // a browser that keeps nothing
  }
}
