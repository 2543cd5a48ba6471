// The connection over which new pictures come. If nothing is heard for long, not even a heartbeat, it is made anew.

import { need } from "../shared/dom.js";
import { speed } from "../shared/preferences.js";
import { phrases } from "./server.js";

const SILENCE = 3800; // milliseconds; for people at the table the server's heart beats every 1.5 seconds
const SILENCE_OF_OTHERS = 40_000; // every 15 seconds
const CHECK = 400;
const RETRY = 1000;

/** @param {HTMLElement} main */
export function connect(main) {
  const lost = need("lost");
  let connection = /** @type {SseEvent["connection"]} */ (undefined);
  let heard = Date.now();
  let gone = false; // there is nothing to ask for any more

  const stream = main.dataset.stream ?? "";
  const each = `${stream}${stream.includes("?") ? "&" : "?"}each`; // every move has its picture, which can wait here
  const open = () =>
    htmx.ajax("GET", speed() === "instant" ? stream : each, { source: main, target: main, swap: "picture" });
  const showLost = () => (lost.hidden = false);
  const renew = () => {
    if (gone) return;
    showLost();
    heard = Date.now();
    connection?.reader?.cancel(); // htmx then asks again
  };

  main.addEventListener("gone", (event) => {
    gone = true;
    lost.textContent = /** @type {CustomEvent<{ data: string }>} */ (event).detail.data;
    showLost();
  });
  document.addEventListener("htmx:sse:before:connection", (event) => {
    if (gone) event.preventDefault();
  });

  for (const kind of /** @type {const} */ (["htmx:sse:after:connection", "htmx:sse:after:message"])) {
    document.addEventListener(kind, ({ detail }) => {
      connection = detail?.connection ?? connection;
      heard = Date.now();
      lost.hidden = !gone;
    });
  }
  for (const kind of ["htmx:sse:error", "htmx:sse:close"]) document.addEventListener(kind, showLost);
  for (const kind of ["htmx:error", "htmx:response:error"]) {
    document.addEventListener(kind, () => {
      showLost();
      if (!gone) setTimeout(open, RETRY);
    });
  }
  // A window of another size is sent other pictures.
  document.documentElement.addEventListener("room", () => connection?.reader?.cancel());
  addEventListener("offline", showLost);
  addEventListener("online", renew);
  setInterval(() => {
    if (Date.now() - heard > (phrases().seat ? SILENCE : SILENCE_OF_OTHERS)) renew();
  }, CHECK);
  open();
}
