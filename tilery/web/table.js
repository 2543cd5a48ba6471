// At a table: what a hand is doing before a move is made. The server draws everything; this points, takes, turns,
// previews and sends. All that can be done stands in #offers; nothing here knows a game.

const main = document.getElementById("main");
const SPACE = "http://www.w3.org/2000/svg";
const NOTHING = { number: -1, choices: [], pieces: [], selections: [], names: {} };
let offers = NOTHING;
let at = "";            // the address of the table
let query = "";         // which seat looks
let hand = empty();     // what a person is about to do
let sending = null;     // { hand, number }: whose move is on its way, and the number of the picture that will show it
let pointed = null;     // the id that is pointed at
let previewed = null;   // the move whose effect is shown or asked for
let byKey = false;      // whether the last thing done was done with a key
let focusAt = null;     // where on the screen the focus was last
let wasMine = null;
const previews = new Map();

function empty() {
  return {
    taken: null,        // the id of what was taken first
    chosen: null,       // { move, name, target } that the button would make
    piece: null,        // { index, position, place, settled } while a piece is in hand
    selected: [],       // ids, while several things are chosen together
  };
}

const byId = (id) => (id ? document.getElementById(id) : null);
const words = () => document.getElementById("phrases").dataset;

// After every picture from the server: what the hand was doing goes on, unless something else can be done now. Where
// several decide at once, a move of another changes the position and not what is to be decided here.

function refresh() {
  const island = document.getElementById("offers");
  if (!island) return;
  const now = unpacked({ ...NOTHING, ...JSON.parse(island.dataset.offers) });
  at = words().table;
  query = words().seat === "" ? "" : `?seat=${words().seat}`;
  if (now.number !== offers.number) {
    previews.clear();
    error("");
    if (decisions(now) !== decisions(offers)) {
      hand = empty();
      pointed = null;
    }
  }
  offers = now;
  if (sending?.number <= offers.number) letGo();
  name();
  draw();
  announce();
  showSound();
  lights(main.querySelector("[data-lights]:hover") ?? main.querySelector("[data-lights]:focus"));
  keepFocus();
  setTimeout(frameAll, 1000); // when whatever travelled has arrived
}

// Offers come packed, as `stage.py` tells: texts that begin like the one before, fields by rows, cells as plain numbers.

function unpacked(packed) {
  let before = ["", "", "", ""];
  const choices = packed.choices.map((parts) => {
    before = before.map((text, index) => [...text].slice(0, parts[2 * index]).join("") + (parts[2 * index + 1] ?? ""));
    const [move, name, target, first] = before;
    return [move, name, target || null, first || null];
  });
  const fields = (rows) => rows.split(" ").filter(Boolean).flatMap((row) => {
    const [y, columns] = row.split(":");
    return columns.split(",").map((x) => [Number(x), Number(y)]);
  });
  const pairs = (numbers) => numbers.flatMap((x, index) => (index % 2 ? [] : [[x, numbers[index + 1]]]));
  const size = (cells, unit) => ({ width: (Math.max(...cells.map(([x]) => x)) + 1) * unit, height: (Math.max(...cells.map(([, y]) => y)) + 1) * unit });
  const pieces = packed.pieces.map((one) => ({
    ...one,
    beside: fields(one.beside),
    positions: one.positions.map((turn) => {
      const cells = pairs(turn.cells);
      return { ...turn, cells, places: fields(turn.places), ...size(cells, one.unit) };
    }),
  }));
  return { ...packed, choices, pieces };
}

const decisions = ({ choices, pieces, selections }) => JSON.stringify([choices, pieces, selections]);

function announce() {
  const room = document.getElementById("room");
  const mine = room.dataset.mine === "yes";
  document.title = (mine && isTold() ? `● ${room.dataset.turn} – ` : "") + room.dataset.title;
  if (mine && wasMine === false && isTold()) ring();
  wasMine = mine;
}

function keepFocus() {
  if (!byKey || !focusAt || document.activeElement !== document.body || !targets().length) return;
  nearestElement(targets().map(byId), focusAt)?.focus();
}

// What stands for what.

