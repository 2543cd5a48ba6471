// Things explain themselves to who points at them for a while, focuses them with a key, taps them, or holds a finger on
// them. What an element is stands with the picture, by its id; what a symbol is stands with the page, by the symbol's id.

import { all, byId, need } from "../shared/dom.js";

const POINTED = 400; // milliseconds
const HELD = 350;
const GAP = 12; // pixels between a card and what it is about
const EDGE = 12;
const MISS = 8; // pixels that a finger may move while it holds
const NAMED = /^([^.:]{1,24}\.)( .+)$/s; // most things are explained after their name

/** @typedef {{ name: string, kind: string, told: string, worth: string, picture: string }} Card */
/** @typedef {{ thing: Element, sentence: string | Card }} Explained */

export class Explaining {
  #offers;
  /** @type {Record<string, string | Card>} By the ids of symbols. */
  #symbols;
  /** @type {Element | null} What is explained or about to be. */
  #about = null;
  /** @type {number | undefined} */
  #timer;
  /** Whether a finger was held until something was explained, so that it chooses nothing when it is lifted. */
  #isHeld = false;

  /**
   * @param {HTMLElement} main
   * @param {() => import("./offers.js").Offers} offers  All that is offered now.
   */
  constructor(main, offers) {
    this.#offers = offers;
    this.#symbols = JSON.parse(byId("glossary")?.dataset.symbols ?? "{}");
    let x = 0;
    let y = 0;
    main.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "touch") this.#consider(this.#under(event), POINTED);
      else if (Math.hypot(event.clientX - x, event.clientY - y) > MISS) this.#consider(null);
    });
    main.addEventListener("pointerdown", (event) => {
      [x, y] = [event.clientX, event.clientY];
      this.#isHeld = false;
      this.#consider(null);
      if (event.pointerType === "touch") this.#consider(this.#under(event), HELD, true);
    });
    main.addEventListener("pointerup", (event) => {
      if (event.pointerType === "touch") clearTimeout(this.#timer);
    });
    const swallow = (/** @type {Event} */ event) => {
      if (this.#isHeld) event.stopPropagation();
      this.#isHeld = false;
    };
    main.addEventListener("click", swallow, true);
    main.addEventListener("contextmenu", (event) => {
      if (this.#under(event)) event.preventDefault(); // a long touch would ask for it
    });
    main.addEventListener("focusin", ({ target }) => {
      if (target instanceof Element && target.matches(":focus-visible")) this.#consider(this.#within(target), POINTED);
    });
    document.addEventListener("keydown", () => this.#consider(null), true);
  }

  /**
   * Explain at once what was pressed, if it can be, and say below that what to do first.
   *
   * @param {MouseEvent} event
   * @param {string} [first]
   * @returns {boolean} Whether there was something to explain.
   */
  explain(event, first = "") {
    const found = this.#under(event);
    this.#consider(found);
    clearTimeout(this.#timer);
    if (found) this.#show(found, first);
    return found !== null;
  }

  /**
   * What lies at a point and can be explained, also below the button of a player. While something is in hand, the board
   * stays free.
   *
   * @param {MouseEvent} event
   * @returns {Explained | null}
   */
  #under({ clientX, clientY }) {
    const isInHand = byId("drop")?.hidden === false;
    for (const found of document.elementsFromPoint(clientX, clientY)) {
      if (found.matches(".drawer, #room")) return null; // what lies below cannot be seen
      for (let thing = /** @type {Element | null} */ (found); thing?.closest(".picture"); thing = thing.parentElement) {
        const sentence = this.#sentence(thing);
        if (sentence) return isInHand && thing.closest(".board") ? null : { thing, sentence };
      }
    }
    return null;
  }

  /**
   * What has the focus, or what is drawn on it.
   *
   * @param {Element} thing
   * @returns {Explained | null}
   */
  #within(thing) {
    if (!thing.closest(".picture")) return null;
    for (const one of [thing, ...all(thing, "use").reverse()]) {
      const sentence = this.#sentence(one);
      if (sentence) return { thing, sentence };
    }
    return null;
  }

  /** @param {Element} thing */
  #sentence(thing) {
    const symbol = thing.getAttribute("href")?.slice(1);
    return this.#offers().about[thing.id] ?? (symbol && this.#symbols[symbol]);
  }

  /**
   * @param {Explained | null} found
   * @param {number} [pause]
   * @param {boolean} [isHeld]  Whether a finger has to stay there.
   */
  #consider(found, pause = 0, isHeld = false) {
    if (found?.thing === this.#about) return;
    this.#about = found?.thing ?? null;
    clearTimeout(this.#timer);
    need("about").replaceChildren();
    for (const thing of all(document, ".held-down")) thing.classList.remove("held-down");
    if (!found) return;
    this.#timer = setTimeout(() => {
      this.#isHeld = isHeld;
      if (isHeld) found.thing.closest(".legal")?.classList.add("held-down");
      this.#show(found);
    }, pause);
  }

  /**
   * @param {Explained} found
   * @param {string} [first]
   */
  #show({ thing, sentence }, first = "") {
    if (!thing.isConnected) return;
    const card = need("about");
    card.classList.toggle("card", typeof sentence !== "string");
    card.replaceChildren(...(typeof sentence === "string" ? parts(sentence) : drawn(sentence, thing)));
    if (first) card.append(element("strong", first));
    stand(card, thing);
  }
}

/**
 * Put a card where it does not cover what it is about: above or below it. A large one stands above the whole dock of a
 * phone, and on the board beside the column of a desk.
 *
 * @param {HTMLElement} card
 * @param {Element} thing
 */
function stand(card, thing) {
  const box = thing.getBoundingClientRect();
  const dock = card.matches(".card") ? thing.closest("#right")?.getBoundingClientRect() : null;
  const { width, height } = card.getBoundingClientRect();
  const isBeside = dock && dock.x >= width + 2 * GAP;
  const left = isBeside ? dock.x - width - GAP : box.x + box.width / 2 - width / 2;
  const above = (dock ?? box).y - height - GAP;
  const over = above > EDGE ? above : box.bottom + GAP;
  const top = isBeside ? box.y + box.height / 2 - height / 2 : over;
  card.style.left = `${Math.max(Math.min(left, innerWidth - width - EDGE), EDGE)}px`;
  card.style.top = `${Math.max(Math.min(top, innerHeight - height - EDGE), EDGE)}px`;
}

/**
 * A sentence, with the name that it begins with.
 *
 * @param {string} sentence
 */
function parts(sentence) {
  const [, name, told] = sentence.match(NAMED) ?? [];
  return name && told ? [element("b", name), told] : [sentence];
}

/**
 * A card with a drawing. What has no kind says how many of it are in hand, if it is pointed at there.
 *
 * @param {Card} card
 * @param {Element} thing
 */
function drawn({ name, kind, told, worth, picture }, thing) {
  const head = document.createElement("header");
  const held = thing.closest(".hand .picture")?.getAttribute("aria-label") ?? "";
  head.append(element("b", name), element("span", kind || held));
  const drawing = document.createElement("figure");
  drawing.innerHTML = picture;
  return [head, drawing, element("p", told), element("small", worth)];
}

/**
 * @param {string} tag
 * @param {string} text
 */
function element(tag, text) {
  return Object.assign(document.createElement(tag), { textContent: text });
}
