// Stepping through a game: buttons, keys, slider, log and a timer all say which move is wanted; htmx fetches it and
// the pieces travel there. The address always leads to what is shown.

import { all, around, first, need, needInput } from "./shared/dom.js";
import { keepLegible } from "./shared/legible.js";
import { receivePictures } from "./shared/pictures.js";
import { offerPreferences, speed } from "./shared/preferences.js";
import { Sources } from "./shared/sources.js";

/** @type {Record<string, number>} Milliseconds between moves while the game plays by itself. */
const PAUSES = { slow: 2600, normal: 1300, fast: 550, instant: 200 };

/** @typedef {"push" | "replace" | "none"} History  What going to a move does to the browser's history. */

class Replay {
  #main = need("main");
  #slider = needInput("slider");
  #where = need("where");
  #log = need("log");
  #playButton = need("play");
  #failed = need("failed");
  #count = Number(need("now").dataset.count);
  #shown = this.#moveOnPage();
  #wanted = this.#shown;
  #isLoading = false;
  /** @type {number | null} */
  #timer = null;

  constructor() {
    this.#listenToPointer();
    this.#listenToKeys();
    this.#listenToHtmx();
    this.#playButton.hidden = false;
    this.#mark(this.#shown);
  }

  #moveOnPage() {
    return Number(need("now").dataset.move);
  }

  /** @param {number} move */
  #address(move, seat = this.#main.dataset.seat) {
    return `${this.#main.dataset.address}?move=${move}&seat=${seat}`;
  }

  /**
   * Go to a move. Whoever steps on meanwhile is taken to the last move that was asked for.
   *
   * @param {number} move
   * @param {History} history
   */
  async #go(move, history = "push") {
    this.#wanted = Math.min(Math.max(move, 0), this.#count);
    this.#mark(this.#wanted);
    if (this.#isLoading) return;
    this.#isLoading = true;
    while (this.#shown !== this.#wanted) {
      const next = this.#wanted;
      await this.#load(next, history);
      this.#shown = this.#moveOnPage();
      if (this.#shown !== next) {
        this.#wanted = this.#shown;
        this.#pause();
      }
    }
    this.#isLoading = false;
    this.#mark(this.#shown);
  }

  /**
   * @param {number} move
   * @param {History} history
   */
  #load(move, history) {
    return htmx.ajax("GET", this.#address(move), {
      target: "#moment",
      swap: "picture",
      ...(history !== "none" && { [history]: "true" }),
    });
  }

  /**
   * Update what htmx does not replace: slider, log and links.
   *
   * @param {number} move
   */
  #mark(move) {
    this.#slider.value = String(move);
    this.#where.textContent = `${move} / ${this.#count}`;
    this.#main.classList.toggle("over", Boolean(document.getElementById("sheet")));
    this.#markLog(move);
    const goals = { start: 0, back: Math.max(move - 1, 0), on: Math.min(move + 1, this.#count), end: this.#count };
    for (const [name, goal] of Object.entries(goals)) {
      const link = first(this.#main, `[data-go="${name}"]`);
      link?.setAttribute("href", this.#address(goal));
      link?.setAttribute("aria-disabled", String(goal === move));
    }
    for (const link of all(this.#main, "[data-point]"))
      link.setAttribute("href", this.#address(move, link.dataset.point));
  }

  /** @param {number} move */
  #markLog(move) {
    const log = this.#log;
    const links = all(log, "a[data-move]");
    const current = links.find((link) => Number(link.dataset.move) >= move) ?? links.at(-1);
    for (const link of links) link.removeAttribute("aria-current");
    current?.setAttribute("aria-current", "true");
    const row = current?.parentElement;
    if (!row) return;
    if (row.offsetTop < log.scrollTop || row.offsetTop + row.offsetHeight > log.scrollTop + log.clientHeight) {
      log.scrollTop = row.offsetTop - log.clientHeight / 2;
    }
  }

  #pause() {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#playButton.setAttribute("aria-pressed", "false");
  }

  #togglePlaying() {
    if (this.#timer !== null) return this.#pause();
    if (this.#wanted === this.#count) this.#go(0, "replace");
    this.#playButton.setAttribute("aria-pressed", "true");
    this.#playOn();
  }

  #playOn() {
    this.#timer = setTimeout(() => {
      if (this.#wanted === this.#count) return this.#pause();
      if (!this.#isLoading) this.#go(this.#wanted + 1, "replace");
      this.#playOn();
    }, PAUSES[speed()]);
  }

  #listenToPointer() {
    this.#main.addEventListener("click", (event) => {
      if (around(event, "#play")) return this.#togglePlaying();
      const link = around(event, "a[data-go], a[data-move]");
      if (!(link instanceof HTMLAnchorElement) || !isPlainClick(event)) return;
      event.preventDefault();
      this.#pause();
      this.#go(Number(new URL(link.href).searchParams.get("move")));
    });
    this.#slider.addEventListener("input", () => {
      this.#pause();
      this.#go(Number(this.#slider.value), "replace");
    });
  }

  #listenToKeys() {
    document.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || around(event, "input, select, summary")) return;
      if (event.key === " " && around(event, "button, a")) return;
      /** @type {Record<string, number>} */
      const goals = { ArrowLeft: this.#wanted - 1, ArrowRight: this.#wanted + 1, Home: 0, End: this.#count };
      if (event.key in goals) {
        this.#pause();
        this.#go(goals[event.key]);
      } else if (event.key === " ") this.#togglePlaying();
      else return;
      event.preventDefault();
    });
  }

  #listenToHtmx() {
    document.addEventListener("htmx:before:history:restore", (event) => {
      event.preventDefault();
      this.#pause();
      this.#go(Number(new URLSearchParams(location.search).get("move") ?? this.#count), "none");
    });
    document.addEventListener("htmx:before:response", (event) => {
      const isFine = event.detail.ctx.response.raw.ok;
      this.#failed.textContent = isFine ? "" : (this.#failed.dataset.text ?? "");
      if (!isFine) event.preventDefault();
    });
    document.addEventListener("htmx:error", () => (this.#failed.textContent = this.#failed.dataset.text ?? ""));
  }
}

/** @param {MouseEvent} event */
const isPlainClick = (event) =>
  event.button === 0 && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;

const measureAll = keepLegible(need("main"));
receivePictures(measureAll);
new Sources(need("main"));
offerPreferences(need("main"));
new Replay();