// What is in hand goes first: a tile that could be flipped is looked under while a spy is in hand.
const choiceAt = (id) => {
  const found = offers.choices.filter(([, , target, first]) => target === id && (first === null || first === hand.taken));
  return found.find(([, , , first]) => first !== null) ?? found[0];
};
const takes = (id) => offers.choices.some(([, , , first]) => first === id);
const pieceAt = (id) => offers.pieces.findIndex((one) => one.target === id);
const selectionAt = (id) => offers.selections.find((one) => id in one.targets);
const isTarget = (id) => Boolean(choiceAt(id)) || takes(id) || pieceAt(id) >= 0 || Boolean(selectionAt(id));

function targets() {
  const found = new Set();
  for (const [, , target, first] of offers.choices) {
    if (first) found.add(first);
    if (target && (first === null || first === hand.taken)) found.add(target);
  }
  for (const one of offers.pieces) found.add(one.target);
  for (const one of offers.selections) Object.keys(one.targets).forEach((id) => found.add(id));
  return [...found].filter((id) => byId(id));
}

function label(id) {
  const selection = selectionAt(id);
  if (selection) return `${selection.name}: ${offers.names[id] ?? selection.targets[id]}`;
  if (pieceAt(id) >= 0) return offers.pieces[pieceAt(id)].name;
  const made = choiceAt(id)?.[1];
  const taken = takes(id) ? offers.names[id] ?? offers.choices.find((one) => one[3] === id)[1] : null;
  return [made, taken].filter(Boolean).join("; ");
}

// A name says what is written on a thing, too, so that it can be called by that.
function spoken(element, text) {
  const written = [...element.querySelectorAll("text")].map((one) => one.textContent.trim()).join(" ");
  return text.includes(written) ? text : `${text} ${written}`;
}

function name() {
  for (const element of main.querySelectorAll(".picture [role=button]")) {
    element.classList.remove("offered", "legal");
    for (const attribute of ["role", "aria-label", "aria-pressed"]) element.removeAttribute(attribute);
    element.setAttribute("tabindex", "-1");
  }
  const reachable = new Set();
  for (const id of targets()) {
    const element = byId(id);
    const picture = element.ownerSVGElement ?? element;
    element.classList.add("legal", "offered");
    element.setAttribute("tabindex", reachable.has(picture) && document.activeElement !== element ? "-1" : "0");
    element.setAttribute("role", "button");
    element.setAttribute("aria-label", spoken(element, label(id)));
    element.setAttribute("aria-pressed", String(isChosen(id)));
    reachable.add(picture);
  }
  frameAll();
}

function frameAll() {
  for (const picture of main.querySelectorAll(".picture[data-box]")) frame(picture);
}

const isReady = (id) => id === hand.chosen?.target || hand.selected.includes(id) || (hand.piece !== null && offers.pieces[hand.piece.index].target === id);
const isChosen = (id) => id === hand.taken || isReady(id);

// What the page shows of all this.

function draw() {
  for (const element of main.querySelectorAll(".chosen, .pointed")) element.classList.remove("chosen", "pointed");
  for (const id of targets().filter(isChosen)) byId(id).classList.add("chosen");
  drawButtons();
  drawGhost();
  byId(pointed)?.classList.add("pointed");
  const wanted = move() ?? previewOf(pointed);
  if (wanted) preview(wanted);
  else clear();
}

function drawButtons() {
  const plain = document.getElementById("plain");
  if (plain) {
    const wanted = offers.choices.filter(([, , target, first]) => target === null && (first === null || first === hand.taken));
    const there = [...plain.children].map((element) => element.dataset.move);
    if (there.join("|") !== wanted.map(([move]) => move).join("|")) {
      plain.replaceChildren(...wanted.map((choice) => button(choice, () => commit(choice[0]))));
    }
  }
  const commitButton = document.getElementById("commit");
  if (commitButton) {
    commitButton.hidden = !move();
    commitButton.firstElementChild.textContent = commitName();
  }
  const turning = document.getElementById("turning");
  if (turning) turning.hidden = !hand.piece || offers.pieces[hand.piece.index].positions.length < 2;
}

function commitName() {
  if (hand.chosen) return hand.chosen.name;
  if (hand.piece) return words().lay;
  return selectionMade()?.name ?? "";
}

function button([move, text], act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.dataset.move = move;
  made.addEventListener("click", act);
  made.addEventListener("pointerenter", () => preview(move));
  made.addEventListener("pointerleave", () => draw());
  made.addEventListener("focus", () => preview(move));
  return made;
}

