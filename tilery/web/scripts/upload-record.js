// Uploading a record: sends the text of a file or of the field; the answer says where to look at the game.

import { first, need, needInput } from "./shared/dom.js";
import { at } from "./shared/root.js";

const form = need("upload");
const file = needInput("file");
const text = needInput("text");
const names = needInput("names");
const failed = need("failed");
const dropZone = /** @type {HTMLElement} */ (first(form, ".drop"));

async function upload() {
  failed.textContent = "";
  try {
    const response = await fetch(at(`/replay?${new URLSearchParams({ names: names.value })}`), {
      method: "POST",
      body: text.value,
      headers: { "content-type": "text/plain;charset=utf-8", "x-tilery": "script" },
    });
    const answer = await response.json();
    if (response.ok) location.assign(answer.replay);
    else failed.textContent = answer.error;
  } catch {
    failed.textContent = failed.dataset.text ?? "";
  }
}

/** @param {File | undefined} chosen */
async function uploadFile(chosen) {
  if (!chosen) return;
  text.value = await chosen.text();
  await upload();
}

file.addEventListener("change", () => uploadFile(file.files?.[0]));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  upload();
});
for (const kind of /** @type {const} */ (["dragover", "dragleave", "drop"])) {
  dropZone.addEventListener(kind, (event) => {
    event.preventDefault();
    dropZone.classList.toggle("over", kind === "dragover");
    if (kind === "drop") uploadFile(event.dataTransfer?.files[0]);
  });
}
