// Make an element's content look like a new version of it. Elements keep their identity by their ids, so that they
// keep the focus and can travel; what a person has opened stays open, and what stands in an element with `data-kept`
// belongs to the script of the page.

/**
 * @param {Element} target
 * @param {DocumentFragment} fragment
 */
export function morph(target, fragment) {
  new Morph(target, fragment).run();
}

class Morph {
  #target;
  #fragment;
  /** Elements of the page, by their ids. */
  #old;
  /** Ids that the new version has. */
  #coming;
  /** @type {Set<Node>} Nodes of the page that stay. */
  #used = new Set();
  /** @type {[Node, ChildNode][]} Nodes that are left over, with their parents; some are still used elsewhere. */
  #left = [];

  /**
   * @param {Element} target
   * @param {DocumentFragment} fragment
   */
  constructor(target, fragment) {
    this.#target = target;
    this.#fragment = fragment;
    this.#old = new Map([...target.querySelectorAll("[id]")].map((element) => [element.id, element]));
    this.#coming = new Set([...fragment.querySelectorAll("[id]")].map((element) => element.id));
  }

  run() {
    this.#morphChildren(this.#target, this.#fragment);
    for (const [parent, node] of this.#left) if (node.parentNode === parent && !this.#used.has(node)) node.remove();
  }

  /**
   * @param {Element} parent
   * @param {Node} wanted
   */
  #morphChildren(parent, wanted) {
    let cursor = parent.firstChild;
    for (const node of wanted.childNodes) {
      const known = this.#match(node, cursor, parent);
      const found = known ?? /** @type {ChildNode} */ (node.cloneNode(false));
      this.#used.add(found);
      if (found !== cursor) put(parent, found, cursor);
      this.#patch(found, node, !known);
      cursor = found.nextSibling;
    }
    for (; cursor; cursor = cursor.nextSibling) this.#left.push([parent, cursor]);
  }

  /**
   * The node of the page that becomes a new one: that with its id, otherwise one of its kind in its place.
   *
   * @param {ChildNode} node
   * @param {ChildNode | null} cursor
   * @param {Node} parent
   * @returns {ChildNode | null}
   */
  #match(node, cursor, parent) {
    const known = this.#old.get(idOf(node));
    if (known) {
      return known.nodeName === node.nodeName && !this.#used.has(known) && !known.contains(parent) ? known : null;
    }
    return cursor?.nodeName === node.nodeName && !this.#coming.has(idOf(cursor)) ? cursor : null;
  }

  /**
   * @param {Node} old
   * @param {Node} node
   * @param {boolean} isNew  So that even what is left to the script needs its first content.
   */
  #patch(old, node, isNew) {
    if (!(old instanceof Element) || !(node instanceof Element)) {
      if (old.nodeValue !== node.nodeValue) old.nodeValue = node.nodeValue;
      return;
    }
    for (const { name, value } of node.attributes) {
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    for (const { name } of [...old.attributes]) {
      const isOpenedByHand = name === "open" && old.localName === "details";
      if (!node.hasAttribute(name) && !isOpenedByHand) old.removeAttribute(name);
    }
    if ((isNew || !node.hasAttribute("data-kept")) && !old.isEqualNode(node)) this.#morphChildren(old, node);
  }
}

/** @param {Node} node */
const idOf = (node) => (node instanceof Element ? node.id : "");

/**
 * Insert a node, if possible without ending its animations and its focus.
 *
 * @param {Element} parent
 * @param {ChildNode} node
 * @param {ChildNode | null} before
 */
function put(parent, node, before) {
  if (parent.moveBefore && node.isConnected && parent.isConnected) parent.moveBefore(node, before);
  else parent.insertBefore(node, before);
}