const previewOf = (id) => (id ? choiceAt(id)?.[0] : null);

function move() {
  if (hand.chosen) return hand.chosen.move;
  if (hand.piece?.place) return pieceMove();
  const selection = selectionMade();
  if (!selection) return null;
  const order = Object.keys(selection.targets).filter((id) => hand.selected.includes(id));
  return selection.move.replace("{chosen}", order.map((id) => selection.targets[id]).join(" "));
}

const selectionMade = () => offers.selections.find((one) => hand.selected.length === one.count && hand.selected.every((id) => id in one.targets));

async function preview(move) {
  previewed = move;
  const number = offers.number;
  if (!previews.has(move)) {
    const address = `${at}/preview${query}${query ? "&" : "?"}move=${encodeURIComponent(move)}`;
    previews.set(move, fetch(address).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null));
  }
  const found = await previews.get(move);
  if (!found) previews.delete(move);
  else if (previewed === move && number === offers.number) show(found);
}

function show(found) {
  wipe();
  const effect = document.getElementById("effect");
  if (!effect || !found.effect) return;
  const text = document.createElement("p");
  text.textContent = found.effect;
  effect.replaceChildren(text);
  if (found.card) effect.insertAdjacentHTML("beforeend", found.card);
  for (const [picture, body] of Object.entries(found.overlays ?? {})) {
    const layer = main.querySelector(`#picture-${CSS.escape(picture)} > .overlay`);
    if (layer) layer.innerHTML = body;
  }
  for (const id of found.lit ?? []) byId(id)?.classList.add("lit");
  for (const id of found.dimmed ?? []) byId(id)?.classList.add("dimmed");
}

function clear() {
  previewed = null;
  wipe();
  document.getElementById("effect")?.replaceChildren();
}

function wipe() {
  for (const layer of main.querySelectorAll(".overlay")) layer.replaceChildren();
  for (const element of main.querySelectorAll(".lit")) element.classList.remove("lit");
  for (const element of main.querySelectorAll(".dimmed")) element.classList.remove("dimmed");
}

// How much of a picture is shown: all of it and what may be chosen beyond its edge, or a part, enlarged.

const zoom = { picture: "", scale: 1, x: 0, y: 0 };

const isComing = (element) => element.getAnimations({ subtree: true }).some(({ effect }) => effect.target.matches(".piece"));

function whole(picture) {
  const [left, top, width, height] = picture.dataset.box.split(" ").map(Number);
  let box = { left, top, right: left + width, bottom: top + height };
  const inverse = picture.getScreenCTM()?.inverse();
  if (inverse) {
    for (const element of picture.querySelectorAll(".offered")) {
      if (isComing(element)) continue; // it lies within the picture, and is not there yet
      const edges = element.getBoundingClientRect();
      const near = new DOMPoint(edges.left, edges.top).matrixTransform(inverse);
      const far = new DOMPoint(edges.right, edges.bottom).matrixTransform(inverse);
      const margin = 0.02 * width;
      if (near.x < left - margin) box.left = Math.min(box.left, near.x);
      if (near.y < top - margin) box.top = Math.min(box.top, near.y);
      if (far.x > left + width + margin) box.right = Math.max(box.right, far.x);
      if (far.y > top + height + margin) box.bottom = Math.max(box.bottom, far.y);
    }
  }
  return box;
}

function frame(picture) {
  const box = whole(picture);
  let [x, y, width, height] = [box.left, box.top, box.right - box.left, box.bottom - box.top];
  const near = zoom.picture === picture.id && zoom.scale > 1;
  if (near) {
    zoom.x = Math.min(Math.max(zoom.x, x), x + width - width / zoom.scale);
    zoom.y = Math.min(Math.max(zoom.y, y), y + height - height / zoom.scale);
    [x, y, width, height] = [zoom.x, zoom.y, width / zoom.scale, height / zoom.scale];
  }
  const wanted = [x, y, width, height].map((value) => Math.round(value * 100) / 100).join(" ");
  if (picture.getAttribute("viewBox") !== wanted) picture.setAttribute("viewBox", wanted);
  picture.classList.toggle("zoomed", near);
}

