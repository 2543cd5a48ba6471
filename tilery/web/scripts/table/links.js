// Secret links to a table: made by the server, copied, and shown where they can be copied by hand.

import { first, need } from "../shared/dom.js";
import { askLink, phrases } from "./server.js";

/**
 * Give a finished game to the system's own way of sharing; where there is none, copy its link.
 *
 * @param {HTMLElement} button  With what kind of link is needed, if any, and what to say of it.
 */
export async function share(button) {
  const { share: kind, title } = button.dataset;
  const link = kind ? await askLink(kind) : location.href.split("?")[0];
  if (navigator.share && matchMedia("(hover: none)").matches) {
    await navigator.share({ title, url: link }).catch(() => {}); // not shared after all
  } else await showLink(link);
}

/** @param {string} kind */
export const copyLink = async (kind) => showLink(await askLink(kind));

/** @param {string} link */
async function showLink(link) {
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
