// Where things are on the screen, and what is next to what.

/** @typedef {[number, number]} Point */

/** @type {Record<string, Point>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {Element} element
 * @returns {Point}
 */
export function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/**
 * A point of the screen in the coordinates of a picture.
 *
 * @param {SVGGraphicsElement} picture
 * @param {number} x
 * @param {number} y
 */
export const inPicture = (picture, x, y) => new DOMPoint(x, y).matrixTransform(picture.getScreenCTM()?.inverse());

/**
 * The item with the least cost; items that cost Infinity are out of the question.
 *
 * @template Item
 * @param {Iterable<Item>} items
 * @param {(item: Item) => number} cost
 * @returns {Item | null}
 */
export function cheapest(items, cost) {
  let best = null;
  let least = Infinity;
  for (const item of items) {
    const found = cost(item);
    if (found < least) [best, least] = [item, found];
  }
  return best;
}

/**
 * The element whose middle is nearest, if it is near enough.
 *
 * @template {Element} Kind
 * @param {Iterable<Kind>} elements
 * @param {Point} point
 */
export function nearestElement(elements, [x, y], most = Infinity) {
  return cheapest(elements, (element) => {
    const [ex, ey] = middle(element);
    const distance = Math.hypot(ex - x, ey - y);
    return distance <= most ? distance : Infinity;
  });
}

/**
 * What an arrow key leads to: what lies ahead costs its distance, and what lies aside twice as much.
 *
 * @template Item
 * @param {Iterable<Item>} items
 * @param {(item: Item) => Point} where
 * @param {Point} from
 * @param {Point} direction
 */
export function nearestAhead(items, where, [x, y], [dx, dy], least = 0) {
  return cheapest(items, (item) => {
    const [ix, iy] = where(item);
    const ahead = (ix - x) * dx + (iy - y) * dy;
    const aside = Math.abs((ix - x) * dy) + Math.abs((iy - y) * dx);
    return ahead > least ? ahead + 2 * aside : Infinity;
  });
}

/**
 * The element that an arrow key leads to from another one; a pixel is no distance.
 *
 * @template {Element} Kind
 * @param {Iterable<Kind>} elements
 * @param {Element} from
 * @param {Point} direction
 */
export const elementAhead = (elements, from, direction) => nearestAhead(elements, middle, middle(from), direction, 1);