function enlarge(picture, factor, event) {
  const before = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
  const scale = zoom.picture === picture.id ? zoom.scale : 1;
  zoom.scale = Math.min(Math.max(scale * factor, 1), 6);
  const [x, y, width] = picture.getAttribute("viewBox").split(" ").map(Number);
  const box = whole(picture);
  const share = (box.right - box.left) / zoom.scale / width;
  zoom.x = before.x - (before.x - x) * share;
  zoom.y = before.y - (before.y - y) * share;
  zoom.picture = picture.id;
  frame(picture);
}

main.addEventListener("wheel", (event) => {
  const picture = event.target.closest?.(".board .picture[data-box]");
  if (!picture) return;
  event.preventDefault();
  enlarge(picture, 1.0015 ** -event.deltaY, event);
}, { passive: false });

function shift(picture, right, down) {
  const scale = picture.getScreenCTM().a;
  zoom.x -= right / scale;
  zoom.y -= down / scale;
  frame(picture);
}

function enlargeBoard(factor) {
  const picture = document.activeElement.closest(".board .picture[data-box]") ?? main.querySelector(".board .picture[data-box]");
  if (!picture) return;
  const [clientX, clientY] = middle(picture);
  enlarge(picture, factor, { clientX, clientY });
}

// Two fingers: what lies between them stays between them.

const fingers = new Map(); // by pointer, where it is

function pinch(event) {
  const picture = drag.picture.closest(".board .picture[data-box]");
  const before = span();
  fingers.set(event.pointerId, event);
  const after = span();
  drag.moved = true;
  if (!picture || before.length < 1) return;
  enlarge(picture, after.length / before.length, { clientX: before.x, clientY: before.y });
  shift(picture, after.x - before.x, after.y - before.y);
}

function span() {
  const [one, other] = fingers.values();
  const x = (one.clientX + other.clientX) / 2;
  const y = (one.clientY + other.clientY) / 2;
  return { x, y, length: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) };
}

for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, (event) => fingers.delete(event.pointerId));

let drag = null; // { x, y, moved } while an enlarged picture is moved, or a finger slides

// A piece in hand: its ghost lies on the nearest place where it may lie.

const turned = () => offers.pieces[hand.piece.index].positions[hand.piece.position];
const pieceBoard = () => document.getElementById(`picture-${offers.pieces[hand.piece.index].picture}`);

function pieceMove() {
  const one = offers.pieces[hand.piece.index];
  const [x, y] = hand.piece.place;
  return one.move.replace("{orientation}", turned().orientation).replace("{x}", x).replace("{y}", y);
}

function take(index) {
  const positions = offers.pieces[index].positions;
  const position = Math.max(positions.findIndex((one) => one.places.length > 0), 0);
  hand.piece = { index, position, place: null, settled: false };
  nearest(middleField());
}

function middleField() {
  const one = offers.pieces[hand.piece.index];
  const [left, top, width, height] = (pieceBoard()?.dataset.box ?? "0 0 0 0").split(" ").map(Number);
  const { width: wide, height: high } = turned();
  return [(left + width / 2 - one.origin[0] - wide / 2) / one.unit, (top + height / 2 - one.origin[1] - high / 2) / one.unit];
}

function nearest([x, y]) {
  let best = null;
  for (const place of turned().places) {
    const distance = (place[0] - x) ** 2 + (place[1] - y) ** 2;
    if (best === null || distance < best.distance) best = { distance, place };
  }
  const before = hand.piece.place;
  hand.piece.place = best?.place ?? null;
  return before?.[0] !== hand.piece.place?.[0] || before?.[1] !== hand.piece.place?.[1];
}

function drawGhost() {
  for (const old of main.querySelectorAll(".place-mark")) old.remove();
  const old = main.querySelector(".ghost-layer");
  const picture = hand.piece && pieceBoard();
  if (!picture) return old?.remove();
  drawPlaces();
  if (!hand.piece.place) return old?.remove();
  const one = offers.pieces[hand.piece.index];
  const ghost = old ?? document.createElementNS(SPACE, "g");
  ghost.setAttribute("class", `ghost-layer${hand.piece.settled ? " settled" : ""}`);
  ghost.style.transform = `translate(${one.origin[0] + hand.piece.place[0] * one.unit}px, ${one.origin[1] + hand.piece.place[1] * one.unit}px)`;
  const look = `${hand.piece.index} ${hand.piece.position}`;
  if (ghost.dataset.look !== look) {
    ghost.innerHTML = looks(one, turned());
    ghost.dataset.look = look;
  }
  if (!ghost.isConnected) picture.insertBefore(ghost, picture.querySelector(":scope > .overlay"));
}

