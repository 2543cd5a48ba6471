// What offers at home and at a table over days to tell people when it is their turn, also while no page is open, and at
// home to install the app.

import { all } from "./shared/dom.js";
import { at } from "./shared/root.js";

const HIDDEN_KEY = "notices-hidden-until";
const HIDDEN_DAYS = 60;

/** @type {HTMLElement | null} */
let offered = null;

/** Show the offer if there is one on the page, and it has not been shown. */
export function offerNotices() {
  const line = /** @type {HTMLElement | null} */ (document.querySelector("#notices"));
  if (!line || line === offered || !("serviceWorker" in navigator)) return;
  offered = line;
  start(line).catch(() => {});
}

/** @param {HTMLElement} line */
async function start(line) {
  const registration = await navigator.serviceWorker.register(at("/service-worker.js"));
  const old = "pushManager" in registration ? await registration.pushManager.getSubscription() : null;
  const query = old ? `?endpoint=${encodeURIComponent(old.endpoint)}` : "";
  const state = await (await fetch(at(`/notices${query}`))).json();
  if (!state.key || !("pushManager" in registration)) return;
  const show = (/** @type {boolean} */ subscribed) => {
    const mayHide = line.querySelector("[data-do=hide]") !== null;
    line.hidden = mayHide && !subscribed && Number(localStorage.getItem(HIDDEN_KEY) ?? 0) > Date.now();
    for (const part of all(line, "[data-when]")) part.hidden = (part.dataset.when === "on") !== subscribed;
  };
  show(state.subscribed);
  on(line, "[data-do=tell]", "click", () =>
    attempt(line, async () => {
      if ((await Notification.requestPermission()) !== "granted") throw new Error(line.dataset.denied);
      await subscribe(registration, state.key, line);
      show(true);
    }),
  );
  on(line, "[name=quiet]", "change", () => attempt(line, () => subscribe(registration, state.key, line)));
  on(line, "[data-do=stop]", "click", () =>
    attempt(line, async () => {
      const known = await registration.pushManager.getSubscription();
      if (known) {
        await send(at("/notices/stop"), { endpoint: known.endpoint });
        await known.unsubscribe();
      }
      show(false);
    }),
  );
  on(line, "[data-do=hide]", "click", () => {
    localStorage.setItem(HIDDEN_KEY, String(Date.now() + HIDDEN_DAYS * 86_400_000));
    show(false);
  });
  const install = /** @type {HTMLButtonElement | null} */ (line.querySelector("[data-do=install]"));
  if (install) offerInstall(install);
}

/**
 * @param {HTMLElement} line
 * @param {string} part
 * @param {string} kind
 * @param {() => void} act
 */
function on(line, part, kind, act) {
  line.querySelector(part)?.addEventListener(kind, act);
}

/**
 * @param {HTMLElement} line
 * @param {() => Promise<void>} work
 */
async function attempt(line, work) {
  const failed = /** @type {HTMLElement} */ (line.querySelector(".error"));
  try {
    failed.textContent = "";
    await work();
  } catch (error) {
    failed.textContent = (error instanceof Error && error.message) || (line.dataset.failed ?? "");
  }
}

/**
 * @param {ServiceWorkerRegistration} registration
 * @param {string} key
 * @param {HTMLElement} line
 */
async function subscribe(registration, key, line) {
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { keys } = subscription.toJSON();
  const choice = /** @type {HTMLInputElement | null} */ (line.querySelector("[name=quiet]"));
  const quiet = choice?.checked ?? true;
  await send(at("/notices"), {
    endpoint: subscription.endpoint,
    key: keys?.p256dh ?? "",
    auth: keys?.auth ?? "",
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    quiet_from: quiet ? "22" : "",
    quiet_to: quiet ? "8" : "",
  });
}

/**
 * @param {string} address
 * @param {Record<string, string>} fields
 */
async function send(address, fields) {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "x-tilery": "script" },
    body: new URLSearchParams(fields),
  });
  if (!answer.ok) throw new Error((await answer.json()).error);
}

/** @param {HTMLButtonElement} button */
function offerInstall(button) {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    button.hidden = false;
    button.onclick = () => /** @type {any} */ (event).prompt();
  });
}
