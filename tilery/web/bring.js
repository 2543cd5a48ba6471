// Bringing a record: the text of a file or of the field is sent, and the answer says where to look at it.
const form = document.getElementById("bring-form");
const file = document.getElementById("file");
const text = document.getElementById("text");
const failed = document.getElementById("failed");
const drop = form.querySelector(".drop");

async function bring() {
  failed.textContent = "";
  try {
    const answer = await fetch("/replay", {
      method: "POST",
      body: text.value,
      headers: { "content-type": "text/plain;charset=utf-8", "x-tilery": "script" },
    });
    const found = await answer.json();
    if (answer.ok) location.assign(found.replay);
    else failed.textContent = found.error;
  } catch {
    failed.textContent = failed.dataset.text;
  }
}

async function read(chosen) {
  if (!chosen) return;
  text.value = await chosen.text();
  bring();
}

file.addEventListener("change", () => read(file.files[0]));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  bring();
});
for (const name of ["dragover", "dragleave", "drop"]) {
  drop.addEventListener(name, (event) => {
    event.preventDefault();
    drop.classList.toggle("over", name === "dragover");
    if (name === "drop") read(event.dataTransfer.files[0]);
  });
}
