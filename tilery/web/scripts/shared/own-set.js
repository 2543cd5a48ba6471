// The components of one's own box, as this browser keeps them.

/**
 * @typedef {object} Kept
 * @property {string[][]} pieces  Each as its rows; none for one that was not entered yet.
 * @property {boolean} isComplete  Whether all were entered, and rightly.
 */

/** @param {string} game */
const key = (game) => `own-set-${game}`;

/**
 * @param {string} game
 * @returns {Kept | null}
 */
export function keptSet(game) {
  try {
    const kept = JSON.parse(localStorage.getItem(key(game)) ?? "null");
    return Array.isArray(kept?.pieces) ? kept : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} game
 * @param {Kept} kept
 */
export function keepSet(game, kept) {
  try {
    localStorage.setItem(key(game), JSON.stringify(kept));
  } catch {
    // This browser keeps nothing; a file does.
  }
}
