// The review of a game: keys and the graph lead to other moves, both moves are marked on the board, and while the coach
// is still at work what it has found is filled in.

import { all, around, byId, first, need } from "./shared/dom.js";
import { keepLegible } from "./shared/legible.js";
import { at } from "./shared/root.js";

const ASK_AGAIN = 2000; // milliseconds
const MARGIN = 30; // units of a picture around a move that reaches beyond it
const GROWING = ["people", "graph", "moments"];

const main = need("main");
const move = Number(main.dataset.move);
const count = Number(main.dataset.count);

/** @param {number} number */
const go = (number) => location.assign(`${main.dataset.address}?move=${Math.min(Math.max(number, 1), count)}`);

/** Mark the elements that stand for the two moves. */
function markMoves() {
  const board = need("board");
  for (const kind of ["played", "better"]) {
    for (const id of (board.dataset[kind] ?? "").split(" ")) byId(id)?.classList.add(`is-${kind}`);
  }
}

/** Widen the picture of the board to all that the two moves would lay. */
function showWhole() {
  const picture = first(need("board"), ".picture");
  if (!(picture instanceof SVGSVGElement)) return;
  let { x, y, width, height } = picture.viewBox.baseVal;
  for (const laid of all(picture, ".laid")) {
    if (!(laid instanceof SVGGraphicsElement)) continue;
    const box = laid.getBBox();
    if (!box.width || (box.x >= x && box.y >= y && box.x + box.width <= x + width && box.y + box.height <= y + height))
      continue;
    const [left, top] = [Math.min(x, box.x - MARGIN), Math.min(y, box.y - MARGIN)];
    width = Math.max(x + width, box.x + box.width + MARGIN) - left;
    height = Math.max(y + height, box.y + box.height + MARGIN) - top;
    [x, y] = [left, top];
  }
  picture.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
}

/** Put the names of the two moves beside them, above what is drawn of each or below it. */
function placeTags() {
  const board = need("board").getBoundingClientRect();
  /** @type {DOMRect[]} */
  const taken = [];
  for (const tag of all(main, ".review-tag")) {
    const kind = tag.classList.contains("better") ? "better" : "played";
    const shown = [`.laid.${kind} .lying`, `.laid.${kind} .lit`, `.laid.${kind}`, `.is-${kind}`]
      .map((query) => first(need("board"), `.picture ${query}`)?.getBoundingClientRect())
      .find((box) => box && box.width > 0);
    tag.hidden = !shown;
    if (!shown) continue;
    const { width, height } = tag.getBoundingClientRect();
    const x = Math.min(Math.max(shown.x + shown.width / 2, board.x + width / 2), board.right - width / 2);
    const isFree = (/** @type {number} */ y) =>
      y >= board.y && taken.every((box) => Math.abs(box.y - y) > height || Math.abs(box.x + box.width / 2 - x) > width);
    const y = [shown.y - height - 4, shown.bottom + 4].find(isFree) ?? shown.bottom + 4 + height;
    tag.style.left = `${x - board.x}px`;
    tag.style.top = `${y - board.y}px`;
    taken.push(tag.getBoundingClientRect());
  }
}

/** Pointing at a row of the comparison shows that move alone. */
function listenToRows() {
  for (const row of all(main, ".compared .row.better, .compared .row.played")) {
    const only = row.classList.contains("better") ? "only-better" : "only-played";
    row.addEventListener("pointerenter", () => main.classList.add(only));
    row.addEventListener("pointerleave", () => main.classList.remove(only));
  }
}

/** A click on the graph goes to the move there. */
function listenToGraph() {
  need("graph").addEventListener("click", (event) => {
    const graph = around(event, ".chances");
    if (!(graph instanceof SVGSVGElement)) return;
    const matrix = graph.getScreenCTM();
    const [left, right] = [Number(graph.dataset.from), Number(graph.dataset.to)]; // of its lines, in its own units
    if (matrix) go(Math.round((((event.clientX - matrix.e) / matrix.a - left) / (right - left)) * count));
  });
}

function listenToKeys() {
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => go(move - 1),
    ArrowRight: () => go(move + 1),
    ArrowUp: () => first(main, '[rel="prev"]')?.click(),
    ArrowDown: () => first(main, '[rel="next"]')?.click(),
    p: () => first(main, '[rel="prev"]')?.click(),
    n: () => first(main, '[rel="next"]')?.click(),
    Home: () => go(1),
    End: () => go(count),
    Escape: () => location.assign(main.dataset.back ?? at("/")),
    t: () => first(main, "a#try, #try summary")?.click(),
    o: () => first(main, "#play-on button")?.click(),
  };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (around(event, "input, #menu, #try ul") || !(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  });
}

/** Show the two moves on the board, once they are known. */
function showMoves() {
  showWhole();
  refreshLegible();
  markMoves();
  placeTags();
  listenToRows();
}

/** Fill in what the coach has found meanwhile, without touching the rest of the page. */
async function fillIn() {
  const answer = await fetch(`${main.dataset.address}?move=${move}`).catch(() => null);
  if (answer?.ok) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const isJudged = !first(main, ".compared") && page.querySelector(".compared") !== null;
    for (const id of isJudged ? [...GROWING, "verdict", "board"] : GROWING) {
      const found = page.getElementById(id);
      if (!found) continue;
      Object.assign(need(id).dataset, found.dataset);
      need(id).replaceChildren(...found.childNodes);
    }
    if (isJudged) showMoves();
    const status = page.getElementById("main")?.dataset.status ?? "";
    if (status === "done") location.reload();
    main.dataset.status = status;
  }
  waitForMore();
}

function waitForMore() {
  if (["waiting", "running"].includes(main.dataset.status ?? "")) setTimeout(fillIn, ASK_AGAIN);
}

const refreshLegible = keepLegible(main);
showMoves();
new ResizeObserver(placeTags).observe(need("board"));
listenToGraph();
listenToKeys();
if (location.pathname === main.dataset.address) waitForMore();
