// Clocks of players who have to decide in time: what is left until the moment in `data-until`, as "2 d 14 h" or "4:05".
// A holiday stops a clock, at the latest until the moment in `data-stopped-until`.

import { all } from "../shared/dom.js";

// What the server's clock is ahead of the time since this page was opened. The device's own clock may be wrong. News of
// the time can only be late, so the one that puts the server furthest ahead is nearest.
let ahead = -Infinity;

/** Return what time it is on the server, in seconds since 1970. */
export const serverNow = () => ahead + performance.now() / 1000;

/** @param {string | undefined} seconds */
function hear(seconds) {
  ahead = Math.max(ahead, Number(seconds) - performance.now() / 1000);
}

/**
 * Keep the clocks going. Return what writes them at once, for when a new picture has come, in which they are empty.
 *
 * @param {HTMLElement} main
 */
export function runClocks(main) {
  hear(main.dataset.now);
  main.addEventListener("beat", (event) => hear(/** @type {CustomEvent<{ data: string }>} */ (event).detail.data));
  const write = () => {
    for (const clock of all(main, ".clock")) {
      const stoppedUntil = Number(clock.dataset.stoppedUntil ?? 0);
      const left = Math.max(0, Number(clock.dataset.until) - Math.max(serverNow(), stoppedUntil));
      clock.classList.toggle("stopped", stoppedUntil > serverNow());
      clock.textContent = spell(left, main.ownerDocument.documentElement.lang);
    }
  };
  const name = () => {
    for (const place of all(main, "[data-moment]")) {
      const at = new Date(1000 * Number(place.dataset.moment));
      place.textContent = (place.dataset.text ?? "#").replace("#", moment(at, main.ownerDocument.documentElement.lang));
    }
  };
  const writeAll = () => {
    write();
    name();
  };
  setInterval(write, 500);
  writeAll();
  return writeAll;
}

/**
 * A moment in the time of whoever reads: "Thursday 18:20", with the date if it is a week away or more.
 *
 * @param {Date} at
 * @param {string} language
 */
function moment(at, language) {
  const isFar = at.getTime() / 1000 - serverNow() > 6 * 86_400;
  /** @type {Intl.DateTimeFormatOptions} */
  const day = isFar ? { day: "numeric", month: "long" } : { weekday: "long" };
  const date = at.toLocaleDateString(language, day);
  return `${date}, ${at.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" })}`;
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
