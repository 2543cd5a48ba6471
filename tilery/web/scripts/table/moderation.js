// What can be done about a message: hide its author's messages here, report it, and for owners mute or remove the author.

import { all, around, need } from "../shared/dom.js";

const key = `hidden ${location.pathname}`;

/** @returns {string[]} Seats whose messages are hidden in this browser. */
function hidden() {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {string[]} seats */
function hide(seats) {
  try {
    if (seats.length) localStorage.setItem(key, JSON.stringify(seats));
    else localStorage.removeItem(key);
  } catch {
    // they are hidden until the page is left
  }
  document.documentElement.dataset.hide = seats.join(" ");
}

export function moderate() {
  const menu = need("message-menu");
  document.documentElement.dataset.hide = hidden().join(" ");
  document.addEventListener("click", (event) => {
    const more = around(event, ".message-more");
    if (more) {
      const { message = "", player = "" } = more.dataset;
      for (const field of all(menu, "[name=message]")) /** @type {HTMLInputElement} */ (field).value = message;
      for (const field of all(menu, "[name=player]")) /** @type {HTMLInputElement} */ (field).value = player;
      need("message-text").textContent = (more.parentElement?.textContent ?? "").replace("⋯", "").trim();
      menu.dataset.player = player;
      menu.showPopover();
    }
    if (around(event, "#hide-player")) {
      hide([...new Set([...hidden(), menu.dataset.player ?? ""])]);
      menu.hidePopover();
    }
    if (around(event, "#unhide")) hide([]);
  });
  menu.addEventListener("submit", () => menu.hidePopover());
}
