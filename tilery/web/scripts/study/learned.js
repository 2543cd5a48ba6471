// Which steps of a game's lessons somebody has done, and which was open last, kept in the browser.

import { all, first, need } from "../shared/dom.js";

/**
 * Note the step that is open and whether it is done, and mark all that were. Whoever comes to learn a game goes on where
 * they left.
 *
 * @param {HTMLElement} main
 */
export function keepLearned(main) {
  const { kind, keep = "", state } = need("room").dataset;
  if (kind !== "lesson") return;
  const [game, step] = keep.split(" ");
  const learned = new Set(read(`learned ${game}`));
  if (new URLSearchParams(location.search).has("continue") && goOn(main, step, read(`lesson ${game}`)[0], learned))
    return;
  if (state === "done") learned.add(step);
  write(`learned ${game}`, [...learned]);
  write(`lesson ${game}`, [step]);
  for (const item of all(main, "[data-step]")) item.classList.toggle("learned", learned.has(item.dataset.step ?? ""));
}

/**
 * Go to the step that was open last, or to the one after it if it is done; say whether that is another one than this.
 *
 * @param {HTMLElement} main
 * @param {string} here
 * @param {string | undefined} last
 * @param {Set<string>} learned
 */
function goOn(main, here, last, learned) {
  if (!last) return false;
  const next = learned.has(last) ? String(Number(last) + 1) : last;
  const link = first(main, `[data-step="${next}"] a`);
  if (next === here || !(link instanceof HTMLAnchorElement)) return false;
  location.replace(link.href);
  return true;
}

/** @param {string} name */
function read(name) {
  try {
    return (localStorage.getItem(name) ?? "").split(" ").filter(Boolean);
  } catch {
    return []; // a browser that keeps nothing
  }
}

/**
 * @param {string} name
 * @param {string[]} steps
 */
function write(name, steps) {
  try {
    localStorage.setItem(name, steps.join(" "));
  } catch {
    // a browser that keeps nothing
  }
}
