// Clocks of players who have to decide in time: what is left until the moment in `data-until`, as "2 d 14 h" or "4:05".

import { all } from "../shared/dom.js";

/** @param {HTMLElement} main */
export function runClocks(main) {
  setInterval(() => {
    for (const clock of all(main, ".clock")) {
      const left = Math.max(0, Number(clock.dataset.until) - Date.now() / 1000);
      clock.textContent = spell(left, main.ownerDocument.documentElement.lang);
    }
  }, 500);
}

/**
 * @param {number} seconds
 * @param {string} language
 */
export function spell(seconds, language) {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return `${count(Math.floor(hours / 24), "day", language)} ${count(hours % 24, "hour", language)}`;
  if (hours) return `${count(hours, "hour", language)} ${count(minutes % 60, "minute", language)}`;
  return `${minutes}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

/**
 * @param {number} number
 * @param {string} unit
 * @param {string} language
 */
function count(number, unit, language) {
  const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "narrow" });
  const name = format.formatToParts(number).find((part) => part.type === "unit");
  return `${number}\u00a0${name?.value ?? unit}`;
}
