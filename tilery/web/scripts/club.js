// The page of a club: results appear as they come, the link can be copied, and what cannot be undone is asked about.

import { all, first, need } from "./shared/dom.js";
import { morph } from "./shared/morph.js";

const live = need("live");

async function refresh() {
  if (document.visibilityState !== "visible") return;
  const address = new URL(live.dataset.address ?? "", location.href);
  address.searchParams.set("after", live.dataset.number ?? "");
  const answer = await fetch(address, { headers: { "x-tilery": "script" } }).catch(() => null);
  if (answer?.status !== 200) return;
  const template = document.createElement("template");
  template.innerHTML = await answer.text();
  live.dataset.number = first(template.content, "[data-number]")?.dataset.number ?? "";
  morph(live, template.content);
}

setInterval(refresh, 1000 * Number(live.dataset.seconds));

/** @param {HTMLElement} button */
async function copy(button) {
  const link = new URL(button.dataset.copy ?? "", location.href).href;
  const status = first(/** @type {HTMLElement} */ (button.parentElement), "[role=status]");
  if (!status) return;
  try {
    await navigator.clipboard.writeText(link);
    status.textContent = button.dataset.done ?? "";
  } catch {
    status.textContent = `${button.dataset.shown ?? ""} ${link}`;
  }
}

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("button"));
  if (button?.dataset.copy) copy(button);
  if (button?.dataset.sure && !window.confirm(button.dataset.sure)) event.preventDefault();
});

/** Offer only as many players at a table as the game can have, and its own options.
 * @param {HTMLSelectElement} choice */
function fitGame(choice) {
  const seats = /** @type {HTMLSelectElement} */ (choice.form?.elements.namedItem("seats"));
  const allowed = (choice.selectedOptions[0].dataset.seats ?? "").split(" ");
  for (const option of seats.options) option.hidden = option.disabled = !allowed.includes(option.value);
  if (seats.selectedOptions[0]?.disabled) seats.value = allowed[0];
  for (const options of /** @type {HTMLFieldSetElement[]} */ (all(choice.form ?? document, "[data-options]"))) {
    options.hidden = options.disabled = options.dataset.options !== choice.value;
  }
  for (const option of /** @type {HTMLSelectElement[]} */ (all(choice.form ?? document, "select[data-seats]"))) {
    const fitting = (option.dataset.seats ?? "").split(" ").filter(Boolean);
    option.disabled = fitting.length > 0 && !fitting.includes(seats.value);
    /** @type {HTMLElement} */ (option.closest("label")).hidden = option.disabled;
  }
}

for (const choice of /** @type {HTMLSelectElement[]} */ (all(document, "[data-game]"))) {
  choice.form?.addEventListener("change", () => fitGame(choice));
  fitGame(choice);
}
