// New pictures of a table from the server: the page becomes the new one in place, and what comes to the board, from a
// hand or from another player, travels there. Within a picture, CSS moves pieces.

import { all, byId, first } from "./dom.js";
import { morph } from "./morph.js";

const MOST_TRAVELLERS = 6; // more come at once only when somebody leaps through a game

/** @typedef {Map<string, { picture: string | undefined, box: DOMRect }>} Places  By the id of a piece, where it was. */

/**
 * @typedef {(picture: DocumentFragment, show: () => void) => void} Pace  Calls `show` when a new picture is to be shown.
 */

/**
 * Let htmx swap content with the style "picture".
 *
 * @param {() => void} [shown]  Called whenever a new picture is there.
 * @param {Pace} [pace]
 */
export function receivePictures(shown = () => {}, pace = (_, show) => show()) {
  htmx.registerExtension("pictures", {
    handle_swap: (style, target, fragment) => {
      if (style !== "picture") return false;
      pace(fragment, () => {
        showPicture(target, fragment);
        shown();
      });
      return [];
    },
  });
}

/**
 * Let the page become the new picture, and what has come to the board travel there.
 *
 * @param {Element} target
 * @param {DocumentFragment} fragment
 */
export function showPicture(target, fragment) {
  const before = placesOf(target);
  morph(target, fragment);
  letTravel(target, before);
}

/**
 * @param {Element} piece
 * @returns {SVGSVGElement | null}
 */
const pictureOf = (piece) => (piece instanceof SVGElement ? piece.ownerSVGElement : null);

/**
 * @param {Element} target
 * @returns {Places}
 */
function placesOf(target) {
  return new Map(
    all(target, ".piece[id]").map((piece) => [
      piece.id,
      { picture: pictureOf(piece)?.id, box: piece.getBoundingClientRect() },
    ]),
  );
}

/**
 * @param {Element} target
 * @param {Places} before
 */
function letTravel(target, before) {
  const board = first(target, "#board");
  if (!board) return;
  const coming = all(board, ".piece[id]").filter((piece) => before.get(piece.id)?.picture !== pictureOf(piece)?.id);
  if (coming.length > MOST_TRAVELLERS) return;
  const giver = byId(board.dataset.from);
  for (const piece of coming) {
    const from = before.get(piece.id)?.box ?? giver?.getBoundingClientRect();
    if (from) travel(piece, from);
  }
}

/**
 * @param {Element} piece
 * @param {DOMRect} from
 */
function travel(piece, from) {
  for (const moving of piece.getAnimations()) if (moving instanceof CSSTransition) moving.finish();
  const to = piece.getBoundingClientRect();
  const scale = pictureOf(piece)?.getScreenCTM()?.a ?? 1;
  const x = (from.x + from.width / 2 - to.x - to.width / 2) / scale;
  const y = (from.y + from.height / 2 - to.y - to.height / 2) / scale;
  const duration = parseFloat(getComputedStyle(piece).getPropertyValue("--travel"));
  piece.animate([{ translate: `${x}px ${y}px` }, { translate: "none" }], { duration, easing: "ease-out" });
}
