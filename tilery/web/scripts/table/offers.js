// All that can be done now, as the server offers it in #offers. Nothing here knows a game.

/**
 * @typedef {import("../shared/geometry.js").Point} Point
 *
 * @typedef {object} Choice  A legal move.
 * @property {string} move
 * @property {string} name  In words, complete in itself.
 * @property {string | null} target  The id of the element that stands for it; null where it is a button.
 * @property {string | null} taken  The id of the element that has to be taken first, if any.
 * @property {string | null} question  What to ask before it is played, if it is probably a mistake.
 *
 * @typedef {object} Selection  Several things that are chosen together.
 * @property {string} name
 * @property {number} count
 * @property {Record<string, string>} targets  By the id of an element, the word that stands for it in the move.
 * @property {string} move  The move, with `{chosen}` to be filled in.
 *
 * @typedef {object} Piece  Something that is taken in hand, turned, flipped and laid on one of many places.
 * @property {string} name
 * @property {string} target  The id of the element in the hand that stands for it.
 * @property {string} move  The move, with `{orientation}`, `{x}` and `{y}` to be filled in.
 * @property {Orientation[]} orientations
 * @property {string[]} faces  SVG of each of its fields, upright in every orientation.
 * @property {string} frame  SVG of what turns with the piece.
 * @property {number} unit  The width of a field.
 * @property {Point} origin  Where the field 0,0 has its upper left corner.
 * @property {string} picture  The name of the picture on which it is laid.
 * @property {Point[]} beside  The fields that may be marked as places; on their way "x,y x,y", as the places of orientations are.
 * @property {string} under  The id of the element in which they are marked.
 *
 * @typedef {object} Orientation  How a piece can be held, and where it could be laid like that.
 * @property {Point[]} cells  The fields that it covers, from its upper left corner.
 * @property {Point[]} places  The fields where its upper left corner can lie.
 * @property {string} name  What it is called in a move.
 * @property {string} frame  The SVG transform of the piece's frame.
 * @property {number} turn  The index of the orientation after a quarter turn.
 * @property {number} flip  The index of the orientation after turning it over.
 */

export class Offers {
  /**
   * @param {object} offered
   * @param {number} [offered.number]  Grows with every move at the table.
   * @param {Choice[]} [offered.choices]
   * @param {any[]} [offered.pieces]  As they are sent.
   * @param {Selection[]} [offered.selections]
   * @param {Record<string, string>} [offered.actions]  What the button says, by the first word of a move.
   * @param {Record<string, string>} [offered.about]  Sentences for who does not know, each with the elements that it is about.
   * @param {Record<string, string>} [offered.names]  What elements are that are taken or chosen with others.
   */
  constructor({ number = -1, choices = [], pieces = [], selections = [], names = {}, actions = {}, about = {} }) {
    this.number = number;
    this.choices = choices;
    this.pieces = pieces.map(withPoints);
    this.selections = selections;
    this.names = names;
    this.actions = actions;
    this.about = byElement(about);
    this.decisions = JSON.stringify([choices, pieces, selections]);
  }

  /** @param {HTMLElement} island */
  static read(island) {
    return new Offers(JSON.parse(island.dataset.offers ?? "{}"));
  }

  /**
   * Whether the same is to be decided. Where several decide at once, a move of another player changes the number and
   * nothing else.
   *
   * @param {Offers} other
   */
  asksTheSameAs(other) {
    return this.decisions === other.decisions;
  }

  /** @param {string} id */
  canTake(id) {
    return this.choices.some(({ taken }) => taken === id);
  }

  /** @param {string} id */
  pieceAt(id) {
    return this.pieces.find(({ target }) => target === id) ?? null;
  }

  /** @param {string} id */
  selectionAt(id) {
    return this.selections.find(({ targets }) => id in targets) ?? null;
  }
}

/**
 * @param {string} fields  Columns and rows: "0,1 -2,3".
 * @returns {Point[]}
 */
const points = (fields) =>
  fields.split(" ").flatMap((field) => (field ? [/** @type {Point} */ (field.split(",").map(Number))] : []));

/**
 * @param {any} piece  As it is sent.
 * @returns {Piece}
 */
const withPoints = (piece) => ({
  ...piece,
  beside: points(piece.beside),
  orientations: piece.orientations.map((/** @type {any} */ one) => ({ ...one, places: points(one.places) })),
});

/**
 * @param {Record<string, string>} abouts
 * @returns {Record<string, string>}
 */
function byElement(abouts) {
  return Object.fromEntries(Object.entries(abouts).flatMap(([about, ids]) => ids.split(" ").map((id) => [id, about])));
}
