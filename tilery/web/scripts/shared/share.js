// Sharing: by the system's own way where there is one, and otherwise by copying.

/**
 * Share an address with a text; where the system has no way of its own, copy both and say so.
 *
 * @param {{ title?: string, text?: string, url: string }} shared
 * @param {HTMLElement} told  Where to say what was done, with the sentences for it.
 */
export async function shareOrCopy(shared, told) {
  if (navigator.share && matchMedia("(hover: none)").matches) {
    await navigator.share(shared).catch(() => {}); // not shared after all
    return;
  }
  const text = [shared.text, shared.url].filter(Boolean).join("\n");
  try {
    await navigator.clipboard.writeText(text);
    told.textContent = told.dataset.copied ?? "";
  } catch {
    told.textContent = `${told.dataset.copy ?? ""} ${text}`; // only pages over HTTPS may copy, and not all of them
  }
}
