// Who comes to a table finds the name there that they used last. The picture is the same for all, so the page fills it in.

import { all } from "../shared/dom.js";

/** @param {HTMLElement} main */
export function fillInName(main) {
  const known = document.cookie.split("; ").find((cookie) => cookie.startsWith("name="));
  if (!known) return;
  const name = decodeURIComponent(known.slice("name=".length));
  for (const field of all(main, "input[name=name]")) {
    if (field instanceof HTMLInputElement && !field.value && field !== document.activeElement) field.value = name;
  }
}
