// What a person does at a table before a move is made, and sending it. The server draws everything; this points,
// takes, turns, previews and sends.

import { all, around, byId, first, need, pictureAround, showError } from "../shared/dom.js";
import { showBubble, wanted } from "./bubble.js";
import { Buttons } from "./buttons.js";
import { drawGhost } from "./ghost.js";
import { Hand } from "./hand.js";
import { Offers } from "./offers.js";
import { Preview } from "./preview.js";
import { askEffect, askHint, explained, phrases, play } from "./server.js";
import { makeReachable, markTargets, targetElements, targetOf } from "./targets.js";

export class TableController {
  #main;
  #zoom;
  #drawers;
  #explaining;
  #drawn;
  #send;
  #preview;
  #buttons;
  #offers = new Offers({});
  hand = new Hand(this.#offers);
  /** @type {string | null} The id of the target that is pointed at. */
  #pointed = null;
  /** @type {{ move: string | null } | null} The move that a hint has taken up, and why is told. */
  #hinted = null;
  /** @type {{ hand: Hand, number: number } | null} A move on its way, and the picture that will show it. */
  #sending = null;

  /**
   * @param {HTMLElement} main
   * @param {import("./zoom.js").Zoom} zoom
   * @param {import("./drawers.js").Drawers} drawers
   * @param {import("./explaining.js").Explaining} explaining
   * @param {() => void} drawn  Called when what is shown beside the board has changed.
   * @param {typeof play} send  Makes a move.
   */
  constructor(main, zoom, drawers, explaining, drawn, send = play) {
    this.#main = main;
    this.#zoom = zoom;
    this.#drawers = drawers;
    this.#explaining = explaining;
    this.#drawn = drawn;
    this.#send = send;
    this.#preview = new Preview(main, askEffect, drawn);
    this.#buttons = new Buttons({
      play: (move) => this.#play(move),
      point: (move) => (move === null ? this.draw() : this.#preview.show(move)),
    });
    // A pointer that rests points at nothing, whatever comes under it: only one that moves does.
    main.addEventListener("pointermove", (event) => {
      if (event.pointerType === "touch" || around(event, ".effect, .buttons")) return;
      this.#point(targetOf(this.hand, event));
    });
    main.addEventListener("focusin", (event) => {
      const target = byId(targetOf(this.hand, event));
      if (!target) return;
      makeReachable(target);
      if (target.matches(":focus-visible")) this.#point(target.id); // a finger that was lifted points at nothing
    });
  }

  /** Whether the move in hand is on its way, so that the hand stays as it is. */
  get isLocked() {
    return this.hand === this.#sending?.hand;
  }

  /** The elements that can be pressed. */
  get targets() {
    return targetElements(this.hand);
  }

