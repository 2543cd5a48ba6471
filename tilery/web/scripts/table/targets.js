// The elements of the pictures that can be pressed now: buttons for the keyboard and for screen readers.

import { all, byId } from "../shared/dom.js";

/** @typedef {import("./hand.js").Hand} Hand */

/**
 * @param {Hand} hand
 * @returns {HTMLElement[]}
 */
export const targetElements = (hand) => [...hand.targets].map(byId).filter((element) => element !== null);

/**
 * The id of the target that an event is about.
 *
 * @param {Hand} hand
 * @param {Event} event
 */
export function targetOf(hand, event) {
  let element = event.target instanceof Element ? event.target : null;
  for (; element; element = element.parentElement) if (element.id && hand.isTarget(element.id)) return element.id;
  return null;
}

/**
 * Make buttons of all targets, and of nothing else. Each picture has one that the Tab key reaches; arrows lead on.
 *
 * @param {HTMLElement} main
 * @param {Hand} hand
 */
export function markTargets(main, hand) {
  for (const element of all(main, ".picture [role=button]")) {
    element.classList.remove("offered", "legal");
    for (const attribute of ["role", "aria-label", "aria-pressed"]) element.removeAttribute(attribute);
    element.setAttribute("tabindex", "-1");
  }
  const reachable = new Set();
  for (const element of targetElements(hand)) {
    const picture = pictureOf(element) ?? element;
    const isReached = reachable.has(picture) && document.activeElement !== element;
    element.classList.add("legal", "offered");
    element.setAttribute("tabindex", isReached ? "-1" : "0");
    element.setAttribute("role", "button");
    element.setAttribute("aria-label", spokenName(element, hand.label(element.id)));
    element.setAttribute("aria-pressed", String(hand.isChosen(element.id)));
    reachable.add(picture);
  }
}

/**
 * Let the Tab key come back to this target of its picture.
 *
 * @param {HTMLElement} element
 */
export function makeReachable(element) {
  for (const other of all(pictureOf(element) ?? element, ".offered")) {
    other.setAttribute("tabindex", other === element ? "0" : "-1");
  }
}

/** @param {Element} element */
const pictureOf = (element) => (element instanceof SVGElement ? element.ownerSVGElement : null);

/**
 * A name that contains what is written on a thing, so that it can be called by that.
 *
 * @param {Element} element
 * @param {string} text
 */
function spokenName(element, text) {
  const written = all(element, "text").map((one) => (one.textContent ?? "").trim());
  return text.includes(written.join(" ")) ? text : `${text} ${written.join(" ")}`;
}