function looks({ faces, frame, unit }, { cells, frame: transform }) {
  const shown = faces.map((face, index) => `<g transform="translate(${cells[index][0] * unit} ${cells[index][1] * unit})">${face}</g>`);
  return `${shown.join("")}<g transform="${transform}">${frame}</g>`;
}

function drawPlaces() {
  const one = offers.pieces[hand.piece.index];
  const under = byId(one.under);
  if (!under) return;
  const covered = new Set(turned().places.flatMap(([x, y]) => turned().cells.map(([dx, dy]) => `${x + dx},${y + dy}`)));
  for (const [x, y] of one.beside) {
    if (!covered.has(`${x},${y}`)) continue;
    const mark = document.createElementNS(SPACE, "rect");
    const size = { class: "place-mark", x: x * one.unit + 2, y: y * one.unit + 2, width: one.unit - 4, height: one.unit - 4, rx: one.unit * 0.15 };
    for (const [key, value] of Object.entries(size)) mark.setAttribute(key, value);
    under.append(mark);
  }
}

function field(event) {
  const one = offers.pieces[hand.piece.index];
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(pieceBoard().getScreenCTM().inverse());
  const { width, height } = turned();
  return [(point.x - one.origin[0] - width / 2) / one.unit, (point.y - one.origin[1] - height / 2) / one.unit];
}

function turn(how) {
  if (!hand.piece || isSent()) return;
  const { unit } = offers.pieces[hand.piece.index];
  const before = turned();
  hand.piece.position = before[how];
  const { width, height } = turned();
  const [x, y] = hand.piece.place ?? middleField();
  nearest([x + (before.width - width) / unit / 2, y + (before.height - height) / unit / 2]);
  draw();
}

// Choosing and sending.

// What can be taken and has a move of its own is taken and stands for that move, until a place is chosen for it.

function press(id) {
  if (isSent()) return;
  error("");
  const selection = selectionAt(id);
  if (selection) {
    hand.selected = hand.selected.includes(id) ? hand.selected.filter((one) => one !== id) : [...hand.selected, id].slice(-selection.count);
  } else if (pieceAt(id) >= 0) {
    if (hand.piece?.index === pieceAt(id)) hand.piece = null;
    else take(pieceAt(id));
    hand.chosen = null;
  } else {
    const [move, name, target, first] = choiceAt(id) ?? [];
    if (move && hand.chosen?.move === move) return commit(move);
    if (takes(id) && !first) hand.taken = hand.taken === id && !move ? null : id;
    hand.chosen = move ? { move, name, target } : null;
  }
  name();
  draw();
}

// A move is sent until it is answered, always with the same id, so that it is made once. Until the picture comes that
// shows it, the hand stays as it is and nothing else can be sent.
async function commit(move) {
  if (sending) return;
  sending = { hand, number: Infinity };
  main.dataset.sending = "yes";
  const id = crypto.randomUUID?.() ?? String(Math.random()).slice(2) + Date.now();
  const body = new URLSearchParams({ move, id });
  const address = `${at}/move${query}`;
  for (let wait = 300; ; wait = Math.min(wait * 2, 3000)) {
    try {
      const answer = await post(address, body);
      const told = await answer.json();
      error(answer.ok ? "" : told.error);
      if (answer.status < 500) {
        sending.number = answer.ok ? told.number : offers.number;
        break;
      }
    } catch {
      error(words().offline);
    }
    await new Promise((done) => setTimeout(done, wait));
  }
  if (sending.number > offers.number) return;
  letGo();
  name();
  draw();
}

const isSent = () => hand === sending?.hand;

function letGo() {
  if (isSent()) hand = empty();
  sending = null;
  delete main.dataset.sending;
}

const post = (address, body) => fetch(address, { method: "POST", body, headers: { "x-tilery": "script" } });

function error(text) {
  const place = document.getElementById("error");
  if (place) place.textContent = text ?? "";
}

