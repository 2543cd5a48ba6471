// Messages come apart from the picture of the table, whenever there is a new one.

import { morph } from "../shared/morph.js";

/** @param {HTMLElement} main */
export function receiveChat(main) {
  main.addEventListener("chat", (event) => {
    const { data } = /** @type {CustomEvent<{ data: string }>} */ (event).detail;
    const messages = document.getElementById("messages");
    if (messages) morph(messages, document.createRange().createContextualFragment(data));
  });
  main.addEventListener("announcement", (event) => {
    const { data } = /** @type {CustomEvent<{ data: string }>} */ (event).detail;
    const place = document.getElementById("announcement");
    if (!place || place.firstElementChild?.textContent === data) return;
    place.firstElementChild?.replaceChildren(data);
    place.hidden = !data;
  });
}
