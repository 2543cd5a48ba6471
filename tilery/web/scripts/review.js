// The review of a game: keys and the graph lead to other moves, both moves are marked on the board, and while the coach
// is still at work what it has found is filled in.

import { all, around, byId, first, need } from "./shared/dom.js";
import { keepLegible } from "./shared/legible.js";
import { at } from "./shared/root.js";

const ASK_AGAIN = 2000; // milliseconds
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
    const [left, right] = [44, 628]; // where the graph's lines begin and end, in its own units
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
    t: () => first(main, "#try summary")?.click(),
    o: () => first(main, "#play-on button")?.click(),
  };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (around(event, "input, #menu, #try ul") || !(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  });
}

/** Fill in what the coach has found meanwhile, without touching the rest of the page. */
async function fillIn() {
  const answer = await fetch(location.href).catch(() => null);
  if (answer?.ok) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const id of GROWING) {
      const found = page.getElementById(id);
      if (found) need(id).replaceChildren(...found.childNodes);
    }
    const stage = page.getElementById("main")?.dataset.stage ?? "";
    if (stage === "done") location.reload();
    main.dataset.stage = stage;
  }
  waitForMore();
}

function waitForMore() {
  if (["waiting", "running"].includes(main.dataset.stage ?? "")) setTimeout(fillIn, ASK_AGAIN);
}

keepLegible(main);
markMoves();
listenToRows();
listenToGraph();
listenToKeys();
if (location.pathname === main.dataset.address) waitForMore();
