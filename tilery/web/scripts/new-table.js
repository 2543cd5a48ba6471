// The form for a new table: shows as many seats as are wanted, and remembers the player's name.

import { all } from "./shared/dom.js";

const NAME_KEY = "name";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form.fields"));
const name = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));

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

form.addEventListener("change", showSeats);
form.addEventListener("submit", () => localStorage.setItem(NAME_KEY, name.value));
name.value = localStorage.getItem(NAME_KEY) ?? "";
showSeats();
