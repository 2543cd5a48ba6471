// The page that counts the score of a real table: mouse, fingers and keys for its editor.

import { around, byId, need, needInput, showError } from "./shared/dom.js";
import { ARROWS, elementAhead } from "./shared/geometry.js";
import { Editor } from "./score/editor.js";
import { offerNames, shareSheet } from "./score/sheet.js";

const PLACE = "[data-kit], [data-press]";

const main = need("main");
const editor = new Editor();

/** @type {Record<string, (element: HTMLElement) => void>} By selector, what a click does. */
const clicks = {
  [PLACE]: (place) => editor.press(place),
  "[data-thing]": (thing) => editor.choose(thing.dataset.thing ?? ""),
  "[data-show]": (tab) => editor.open(tab.dataset.show ?? null),
  "[data-go]": (tab) => editor.ask({ board: tab.dataset.go }),
  "#close": () => editor.close(),
  "#undo": () => editor.undo(),
  "#again": () => editor.forget(),
  "#copy": () => editor.copy(),
  "#save": () => editor.save(),
  "#print": () => print(),
  "#share": () => shareSheet(),
};

main.addEventListener("click", (event) => {
  showError("");
  for (const [selector, action] of Object.entries(clicks)) {
    const element = around(event, selector);
    if (element) return action(element);
  }
});

main.addEventListener("change", (event) => {
  const setting = around(event, "[data-setting]");
  if (setting instanceof HTMLSelectElement) editor.ask({ change: `${setting.dataset.setting} ${setting.value}` });
  if (around(event, "#brush")) editor.setPainting(needInput("brush").checked);
});

main.addEventListener("submit", (event) => {
  const form = around(event, "#paste");
  if (!(form instanceof HTMLFormElement)) return;
  event.preventDefault();
  editor.ask({ document: String(new FormData(form).get("document")), board: "0" });
});

for (const kind of ["pointerover", "focusin"]) {
  main.addEventListener(kind, (event) => {
    const place = around(event, PLACE);
    if (place) editor.name(place);
  });
}

listenToStrokes();
listenToKeys();
editor.restore();
offerNames(main);

/** With a mouse, many places are painted in one stroke. */
function listenToStrokes() {
  /** @type {HTMLElement[]} */
  let stroke = [];

  main.addEventListener("pointerdown", (event) => {
    const place = around(event, "[data-kit]");
    const isStroke = event.pointerType !== "touch" && event.button === 0 && editor.paints(place?.dataset.kit ?? "");
    stroke = place && isStroke ? [place] : [];
  });
  main.addEventListener("pointermove", (event) => {
    if (!stroke.length || !(event.buttons & 1)) return;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const place = /** @type {HTMLElement | null | undefined} */ (under?.closest("[data-kit]"));
    if (!place || stroke.includes(place) || place.dataset.kit !== stroke[0].dataset.kit) return;
    stroke.push(place);
    for (const one of stroke) one.classList.add("painted");
  });
  addEventListener("pointerup", () => {
    if (stroke.length > 1) editor.paint(stroke, stroke[0].dataset.kit ?? "");
    stroke = [];
  });
}

/** Arrows go to the nearest place or thing; Enter leads from a place to the things, Escape back. */
function listenToKeys() {
  main.addEventListener("keydown", (event) => {
    const place = around(event, PLACE);
    const thing = around(event, "[data-thing]");
    if ((event.ctrlKey || event.metaKey) && event.key === "z" && !around(event, "textarea, input")) {
      event.preventDefault();
      editor.undo();
    } else if (event.key in ARROWS && (place || thing)) {
      event.preventDefault();
      walk(event.key, place, thing);
    } else if (place && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      showError("");
      enter(place);
    } else if (thing && event.key === "Escape") {
      editor.currentPlace?.focus();
    }
  });
}

/**
 * @param {string} key
 * @param {HTMLElement | null} place
 * @param {HTMLElement | null} thing
 */
function walk(key, place, thing) {
  const from = place ?? thing;
  if (!from) return;
  const next = elementAhead(place ? editor.places() : editor.things, from, ARROWS[key]);
  if (place && next) {
    place.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
  }
  next?.focus();
}

/** @param {HTMLElement} place */
function enter(place) {
  const { kit } = place.dataset;
  editor.press(place);
  if (!kit || editor.paints(kit)) return;
  const held = editor.things.find((thing) => thing.getAttribute("aria-pressed") === "true");
  (held ?? editor.things[0] ?? byId("close"))?.focus();
}
