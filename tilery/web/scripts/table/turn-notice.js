// Tells people that it is their turn: in the title of the page, and by two soft tones when it has become so. When it is
// over, the app's icon counts one table less.

import { need } from "../shared/dom.js";
import { settleTurn } from "../shared/due.js";

const SOUND_KEY = "sound";

export class TurnNotice {
  #ring;
  /** @type {boolean | null} Whether it was my turn; null before the first picture. */
  #wasMine = null;

  /** @param {() => void} ring */
  constructor(ring) {
    this.#ring = ring;
  }

  get #isOn() {
    return document.documentElement.dataset.sound !== "off";
  }

  toggle() {
    const now = this.#isOn ? "off" : "on";
    document.documentElement.dataset.sound = now;
    localStorage.setItem(SOUND_KEY, now);
    this.update();
  }

  /** After a new picture. */
  update() {
    const { mine, turn, title } = need("room").dataset;
    const isMine = mine === "yes";
    document.title = (isMine && this.#isOn ? `● ${turn} – ` : "") + title;
    document.getElementById("sound")?.setAttribute("aria-pressed", String(this.#isOn));
    if (isMine && this.#wasMine === false && this.#isOn) this.#ring();
    const isApp = Boolean(navigator.serviceWorker?.controller);
    if (isApp && !isMine && this.#wasMine !== false) settleTurn().catch(() => {});
    this.#wasMine = isMine;
  }
}
