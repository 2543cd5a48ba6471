// How many tables wait for this person: on the app's icon, and whatever messages are out of date go.

import { at } from "./root.js";

/** @param {number} count */
export function markIcon(count) {
  if (count) navigator.setAppBadge?.(count).catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
}

/** @returns {Promise<number | null>} Null if the server cannot be reached. */
export async function countDue() {
  const answer = await fetch(at("/due"), { headers: { "x-tilery": "script" } }).catch(() => null);
  return answer?.ok ? (await answer.json()).due : null;
}

/**
 * @param {string} table
 * @returns {Promise<{ address: string, title: string, game: string } | null>} Where to go on from this table.
 */
export async function findNext(table) {
  const answer = await fetch(at(`/due?from=${encodeURIComponent(table)}`), {
    headers: { "x-tilery": "script" },
  }).catch(() => null);
  return answer?.ok ? (await answer.json()).next : null;
}

/** After a move: count anew, and take away the message that has called for it. */
export async function settleTurn() {
  const count = await countDue();
  if (count !== null) markIcon(count);
  const registration = await navigator.serviceWorker?.getRegistration(at("/"));
  for (const message of (await registration?.getNotifications({ tag: location.pathname })) ?? []) message.close();
}
