// Finding elements, with the types that the rest relies on.

/**
 * @param {string | null | undefined} id
 * @returns {HTMLElement | null}
 */
export const byId = (id) => (id ? document.getElementById(id) : null);

/**
 * An element that the page always has.
 *
 * @param {string} id
 */
export function need(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element #${id}.`);
  return found;
}

/**
 * @param {string} id
 * @returns {HTMLInputElement}
 */
export const needInput = (id) => /** @type {HTMLInputElement} */ (need(id));

/**
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const first = (root, selector) => root.querySelector(selector);

/**
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
export const all = (root, selector) => [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector))];

/**
 * Pictures and parts of them.
 *
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {SVGSVGElement[]}
 */
export const allPictures = (root, selector) => [
  .../** @type {NodeListOf<SVGSVGElement>} */ (root.querySelectorAll(selector)),
];

/**
 * The element around the target of an event that matches a selector.
 *
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const around = (event, selector) => (event.target instanceof Element ? event.target.closest(selector) : null);

/**
 * @param {Event} event
 * @param {string} selector
 * @returns {SVGSVGElement | null}
 */
export const pictureAround = (event, selector = ".picture") =>
  event.target instanceof Element ? event.target.closest(selector) : null;

/**
 * A message that the server sends instead of what was asked for.
 *
 * @param {string | undefined} text
 */
export function showError(text) {
  const place = document.getElementById("error");
  if (place) place.textContent = text ?? "";
}
