// The form for a new table: shows as many seats as are wanted.

import { all, first } from "./shared/dom.js";
import { keptSet } from "./shared/own-set.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form.fields"));

function showSeats() {
  const seats = Number(new FormData(form).get("seats"));
  for (const item of all(form, "[data-seat]")) item.hidden = Number(item.dataset.seat) >= seats;
  for (const option of /** @type {NodeListOf<HTMLSelectElement>} */ (form.querySelectorAll("[data-seats]"))) {
    const allowed = (option.dataset.seats ?? "").split(" ").filter(Boolean).map(Number);
    option.disabled = allowed.length > 0 && !allowed.includes(seats);
    const label = option.closest("label");
    if (label) label.hidden = option.disabled;
  }
}

/** Let a table use the components of one's own box, once they are complete in this browser. */
function offerOwnSet() {
  const choice = /** @type {HTMLInputElement | null} */ (first(form, "[data-own]"));
  const kept = choice && keptSet(choice.dataset.own ?? "");
  if (!choice || !kept?.isComplete) return;
  choice.disabled = false;
  choice.value = JSON.stringify(kept.pieces);
}

offerOwnSet();
form.addEventListener("change", showSeats);
showSeats();