function back() {
  if (isSent()) return;
  if (document.querySelector(".menu[open]")) document.querySelector(".menu").open = false;
  else if (hand.chosen) hand.chosen = null;
  else if (hand.piece?.settled) hand.piece.settled = false;
  else if (hand.piece) hand.piece = null;
  else if (hand.selected.length) hand.selected = hand.selected.slice(0, -1);
  else if (hand.taken) hand.taken = null;
  else zoom.scale = 1;
  error("");
  name();
  draw();
}

function refuse() {
  const todo = document.querySelector("#todo h2");
  if (!todo || document.getElementById("room").classList.contains("over")) return;
  error(document.getElementById("offers").dataset.refusal);
  todo.classList.remove("nudged");
  requestAnimationFrame(() => todo.classList.add("nudged"));
}

// Pointer: a mouse must hit, a finger takes what is nearest and may slide.

const targetOf = (event) => {
  for (let element = event.target; element && element !== main; element = element.parentNode) {
    if (element.id && isTarget(element.id)) return element.id;
  }
  return null;
};

const FINGER = 34;
const middle = (element) => {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

function nearestElement(elements, [x, y], most = Infinity) {
  let best = null;
  for (const element of elements) {
    const [ex, ey] = middle(element);
    const distance = Math.hypot(ex - x, ey - y);
    if (distance <= most && (best === null || distance < best.distance)) best = { distance, element };
  }
  return best?.element ?? null;
}

function touched(event) {
  const hit = targetOf(event);
  const picture = event.target.closest?.(".picture");
  if (hit || !picture || event.pointerType !== "touch") return hit;
  return nearestElement(picture.querySelectorAll(".offered"), [event.clientX, event.clientY], FINGER)?.id ?? null;
}

const onPieceBoard = (event) => hand.piece !== null && !isSent() && event.target.closest?.(".picture") === pieceBoard();

main.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-link]");
  if (link) return copyLink(link.dataset.link);
  const pressed = event.target.closest?.("#commit, #turn, #flip, #hint, #sound");
  if (pressed) return { commit: () => move() && commit(move()), turn: () => turn("turn"), flip: () => turn("flip"), hint, sound: toggleSound }[pressed.id]();
  if (event.target.closest?.("button, a, input, summary")) return;
  if (drag?.moved) return (drag = null);
  const id = touched(event);
  if (onPieceBoard(event) && (id === null || pieceAt(id) < 0)) {
    const elsewhere = nearest(field(event));
    if (hand.piece.settled && !elsewhere && hand.piece.place) return commit(pieceMove());
    hand.piece.settled = Boolean(hand.piece.place);
    return draw();
  }
  if (id) press(id);
  else if (event.target.closest?.(".board .picture, .hand .picture")) refuse();
});

document.addEventListener("pointerdown", (event) => {
  for (const menu of main.querySelectorAll(".menu[open]")) menu.open = menu.contains(event.target);
});

main.addEventListener("pointerdown", (event) => {
  byKey = false;
  if (event.pointerType === "touch") fingers.set(event.pointerId, event);
  if (fingers.size > 1) return;
  drag = { x: event.clientX, y: event.clientY, moved: false, picture: event.target.closest?.(".picture") };
});

main.addEventListener("pointermove", (event) => {
  if (fingers.size > 1) return drag?.picture && fingers.size === 2 && pinch(event);
  const far = drag && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 6;
  if (event.buttons && far && drag.picture && (drag.moved || event.pointerType === "touch" || drag.picture.classList.contains("zoomed"))) slide(event);
  else if (hand.piece && !hand.piece.settled && event.pointerType !== "touch" && onPieceBoard(event) && nearest(field(event))) draw();
});

function slide(event) {
  if (onPieceBoard(event)) {
    drag.moved = true;
    if (nearest(field(event))) draw();
    hand.piece.settled = true;
  } else if (event.pointerType === "touch") {
    const id = nearestElement(drag.picture.querySelectorAll(".offered"), [event.clientX, event.clientY], FINGER)?.id;
    if (!id || !choiceAt(id) || hand.chosen?.target === id) return;
    drag.moved = true;
    press(id);
  } else {
    drag.moved = true;
    shift(drag.picture, event.movementX, event.movementY);
  }
}

function point(id) {
  if (pointed === id) return;
  byId(pointed)?.classList.remove("pointed");
  pointed = id;
  byId(id)?.classList.add("pointed");
  if (move()) return;
  const wanted = previewOf(id);
  if (wanted) preview(wanted);
  else clear();
}

