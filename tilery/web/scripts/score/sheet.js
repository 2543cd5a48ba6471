// The score sheet for people: names in its head, kept in this browser, and taking it along, printed or as text.

import { all, around, first, need } from "../shared/dom.js";

const KEY = "score-names";

/** @param {HTMLElement} main */
export function offerNames(main) {
  const names = storedNames();

  const fill = () => {
    for (const field of nameFields(main)) field.value = names[Number(field.dataset.name)] ?? "";
    const verdict = first(main, "#verdict");
    if (!verdict) return;
    verdict.dataset.plain ??= verdict.textContent ?? "";
    const named = nameFields(main).reduce(
      (text, field) => text.replaceAll(field.placeholder, nameOf(field)),
      verdict.dataset.plain,
    );
    if (verdict.textContent !== named) verdict.textContent = named;
  };

  main.addEventListener("input", (event) => {
    const field = around(event, "[data-name]");
    if (!(field instanceof HTMLInputElement)) return;
    names[Number(field.dataset.name)] = field.value;
    try {
      localStorage.setItem(KEY, JSON.stringify(names));
    } catch {
      // This browser keeps nothing; the names stay until the page is left.
    }
    fill();
  });
  new MutationObserver(fill).observe(main, { childList: true });
  fill();
}

/** Share the sheet as text where the system can, otherwise copy it. */
export async function shareSheet() {
  const main = need("main");
  const totals = all(main, ".score tfoot td").map((cell) => cell.textContent);
  const lines = nameFields(main).map((field, seat) => `${nameOf(field)}: ${totals[seat]}`);
  const text = [first(main, "h1")?.textContent, first(main, "#verdict")?.textContent, ...lines].join("\n");
  if (navigator.share && matchMedia("(hover: none)").matches) return navigator.share({ text }).catch(() => {});
  await navigator.clipboard?.writeText(text).catch(() => {}); // not every page may
  need("told").textContent = main.dataset.sheetCopied ?? "";
}

/** @returns {string[]} */
function storedNames() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}

/** @param {HTMLElement} main */
const nameFields = (main) => /** @type {HTMLInputElement[]} */ (all(main, "input[data-name]"));

/** @param {HTMLInputElement} field */
const nameOf = (field) => field.value.trim() || field.placeholder;
