// Entering the components of one's own box: choose what a field shows, press the fields, go on to the next piece. The
// server says what is wrong; this browser keeps what was entered.

import { all, around, first, need, needInput } from "./shared/dom.js";
import { keepSet, keptSet } from "./shared/own-set.js";

const main = need("main");
const { game = "", empty = ".", mark = "+", piece: pieceWords = "", field: fieldWords = "" } = main.dataset;
const count = Number(main.dataset.count);
const size = Number(main.dataset.grid);

const pieces = Array.from({ length: count }, (_, index) => keptSet(game)?.pieces[index] ?? []);
/** @type {Record<string, string>} By the number of a piece, what is wrong with it. */
let faults = {};
let file = "";
let current = Math.max(
  0,
  pieces.findIndex((rows) => !rows.length),
);
let brush = first(main, "[data-thing]")?.dataset.thing ?? "";
let checks = 0;

/** @returns {string[][]} The fields of the piece at hand, by row. */
const fieldsOf = () =>
  Array.from({ length: size }, (_, y) => {
    const row = (pieces[current][y] ?? "").split(" ").filter(Boolean);
    return Array.from({ length: size }, (__, x) => row[x] ?? empty);
  });

/** @param {string[][]} fields */
function setFields(fields) {
  const isEmpty = fields.every((row) => row.every((one) => one === empty));
  pieces[current] = isEmpty ? [] : fields.map((row) => row.join(" "));
}

/**
 * @param {number} x
 * @param {number} y
 */
function press(x, y) {
  const fields = fieldsOf();
  const now = fields[y][x];
  if (brush === mark) {
    if (now === empty) return;
    fields[y][x] = now.endsWith(mark) ? now.slice(0, -mark.length) : now + mark;
  } else fields[y][x] = now.replace(mark, "") === brush ? empty : brush;
  setFields(fields);
  draw();
  check();
}

/** @param {string} word */
function drawingOf(word) {
  return first(main, `[data-thing="${CSS.escape(word)}"] svg`)?.innerHTML ?? "";
}

/** @param {string} word */
const nameOf = (word) => first(main, `[data-thing="${CSS.escape(word)}"]`)?.title ?? word;

function drawGrid() {
  const fields = fieldsOf();
  const grid = need("grid");
  const box = first(main, "[data-thing] svg")?.getAttribute("viewBox") ?? "0 0 1 1";
  if (!grid.children.length) {
    for (let at = 0; at < size * size; at += 1) {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.at = `${at % size} ${Math.floor(at / size)}`;
      grid.append(button);
    }
  }
  for (const button of all(grid, "button")) {
    const [x, y] = (button.dataset.at ?? "").split(" ").map(Number);
    const word = fields[y][x];
    const plain = word.replace(mark, "");
    const isMarked = word.endsWith(mark);
    button.innerHTML =
      word === empty ? "" : `<svg viewBox="${box}">${drawingOf(plain)}${isMarked ? drawingOf(mark) : ""}</svg>`;
    const what = word === empty ? (main.dataset.nothing ?? "") : nameOf(plain) + (isMarked ? `, ${nameOf(mark)}` : "");
    button.setAttribute(
      "aria-label",
      fieldWords
        .replace("{row}", String(y + 1))
        .replace("{column}", String(x + 1))
        .replace("{what}", what),
    );
  }
}

function draw() {
  drawGrid();
  need("piece-title").textContent = pieceWords.replace("{number}", String(current + 1));
  need("fault").textContent = faults[current + 1] ?? "";
  need("brush").textContent = nameOf(brush);
  for (const thing of all(main, "[data-thing]"))
    thing.setAttribute("aria-pressed", String(thing.dataset.thing === brush));
  const list = need("pieces");
  if (!list.children.length) {
    list.innerHTML = pieces
      .map((_, index) => `<li><button type="button" data-piece="${index}">${index + 1}</button></li>`)
      .join("");
  }
  for (const [index, button] of all(list, "button").entries()) {
    button.classList.toggle("done", pieces[index].length > 0 && !faults[index + 1]);
    button.classList.toggle("wrong", Boolean(faults[index + 1]));
    button.toggleAttribute("aria-current", index === current);
  }
  need("done").textContent = `${pieces.filter((rows, index) => rows.length && !faults[index + 1]).length} / ${count}`;
}

/** @param {Record<string, string>} fields */
async function ask(fields) {
  const number = (checks += 1);
  try {
    const response = await fetch(location.pathname, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { "x-tilery": "script" },
    });
    const answer = await response.json();
    if (number !== checks) return null;
    if (response.ok) return answer;
    need("fault").textContent = answer.error;
  } catch {
    need("fault").textContent = main.dataset.offline ?? "";
  }
  return null;
}

async function check() {
  keepSet(game, { pieces, isComplete: false });
  const answer = await ask({ pieces: JSON.stringify(pieces) });
  if (!answer) return;
  ({ faults, file } = answer);
  const isComplete = pieces.every((rows) => rows.length > 0) && Object.keys(faults).length === 0;
  keepSet(game, { pieces, isComplete });
  draw();
}

/** @param {number} step */
function leaf(step) {
  current = (current + step + count) % count;
  draw();
}

function save() {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([file], { type: "text/plain" }));
  link.download = `${game}-tiles.txt`;
  link.click();
  URL.revokeObjectURL(link.href);
}

async function open() {
  const chosen = needInput("file").files?.[0];
  if (!chosen) return;
  const answer = await ask({ file: await chosen.text() });
  if (!answer) return;
  pieces.splice(0, count, ...answer.pieces);
  await check();
}

main.addEventListener("click", (event) => {
  const field = around(event, "[data-at]");
  if (field) {
    const [x, y] = (field.dataset.at ?? "").split(" ").map(Number);
    return press(x, y);
  }
  const thing = around(event, "[data-thing]");
  if (thing) brush = thing.dataset.thing ?? "";
  const chosen = around(event, "[data-piece]:not(main)");
  if (chosen) current = Number(chosen.dataset.piece);
  const way = around(event, "[data-leaf]");
  if (way) return leaf(Number(way.dataset.leaf));
  if (around(event, "#save")) return save();
  draw();
});
needInput("file").addEventListener("change", open);
draw();
check();
