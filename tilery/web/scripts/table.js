// The page of a table: puts together what a person can do there and what comes from the server.

import { around, need, showError } from "./shared/dom.js";
import { keepLegible } from "./shared/legible.js";
import { receivePictures } from "./shared/pictures.js";
import { Sources } from "./shared/sources.js";
import { onButtons } from "./table/buttons.js";
import { receiveChat } from "./table/chat.js";
import { runClocks } from "./table/clocks.js";
import { connect } from "./table/connection.js";
import { TableController } from "./table/controller.js";
import { Drawers } from "./table/drawers.js";
import { Explaining } from "./table/explaining.js";
import { Fitting } from "./table/fitting.js";
import { FocusKeeper } from "./table/focus.js";
import { listenToKeys } from "./table/keys.js";
import { copyLink } from "./table/links.js";
import { Looking } from "./table/looking.js";
import { Pointer } from "./table/pointer.js";
import { explained, sendForm } from "./table/server.js";
import { TurnNotice } from "./table/turn-notice.js";
import { Zoom } from "./table/zoom.js";

const main = need("main");
const measureAll = keepLegible(main);
const fitting = new Fitting(main);
const drawers = new Drawers(main);
const looking = new Looking(main, drawers, measureAll);
const zoom = new Zoom(main);
const table = new TableController(main, zoom, drawers, () => fitting.fit());
new Explaining(main, table);
const focus = new FocusKeeper(main);
const notice = new TurnNotice();
const sources = new Sources(main);

/** @param {unknown} error */
const showFailure = (error) => showError(explained(error));

new Pointer(main, table, zoom);
listenToKeys(main, table, zoom, focus, drawers, looking);
onButtons(main, {
  "#commit": () => table.confirm(),
  "#turn": () => table.turn("turn"),
  "#flip": () => table.turn("flip"),
  "#hint": () => table.takeHint(),
  "#drop": () => table.drop(),
  "#zoom-in": () => zoom.enlargeBoard(1.5),
  "#zoom-out": () => zoom.enlargeBoard(1 / 1.5),
  "#zoom-whole": () => zoom.reset(),
  "#sound": () => notice.toggle(),
  "[data-link]": (button) => copyLink(button.dataset.link ?? "").catch(showFailure),
});

// A form with `data-sure` asks before it is sent; the answer to one with `data-quiet` is only the next picture.
document.addEventListener(
  "submit",
  (event) => {
    const form = /** @type {HTMLFormElement} */ (around(event, "form"));
    if (form.dataset.sure && !confirm(form.dataset.sure)) return event.preventDefault();
    if (!("quiet" in form.dataset)) return;
    event.preventDefault();
    sendForm(form, event.submitter).then(() => form.reset(), showFailure);
  },
  true,
);

function refresh() {
  table.refresh();
  measureAll();
  looking.update();
  notice.update();
  sources.refresh();
  focus.keep(table.targets);
}

receivePictures(refresh);
receiveChat(main);
refresh();
connect(main);
runClocks(main);
if (location.hash === "#guide") document.getElementById("guide")?.setAttribute("open", "");