main.addEventListener("pointerover", (event) => {
  if (event.pointerType === "touch") return;
  if (!event.target.closest?.(".effect, .buttons")) point(targetOf(event));
  lights(event.target.closest?.("[data-lights]"));
});

main.addEventListener("focusin", (event) => {
  const id = targetOf(event);
  focusAt = middle(event.target);
  if (id) {
    for (const other of byId(id).ownerSVGElement.querySelectorAll(".offered")) other.setAttribute("tabindex", other.id === id ? "0" : "-1");
    point(id);
  }
  lights(event.target.closest?.("[data-lights]"));
});

// A number of the sheet shows what it came from, an entry of the log what it is about, as far as that is still there.

function lights(teller) {
  const sources = (teller?.dataset.lights.split(" ") ?? []).map(byId).filter(Boolean);
  const pictures = main.querySelectorAll(".board .picture, .players .picture, .hand .picture");
  for (const element of main.querySelectorAll(".source")) element.classList.remove("source");
  const fades = (picture) => sources.some((source) => !teller.closest(".log") || picture.contains(source));
  for (const picture of pictures) picture.classList.toggle("faded", fades(picture));
  for (const source of sources) source.classList.add("source");
}

// Keys.

const ZOOMS = { "+": 1.5, "-": 1 / 1.5 };
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", (event) => {
  byKey = true;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Escape") return back();
  if (event.target.closest("input, select, textarea, summary, .menu-body")) return;
  if (event.key === "r" || event.key === "R") turn("turn");
  else if (event.key === "f" || event.key === "F") turn("flip");
  else if (event.key === "Enter" || event.key === " ") {
    if (event.target.closest("button, a")) return;
    if (!event.repeat) enter(targetOf(event));
  } else if (event.key in ZOOMS) enlargeBoard(ZOOMS[event.key]);
  else if (event.key in STEPS) {
    if (hand.piece) step(STEPS[event.key]);
    else walk(STEPS[event.key]);
  } else return;
  event.preventDefault();
});

function enter(id) {
  if (id !== null && !isReady(id)) press(id);
  else if (move()) commit(move());
  else if (id) press(id);
}

function step([dx, dy]) {
  if (isSent()) return;
  const [x, y] = hand.piece.place ?? middleField();
  let best = null;
  for (const place of turned().places) {
    const along = (place[0] - x) * dx + (place[1] - y) * dy;
    const across = Math.abs((place[0] - x) * dy) + Math.abs((place[1] - y) * dx);
    if (along > 0 && (best === null || along + 2 * across < best.cost)) best = { cost: along + 2 * across, place };
  }
  if (!best) return;
  hand.piece.place = best.place;
  hand.piece.settled = true;
  draw();
}

function walk([dx, dy]) {
  const elements = [...targets().map(byId), ...main.querySelectorAll("#plain button, #commit:not([hidden])")];
  const here = elements.includes(document.activeElement) ? document.activeElement : null;
  if (!here) return (focusAt ? nearestElement(elements, focusAt) : elements[0])?.focus();
  const [x, y] = middle(here);
  let best = null;
  for (const element of elements) {
    const [ex, ey] = middle(element);
    const along = (ex - x) * dx + (ey - y) * dy;
    const across = Math.abs((ex - x) * dy) + Math.abs((ey - y) * dx);
    if (along > 1 && (best === null || along + 2 * across < best.cost)) best = { cost: along + 2 * across, element };
  }
  best?.element.focus();
}

// Hint, links, sound.

async function hint() {
  const asked = decisions(offers);
  error("");
  try {
    const answer = await fetch(`${at}/hint${query}`, { headers: { "x-tilery": "script" } });
    const found = await answer.json();
    if (!answer.ok) return error(found.error);
    if (decisions(offers) === asked && !sending) takeUp(found.move);
  } catch {
    error(words().away);
  }
}

function takeUp(wanted) {
  hand = empty();
  const choice = offers.choices.find(([move]) => move === wanted);
  if (choice) {
    hand.taken = choice[3];
    hand.chosen = { move: choice[0], name: choice[1], target: choice[2] };
  } else if (!findPiece(wanted)) findSelection(wanted);
  name();
  draw();
}

