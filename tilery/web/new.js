// A new table: as many seats are shown as are wanted.
const form = document.querySelector("form.fields");
function show() {
  const seats = Number(form.elements.seats.value);
  for (const item of form.querySelectorAll("[data-seat]")) item.hidden = Number(item.dataset.seat) >= seats;
  for (const option of form.querySelectorAll("[data-seats]")) {
    const allowed = option.dataset.seats.split(" ").filter(Boolean).map(Number);
    option.closest("label").hidden = allowed.length > 0 && !allowed.includes(seats);
    option.disabled = option.closest("label").hidden;
  }
}
form.addEventListener("change", show);
show();
const field = form.elements.name;
field.value = localStorage.getItem("name") ?? "";
form.addEventListener("submit", () => localStorage.setItem("name", field.value));
