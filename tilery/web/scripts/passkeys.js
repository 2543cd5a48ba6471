// Passkeys: the browser makes one, or shows those that it has; the server checks what comes of it.

import { all } from "./shared/dom.js";
import { at } from "./shared/root.js";

const section = /** @type {HTMLElement | null} */ (document.querySelector("#passkeys"));
const isName = !/^[\d.]+$|^\[/.test(location.hostname); // passkeys belong to names, not to numbers
if (section && isName && isSecureContext && "PublicKeyCredential" in window) offer(section);

/** @param {HTMLElement} section */
function offer(section) {
  section.hidden = false;
  const failed = /** @type {HTMLElement} */ (section.querySelector(".error"));
  for (const button of all(section, "[data-passkey]")) {
    button.onclick = async () => {
      failed.textContent = "";
      try {
        await (button.dataset.passkey === "make" ? make() : use());
      } catch (error) {
        if (error instanceof DOMException && error.name === "NotAllowedError") return; // they would rather not
        failed.textContent = (error instanceof Refusal && error.message) || (section.dataset.failed ?? "");
      }
    };
  }
}

class Refusal extends Error {}

async function make() {
  const options = await send(at("/me/passkeys/options"), {});
  const handle = options.user.id;
  const made = /** @type {PublicKeyCredential} */ (
    await navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: bytes(options.challenge),
        user: { ...options.user, id: bytes(handle) },
        excludeCredentials: options.excludeCredentials.map((/** @type {any} */ one) => ({ ...one, id: bytes(one.id) })),
      },
    })
  );
  const { clientDataJSON, attestationObject } = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  const response = { clientDataJSON: text(clientDataJSON), attestationObject: text(attestationObject) };
  await send(at("/me/passkeys"), { handle, passkey: JSON.stringify({ ...known(made), response }) });
  location.reload();
}

async function use() {
  const options = await send(at("/me/passkeys/challenge"), {});
  const used = /** @type {PublicKeyCredential} */ (
    await navigator.credentials.get({ publicKey: { ...options, challenge: bytes(options.challenge) } })
  );
  const answer = /** @type {AuthenticatorAssertionResponse} */ (used.response);
  const response = {
    clientDataJSON: text(answer.clientDataJSON),
    authenticatorData: text(answer.authenticatorData),
    signature: text(answer.signature),
    userHandle: answer.userHandle ? text(answer.userHandle) : null,
  };
  location.assign((await send(at("/me/passkeys/use"), { passkey: JSON.stringify({ ...known(used), response }) })).link);
}

/** @param {PublicKeyCredential} passkey */
const known = (passkey) => ({ id: passkey.id, rawId: text(passkey.rawId), type: passkey.type });

/**
 * @param {string} address
 * @param {Record<string, string>} fields
 * @returns {Promise<any>}
 */
async function send(address, fields) {
  const body = new URLSearchParams(fields);
  const answer = await fetch(address, { method: "POST", headers: { "x-tilery": "script" }, body });
  const found = await answer.json();
  if (!answer.ok) throw new Refusal(found.error);
  return found;
}

/** @param {string} written  As base64url. */
function bytes(written) {
  const plain = atob(written.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** @param {ArrayBuffer} buffer */
function text(buffer) {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