function findPiece(wanted) {
  for (const [index, one] of offers.pieces.entries()) {
    for (const [position, turn] of one.positions.entries()) {
      for (const place of turn.places) {
        hand.piece = { index, position, place, settled: true };
        if (pieceMove() === wanted) return true;
      }
    }
  }
  hand.piece = null;
  return false;
}

function findSelection(wanted) {
  for (const one of offers.selections) {
    const [before, after] = one.move.split("{chosen}");
    if (!wanted.startsWith(before) || !wanted.endsWith(after)) continue;
    hand.selected = [];
    for (const word of wanted.slice(before.length, wanted.length - after.length).split(" ")) {
      const id = Object.keys(one.targets).find((key) => one.targets[key] === word && !hand.selected.includes(key));
      if (id) hand.selected.push(id);
    }
  }
}

async function copyLink(kind) {
  try {
    const answer = await post(`${at}/link${query}`, new URLSearchParams({ kind }));
    const found = await answer.json();
    if (!answer.ok) return error(found.error);
    await navigator.clipboard?.writeText(found.link).catch(() => {});
    showLink(found.link);
  } catch {
    error(words().away);
  }
}

function showLink(address) {
  document.querySelector(".menu").open = false;
  const text = document.createElement("label");
  text.textContent = words().copied;
  const link = document.createElement("input");
  link.readOnly = true;
  link.value = address;
  text.append(link);
  document.getElementById("notice").replaceChildren(text);
  link.select();
}

const isTold = () => localStorage.getItem("sound") !== "off";
function toggleSound() {
  localStorage.setItem("sound", isTold() ? "off" : "on");
  showSound();
  announce();
}
function showSound() {
  document.getElementById("sound")?.setAttribute("aria-pressed", String(isTold()));
}
function ring() {
  if (navigator.userActivation?.hasBeenActive === false) return; // browsers are silent until something was pressed
  try {
    const audio = new AudioContext();
    for (const [index, pitch] of [523, 659].entries()) {
      const tone = audio.createOscillator();
      const loudness = audio.createGain();
      tone.frequency.value = pitch;
      loudness.gain.setValueAtTime(0.08, audio.currentTime + index * 0.12);
      loudness.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + index * 0.12 + 0.4);
      tone.connect(loudness).connect(audio.destination);
      tone.start(audio.currentTime + index * 0.12);
      tone.stop(audio.currentTime + index * 0.12 + 0.45);
    }
  } catch {
    // no sound here
  }
}

// Forms whose answer is only the next picture.

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.dataset.sure && !confirm(form.dataset.sure)) return event.preventDefault();
  if (!form.hasAttribute("data-quiet")) return;
  event.preventDefault();
  try {
    const answer = await post(form.action + query, new URLSearchParams(new FormData(form, event.submitter)));
    if (!answer.ok) error((await answer.json()).error);
    else form.reset();
  } catch {
    error(words().away);
  }
}, true);

// The connection: pictures come by themselves. If nothing is heard for long, not even a heartbeat, ask anew.

const SILENCE = 40_000;
const lost = document.getElementById("lost");
let connection = null;
let heard = Date.now();

const connect = () => htmx.ajax("GET", main.dataset.stream, { source: main, target: main, swap: "picture" });

function hear(event) {
  connection = event.detail?.connection ?? connection;
  heard = Date.now();
  lost.hidden = true;
}

function lose() {
  lost.hidden = false;
}

for (const kind of ["htmx:sse:after:connection", "htmx:sse:after:message"]) document.addEventListener(kind, hear);
for (const kind of ["htmx:sse:error", "htmx:sse:close"]) document.addEventListener(kind, lose);
for (const kind of ["htmx:error", "htmx:response:error"]) {
  document.addEventListener(kind, () => {
    lose();
    setTimeout(connect, 1000);
  });
}
setInterval(() => {
  if (Date.now() - heard < SILENCE) return;
  lose();
  heard = Date.now();
  connection?.reader?.cancel();
}, 5000);

document.addEventListener("tilery:picture", refresh);
refresh();
connect();
setInterval(() => {
  for (const clock of main.querySelectorAll(".clock")) {
    const left = Math.max(0, Number(clock.dataset.until) - Date.now() / 1000);
    clock.textContent = `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}`;
  }
}, 500);
if (location.hash === "#guide") document.getElementById("guide")?.setAttribute("open", "");
