// How much of a picture is shown: all of it and what may be chosen beyond its edge, or a part of it, enlarged.

import { allPictures, byId, pictureAround } from "../shared/dom.js";
import { inPicture, middle } from "../shared/geometry.js";
import { measure } from "../shared/legible.js";

const MOST = 6;
const BOARD = ".board .picture[data-box]";
const MARGIN = 0.02; // of the width: what lies beyond the edge by less is not worth showing more

export class Zoom {
  #main;
  /** The id of the picture that is enlarged, how much, and which corner of it is shown. */
  #picture = "";
  #scale = 1;
  #x = 0;
  #y = 0;

  /** @param {HTMLElement} main */
  constructor(main) {
    this.#main = main;
    main.addEventListener(
      "wheel",
      (event) => {
        const picture = pictureAround(event, BOARD);
        if (!picture || !event.ctrlKey) return; // a wheel alone traps nobody; two fingers on a pad send this key, too
        event.preventDefault();
        this.enlarge(picture, 1.0015 ** -event.deltaY, event.clientX, event.clientY);
      },
      { passive: false },
    );
  }

  /** Show of every picture what is to be seen of it now. */
  frameAll() {
    for (const picture of allPictures(this.#main, ".picture[data-box]")) this.#frame(picture);
  }

  /** Show all of every picture again. */
  reset() {
    this.#scale = 1;
    this.frameAll();
  }

  /**
   * Enlarge a picture around a point of the screen.
   *
   * @param {SVGSVGElement} picture
   * @param {number} factor
   * @param {number} clientX
   * @param {number} clientY
   */
  enlarge(picture, factor, clientX, clientY) {
    const point = inPicture(picture, clientX, clientY);
    const scale = this.#picture === picture.id ? this.#scale : 1;
    const [x, y, width] = (picture.getAttribute("viewBox") ?? "").split(" ").map(Number);
    const { left, right } = wholeBox(picture);
    this.#scale = Math.min(Math.max(scale * factor, 1), MOST);
    const share = (right - left) / this.#scale / width;
    this.#x = point.x - (point.x - x) * share;
    this.#y = point.y - (point.y - y) * share;
    this.#picture = picture.id;
    this.#frame(picture);
  }

  /**
   * Enlarge the board that has the focus, or the first.
   *
   * @param {number} factor
   */
  enlargeBoard(factor) {
    const picture = document.activeElement?.closest(BOARD) ?? this.#main.querySelector(BOARD);
    if (picture instanceof SVGSVGElement) this.enlarge(picture, factor, ...middle(picture));
  }

  /**
   * Move an enlarged picture by pixels.
   *
   * @param {SVGSVGElement} picture
   * @param {number} right
   * @param {number} down
   */
  shift(picture, right, down) {
    const scale = picture.getScreenCTM()?.a ?? 1;
    this.#x -= right / scale;
    this.#y -= down / scale;
    this.#frame(picture);
  }

  /**
   * What lies between two fingers stays between them.
   *
   * @param {Element} touched
   * @param {Span} before
   * @param {Span} after
   */
  pinch(touched, before, after) {
    const picture = touched.closest(BOARD);
    if (!(picture instanceof SVGSVGElement) || before.length < 1) return;
    this.enlarge(picture, after.length / before.length, before.x, before.y);
    this.shift(picture, after.x - before.x, after.y - before.y);
  }

  /** @param {SVGSVGElement} picture */
  #frame(picture) {
    const { left, top, right, bottom } = wholeBox(picture);
    let [x, y, width, height] = [left, top, right - left, bottom - top];
    const isEnlarged = this.#picture === picture.id && this.#scale > 1;
    if (isEnlarged) {
      this.#x = Math.min(Math.max(this.#x, x), x + width - width / this.#scale);
      this.#y = Math.min(Math.max(this.#y, y), y + height - height / this.#scale);
      [x, y, width, height] = [this.#x, this.#y, width / this.#scale, height / this.#scale];
    }
    const wanted = [x, y, width, height].map((value) => Math.round(value * 100) / 100).join(" ");
    if (picture.getAttribute("viewBox") !== wanted) picture.setAttribute("viewBox", wanted);
    picture.classList.toggle("zoomed", isEnlarged);
    measure(picture);
    this.#markButtons();
  }

  /** Only what a button can do is offered. */
  #markButtons() {
    const isEnlarged = this.#scale > 1;
    for (const id of ["zoom-out", "zoom-whole"]) byId(id)?.toggleAttribute("disabled", !isEnlarged);
    byId("zoom-in")?.toggleAttribute("disabled", this.#scale >= MOST);
  }
}

/** @typedef {{ x: number, y: number, length: number }} Span  Two fingers: their middle and their distance. */

/**
 * The box of a picture with all that may be chosen.
 *
 * A piece lies within its picture, but is on its way there for a moment, and where it is seen meanwhile says nothing: so
 * only places without pieces are measured.
 *
 * @param {SVGSVGElement} picture
 */
function wholeBox(picture) {
  const [left, top, width, height] = (picture.dataset.box ?? "").split(" ").map(Number);
  const box = { left, top, right: left + width, bottom: top + height };
  const inverse = picture.getScreenCTM()?.inverse();
  if (!inverse) return box; // it is not shown
  const margin = MARGIN * width;
  for (const element of picture.querySelectorAll(".offered")) {
    if (element.matches(".piece, :has(.piece)")) continue;
    const edges = element.getBoundingClientRect();
    const near = new DOMPoint(edges.left, edges.top).matrixTransform(inverse);
    const far = new DOMPoint(edges.right, edges.bottom).matrixTransform(inverse);
    if (near.x < left - margin) box.left = Math.min(box.left, near.x);
    if (near.y < top - margin) box.top = Math.min(box.top, near.y);
    if (far.x > left + width + margin) box.right = Math.max(box.right, far.x);
    if (far.y > top + height + margin) box.bottom = Math.max(box.bottom, far.y);
  }
  return box;
}
