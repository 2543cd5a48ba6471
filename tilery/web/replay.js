// Stepping through a game: buttons, keys, slider, log and a clock all say which move is wanted; htmx brings it from the
// server and lets the pieces travel there. The address always leads to what is shown.

const main = document.getElementById("main");
const slider = document.getElementById("slider");
const where = document.getElementById("where");
const play = document.getElementById("play");
const log = document.getElementById("log");
const failed = document.getElementById("failed");
const { address, seat } = main.dataset;
const PAUSE = 1300;

const now = () => document.getElementById("now").dataset;
const count = Number(now().count);
let shown = Number(now().move);
let wanted = shown;
let busy = false;
let clock = null;

const path = (move) => `${address}?move=${move}&seat=${seat}`;

async function go(move, history = "push") {
  wanted = Math.min(Math.max(move, 0), count);
  mark(wanted);
  if (busy) return;
  busy = true;
  while (shown !== wanted) {
    const next = wanted;
    const headers = { "x-shown": String(shown) };
    await htmx.ajax("GET", path(next), { target: "#moment", swap: "picture", headers, [history]: history === "none" ? undefined : "true" });
    if (Number(now().move) !== next) {
      wanted = Number(now().move);
      stop();
    }
    shown = Number(now().move);
  }
  busy = false;
  mark(shown);
}

// What stands outside of what htmx brings.

function mark(move) {
  slider.value = move;
  where.textContent = `${move} / ${count}`;
  main.classList.toggle("over", Boolean(document.getElementById("sheet")));
  const links = [...log.querySelectorAll("a[data-move]")];
  const current = links.find((link) => Number(link.dataset.move) >= move) ?? links.at(-1);
  for (const link of links) {
    if (link === current) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  const row = current.parentElement;
  if (row.offsetTop < log.scrollTop || row.offsetTop + row.offsetHeight > log.scrollTop + log.clientHeight) {
    log.scrollTop = row.offsetTop - log.clientHeight / 2;
  }
  const goals = { start: 0, back: Math.max(move - 1, 0), on: Math.min(move + 1, count), end: count };
  for (const [name, goal] of Object.entries(goals)) {
    const link = main.querySelector(`[data-go="${name}"]`);
    link.href = path(goal);
    link.setAttribute("aria-disabled", String(goal === move));
  }
  for (const link of main.querySelectorAll("[data-point]")) link.href = `${address}?move=${move}&seat=${link.dataset.point}`;
}

// Playing by itself.

function stop() {
  clearInterval(clock);
  clock = null;
  play.setAttribute("aria-pressed", "false");
}

function toggle() {
  if (clock !== null) return stop();
  if (wanted === count) go(0, "replace");
  play.setAttribute("aria-pressed", "true");
  clock = setInterval(() => {
    if (wanted === count) stop();
    else if (!busy) go(wanted + 1, "replace");
  }, PAUSE);
}

// Buttons, keys, slider, log.

const plain = (event) => event.button === 0 && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;

main.addEventListener("click", (event) => {
  if (event.target.closest("#play")) return toggle();
  const link = event.target.closest("a[data-go], a[data-move]");
  if (!link || !plain(event)) return;
  event.preventDefault();
  stop();
  go(Number(new URL(link.href).searchParams.get("move")));
});

slider.addEventListener("input", () => {
  stop();
  go(Number(slider.value), "replace");
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, summary")) return;
  if (event.key === " " && event.target.closest("button, a")) return;
  const goal = { ArrowLeft: wanted - 1, ArrowRight: wanted + 1, Home: 0, End: count }[event.key];
  if (goal !== undefined) {
    stop();
    go(goal);
  } else if (event.key === " ") toggle();
  else return;
  event.preventDefault();
});

// Back and forward in the browser's history.

document.addEventListener("htmx:before:history:restore", (event) => {
  event.preventDefault();
  const query = new URLSearchParams(location.search);
  stop();
  go(Number(query.get("move") ?? count), "none");
});

document.addEventListener("htmx:before:response", (event) => {
  const fine = event.detail.ctx.response.raw.ok;
  failed.textContent = fine ? "" : failed.dataset.text;
  if (!fine) event.preventDefault();
});
document.addEventListener("htmx:error", () => (failed.textContent = failed.dataset.text));

// Where a number of the score comes from.

function lights(number) {
  for (const element of main.querySelectorAll(".source")) element.classList.remove("source");
  for (const picture of main.querySelectorAll(".picture")) picture.classList.toggle("faded", Boolean(number));
  if (number) for (const id of number.dataset.lights.split(" ")) document.getElementById(id)?.classList.add("source");
}
for (const name of ["pointerover", "focusin"]) main.addEventListener(name, (event) => lights(event.target.closest?.("[data-lights]")));

play.hidden = false;
mark(shown);
