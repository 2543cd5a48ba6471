// The line at home that offers to tell people when it is their turn, also while no page is open, and to install the app.

import { all } from "./shared/dom.js";
import { at } from "./shared/root.js";

const HIDDEN_KEY = "notices-hidden-until";
const HIDDEN_DAYS = 60;

const line = /** @type {HTMLElement | null} */ (document.querySelector("#notices"));
if (line && "serviceWorker" in navigator) start(line);

/** @param {HTMLElement} line */
async function start(line) {
  const registration = await navigator.serviceWorker.register(at("/service-worker.js"));
  const old = "pushManager" in registration ? await registration.pushManager.getSubscription() : null;
  const query = old ? `?endpoint=${encodeURIComponent(old.endpoint)}` : "";
  const state = await (await fetch(at(`/notices${query}`))).json();
  if (!state.key || !("pushManager" in registration)) return;
  const show = (/** @type {boolean} */ subscribed) => {
    const hidden = Number(localStorage.getItem(HIDDEN_KEY) ?? 0) > Date.now();
    line.hidden = hidden && !subscribed;
    for (const part of all(line, "[data-when]")) part.hidden = (part.dataset.when === "on") !== subscribed;
  };
  show(state.subscribed);
  /** @type {HTMLButtonElement} */ (line.querySelector("[data-do=tell]")).onclick = () =>
    attempt(line, async () => {
      if ((await Notification.requestPermission()) !== "granted") throw new Error(line.dataset.denied);
      await subscribe(registration, state.key, line);
      show(true);
    });
  /** @type {HTMLInputElement} */ (line.querySelector("[name=quiet]")).onchange = () =>
    attempt(line, () => subscribe(registration, state.key, line));
  /** @type {HTMLButtonElement} */ (line.querySelector("[data-do=stop]")).onclick = () =>
    attempt(line, async () => {
      const known = await registration.pushManager.getSubscription();
      if (known) {
        await send(at("/notices/stop"), { endpoint: known.endpoint });
        await known.unsubscribe();
      }
      show(false);
    });
  /** @type {HTMLButtonElement} */ (line.querySelector("[data-do=hide]")).onclick = () => {
    localStorage.setItem(HIDDEN_KEY, String(Date.now() + HIDDEN_DAYS * 86_400_000));
    show(false);
  };
  offerInstall(/** @type {HTMLButtonElement} */ (line.querySelector("[data-do=install]")));
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
  const quiet = /** @type {HTMLInputElement} */ (line.querySelector("[name=quiet]")).checked;
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
