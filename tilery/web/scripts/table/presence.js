// Who is at the table now: the server says so whenever somebody comes or goes, apart from the picture.

import { all } from "../shared/dom.js";
import { serverNow } from "./clocks.js";
import { phrases } from "./server.js";

const EVERY = 20_000; // milliseconds until "5 minutes ago" is written anew

/** @type {[Intl.RelativeTimeFormatUnit, number][]} Units with their seconds. */
const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

export class Presence {
  #main;
  /** @type {{ here: number[], seen: Record<string, number> } | null} */
  #known = null;

  /** @param {HTMLElement} main */
  constructor(main) {
    this.#main = main;
    main.addEventListener("presence", (event) => {
      this.#known = JSON.parse(/** @type {CustomEvent<{ data: string }>} */ (event).detail.data);
      this.update();
    });
    setInterval(() => this.update(), EVERY);
  }

  /** After a new picture, or news. */
  update() {
    if (!this.#known) return;
    const { here, seen } = this.#known;
    for (const place of all(this.#main, "[data-presence]")) {
      const seat = place.dataset.presence ?? "";
      const isHere = here.includes(Number(seat));
      place.dataset.here = isHere ? "yes" : "no";
      place.textContent = isHere ? (phrases().here ?? "") : awaySince(seen[seat]);
    }
  }
}

/** @param {number | undefined} at  Seconds since 1970. */
function awaySince(at) {
  const { gone = "", lastSeen = "" } = phrases();
  if (at === undefined) return gone;
  const passed = serverNow() - at;
  const [unit, seconds] = UNITS.find(([, length]) => passed >= length) ?? ["minute", 60];
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  return lastSeen.replace("#", format.format(-Math.floor(passed / seconds), unit));
}
