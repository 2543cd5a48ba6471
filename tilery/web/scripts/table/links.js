// Secret links to a table: made by the server, copied, and shown where they can be copied by hand.

import { first, need } from "../shared/dom.js";
import { askInvitation, askLink, phrases } from "./server.js";

/**
 * Give a link to the system's own way of sharing; where there is none, copy it.
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

/** Show an invite link and its QR code. */
export async function showInvitation() {
  const { link, picture } = await askInvitation();
  await showLink(link);
  const code = document.createElement("div");
  code.className = "qr";
  code.role = "img";
  code.ariaLabel = phrases().qr ?? "";
  code.innerHTML = picture;
  need("notice").append(code);
}

/**
 * Show a link that was copied; where a page may not copy, it stands there selected, and says so.
 *
 * @param {string} link
 */
async function showLink(link) {
  const isCopied = await copied(link);
  first(document, ".menu")?.removeAttribute("open");
  const label = document.createElement("label");
  const field = document.createElement("input");
  field.readOnly = true;
  field.value = link;
  label.append((isCopied ? phrases().copied : phrases().copy) ?? "", field);
  need("notice").replaceChildren(label);
  field.focus();
  field.setSelectionRange(0, link.length, "backward"); // so that its beginning is seen
}

/**
 * Copy a text; only pages over HTTPS may, and not all of them.
 *
 * @param {string} text
 * @returns {Promise<boolean>} Whether it was copied.
 */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
