// Clocks of players who have to decide in time: the seconds left until the moment in `data-until`.

import { all } from "../shared/dom.js";

/** @param {HTMLElement} main */
export function runClocks(main) {
  setInterval(() => {
    for (const clock of all(main, ".clock")) {
      const left = Math.max(0, Number(clock.dataset.until) - Date.now() / 1000);
      clock.textContent = `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}`;
    }
  }, 500);
}
