// What each person chooses for themselves: kept in this browser, and written on the root element, where style sheets and
// scripts read it. `theme.js` writes it there before anything is drawn.

import { all, around } from "./dom.js";

/** @typedef {"slow" | "normal" | "fast" | "instant"} Speed */

/** @returns {Speed} How fast bots and pieces are to move. */
export const speed = () => /** @type {Speed} */ (document.documentElement.dataset.speed ?? "normal");

/**
 * Let the fields with `data-preference` show and change what is chosen.
 *
 * @param {HTMLElement} root
 * @param {(name: string) => void} [changed]  Hears what was chosen anew.
 */
export function offerPreferences(root, changed = () => {}) {
  showPreferences(root);
  root.addEventListener("input", (event) => {
    const field = around(event, "[data-preference]");
    if (!field) return;
    const name = field.dataset.preference ?? "";
    const value = valueOf(field);
    document.documentElement.dataset[name] = value;
    try {
      localStorage.setItem(name, value);
    } catch {
      // This browser keeps nothing; the choice holds until the page is left.
    }
    changed(name);
  });
}

/**
 * Let the fields show what is chosen.
 *
 * @param {HTMLElement} root
 */
export function showPreferences(root) {
  for (const field of all(root, "[data-preference]")) show(field);
}

/** @param {HTMLElement} field */
function valueOf(field) {
  if (field instanceof HTMLInputElement && field.type === "checkbox") return field.checked ? "on" : "off";
  return /** @type {HTMLInputElement | HTMLSelectElement} */ (field).value;
}

/** @param {HTMLElement} field */
function show(field) {
  const value = document.documentElement.dataset[field.dataset.preference ?? ""];
  if (value === undefined) return;
  if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = value === "on";
  else /** @type {HTMLInputElement | HTMLSelectElement} */ (field).value = value;
}
