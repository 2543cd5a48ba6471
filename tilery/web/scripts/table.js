// The page of a table: puts together what a person can do there and what comes from the server.

import { offerNotices } from "./notices.js";
import { around, need, showError } from "./shared/dom.js";
import { keepLegible } from "./shared/legible.js";
import { receivePictures } from "./shared/pictures.js";
import { offerPreferences } from "./shared/preferences.js";
import { Sources } from "./shared/sources.js";
import { onButtons } from "./table/buttons.js";
import { celebrate } from "./table/celebration.js";
import { Chat } from "./table/chat.js";
import { runClocks } from "./table/clocks.js";
import { connect } from "./table/connection.js";
import { TableController } from "./table/controller.js";
import { Drawers } from "./table/drawers.js";
import { Explaining } from "./table/explaining.js";
import { Fitting } from "./table/fitting.js";
import { FocusKeeper } from "./table/focus.js";
import { Happened } from "./table/happened.js";
import { listenToKeys } from "./table/keys.js";
import { fillInName } from "./table/known-name.js";
import { copyLink, share, showInvitation } from "./table/links.js";
import { Looking } from "./table/looking.js";
import { moderate } from "./table/moderation.js";
import { NextTable } from "./table/next-table.js";
import { Pacing } from "./table/pacing.js";
import { Pointer } from "./table/pointer.js";
import { Presence } from "./table/presence.js";
import { explained, sendForm } from "./table/server.js";
import { Sounds } from "./table/sounds.js";
import { Tools } from "./table/tools.js";
import { TurnNotice } from "./table/turn-notice.js";
import { Zoom } from "./table/zoom.js";

const main = need("main");
const measureAll = keepLegible(main);
const fitting = new Fitting(main);
const drawers = new Drawers(main);
const looking = new Looking(main, drawers, measureAll);
const happened = new Happened(main, drawers, looking, measureAll);
const pacing = new Pacing(main);
const zoom = new Zoom(main);
/** @type {Explaining} */
const explaining = new Explaining(main, () => table.hand.offers);
const table = new TableController(main, zoom, drawers, explaining, () => fitting.fit());
const focus = new FocusKeeper(main);
const sounds = new Sounds();
const notice = new TurnNotice(() => sounds.play("turn", 0.3));
const nextTable = new NextTable();
const tools = new Tools(() => {
  notice.update();
  chat.update();
});
const sources = new Sources(main);
const chat = new Chat(main, () => sounds.play("message"));
const presence = new Presence(main);
const writeClocks = runClocks(main);

/** @param {unknown} error */
const showFailure = (error) => showError(explained(error));

new Pointer(main, table, zoom);
listenToKeys(main, table, zoom, focus, {
  g: openGuide,
  l: () => drawers.toggle("story"),
  w: () => happened.show(),
  ...Object.fromEntries([1, 2, 3, 4, 5].map((number) => [number, () => looking.toggle(number - 1)])),
});
onButtons(main, {
  "#commit": () => table.confirm(),
  "#turn": () => table.turn("turn"),
  "#flip": () => table.turn("flip"),
  "#hint": () => table.takeHint(),
  "#drop": () => table.drop(),
  "#zoom-in": () => zoom.enlargeBoard(1.5),
  "#zoom-out": () => zoom.enlargeBoard(1 / 1.5),
  "#zoom-whole": () => zoom.reset(),
  "#happened": () => happened.show(),
  "#sound": () => notice.toggle(),
  "[data-share]": (button) => share(button).catch(showFailure),
  "[data-qr]": () => showInvitation().catch(showFailure),
  "[data-link]": (button) => copyLink(button.dataset.link ?? "").catch(showFailure),
});

// A form with `data-sure` asks before it is sent; the answer to one with `data-quiet` is only the next picture,
// or the sentence in `data-done`.
document.addEventListener(
  "submit",
  (event) => {
    const form = /** @type {HTMLFormElement} */ (around(event, "form"));
    if (form.dataset.sure && !confirm(form.dataset.sure)) return event.preventDefault();
    if (!("quiet" in form.dataset)) return;
    event.preventDefault();
    sendForm(form, event.submitter).then(() => {
      form.reset();
      if (form.dataset.done) need("notice").textContent = form.dataset.done;
    }, showFailure);
  },
  true,
);

function openGuide() {
  const guide = document.getElementById("guide");
  const isBeside = guide !== null && guide.getClientRects().length > 0;
  if (isBeside && drawers.name !== "help") guide.toggleAttribute("open");
  else drawers.toggle("help");
}

function refresh() {
  table.refresh();
  measureAll();
  looking.update();
  if (celebrate()) sounds.play(need("room").dataset.won === "yes" ? "win" : "end", 0.4);
  sounds.update();
  notice.update();
  tools.update();
  chat.update();
  presence.update();
  writeClocks();
  nextTable.update();
  offerNotices();
  sources.refresh();
  fillInName(main);
  focus.keep(table.targets);
}

receivePictures(refresh, (picture, show) => pacing.receive(picture, show));
offerPreferences(main);
moderate();
refresh();
connect(main);
if (location.hash === "#guide") document.getElementById("guide")?.setAttribute("open", "");
