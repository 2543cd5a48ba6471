// Messages come apart from the picture of the table, whenever there is a new one. While nobody looks at them they are
// counted, and each is heard.

import { all, around } from "../shared/dom.js";
import { morph } from "../shared/morph.js";
import { phrases } from "./server.js";

const MESSAGE = "li[id^=chat-]";

export class Chat {
  #main;
  #ring;
  /** @type {number | null} The newest message when the page was opened or the chat was last looked at. */
  #read = null;
  #newest = 0;

  /**
   * @param {HTMLElement} main
   * @param {() => void} ring
   */
  constructor(main, ring) {
    this.#main = main;
    this.#ring = ring;
    main.addEventListener("chat", (event) => {
      const { data } = /** @type {CustomEvent<{ data: string }>} */ (event).detail;
      this.#receive(document.createRange().createContextualFragment(data));
    });
    main.addEventListener("announcement", (event) => {
      announce(/** @type {CustomEvent<{ data: string }>} */ (event).detail.data);
    });
    main.addEventListener("toggle", () => this.update(), true);
    main.addEventListener("click", (event) => {
      const opener = around(event, ".to-story");
      if (!opener) return;
      const hasNews = opener.querySelector(".unread")?.textContent;
      if (hasNews) document.getElementById("chat")?.setAttribute("open", "");
      requestAnimationFrame(() => this.update()); // the drawer is open then
    });
    document.addEventListener("visibilitychange", () => this.update());
  }

  get #isRead() {
    const chat = document.getElementById("chat");
    return chat?.hasAttribute("open") && chat.getClientRects().length > 0 && !document.hidden;
  }

  /** @param {DocumentFragment} fragment */
  #receive(fragment) {
    const messages = document.getElementById("messages");
    if (!messages) return;
    morph(messages, fragment);
    const numbers = all(messages, MESSAGE).map(numberOf);
    const last = Math.max(0, ...numbers);
    const isNews = this.#read !== null && last > this.#newest;
    const isOwn = all(messages, MESSAGE).at(-1)?.classList.contains("own");
    this.#newest = last;
    this.#read ??= last; // what was said before one came is not new
    if (isNews && !isOwn) this.#ring();
    if (isNews && isOwn) this.#read = last;
    messages.scrollTop = messages.scrollHeight;
    this.update();
  }

  /** Count what is new, and write times in the reader's way. */
  update() {
    if (this.#isRead) this.#read = this.#newest;
    for (const time of all(this.#main, "#messages time")) time.textContent ||= spell(Number(time.dataset.at));
    const read = this.#read ?? this.#newest;
    const count = all(this.#main, `#messages ${MESSAGE}`).filter((message) => numberOf(message) > read).length;
    const { unreadOne = "", unreadMany = "" } = phrases();
    const text = count === 0 ? "" : count === 1 ? unreadOne : unreadMany.replace("#", String(count));
    for (const place of all(document, ".unread")) place.textContent = text;
    // On phones the chat is behind the menu, which has room for a mark only.
    const menu = document.querySelector("#menu > summary");
    menu?.toggleAttribute("data-unread", count > 0);
    menu?.setAttribute("aria-description", text);
  }
}

/**
 * Show what the host announces.
 * @param {string} text
 */
function announce(text) {
  const place = document.getElementById("announcement");
  if (!place || place.firstElementChild?.textContent === text) return;
  place.firstElementChild?.replaceChildren(text);
  place.hidden = !text;
}

/** @param {HTMLElement} message */
const numberOf = (message) => Number(message.id.slice("chat-".length));

/** @param {number} seconds */
function spell(seconds) {
  const at = new Date(seconds * 1000);
  const isToday = at.toDateString() === new Date().toDateString();
  /** @type {Intl.DateTimeFormatOptions} */
  const day = isToday ? {} : { day: "numeric", month: "short" };
  return at.toLocaleString(document.documentElement.lang, { ...day, hour: "2-digit", minute: "2-digit" });
}