  /** After a new picture: what the hand was doing goes on, unless something else can be done now. */
  refresh() {
    const now = Offers.read(need("offers"));
    if (now.number !== this.#offers.number) {
      this.#preview.forget();
      showError("");
      if (!now.asksTheSameAs(this.#offers)) {
        this.hand = new Hand(now);
        this.#pointed = null;
        this.#tellWhy("");
      }
    }
    this.#offers = now;
    this.hand.offers = now;
    if (this.#sending && this.#sending.number <= now.number) this.#endSending();
    this.#redraw();
  }

  #redraw() {
    markTargets(this.#main, this.hand);
    this.#zoom.frameAll();
    this.draw();
  }

  /** Show what is in hand. */
  draw() {
    if (this.#hinted && this.#hinted.move !== this.hand.move) this.#tellWhy("");
    for (const element of all(this.#main, ".chosen, .pointed")) element.classList.remove("chosen", "pointed");
    for (const element of this.targets) element.classList.toggle("chosen", this.hand.isChosen(element.id));
    byId(this.#pointed)?.classList.add("pointed");
    this.#buttons.draw(this.hand, phrases().lay ?? "");
    drawGhost(this.#main, this.hand.piece);
    this.#showEffect();
    this.#drawn();
  }

  #showEffect() {
    const pointed = this.#pointed === null ? null : this.hand.choiceAt(this.#pointed);
    this.#preview.show(this.hand.move ?? pointed?.move ?? null);
  }

  /** @param {string | null} id */
  #point(id) {
    if (this.#pointed === id) return;
    byId(this.#pointed)?.classList.remove("pointed");
    this.#pointed = id;
    byId(id)?.classList.add("pointed");
    if (!this.hand.move) this.#showEffect();
  }

  /** @param {string} id */
  press(id) {
    if (this.isLocked) return;
    showError("");
    const confirmed = this.hand.press(id);
    if (confirmed) this.#play(confirmed);
    else this.#redraw();
  }

  /** @param {"turn" | "flip"} how */
  turn(how) {
    if (!this.hand.piece || this.isLocked) return;
    this.hand.piece.turn(how);
    this.draw();
  }

  /** @param {import("../shared/geometry.js").Point} direction */
  stepPiece(direction) {
    if (!this.isLocked && this.hand.piece?.step(direction)) this.draw();
  }

  stepBack() {
    if (this.isLocked) return;
    const menu = first(document, ".menu[open]");
    if (menu) menu.removeAttribute("open");
    else if (!this.#drawers.close() && !this.hand.stepBack()) this.#zoom.reset();
    showError("");
    this.#redraw();
  }

  /** Put back what is in hand. */
  drop() {
    if (this.isLocked) return;
    this.hand = new Hand(this.#offers);
    this.#redraw();
  }

  /**
   * Say what to do first where something was pressed that cannot be chosen yet, and what it is; not after the end.
   *
   * @param {PointerEvent} event
   */
  refuse(event) {
    const todo = first(document, "#todo h2");
    if (!todo || need("room").classList.contains("over")) return;
    if (isBeside(pictureAround(event))) return void this.#explaining.explain(event);
    const { choose, chooseOrPutBack } = phrases();
    const isHolding = this.hand.taken !== null;
    const isTouch = event.pointerType === "touch"; // a mouse points at what is to be explained, and has keys beside it
    const words = isHolding ? (isTouch ? choose : chooseOrPutBack) : need("offers").dataset.refusal;
    showBubble(words, event.clientX, event.clientY, isTouch && this.#explaining.explain(event, words));
    if (!isHolding && this.targets.length && this.targets.every((target) => target.closest(".hand"))) wanted();
    todo.classList.remove("nudged");
    requestAnimationFrame(() => todo.classList.add("nudged"));
  }

  /** Make the move in hand. */
  confirm() {
    if (this.hand.move) this.#play(this.hand.move);
  }

  /**
   * Until the picture comes that shows the move, the hand stays as it is and nothing else can be sent.
   *
   * @param {string} move
   */
  async #play(move) {
    if (this.#sending) return;
    const question = this.#offers.choices.find((choice) => choice.move === move)?.question;
    if (question && !window.confirm(question)) return;
    this.#drawers.close();
    const sending = { hand: this.hand, number: Infinity };
    this.#sending = sending;
    this.#main.dataset.sending = "yes";
    try {
      sending.number = await this.#send(move, showError);
      showError("");
    } catch (error) {
      sending.number = this.#offers.number;
      showError(explained(error));
    }
    if (sending.number > this.#offers.number) return;
    this.#endSending();
    this.#redraw();
  }

  #endSending() {
    if (this.isLocked) this.hand = new Hand(this.#offers);
    this.#sending = null;
    delete this.#main.dataset.sending;
  }

  /** Take up what the best bot would do. */
  async takeHint() {
    const asked = this.#offers;
    showError("");
    this.#main.dataset.asking = "yes"; // on the main element, because a picture that comes meanwhile has a new button
    const hint = await askHint().catch((error) => void showError(explained(error)));
    delete this.#main.dataset.asking;
    if (!hint || !this.#offers.asksTheSameAs(asked) || this.#sending) return;
    this.hand = Hand.about(this.#offers, hint.move);
    this.#tellWhy(hint.why);
    this.#redraw();
  }

  /**
   * Say why a hint is good, for as long as it is in hand.
   *
   * @param {string} why
   */
  #tellWhy(why) {
    const place = byId("notice");
    if (place && (why || this.#hinted)) place.textContent = why;
    this.#hinted = why ? { move: this.hand.move } : null;
  }
}

/**
 * Whether a picture stands beside the board only to be read, such as a strip of numbers: nothing in it is ever refused.
 *
 * @param {Element | null} picture
 */
const isBeside = (picture) => Boolean(picture?.matches(".board .picture ~ .picture") && !first(picture, ".offered"));
