// One's own page: the personal link is fetched only when it is asked for, so that it is in no page and no cache.

import "./passkeys.js";
import { at } from "./shared/root.js";

const show = /** @type {HTMLButtonElement} */ (document.querySelector("[data-show]"));
const personal = /** @type {HTMLElement} */ (document.querySelector("#personal"));
const failed = /** @type {HTMLElement} */ (document.querySelector("#failed"));

show.addEventListener("click", async () => {
  try {
    const answer = await fetch(at("/me/link"), { method: "POST", headers: { "x-tilery": "script" } });
    const { link, picture } = await answer.json();
    const field = /** @type {HTMLInputElement} */ (personal.querySelector("input"));
    /** @type {HTMLElement} */ (personal.querySelector(".qr")).innerHTML = picture;
    field.value = link;
    personal.hidden = false;
    show.hidden = true;
    field.select();
  } catch {
    failed.textContent = failed.dataset.text ?? "";
  }
});

const addresses = /** @type {HTMLFormElement | null} */ (document.querySelector("#notices form.fields"));
if (addresses) {
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (addresses.elements.namedItem(name));
  field("zone").value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const quiet = /** @type {HTMLInputElement} */ (addresses.querySelector("[data-quiet]"));
  quiet.onchange = () => {
    for (const name of ["quiet_from", "quiet_to"]) field(name).disabled = !quiet.checked;
  };
}
