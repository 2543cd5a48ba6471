// Lessons, puzzles and positions of a review: a table without people. A move is tried, and the page becomes what the
// server says of it. What a person has learned and solved is kept in the browser and nowhere else.

import { all, around, byId, first, need, showError } from "./shared/dom.js";
import { keepLegible } from "./shared/legible.js";
import { showPicture } from "./shared/pictures.js";
import { offerPreferences } from "./shared/preferences.js";
import { shareOrCopy } from "./shared/share.js";
import { keepLearned } from "./study/learned.js";
import { keepStreak } from "./study/streak.js";
import { onButtons } from "./table/buttons.js";
import { TableController } from "./table/controller.js";
import { Drawers } from "./table/drawers.js";
import { Explaining } from "./table/explaining.js";
import { Fitting } from "./table/fitting.js";
import { FocusKeeper } from "./table/focus.js";
import { listenToKeys } from "./table/keys.js";
import { Pointer } from "./table/pointer.js";
import { answerOf, explained, FROM_SCRIPT, phrases } from "./table/server.js";
import { Zoom } from "./table/zoom.js";

const main = need("main");
const measureAll = keepLegible(main);
const fitting = new Fitting(main);
const drawers = new Drawers(main);
const zoom = new Zoom(main);
/** @type {Explaining} */
const explaining = new Explaining(main, () => table.hand.offers);
const table = new TableController(main, zoom, drawers, explaining, () => fitting.fit(), tryMove);
const focus = new FocusKeeper(main);

/** How many pictures have been asked for, how many tries have failed in a row, and how many before the last success. */
let number = 0;
let failed = 0;
let failedBefore = 0;

/** @param {Record<string, string>} query */
async function show(query) {
  number += 1;
  const { table: where = "", played = "" } = phrases();
  const asked = new URLSearchParams({ ...(played && { played }), ...query, n: String(number) });
  const response = await fetch(`${where}?${asked}`, { headers: FROM_SCRIPT });
  if (!response.ok) await answerOf(response);
  const holder = document.createElement("template");
  holder.innerHTML = await response.text();
  showPicture(main, holder.content);
  refresh();
}

/** @param {string} move */
async function tryMove(move) {
  const form = byId("tried");
  if (form instanceof HTMLFormElement) return review(form, move);
  await show({ tried: move, ...(failed > 0 && { again: "yes" }) });
  if (state() === "solved") failedBefore = failed;
  failed = state() === "wrong" ? failed + 1 : 0;
  return number;
}

/**
 * Leave for the page of the review that judges a move.
 *
 * @param {HTMLFormElement} form
 * @param {string} move
 */
function review(form, move) {
  const heading = first(document, "#todo h2");
  if (heading) heading.textContent = form.dataset.words ?? "";
  /** @type {HTMLInputElement} */ (form.elements.namedItem("tried")).value = move;
  form.submit();
  return Infinity; // nothing more can be sent from here
}

/**
 * Share a solved puzzle: its address, and a mark for each try, but nothing of the answer.
 *
 * @param {HTMLElement} button
 */
function share(button) {
  const text = `${button.dataset.text} ${"✗".repeat(failedBefore)}✓`;
  return shareOrCopy({ text, url: new URL(button.dataset.address ?? "", location.href).href }, need("shared"));
}

const state = () => need("room").dataset.state ?? "";

function refresh() {
  table.refresh();
  measureAll();
  for (const id of (phrases().wanted ?? "").split(" ")) byId(id)?.classList.add("wanted-target");
  for (const id of (phrases().better ?? "").split(" ")) byId(id)?.classList.add("is-better");
  focus.keep(table.targets);
  keepLearned(main);
  keepStreak(main);
  if (state() === "wrong") shake();
  if (["done", "solved"].includes(state())) byId("next")?.focus({ preventScroll: true });
}

/** A try that was not right is felt as well as read. */
function shake() {
  const heading = first(document, "#todo h2");
  heading?.classList.remove("nudged");
  requestAnimationFrame(() => heading?.classList.add("nudged"));
}

new Pointer(main, table, zoom);
listenToKeys(main, table, zoom, focus, {
  n: () => byId("next")?.click(),
  s: () => byId("show-me")?.click(),
});
onButtons(main, {
  "#commit": () => table.confirm(),
  "#turn": () => table.turn("turn"),
  "#flip": () => table.turn("flip"),
  "#drop": () => table.drop(),
  "#share-puzzle": (button) => void share(button),
  "#show-me": () => void show({ shown: "yes" }).catch((error) => showError(explained(error))),
});
main.addEventListener("click", (event) => {
  const menu = around(event, ".menu summary");
  if (menu) for (const other of all(main, ".menu[open]")) if (!other.contains(menu)) other.removeAttribute("open");
});
offerPreferences(main);
refresh();
