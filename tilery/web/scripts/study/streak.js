// How many days in a row somebody has solved a puzzle of the day, kept in the browser. A day is one of the reader's own
// time zone; a missed day ends the row without a word.

import { all, byId, need } from "../shared/dom.js";

const DAY = 86_400_000; // milliseconds

/** @typedef {{ last: number, length: number, best: number, solved: string[] }} Streak */

/**
 * Note a puzzle that is solved, and show the row.
 *
 * @param {HTMLElement} main
 */
export function keepStreak(main) {
  const { kind, keep = "", state } = need("room").dataset;
  if (kind !== "puzzle") return;
  const today = dayOf(new Date());
  let streak = read();
  if (state === "solved" && !streak.solved.includes(keep)) {
    const length = streak.last === today ? streak.length : streak.last === today - 1 ? streak.length + 1 : 1;
    streak = { last: today, length, best: Math.max(streak.best, length), solved: [...streak.solved, keep].slice(-400) };
    write(streak);
  }
  const place = byId("streak");
  const length = streak.last >= today - 1 ? streak.length : 0;
  if (place) place.textContent = length ? (place.dataset.words ?? "").replace("#", String(length)) : "";
  for (const item of all(main, "[data-puzzle]")) {
    item.classList.toggle("learned", streak.solved.includes(item.dataset.puzzle ?? ""));
  }
}

/** @param {Date} date */
const dayOf = (date) => Math.floor((date.getTime() - date.getTimezoneOffset() * 60_000) / DAY);

/** @returns {Streak} */
function read() {
  const none = { last: 0, length: 0, best: 0, solved: [] };
  try {
    return { ...none, ...JSON.parse(localStorage.getItem("puzzle streak") ?? "{}") };
  } catch {
    return none; // nothing is kept, or it cannot be read
  }
}

/** @param {Streak} streak */
function write(streak) {
  try {
    localStorage.setItem("puzzle streak", JSON.stringify(streak));
  } catch {
    // a browser that keeps nothing
  }
}
