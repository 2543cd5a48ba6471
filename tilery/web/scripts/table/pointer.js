// Mouse and fingers: a mouse must hit, a finger takes what is nearest and may slide; two fingers zoom.

import { all, around, pictureAround } from "../shared/dom.js";
import { nearestElement } from "../shared/geometry.js";
import { targetOf } from "./targets.js";

const FINGER = 34; // pixels that a finger may miss a target by
const SLIDE = 6; // pixels that a pointer moves before that is meant

/**
 * @typedef {import("./controller.js").TableController} TableController
 * @typedef {import("./zoom.js").Zoom} Zoom
 *
 * @typedef {object} Drag  A pointer that is down.
 * @property {number} x
 * @property {number} y
 * @property {boolean} moved  Whether it has done something, so that it is no click.
 * @property {SVGSVGElement | null} picture
 */

export class Pointer {
  #table;
  #zoom;
  /** @type {Drag | null} */
  #drag = null;
  /** @type {Map<number, PointerEvent>} Fingers on the screen, by pointer: where they are. */
  #fingers = new Map();

  /**
   * @param {HTMLElement} main
   * @param {TableController} table
   * @param {Zoom} zoom
   */
  constructor(main, table, zoom) {
    this.#table = table;
    this.#zoom = zoom;
    main.addEventListener("pointerdown", (event) => this.#press(event));
    main.addEventListener("pointermove", (event) => this.#move(event));
    main.addEventListener("click", (event) => this.#click(/** @type {PointerEvent} */ (event)));
    for (const kind of /** @type {const} */ (["pointerup", "pointercancel"])) {
      addEventListener(kind, (event) => this.#fingers.delete(event.pointerId));
    }
    document.addEventListener("pointerdown", ({ target }) => {
      for (const menu of all(main, ".menu[open]")) {
        if (!menu.contains(/** @type {Node} */ (target))) menu.removeAttribute("open");
      }
    });
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.pointerType === "touch") this.#fingers.set(event.pointerId, event);
    if (this.#fingers.size > 1) return;
    this.#drag = { x: event.clientX, y: event.clientY, moved: false, picture: pictureAround(event) };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (this.#fingers.size > 1) return this.#pinch(event);
    const { piece } = this.#table.hand;
    if (this.#isSlide(event)) this.#slide(event);
    else if (piece && !piece.settled && event.pointerType !== "touch" && this.#isOnPieceBoard(event)) {
      if (piece.lieUnder(event)) this.#table.draw();
    }
  }

  /** @param {PointerEvent} event */
  #isSlide(event) {
    const drag = this.#drag;
    if (!event.buttons || !drag?.picture) return false;
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) <= SLIDE) return false;
    return drag.moved || event.pointerType === "touch" || drag.picture.classList.contains("zoomed");
  }

  /** @param {PointerEvent} event */
  #slide(event) {
    const drag = this.#drag;
    const { hand } = this.#table;
    if (!drag?.picture) return;
    if (hand.piece && this.#isOnPieceBoard(event)) {
      drag.moved = true;
      if (hand.piece.lieUnder(event)) this.#table.draw();
      hand.piece.settled = true;
    } else if (event.pointerType === "touch") {
      const id = nearestTarget(drag.picture, event);
      if (!id || !hand.choiceAt(id) || hand.chosen?.target === id) return;
      drag.moved = true;
      this.#table.press(id);
    } else {
      drag.moved = true;
      this.#zoom.shift(drag.picture, event.movementX, event.movementY);
    }
  }

  /** @param {PointerEvent} event */
  #pinch(event) {
    if (!this.#drag?.picture || this.#fingers.size !== 2) return;
    const before = this.#span();
    this.#fingers.set(event.pointerId, event);
    this.#drag.moved = true;
    this.#zoom.pinch(this.#drag.picture, before, this.#span());
  }

  /** @returns {import("./zoom.js").Span} */
  #span() {
    const [one, other] = this.#fingers.values();
    return {
      x: (one.clientX + other.clientX) / 2,
      y: (one.clientY + other.clientY) / 2,
      length: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
    };
  }

  /** @param {PointerEvent} event */
  #click(event) {
    if (around(event, "button, a, input, summary")) return;
    if (this.#drag?.moved) {
      this.#drag = null;
      return;
    }
    const { hand } = this.#table;
    const id = this.#targetNear(event);
    if (hand.piece && this.#isOnPieceBoard(event) && (id === null || !hand.offers.pieceAt(id))) this.#settle(event);
    else if (id) this.#table.press(id);
    else if (around(event, ".board .picture, .hand .picture")) this.#table.refuse(event);
  }

  /**
   * A click on the board lets the piece lie there; a second one of the mouse lays it. A finger that taps to try a place
   * must not: it hits the same one too easily, and the button is near.
   *
   * @param {PointerEvent} event
   */
  #settle(event) {
    const { piece } = this.#table.hand;
    if (!piece) return;
    const isElsewhere = piece.lieUnder(event);
    const isSecond = piece.settled && !isElsewhere && piece.place;
    if (isSecond && event.pointerType !== "touch") return this.#table.confirm();
    piece.settled = Boolean(piece.place);
    this.#table.draw();
  }

  /** @param {PointerEvent} event */
  #targetNear(event) {
    const hit = targetOf(this.#table.hand, event);
    const picture = pictureAround(event);
    return hit || !picture || event.pointerType !== "touch" ? hit : nearestTarget(picture, event);
  }

  /** @param {Event} event */
  #isOnPieceBoard(event) {
    const { hand, isLocked } = this.#table;
    return hand.piece !== null && !isLocked && pictureAround(event) === hand.piece.board;
  }
}

/**
 * @param {SVGSVGElement} picture
 * @param {PointerEvent} event
 */
const nearestTarget = (picture, { clientX, clientY }) =>
  nearestElement(all(picture, ".offered"), [clientX, clientY], FINGER)?.id ?? null;
