// The next picture: elements keep their identity by their ids, so that they travel, and keep the focus; what a person
// has opened stays open, and what stands in an element with `data-kept` belongs to the script of the page. An element
// with `data-same` is as it was and comes without what is in it.

function morph(target, fragment) {
  const old = new Map([...target.querySelectorAll("[id]")].map((element) => [element.id, element]));
  const coming = new Set([...fragment.querySelectorAll("[id]")].map((element) => element.id));
  const used = new Set();
  const left = [];

  function match(node, cursor, parent) {
    const known = node.id ? old.get(node.id) : null;
    if (known) return known.nodeName === node.nodeName && !used.has(known) && !known.contains(parent) ? known : null;
    return cursor && cursor.nodeName === node.nodeName && !(cursor.id && coming.has(cursor.id)) ? cursor : null;
  }

  function children(parent, wanted) {
    let cursor = parent.firstChild;
    for (const node of wanted.childNodes) {
      const found = match(node, cursor, parent) ?? node.cloneNode(false);
      used.add(found);
      if (found !== cursor) put(parent, found, cursor);
      patch(found, node);
      cursor = found.nextSibling;
    }
    for (; cursor; cursor = cursor.nextSibling) left.push([parent, cursor]);
  }

  function patch(element, node) {
    if (node.nodeType !== Node.ELEMENT_NODE) {
      if (element.nodeValue !== node.nodeValue) element.nodeValue = node.nodeValue;
      return;
    }
    if (node.hasAttribute("data-same")) {
      if (!old.has(node.id)) throw new Error(`nothing is known of ${node.id}`);
      return;
    }
    for (const { name, value } of node.attributes) if (element.getAttribute(name) !== value) element.setAttribute(name, value);
    for (const { name } of [...element.attributes]) {
      if (!node.hasAttribute(name) && !(name === "open" && element.localName === "details")) element.removeAttribute(name);
    }
    if (!node.hasAttribute("data-kept") && !element.isEqualNode(node)) children(element, node);
  }

  children(target, fragment);
  for (const [parent, node] of left) if (node.parentNode === parent && !used.has(node)) node.remove();
}

function put(parent, node, before) {
  if (parent.moveBefore && node.isConnected && parent.isConnected) parent.moveBefore(node, before);
  else parent.insertBefore(node, before);
}

// What comes to the board, from a hand or from another player, travels there. Within a picture, CSS moves pieces.

const MANY = 6; // more come at once only when somebody leaps through a game
const box = (element) => element.getBoundingClientRect();
const seen = (target) => new Map([...target.querySelectorAll(".piece[id]")].map((piece) => [piece.id, { picture: piece.ownerSVGElement?.id, box: box(piece) }]));

function bring(target, before) {
  const board = target.querySelector("#board");
  const coming = [...(board?.querySelectorAll(".piece[id]") ?? [])].filter((piece) => before.get(piece.id)?.picture !== piece.ownerSVGElement.id);
  const giver = document.getElementById(board?.dataset.from ?? "");
  if (coming.length > MANY) return;
  for (const piece of coming) {
    const from = before.get(piece.id)?.box ?? (giver && box(giver));
    if (from) travel(piece, from);
  }
}

function travel(piece, from) {
  for (const moving of piece.getAnimations()) if (moving instanceof CSSTransition) moving.finish();
  const to = box(piece);
  const scale = piece.ownerSVGElement.getScreenCTM().a;
  const [x, y] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];
  const duration = parseFloat(getComputedStyle(piece).getPropertyValue("--travel"));
  piece.animate([{ translate: `${x / scale}px ${y / scale}px` }, { translate: "none" }], { duration, easing: "ease-out" });
}

htmx.registerExtension("pictures", {
  handle_swap: (style, target, fragment) => {
    if (style !== "picture") return false;
    const before = seen(target);
    morph(target, fragment);
    bring(target, before);
    document.dispatchEvent(new CustomEvent("tilery:picture"));
    return [];
  },
});
