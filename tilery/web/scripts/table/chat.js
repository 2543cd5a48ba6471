// Messages come apart from the picture of the table, whenever there is a new one.

import { morph } from "../shared/morph.js";

/** @param {HTMLElement} main */
export function receiveChat(main) {
  main.addEventListener("chat", (event) => {
    const { data } = /** @type {CustomEvent<{ data: string }>} */ (event).detail;
    const messages = document.getElementById("messages");
    if (messages) morph(messages, document.createRange().createContextualFragment(data));
  });
}
