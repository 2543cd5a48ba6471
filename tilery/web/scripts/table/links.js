// Secret links to a table: made by the server, copied, and shown where they can be copied by hand.

import { first, need } from "../shared/dom.js";
import { askLink, phrases } from "./server.js";

/** @param {string} kind */
export async function copyLink(kind) {
  const link = await askLink(kind);
  await navigator.clipboard?.writeText(link).catch(() => {}); // not every page may
  first(document, ".menu")?.removeAttribute("open");
  const label = document.createElement("label");
  const field = document.createElement("input");
  field.readOnly = true;
  field.value = link;
  label.append(phrases().copied ?? "", field);
  need("notice").replaceChildren(label);
  field.select();
}
