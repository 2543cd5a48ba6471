// What a table's page asks of the server, and the phrases that it shows meanwhile.

import { need } from "../shared/dom.js";

export const FROM_SCRIPT = { "x-tilery": "script" };
const FIRST_PAUSE = 300; // milliseconds until a move is sent again
const LONGEST_PAUSE = 3000;
const PATIENCE = 4000; // milliseconds until a move that was not answered is sent again

/** @typedef {import("./preview.js").Effect} Effect */

/** Sentences in the language of the page, and of which table and seat its picture is. */
export const phrases = () => ({ ...document.getElementById("phrases")?.dataset, ...need("place").dataset });

/**
 * @param {string} action
 * @param {Record<string, string>} [query]
 */
function address(action, query = {}) {
  const { table, seat, played } = phrases();
  const asked = new URLSearchParams({ ...(seat && { seat }), ...(played && { played }), ...query }).toString();
  return `${table}/${action}${asked && `?${asked}`}`;
}

/**
 * @param {string} where
 * @param {URLSearchParams} body
 * @param {number} [patience]  Milliseconds; without it there is no end of it.
 */
const post = (where, body, patience = 0) =>
  fetch(where, {
    method: "POST",
    body,
    headers: FROM_SCRIPT,
    ...(patience && { signal: AbortSignal.timeout(patience) }),
  });

/** An answer that says in a sentence why something was not done. */
export class Refusal extends Error {}

/**
 * @param {Response} response
 * @returns {Promise<any>}
 */
export async function answerOf(response) {
  const answer = await response.json();
  if (!response.ok) throw new Refusal(answer.error);
  return answer;
}

/**
 * What to tell about a request that has failed.
 *
 * @param {unknown} error
 */
export const explained = (error) => (error instanceof Refusal ? error.message : phrases().away);

/** An id for something that is to happen once; `randomUUID` is not there without HTTPS. */
const newId = () => crypto.randomUUID?.() ?? String(Math.random()).slice(2) + Date.now();

/** @type {WeakMap<HTMLFormElement, [string, string]>} Ids of forms that were sent and not answered, with what was in them. */
const unanswered = new WeakMap();

/**
 * Make a move. It is sent until it is answered, always with the same id, so that it is made once.
 *
 * @param {string} move
 * @param {(sentence: string | undefined) => void} tell  Hears why it takes longer.
 * @returns {Promise<number>} The number of its event.
 */
export async function play(move, tell) {
  const id = newId();
  const body = new URLSearchParams({ move, id });
  const where = address("move");
  if (!need("lost").hidden) tell(phrases().offline);
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    try {
      const response = await post(where, body, PATIENCE);
      if (response.status < 500) return (await answerOf(response)).number;
      tell((await response.json()).error);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      tell(phrases().offline);
    }
    await new Promise((done) => setTimeout(done, pause));
  }
}

/**
 * @param {string} move
 * @returns {Promise<Effect | null>}
 */
export async function askEffect(move) {
  try {
    return await answerOf(await fetch(address("preview", { move })));
  } catch {
    return null;
  }
}

/**
 * @param {number} player
 * @returns {Promise<string | null>} What is shown of a player, large, as HTML; null if there is no answer.
 */
export const askPlayer = (player) => askFragment("look", { player: String(player) });

/** @returns {Promise<string | null>} The tools of the page as they are now, as HTML; null if there is no answer. */
export const askTools = () => askFragment("tools");

/**
 * @param {string} action
 * @param {Record<string, string>} [query]
 * @returns {Promise<string | null>}
 */
async function askFragment(action, query) {
  try {
    const response = await fetch(address(action, query), { headers: FROM_SCRIPT });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

/**
 * @param {number} step
 * @returns {Promise<string>} One of the latest turns again, as HTML.
 */
export async function askHappened(step) {
  const response = await fetch(address("happened", { step: String(step) }), { headers: FROM_SCRIPT });
  return response.ok ? response.text() : answerOf(response);
}

/** @returns {Promise<{ move: string, why: string }>} The move that the coach would make, and a sentence that says why. */
export async function askHint() {
  return answerOf(await fetch(address("hint"), { headers: FROM_SCRIPT }));
}

/**
 * @param {string} kind
 * @returns {Promise<string>} A new link.
 */
export async function askLink(kind) {
  return (await answerOf(await post(address("link"), new URLSearchParams({ kind })))).link;
}

/** @returns {Promise<{ link: string, picture: string }>} A new invite link, and its picture for a camera. */
export const askInvitation = async () => answerOf(await post(address("qr"), new URLSearchParams()));

/**
 * Send a form whose answer is only the next picture.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
export async function sendForm(form, submitter) {
  const { seat } = phrases();
  const fields = [...new FormData(form, submitter)].map(([name, value]) => [name, String(value)]);
  const body = new URLSearchParams(fields);
  const [id, sent] = unanswered.get(form) ?? [];
  const again = id && sent === body.toString() ? id : newId();
  unanswered.set(form, [again, body.toString()]);
  body.set("id", again);
  await answerOf(await post(seat ? `${form.action}?seat=${seat}` : form.action, body));
  unanswered.delete(form);
}
