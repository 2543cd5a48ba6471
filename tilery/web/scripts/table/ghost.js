// Draws the piece in hand: a ghost of it where it would lie, and marks on the fields that it could cover.

import { all, byId, first } from "../shared/dom.js";

/**
 * @typedef {import("./offers.js").Piece} Piece
 * @typedef {import("./offers.js").Orientation} Orientation
 * @typedef {import("./piece.js").PieceInHand} PieceInHand
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {HTMLElement} main
 * @param {PieceInHand | null} held
 */
export function drawGhost(main, held) {
  for (const mark of all(main, ".place-mark")) mark.remove();
  const old = first(main, ".ghost-layer");
  const board = held?.board;
  if (held && board) markPlaces(held);
  if (!held?.place || !board) return old?.remove();
  const { origin, unit } = held.piece;
  const [x, y] = held.place;
  const ghost = /** @type {SVGGElement} */ (old ?? document.createElementNS(SVG, "g"));
  ghost.setAttribute("class", `ghost-layer${held.settled ? " settled" : ""}`);
  ghost.style.transform = `translate(${origin[0] + x * unit}px, ${origin[1] + y * unit}px)`;
  if (ghost.dataset.look !== held.look) {
    ghost.innerHTML = drawn(held.piece, held.orientation);
    ghost.dataset.look = held.look;
  }
  if (!ghost.isConnected) board.insertBefore(ghost, board.querySelector(":scope > .overlay"));
}

/**
 * @param {Piece} piece
 * @param {Orientation} orientation
 */
function drawn({ faces, frame, unit }, { cells, frame: transform }) {
  const fields = faces.map((face, index) => {
    const [x, y] = cells[index];
    return `<g transform="translate(${x * unit} ${y * unit})">${face}</g>`;
  });
  return `${fields.join("")}<g transform="${transform}">${frame}</g>`;
}

/** @param {PieceInHand} held */
function markPlaces({ piece, orientation }) {
  const layer = byId(piece.under);
  if (!layer) return;
  const { places, cells } = orientation;
  const covered = new Set(places.flatMap(([x, y]) => cells.map(([dx, dy]) => `${x + dx},${y + dy}`)));
  for (const [x, y] of piece.beside) if (covered.has(`${x},${y}`)) layer.append(placeMark(x, y, piece.unit));
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} unit
 */
function placeMark(x, y, unit) {
  const mark = document.createElementNS(SVG, "rect");
  const size = unit - 4;
  const attributes = {
    class: "place-mark",
    x: x * unit + 2,
    y: y * unit + 2,
    width: size,
    height: size,
    rx: unit * 0.15,
  };
  for (const [name, value] of Object.entries(attributes)) mark.setAttribute(name, String(value));
  return mark;
}
