// The pace at which a person is shown what others do. The server plays on as fast as it can and slows nobody down; each
// page lets a picture wait until the one before it has been seen. Whoever can act is never kept waiting, and one press
// shows all that has happened.

import { around, first, need } from "../shared/dom.js";
import { speed } from "../shared/preferences.js";

/** @type {Record<import("../shared/preferences.js").Speed, number>} Milliseconds from one player's turn to the next. */
const PAUSES = { slow: 2000, normal: 900, fast: 350, instant: 0 };
/** @type {Record<import("../shared/preferences.js").Speed, number>} Milliseconds that a player may be kept from acting. */
const PATIENCE = { slow: Infinity, normal: 6000, fast: 2500, instant: Infinity };
const STEP = 0.5; // of that pause, between the steps of one turn
const SHORTEST = 0.1; // of that pause, however long a player was kept waiting
const FEW = 4; // pictures that wait at the full pause; more are shown faster, unless one wants to watch slowly
const MOST = 48; // pictures that may wait; who is further behind skips the oldest
const NOT_A_PRESS = ".tools, .drawer, a, input, select, textarea"; // where a press means something else
const KEYS = ["Enter", " ", "Escape"];

/**
 * @typedef {object} Moment  What a picture shows, as far as the pace depends on it.
 * @property {number} moves  How many moves were made.
 * @property {number} told  How many turns the log tells of.
 * @property {boolean} isMine  Whether the person can act.
 * @property {boolean} byMe  Whether the person made the last move.
 */

/**
 * @param {ParentNode} root
 * @returns {Moment}
 */
export function momentOf(root) {
  const { moves = "0", told = "0", mine } = first(root, "#room")?.dataset ?? {};
  const byMe = first(root, "#board")?.dataset.from === "hand";
  return { moves: Number(moves), told: Number(told), isMine: mine === "yes", byMe };
}

/**
 * How long the picture before has to have been shown.
 *
 * @param {Moment} shown
 * @param {Moment} next
 * @param {number} pause
 */
export function pauseBefore(shown, next, pause) {
  if (shown.isMine || next.byMe || next.moves === shown.moves) return 0;
  return next.told === shown.told ? pause * STEP : pause;
}

/**
 * What is left of a pause for somebody who waits to act: all of it at first, ever less once half of their patience is used
 * up. A round can be long, as when one takes a row at once and three bots go on filling theirs.
 *
 * @param {number} kept  For how long pictures have waited since the person could act.
 * @param {number} patience
 */
export function shareLeft(kept, patience) {
  return Math.max(SHORTEST, Math.min(1, 2 * (1 - kept / patience)));
}

export class Pacing {
  #main;
  /** @type {{ moment: Moment, came: number, show: () => void }[]} */
  #waiting = [];
  #shown;
  #shownAt = 0;
  #kept = 0; // milliseconds that pictures have waited since the person could act
  #isSkipping = false; // until the person can act
  /** @type {number | undefined} */
  #timer;

  /** @param {HTMLElement} main */
  constructor(main) {
    this.#main = main;
    this.#shown = momentOf(main);
    document.addEventListener("pointerdown", (event) => this.#press(event), true);
    document.addEventListener("keydown", (event) => this.#key(event), true);
    document.addEventListener("visibilitychange", () => document.hidden && this.finish());
  }

  /** Whether something has happened that is not shown yet. */
  get isBehind() {
    return this.#waiting.length > 0;
  }

  /**
   * Show a picture when it is time.
   *
   * @param {DocumentFragment} picture
   * @param {() => void} show
   */
  receive(picture, show) {
    this.#waiting.push({ moment: momentOf(picture), came: performance.now(), show });
    if (this.#waiting.length > MOST) this.#waiting.shift();
    this.#advance();
  }

  /** Show all that has happened and will happen until the person can act, and let everything be where it goes. */
  finish() {
    this.#isSkipping = this.isBehind;
    this.#waiting.splice(0, this.#waiting.length - 1);
    if (this.#waiting.length) this.#showNext();
    this.#update();
    for (const moving of need("board").getAnimations({ subtree: true })) {
      if (moving.effect?.getComputedTiming().iterations !== Infinity) moving.finish();
    }
  }

  #advance() {
    while (this.#waiting.length) {
      const wait = this.#due - performance.now();
      if (wait > 0) {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#advance(), wait);
        break;
      }
      this.#showNext();
    }
    this.#update();
  }

  /** When the first picture that waits is to be shown. */
  get #due() {
    if (document.hidden || this.#isSkipping) return 0;
    const haste = speed() === "slow" ? 1 : Math.min(1, FEW / this.#waiting.length);
    const share = this.#isPlaying ? shareLeft(this.#kept, PATIENCE[speed()]) : 1;
    return this.#shownAt + Math.min(haste, share) * pauseBefore(this.#shown, this.#waiting[0].moment, PAUSES[speed()]);
  }

  /** Whether the person waits for their turn; who only watches is kept from nothing. */
  get #isPlaying() {
    return first(this.#main, ".player.self") !== null;
  }

  #showNext() {
    const next = this.#waiting.shift();
    if (!next) return;
    const now = performance.now();
    this.#kept = next.moment.isMine ? 0 : this.#kept + now - Math.max(this.#shownAt, next.came);
    if (next.moment.moves !== this.#shown.moves) this.#shownAt = now;
    this.#shown = next.moment;
    if (next.moment.isMine) this.#isSkipping = false;
    next.show();
  }

  #update() {
    if (!this.isBehind) clearTimeout(this.#timer);
    this.#main.toggleAttribute("data-behind", this.isBehind);
  }

  /**
   * A press while something waits to be shown shows it, and does nothing else: it was meant for another picture.
   *
   * @param {PointerEvent} event
   */
  #press(event) {
    if (around(event, NOT_A_PRESS)) return;
    if (this.isBehind) {
      swallow(event);
      document.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => document.removeEventListener("click", swallow, true), 1000);
    }
    this.finish();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.isBehind || !KEYS.includes(event.key) || around(event, `${NOT_A_PRESS}, summary, .menu-body`)) return;
    swallow(event);
    this.finish();
  }
}

/** @param {Event} event */
function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}
