// The home page, which may stay open for days: the number of tables that wait is kept up to date.

import { offerNotices } from "./notices.js";
import { countDue, markIcon } from "./shared/due.js";

const EVERY = 60_000; // milliseconds

const main = /** @type {HTMLElement} */ (document.querySelector("#main"));
const title = document.title.replace(/^\(\d+\) /, "");
let isOld = false;

async function update() {
  const due = await countDue();
  if (due === null) return;
  document.title = due ? `(${due}) ${title}` : title;
  markIcon(due);
  isOld = due !== Number(main.dataset.due);
  showNew();
}

/** Load the page again if it shows what is no longer so, but never under somebody's hands. */
function showNew() {
  const isInUse = document.querySelector(":popover-open, input:focus, select:focus");
  if (isOld && document.visibilityState === "visible" && !isInUse) location.reload();
}

offerNotices();
markIcon(Number(main.dataset.due));
setInterval(update, EVERY);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") update();
});
