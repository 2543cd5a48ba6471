// Sounds of the table, made here and quiet: a tile is laid, turned or drawn, points come, the game ends, it is my turn.
// What is heard follows from what differs between two pictures.

import { all, first, need } from "../shared/dom.js";

const USUAL = 60; // percent
const LOUDEST = 0.16; // of what a machine can do

/**
 * @typedef {object} Note
 * @property {number} pitch  Hertz.
 * @property {number} [at]  Seconds from the beginning.
 * @property {number} [length]  Seconds.
 * @property {number} [fall]  The pitch at its end, as a share of that at its beginning.
 * @property {OscillatorType} [form]
 * @property {number} [share]  Of the loudness.
 *
 * @typedef {"place" | "flip" | "draw" | "score" | "win" | "end" | "turn" | "message"} Sound
 */

/** @type {Record<Sound, Note[]>} */
export const SOUNDS = {
  place: [
    { pitch: 190, length: 0.12, fall: 0.5, form: "triangle" },
    { pitch: 900, length: 0.03, fall: 0.4, form: "square", share: 0.12 },
  ],
  flip: [
    { pitch: 260, length: 0.09, fall: 1.7, form: "triangle", share: 0.7 },
    { pitch: 210, at: 0.1, length: 0.1, fall: 0.6, form: "triangle" },
  ],
  draw: [{ pitch: 520, length: 0.1, fall: 0.65, form: "triangle", share: 0.5 }],
  score: [
    { pitch: 784, length: 0.18, share: 0.5 },
    { pitch: 988, at: 0.09, length: 0.25, share: 0.5 },
  ],
  win: [523, 659, 784, 1047].map((pitch, index) => ({ pitch, at: index * 0.13, length: index === 3 ? 0.9 : 0.3 })),
  end: [523, 392].map((pitch, index) => ({ pitch, at: index * 0.2, length: 0.5, share: 0.7 })),
  message: [
    { pitch: 1175, length: 0.12, fall: 0.9, share: 0.35 },
    { pitch: 1568, at: 0.08, length: 0.16, share: 0.25 },
  ],
  turn: [523, 659].map((pitch, index) => ({ pitch, at: index * 0.12, length: 0.4, share: 0.5 })),
};

/**
 * @typedef {object} Heard  What of a picture is heard when it changes.
 * @property {string} moves
 * @property {Map<string, string | null>} pieces  On the board, with what each shows.
 * @property {number} held  How many pieces one holds.
 * @property {string} points
 */

/** @returns {Heard} */
function heardOf() {
  const pieces = all(document, "#board .piece[id]");
  return {
    moves: need("room").dataset.moves ?? "",
    pieces: new Map(pieces.map((piece) => [piece.id, first(piece, "use")?.getAttribute("href") ?? null])),
    held: all(document, "#hand .piece").length,
    points: all(document, ".player .figure")
      .map((figure) => figure.textContent)
      .join(),
  };
}

/**
 * What a change sounds like.
 *
 * @param {Heard} before
 * @param {Heard} now
 * @returns {Sound[]}
 */
export function soundsOf(before, now) {
  if (before.moves === now.moves) return [];
  /** @type {Sound[]} */
  const found = [];
  const news = [...now.pieces].filter(([id]) => !before.pieces.has(id));
  const turned = [...now.pieces].some(([id, face]) => before.pieces.has(id) && before.pieces.get(id) !== face);
  if (turned) found.push("flip");
  else if (news.length) found.push("place");
  else if (now.held > before.held) found.push("draw");
  else found.push("place");
  if (now.points !== before.points) found.push("score");
  return found;
}

export class Sounds {
  /** @type {AudioContext | null} */
  #audio = null;
  /** @type {Heard | null} */
  #heard = null;
  #notes = 0; // that are to be heard or sounding

  /** How loud, from 0 to 1. */
  get volume() {
    const chosen = Number(document.documentElement.dataset.volume ?? USUAL);
    return document.documentElement.dataset.sound === "off" ? 0 : Math.min(Math.max(chosen, 0), 100) / 100;
  }

  /** After a new picture, let its change be heard. */
  update() {
    const now = heardOf();
    if (this.#heard) soundsOf(this.#heard, now).forEach((sound, index) => this.play(sound, index * 0.12));
    this.#heard = now;
  }

  /**
   * @param {Sound} sound
   * @param {number} [later]  Seconds.
   */
  play(sound, later = 0) {
    document.documentElement.dataset.heard = sound; // for those who cannot listen, such as tests
    if (!this.volume || document.hidden) return;
    if (navigator.userActivation?.hasBeenActive === false) return; // browsers are silent until something was pressed
    try {
      const audio = (this.#audio ??= new AudioContext());
      if (audio.state === "suspended") void audio.resume();
      const start = audio.currentTime + later;
      for (const note of SOUNDS[sound]) {
        this.#notes += 1;
        playNote(audio, note, start, this.volume * LOUDEST).onended = () => this.#rest(audio);
      }
    } catch {
      // This machine has no sound.
    }
  }

  /**
   * Stop the machine's work for sounds after the last note: silence, too, is computed all the time.
   *
   * @param {AudioContext} audio
   */
  #rest(audio) {
    this.#notes -= 1;
    if (!this.#notes) void audio.suspend();
  }
}

/**
 * @param {AudioContext} audio
 * @param {Note} note
 * @param {number} start
 * @param {number} loudness
 * @returns {OscillatorNode}
 */
function playNote(audio, { pitch, at = 0, length = 0.3, fall = 1, form = "sine", share = 1 }, start, loudness) {
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  const from = start + at;
  tone.type = form;
  tone.frequency.setValueAtTime(pitch, from);
  tone.frequency.exponentialRampToValueAtTime(pitch * fall, from + length);
  gain.gain.setValueAtTime(0.0001, from);
  gain.gain.exponentialRampToValueAtTime(loudness * share, from + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + length);
  tone.connect(gain).connect(audio.destination);
  tone.start(from);
  tone.stop(from + length + 0.02);
  return tone;
}
