// What a person is about to do: what they have taken, chosen or selected, or which piece they hold.

import { PieceInHand } from "./piece.js";

/**
 * @typedef {import("./offers.js").Choice} Choice
 * @typedef {import("./offers.js").Offers} Offers
 */

export class Hand {
  /** @type {string | null} The id of what was taken first. */
  taken = null;
  /** @type {Choice | null} What the button would do. */
  chosen = null;
  /** @type {PieceInHand | null} */
  piece = null;
  /** @type {string[]} Ids, while several things are chosen together. */
  selected = [];

  /** @param {Offers} offers */
  constructor(offers) {
    this.offers = offers;
  }

  /** The choices that need nothing to be taken first, or what is taken. */
  get openChoices() {
    return this.offers.choices.filter(({ taken }) => taken === null || taken === this.taken);
  }

  /** The choices that are buttons. */
  get plainChoices() {
    return this.openChoices.filter(({ target }) => target === null);
  }

  /**
   * The choice that an element stands for. What is in hand goes first: a tile that could be flipped is looked under
   * while a spy is in hand.
   *
   * @param {string} id
   * @returns {Choice | null}
   */
  choiceAt(id) {
    const found = this.openChoices.filter(({ target }) => target === id);
    return found.find(({ taken }) => taken !== null) ?? found[0] ?? null;
  }

  /** The ids of all elements that can be pressed, whether they are on the page or not. */
  get targets() {
    const { choices, pieces, selections } = this.offers;
    return new Set(
      [
        ...choices.flatMap(({ target, taken }) => [taken, taken === null || taken === this.taken ? target : null]),
        ...pieces.map(({ target }) => target),
        ...selections.flatMap(({ targets }) => Object.keys(targets)),
      ].filter((id) => id !== null),
    );
  }

  /** @param {string} id */
  isTarget(id) {
    const { offers } = this;
    return Boolean(this.choiceAt(id) ?? offers.pieceAt(id) ?? offers.selectionAt(id)) || offers.canTake(id);
  }

  /**
   * What pressing an element does, in words.
   *
   * @param {string} id
   */
  label(id) {
    const { names, choices } = this.offers;
    const selection = this.offers.selectionAt(id);
    if (selection) return `${selection.name}: ${names[id] ?? selection.targets[id]}`;
    const piece = this.offers.pieceAt(id);
    if (piece) return piece.name;
    const taking = choices.find(({ taken }) => taken === id);
    return [this.choiceAt(id)?.name, taking && (names[id] ?? taking.name)].filter(Boolean).join("; ");
  }

  /**
   * Whether an element is part of the move that the button would make.
   *
   * @param {string} id
   */
  isReady(id) {
    return id === this.chosen?.target || this.selected.includes(id) || id === this.piece?.piece.target;
  }

  /** @param {string} id */
  isChosen(id) {
    return id === this.taken || this.isReady(id);
  }

  /** The selection that is complete. */
  get selection() {
    const { selected } = this;
    return this.offers.selections.find(
      ({ count, targets }) => selected.length === count && selected.every((id) => id in targets),
    );
  }

  /** The move that the button would make. */
  get move() {
    if (this.chosen) return this.chosen.move;
    if (this.piece?.place) return this.piece.move;
    const { selection } = this;
    if (!selection) return null;
    const words = Object.keys(selection.targets).filter((id) => this.selected.includes(id));
    return selection.move.replace("{chosen}", words.map((id) => selection.targets[id]).join(" "));
  }

  /**
   * Press an element. What can be taken and has a move of its own is taken and stands for that move, until a place is
   * chosen for it.
   *
   * @param {string} id
   * @returns {string | null} A move that is thereby confirmed: its element was pressed twice.
   */
  press(id) {
    const selection = this.offers.selectionAt(id);
    const piece = this.offers.pieceAt(id);
    if (selection) this.#select(id, selection.count);
    else if (piece) {
      this.piece = this.piece?.piece.target === id ? null : new PieceInHand(piece);
      this.chosen = null;
    } else {
      const choice = this.choiceAt(id);
      if (choice && choice.move === this.chosen?.move) return choice.move;
      if (this.offers.canTake(id) && !choice?.taken) this.taken = this.taken === id && !choice ? null : id;
      this.chosen = choice;
    }
    return null;
  }

  /**
   * @param {string} id
   * @param {number} count
   */
  #select(id, count) {
    this.selected = this.selected.includes(id)
      ? this.selected.filter((other) => other !== id)
      : [...this.selected, id].slice(-count);
  }

  /** Take the last step back; whether there was one. */
  stepBack() {
    if (this.chosen) this.chosen = null;
    else if (this.piece?.settled) this.piece.settled = false;
    else if (this.piece) this.piece = null;
    else if (this.selected.length) this.selected = this.selected.slice(0, -1);
    else if (this.taken) this.taken = null;
    else return false;
    return true;
  }

  /**
   * A hand that is about to make a move, such as a hint.
   *
   * @param {Offers} offers
   * @param {string} move
   */
  static about(offers, move) {
    const hand = new Hand(offers);
    const choice = offers.choices.find((one) => one.move === move);
    if (choice) {
      hand.taken = choice.taken;
      hand.chosen = choice;
      return hand;
    }
    for (const piece of offers.pieces) hand.piece ??= PieceInHand.asLaidBy(piece, move);
    if (!hand.piece) hand.selected = selectedBy(offers, move);
    return hand;
  }
}

/**
 * The ids of what a move chooses together.
 *
 * @param {Offers} offers
 * @param {string} move
 */
function selectedBy(offers, move) {
  for (const { move: template, targets } of offers.selections) {
    const [before, after] = template.split("{chosen}");
    if (!move.startsWith(before) || !move.endsWith(after)) continue;
    /** @type {string[]} */
    const found = [];
    for (const word of move.slice(before.length, move.length - after.length).split(" ")) {
      const id = Object.keys(targets).find((key) => targets[key] === word && !found.includes(key));
      if (id) found.push(id);
    }
    return found;
  }
  return [];
}
