// One's own profile: its link is shown as a whole address, ready to be copied.

const field = /** @type {HTMLInputElement | null} */ (document.querySelector(".share input"));

if (field) {
  field.value = new URL(field.value, location.href).href;
  field.addEventListener("focus", () => field.select());
}
