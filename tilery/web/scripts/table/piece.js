// A piece in hand: how it is turned and where it would lie. It always is on the nearest place where it may lie.

import { cheapest, inPicture, nearestAhead } from "../shared/geometry.js";

/**
 * @typedef {import("../shared/geometry.js").Point} Point
 * @typedef {import("./offers.js").Piece} Piece
 */

export class PieceInHand {
  /** The index of its orientation. */
  #turned;
  /** @type {Point | null} The field of its upper left corner; null where it cannot lie anywhere like this. */
  place = null;
  /** Whether it stays there while the pointer moves on. */
  settled = false;

  /** @param {Piece} piece */
  constructor(piece) {
    this.piece = piece;
    this.#turned = Math.max(
      piece.orientations.findIndex(({ places }) => places.length > 0),
      0,
    );
    this.lieNear(this.#middleOfBoard());
  }

  /**
   * A piece as a move would lay it.
   *
   * @param {Piece} piece
   * @param {string} move
   * @returns {PieceInHand | null}
   */
  static asLaidBy(piece, move) {
    const found = new PieceInHand(piece);
    found.settled = true;
    for (const [index, { places }] of piece.orientations.entries()) {
      found.#turned = index;
      for (const place of places) {
        found.place = place;
        if (found.move === move) return found;
      }
    }
    return null;
  }

  get orientation() {
    return this.piece.orientations[this.#turned];
  }

  get canBeTurned() {
    return this.piece.orientations.length > 1;
  }

  /** The picture on which it is laid. */
  get board() {
    return /** @type {SVGSVGElement | null} */ (
      /** @type {unknown} */ (document.getElementById(`picture-${this.piece.picture}`))
    );
  }

  /** The move that lays it where it is. */
  get move() {
    if (!this.place) return null;
    const [x, y] = this.place.map(String);
    return this.piece.move.replace("{orientation}", this.orientation.name).replace("{x}", x).replace("{y}", y);
  }

  /**
   * Lie on the place that is nearest to a point, given in fields.
   *
   * @param {Point} point
   * @returns {boolean} Whether that is another place than before.
   */
  lieNear([x, y]) {
    const before = this.place;
    this.place = cheapest(this.orientation.places, ([px, py]) => (px - x) ** 2 + (py - y) ** 2);
    return before?.[0] !== this.place?.[0] || before?.[1] !== this.place?.[1];
  }

  /**
   * Lie under a point of the screen.
   *
   * @param {{ clientX: number, clientY: number }} pointer
   */
  lieUnder({ clientX, clientY }) {
    const { board } = this;
    if (!board) return false;
    const { x, y } = inPicture(board, clientX, clientY);
    return this.lieNear(this.#cornerAround(x, y));
  }

  /**
   * Go on to the next place in a direction.
   *
   * @param {Point} direction
   * @returns {boolean} Whether there is one.
   */
  step(direction) {
    const from = this.place ?? this.#middleOfBoard();
    const found = nearestAhead(this.orientation.places, (place) => place, from, direction);
    if (!found) return false;
    this.place = found;
    this.settled = true;
    return true;
  }

  /**
   * Turn or flip it around its middle.
   *
   * @param {"turn" | "flip"} how
   */
  turn(how) {
    const before = this.orientation;
    const [x, y] = this.place ?? this.#middleOfBoard();
    this.#turned = before[how];
    const [width, height] = sizeOf(before);
    const [newWidth, newHeight] = sizeOf(this.orientation);
    this.lieNear([x + (width - newWidth) / 2, y + (height - newHeight) / 2]);
  }

  /** What it looks like; changes when it is turned. */
  get look() {
    return `${this.piece.target} ${this.#turned}`;
  }

  /**
   * @param {number} x
   * @param {number} y
   * @returns {Point} The field of its upper left corner when its middle is at a point of the picture.
   */
  #cornerAround(x, y) {
    const { origin, unit } = this.piece;
    const [width, height] = sizeOf(this.orientation);
    return [(x - origin[0]) / unit - width / 2, (y - origin[1]) / unit - height / 2];
  }

  #middleOfBoard() {
    const [left, top, width, height] = (this.board?.dataset.box ?? "0 0 0 0").split(" ").map(Number);
    return this.#cornerAround(left + width / 2, top + height / 2);
  }
}

/**
 * How many fields wide and high a piece is.
 *
 * @param {import("./offers.js").Orientation} orientation
 * @returns {Point}
 */
const sizeOf = ({ cells }) => [Math.max(...cells.map(([x]) => x)) + 1, Math.max(...cells.map(([, y]) => y)) + 1];
