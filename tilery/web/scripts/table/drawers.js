// What opens over the table and closes again: help, the story of the game, and one player's board. One is open at a time;
// its name stands in `data-drawer` of the main element.

import { around, byId, first } from "../shared/dom.js";

const PULL = 40; // pixels

export class Drawers {
  #main;
  /** @type {Element | null} What had the focus before. */
  #before = null;

  /** @param {HTMLElement} main */
  constructor(main) {
    this.#main = main;
    main.addEventListener("click", (event) => {
      const opener = around(event, "[data-open]");
      if (opener) return this.toggle(opener.dataset.open ?? "");
      if (around(event, "[data-close]")) this.close();
    });
    this.#listenToPulls();
    addEventListener("popstate", () => this.#show(""));
    document.addEventListener("htmx:before:history:restore", (event) => event.preventDefault());
    document.addEventListener("pointerdown", ({ target }) => {
      if (!byId("guide")?.contains(/** @type {Node} */ (target))) this.#closeGuideOnBoard();
      const open = byId(this.name);
      if (!open || this.name === "looked" || open.contains(/** @type {Node} */ (target))) return;
      if (target instanceof Element && target.closest("[data-open]")) return;
      if (getComputedStyle(open).position === "fixed") this.close();
    });
  }

  /** The name of what is open. */
  get name() {
    return this.#main.dataset.drawer ?? "";
  }

  /** @param {string} name */
  toggle(name) {
    if (this.name === name) this.close();
    else this.open(name);
  }

  /** @param {string} name */
  open(name) {
    const menu = first(this.#main, ".menu[open]");
    menu?.removeAttribute("open");
    if (!this.name) {
      this.#before = menu ? first(menu, "summary") : document.activeElement;
      history.pushState({ drawer: name }, "");
    }
    this.#show(name);
    byId(name)?.focus({ preventScroll: true });
  }

  /** Close what is open; whether anything was. */
  close() {
    if (!this.name) return this.#closeGuideOnBoard();
    if (history.state?.drawer) history.back();
    this.#show("");
    return true;
  }

  /** A guide that has no room in its column stands over the board, and stays there only in the first game after lessons. */
  #closeGuideOnBoard() {
    const guide = byId("guide");
    const isOnBoard = this.#main.dataset.tight?.split(" ").includes("guide");
    if (!isOnBoard || !guide?.hasAttribute("open") || location.hash === "#guide") return false;
    guide.removeAttribute("open");
    return true;
  }

  /** @param {string} name */
  #show(name) {
    if (this.name === name) return;
    this.#main.dataset.drawer = name;
    const guide = byId("guide");
    if (name === "help" && getComputedStyle(/** @type {Element} */ (byId("help"))).position === "fixed") {
      guide?.setAttribute("open", "");
    }
    if (name || !(this.#before instanceof HTMLElement || this.#before instanceof SVGElement)) return;
    this.#before.focus({ preventScroll: true });
    this.#before = null;
  }

  /** The dock is pulled up for help, and what is open is pulled down. */
  #listenToPulls() {
    let start = 0;
    let isPulling = false;
    this.#main.addEventListener("pointerdown", (event) => {
      const head = around(event, ".grip, .drawer-head");
      isPulling = head !== null;
      start = event.clientY;
    });
    this.#main.addEventListener("pointermove", (event) => {
      if (!isPulling || !event.buttons || Math.abs(event.clientY - start) < PULL) return;
      isPulling = false;
      if (event.clientY < start) this.open("help");
      else this.close();
    });
  }
}
