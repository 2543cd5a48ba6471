// A real table, entered by clicking. The server keeps nothing and draws everything: each change goes there with the
// document of the table, and the answer is the new page. What is remembered here: earlier documents, to undo, and
// what is in hand (the kit, which of its things the brush paints with, and the place that is being filled).

import { all, byId, first, need, needInput, showError } from "../shared/dom.js";
import { RequestQueue } from "./requests.js";

/** @typedef {import("./requests.js").Request} Request */

const SCROLLERS = ".things, .count-board, .count-side";

export class Editor {
  #main = need("main");
  #spoken = need("told");
  /** @type {string[]} Documents, the oldest first. */
  #earlier = [];
  #queue = new RequestQueue((request, changes) => this.#send(request, changes));
  /** @type {Record<string, string>} By kit, the thing that its brush paints with. */
  #brushes = {};
  /** @type {Record<string, boolean>} By kit, whether it paints, where somebody has said so. */
  #painting = {};
  /** @type {string | null} The kit that is open. */
  #kit = null;
  /** @type {string | null} The id of the place that is being filled. */
  #current = null;
  #wasOpened = false;

  get #page() {
    return need("count");
  }

  /** The document of the table. */
  get document() {
    return this.#page.dataset.document ?? "";
  }

  get #storageKey() {
    return `table ${this.#main.dataset.post}`;
  }

  // What is on the page.

  /** @param {string} [kit] */
  places(kit) {
    return all(this.#page, kit ? `[data-kit="${kit}"]` : "[data-kit], [data-press]");
  }

  /** The things of the open kit. */
  get things() {
    return this.#kit ? this.#thingsOf(this.#kit) : [];
  }

  /** @param {string} kit */
  #palette(kit) {
    return first(this.#page, `[data-palette="${kit}"]`);
  }

  /** @param {string} kit */
  #thingsOf(kit) {
    const palette = this.#palette(kit);
    return palette ? all(palette, "[data-thing]") : [];
  }

  /**
   * Whether places of a kit are painted with a brush: choose once, then click many places.
   *
   * @param {string} kit
   */
  paints(kit) {
    return this.#painting[kit] ?? this.#palette(kit)?.dataset.brush === "yes";
  }

  /** @param {string} kit */
  brush(kit) {
    return this.#brushes[kit] ?? this.#thingsOf(kit)[1]?.dataset.thing ?? "";
  }

  /** The place that is being filled; without one, the first of the open kit. */
  get currentPlace() {
    return byId(this.#current) ?? (this.#kit ? this.places(this.#kit)[0] : null) ?? null;
  }

  // Asking the server.

  /** @param {Request} request */
  ask(request) {
    this.#queue.add(request);
  }

  /**
   * @param {Request} request
   * @param {string[]} changes
   */
  async #send({ document: other, board, place, isUndo }, changes) {
    const before = this.document;
    const body = new URLSearchParams({
      document: other ?? before,
      board: board ?? this.#page.dataset.board ?? "",
      changes: changes.join("\n"),
    });
    let html;
    try {
      const { post } = this.#main.dataset;
      const response = await fetch(post ?? "", { method: "POST", headers: { "x-tilery": "script" }, body });
      if (!response.ok) return this.#complain((await response.json()).error);
      html = await response.text();
    } catch {
      return this.#complain(this.#main.dataset.offline);
    }
    const focused = document.activeElement?.id;
    this.#show(html);
    if (isUndo) this.#earlier.pop();
    else if (this.document !== before) this.#earlier.push(before);
    this.settle();
    byId(focused)?.focus({ preventScroll: true });
    this.#speak(byId(place)?.getAttribute("aria-label"));
  }

  /** @param {string | undefined} sentence */
  #complain(sentence) {
    showError(sentence);
    need("error").scrollIntoView({ block: "nearest" });
  }

  /** @param {string | null | undefined} text */
  #speak(text) {
    if (text) this.#spoken.textContent = text;
  }

  /**
   * Show the new page as far scrolled as the old one was, and with what was open.
   *
   * @param {string} html
   */
  #show(html) {
    const areNotesOpen = byId("notes")?.hasAttribute("open") ?? false;
    const scrolled = all(this.#page, SCROLLERS).map(({ scrollTop }) => scrollTop);
    this.#main.innerHTML = html;
    for (const [index, element] of all(this.#page, SCROLLERS).entries()) element.scrollTop = scrolled[index] ?? 0;
    byId("notes")?.toggleAttribute("open", areNotesOpen);
  }

  // What is in hand.

  /** Let the page show what is in hand. */
  settle() {
    this.#checkHand();
    const kit = this.#kit;
    const focused = document.activeElement;
    const places = this.places();
    const fills = kit !== null && !this.paints(kit);
    for (const place of places) {
      place.classList.toggle("current", fills && place.id === this.#current);
      place.setAttribute("tabindex", "-1");
    }
    (byId(this.#current) ?? places.find((place) => place === focused) ?? places[0])?.setAttribute("tabindex", "0");
    const palettes = byId("palettes");
    if (palettes) palettes.hidden = !kit;
    for (const tab of all(this.#page, "[data-show]")) {
      tab.setAttribute("aria-pressed", String(tab.dataset.show === kit));
    }
    for (const palette of all(this.#page, "[data-palette]")) palette.hidden = palette.dataset.palette !== kit;
    if (kit) this.#settleThings(kit);
    needInput("undo").disabled = this.#earlier.length === 0;
    sessionStorage.setItem(this.#storageKey, this.document);
  }

  /** Let go of what is not on the page; a page that is opened begins with its first kit. */
  #checkHand() {
    if (!byId(this.#current)) this.#current = null;
    if (this.#kit && !this.#palette(this.#kit)) this.#kit = null;
    if (!this.#wasOpened) this.#kit ??= this.places()[0]?.dataset.kit ?? null;
    this.#wasOpened = true;
    const kit = this.#kit;
    if (kit && !this.paints(kit) && byId(this.#current)?.dataset.kit !== kit) {
      this.#current = this.places(kit)[0]?.id ?? null;
    }
  }

  /** @param {string} kit */
  #settleThings(kit) {
    needInput("brush").checked = this.paints(kit);
    const place = byId(this.#current);
    const held = this.paints(kit) ? this.brush(kit) : place?.dataset.now;
    for (const thing of this.things) thing.setAttribute("aria-pressed", String(thing.dataset.thing === held));
    this.name(this.paints(kit) ? this.things.find((thing) => thing.dataset.thing === held) : place);
  }

  /**
   * Say in words what is pointed at.
   *
   * @param {Element | null | undefined} element
   */
  name(element) {
    const where = byId("where");
    if (where) where.textContent = element?.getAttribute("aria-label") ?? "\u00a0";
  }

  /** @param {string | null} kit */
  open(kit) {
    this.#kit = kit;
    this.settle();
  }

  /** Close the kit; the focus goes back to the place. */
  close() {
    const place = byId(this.#current);
    this.#current = null;
    this.open(null);
    place?.focus();
  }

  /** @param {boolean} isOn */
  setPainting(isOn) {
    if (this.#kit) this.#painting[this.#kit] = isOn;
    this.settle();
  }

  /**
   * @param {HTMLElement} place
   * @param {string} thing
   */
  put(place, thing) {
    this.ask({ change: `${place.id} ${thing}`, place: place.id });
  }

  /** @param {HTMLElement} place */
  press(place) {
    const { press, kit, now } = place.dataset;
    if (press) return this.put(place, press);
    if (!kit) return;
    this.#kit = kit;
    this.#current = place.id;
    if (!this.paints(kit)) return this.settle();
    const nothing = this.#thingsOf(kit)[0]?.dataset.thing ?? "";
    this.put(place, now === this.brush(kit) ? nothing : this.brush(kit));
  }

  /**
   * Paint several places of a kit.
   *
   * @param {HTMLElement[]} places
   * @param {string} kit
   */
  paint(places, kit) {
    this.#kit = kit;
    for (const place of places) if (place.dataset.now !== this.brush(kit)) this.put(place, this.brush(kit));
  }

  /**
   * Paint with a thing from now on, or put it into the place that is being filled and go on to the next.
   *
   * @param {string} thing
   */
  choose(thing) {
    const kit = this.#kit;
    const place = byId(this.#current);
    if (!kit) return;
    if (this.paints(kit)) this.#brushes[kit] = thing;
    else if (place) {
      const places = this.places(kit);
      this.put(place, thing);
      this.#current = places[places.indexOf(place) + 1]?.id ?? this.#current;
    }
    this.settle();
  }

  undo() {
    const before = this.#earlier.at(-1);
    if (before !== undefined) this.ask({ document: before, isUndo: true });
  }

  // Keeping the table.

  /** Begin with an empty table the next time. */
  forget() {
    sessionStorage.removeItem(this.#storageKey);
  }

  /** After a reload or in another language, go on with the same table; another number of players begins a new one. */
  restore() {
    const kept = sessionStorage.getItem(this.#storageKey);
    if (this.#main.dataset.fresh === "yes" && kept && kept !== this.document) {
      const wanted = new URLSearchParams(location.search).get("seats");
      if (!wanted || String(JSON.parse(kept).players.length) === wanted) this.ask({ document: kept });
    }
    this.settle();
  }

  /** Copy the table; where that is not possible, show it where it can be copied by hand. */
  async copy() {
    try {
      await navigator.clipboard.writeText(this.document);
      this.#speak(this.#main.dataset.copied);
      showError("");
    } catch {
      const field = /** @type {HTMLTextAreaElement} */ (first(this.#page, "#paste textarea"));
      field.closest("details")?.setAttribute("open", "");
      field.value = this.document;
      field.select();
    }
  }

  save() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([this.document], { type: "application/json" }));
    link.download = this.#main.dataset.file ?? "";
    link.click();
    URL.revokeObjectURL(link.href);
  }
}
