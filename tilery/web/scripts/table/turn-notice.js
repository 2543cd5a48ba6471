// Tells people that it is their turn: in the title of the page, and by two soft tones when it has become so.

import { need } from "../shared/dom.js";

const SOUND_KEY = "sound";
const PITCHES = [523, 659];
const STEP = 0.12; // seconds

export class TurnNotice {
  /** @type {boolean | null} Whether it was my turn; null before the first picture. */
  #wasMine = null;

  get #isOn() {
    return localStorage.getItem(SOUND_KEY) !== "off";
  }

  toggle() {
    localStorage.setItem(SOUND_KEY, this.#isOn ? "off" : "on");
    this.update();
  }

  /** After a new picture. */
  update() {
    const { mine, turn, title } = need("room").dataset;
    const isMine = mine === "yes";
    document.title = (isMine && this.#isOn ? `● ${turn} – ` : "") + title;
    document.getElementById("sound")?.setAttribute("aria-pressed", String(this.#isOn));
    if (isMine && this.#wasMine === false && this.#isOn) ring();
    this.#wasMine = isMine;
  }
}

function ring() {
  if (navigator.userActivation?.hasBeenActive === false) return; // browsers are silent until something was pressed
  try {
    const audio = new AudioContext();
    for (const [index, pitch] of PITCHES.entries()) playTone(audio, pitch, audio.currentTime + index * STEP);
  } catch {
    // This machine has no sound.
  }
}

/**
 * @param {AudioContext} audio
 * @param {number} pitch
 * @param {number} start
 */
function playTone(audio, pitch, start) {
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.frequency.value = pitch;
  loudness.gain.setValueAtTime(0.08, start);
  loudness.gain.exponentialRampToValueAtTime(0.0001, start + 0.4);
  tone.connect(loudness).connect(audio.destination);
  tone.start(start);
  tone.stop(start + 0.45);
}
