// Words in pictures stay legible: style sheets enlarge them by `--unit`, the number of units of a picture that make a pixel.

import { allPictures } from "./dom.js";

const TINY = 1.6; // units that make a pixel, from which words that are enlarged to be legible do not fit any more
const TINIEST = 2.2; // from which short ones run into each other

/**
 * Keep the units of all pictures right.
 *
 * @param {HTMLElement} main
 * @returns {() => void} To be called when pictures have changed.
 */
export function keepLegible(main) {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) if (target instanceof SVGSVGElement) measure(target);
  });
  const refresh = () => {
    for (const picture of allPictures(main, ".picture")) {
      observer.observe(picture);
      measure(picture);
    }
  };
  refresh();
  return refresh;
}

/** @param {SVGSVGElement} picture */
export function measure(picture) {
  const { width, height } = picture.viewBox.baseVal;
  // As laid out: what grows out of its place is measured at its full size, and only once. Rounded sizes would not do:
  // half a pixel of a small picture makes words too small.
  const laid = getComputedStyle(picture);
  const scale = Math.min(parseFloat(laid.width) / width, parseFloat(laid.height) / height);
  if (!scale) return; // it is not shown
  const unit = (1 / scale).toFixed(3);
  picture.classList.toggle("tiny", 1 / scale > TINY);
  picture.classList.toggle("tiniest", 1 / scale > TINIEST);
  if (picture.style.getPropertyValue("--unit") !== unit) picture.style.setProperty("--unit", unit);
}
