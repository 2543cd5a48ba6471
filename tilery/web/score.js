// A real table, entered by clicking. The server keeps nothing and draws everything: each change goes there with the
// document of the table, and the answer is the new picture. What is remembered here: earlier documents, for taking
// back, and what is in hand.
const main = document.getElementById("main");
const told = document.getElementById("told");
const earlier = [];
const queue = [];
const brushes = {};
const modes = {};
let kit = null;
let current = null;
let busy = false;
let open = false;

const area = () => document.getElementById("count");
const text = () => area().dataset.document;
const find = (id) => (id ? document.getElementById(id) : null);
const places = (of) => [...area().querySelectorAll(of ? `[data-kit="${of}"]` : "[data-kit], [data-press]")];
const palette = (of) => area().querySelector(`[data-palette="${of}"]`);
const things = (of) => [...palette(of).querySelectorAll("[data-thing]")];
const nothing = (of) => things(of)[0].dataset.thing;
const paints = (of) => modes[of] ?? palette(of).dataset.brush === "yes";
const brush = (of) => brushes[of] ?? things(of)[1].dataset.thing;
const shelf = `table ${main.dataset.post}`;

// Asking the server, one request at a time; changes that come meanwhile go together.

function ask(what) {
  queue.push(what);
  if (!busy) work();
}

async function work() {
  busy = true;
  while (queue.length) {
    const first = queue.shift();
    const changes = first.change ? [first.change] : [];
    while (first.change && queue[0]?.change && changes.length < 100) changes.push(queue.shift().change);
    await send({ document: text(), board: area().dataset.board, changes: changes.join("\n"), ...first }, first);
  }
  busy = false;
}

async function send({ document: body, board, changes }, { back, place }) {
  const before = text();
  let answer;
  try {
    const form = new URLSearchParams({ document: body, board, changes });
    answer = await fetch(main.dataset.post, { method: "POST", headers: { "x-tilery": "script" }, body: form });
    if (!answer.ok) return complain((await answer.json()).error);
  } catch {
    return complain(main.dataset.offline);
  }
  const focused = document.activeElement?.id;
  show(await answer.text());
  if (!back && text() !== before) earlier.push(before);
  if (back) earlier.pop();
  settle();
  find(focused)?.focus({ preventScroll: true });
  const changed = find(place);
  if (changed) told.textContent = changed.getAttribute("aria-label");
}

function complain(sentence) {
  find("error").textContent = sentence;
  find("error").scrollIntoView({ block: "nearest" });
}

function show(html) {
  const notes = find("notes")?.open;
  const scrolled = [...area().querySelectorAll(".things, .count-board, .count-side")].map((one) => one.scrollTop);
  main.innerHTML = html;
  [...area().querySelectorAll(".things, .count-board, .count-side")].forEach((one, index) => (one.scrollTop = scrolled[index] ?? 0));
  if (notes && find("notes")) find("notes").open = true;
}

// What is in hand: the kit, its brush, the place that is being filled.

function settle() {
  const all = places();
  if (!find(current)) current = null;
  if (kit && !palette(kit)) kit = null;
  if (!kit && !open && all[0]?.dataset.kit) kit = all[0].dataset.kit;
  open = true;
  if (kit && !paints(kit) && find(current)?.dataset.kit !== kit) current = places(kit)[0]?.id ?? null;
  for (const one of all) {
    one.classList.toggle("current", one.id === current && Boolean(kit) && !paints(kit));
    one.setAttribute("tabindex", "-1");
  }
  (find(current) ?? all.find((one) => one === document.activeElement) ?? all[0])?.setAttribute("tabindex", "0");
  if (find("palettes")) find("palettes").hidden = !kit;
  for (const one of area().querySelectorAll("[data-show]")) one.setAttribute("aria-pressed", one.dataset.show === kit);
  for (const one of area().querySelectorAll("[data-palette]")) one.hidden = one.dataset.palette !== kit;
  if (kit) hold();
  find("undo").disabled = earlier.length === 0;
  sessionStorage.setItem(shelf, text());
}

function hold() {
  find("brush").checked = paints(kit);
  const held = paints(kit) ? brush(kit) : find(current)?.dataset.now;
  for (const one of things(kit)) one.setAttribute("aria-pressed", one.dataset.thing === held);
  name(paints(kit) ? things(kit).find((one) => one.dataset.thing === held) : find(current));
}

function name(place) {
  if (find("where")) find("where").textContent = place?.getAttribute("aria-label") ?? "\u00a0";
}

function put(place, thing) {
  ask({ change: `${place.id} ${thing}`, place: place.id });
}

function press(place) {
  if (place.dataset.press) return put(place, place.dataset.press);
  kit = place.dataset.kit;
  if (paints(kit)) {
    current = place.id;
    const wanted = brush(kit);
    put(place, place.dataset.now === wanted ? nothing(kit) : wanted);
  } else {
    current = place.id;
    settle();
  }
}

function choose(thing) {
  if (paints(kit)) {
    brushes[kit] = thing;
    return settle();
  }
  const all = places(kit);
  const place = find(current);
  put(place, thing);
  current = all[all.indexOf(place) + 1]?.id ?? current;
  settle();
}

// Mouse and touch.

let stroke = [];
main.addEventListener("pointerdown", (event) => {
  const place = event.target.closest("[data-kit]");
  const paintable = place && event.pointerType !== "touch" && event.button === 0 && paints(place.dataset.kit);
  stroke = paintable ? [place] : [];
});
main.addEventListener("pointermove", (event) => {
  if (!stroke.length || !(event.buttons & 1)) return;
  const place = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-kit]");
  if (!place || stroke.includes(place) || place.dataset.kit !== stroke[0].dataset.kit) return;
  stroke.push(place);
  for (const one of stroke) one.classList.add("painted");
});
addEventListener("pointerup", () => {
  if (stroke.length > 1) {
    kit = stroke[0].dataset.kit;
    for (const one of stroke) if (one.dataset.now !== brush(kit)) put(one, brush(kit));
  }
  stroke = [];
});

main.addEventListener("click", (event) => {
  const on = (what) => event.target.closest(what);
  find("error").textContent = "";
  if (on("[data-kit], [data-press]")) press(on("[data-kit], [data-press]"));
  else if (on("[data-thing]")) choose(on("[data-thing]").dataset.thing);
  else if (on("[data-show]")) {
    kit = on("[data-show]").dataset.show;
    settle();
  } else if (on("#close")) {
    const place = find(current);
    kit = null;
    current = null;
    settle();
    place?.focus();
  } else if (on("[data-go]")) ask({ board: on("[data-go]").dataset.go });
  else if (on("#undo")) back();
  else if (on("#again")) sessionStorage.removeItem(shelf);
  else if (on("#copy")) copy();
  else if (on("#save")) save();
});
main.addEventListener("change", (event) => {
  if (event.target.dataset.setting) ask({ change: `${event.target.dataset.setting} ${event.target.value}` });
  if (event.target.id === "brush") {
    modes[kit] = event.target.checked;
    settle();
  }
});
main.addEventListener("submit", (event) => {
  if (event.target.id !== "paste") return;
  event.preventDefault();
  ask({ document: event.target.elements.document.value, board: "0" });
});
for (const kind of ["pointerover", "focusin"])
  main.addEventListener(kind, (event) => {
    const place = event.target.closest("[data-kit], [data-press]");
    if (place) name(place);
  });

function back() {
  if (earlier.length) ask({ document: earlier[earlier.length - 1], back: true });
}

// The keyboard: arrows go to the nearest place or thing, Escape goes back from the things to the place.

const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

function nearest(from, all, [right, down]) {
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const one of all) {
    const [dx, dy] = middle(one).map((at, axis) => at - [x, y][axis]);
    const ahead = dx * right + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * right);
    if (one !== from && ahead > 2 && ahead + 2.5 * aside < least) [best, least] = [one, ahead + 2.5 * aside];
  }
  return best;
}

main.addEventListener("keydown", (event) => {
  const place = event.target.closest("[data-kit], [data-press]");
  const thing = event.target.closest("[data-thing]");
  if ((event.ctrlKey || event.metaKey) && event.key === "z" && !event.target.closest("textarea")) {
    event.preventDefault();
    back();
  } else if (ways[event.key] && (place || thing)) {
    event.preventDefault();
    const next = nearest(event.target, place ? places() : things(kit), ways[event.key]);
    if (place && next) {
      place.setAttribute("tabindex", "-1");
      next.setAttribute("tabindex", "0");
    }
    next?.focus();
  } else if (place && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    find("error").textContent = "";
    press(place);
    if (place.dataset.kit && !paints(kit)) (things(kit).find((one) => one.getAttribute("aria-pressed") === "true") ?? things(kit)[0]).focus();
  } else if (thing && event.key === "Escape") {
    (find(current) ?? places(kit)[0])?.focus();
  }
});

// Copying and saving.

async function copy() {
  try {
    await navigator.clipboard.writeText(text());
    told.textContent = main.dataset.copied;
    find("error").textContent = "";
  } catch {
    const box = area().querySelector("#paste textarea");
    box.closest("details").open = true;
    box.value = text();
    box.select();
  }
}

function save() {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text()], { type: "application/json" }));
  link.download = main.dataset.file;
  link.click();
  URL.revokeObjectURL(link.href);
}

// A reload or another language goes on with the same table; another number of players begins a new one.

const kept = sessionStorage.getItem(shelf);
const wanted = new URLSearchParams(location.search).get("seats");
if (main.dataset.fresh === "yes" && kept && kept !== text()) {
  if (!wanted || String(JSON.parse(kept).players.length) === wanted) ask({ document: kept });
}
settle();
