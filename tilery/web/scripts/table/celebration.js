// The end of a game, when it comes while one looks on: marks of the winners fall over the table. None where less motion is
// wanted or everything is to be shown at once.

import { all, need } from "../shared/dom.js";
import { speed } from "../shared/preferences.js";

const MARKS = 28;
const LONGEST = 2600; // milliseconds

/** @type {boolean | null} Whether the game was over; null before the first picture. */
let wasOver = null;

/** After a new picture: whether the game has just ended. */
export function celebrate() {
  const room = need("room");
  const isOver = room.classList.contains("over");
  const hasEnded = isOver && wasOver === false;
  wasOver = isOver;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches || speed() === "instant";
  if (hasEnded && !isStill) letMarksFall((room.dataset.winners ?? "").split(" "));
  return hasEnded;
}

/** @param {string[]} winners  Their seats. */
function letMarksFall(winners) {
  const marks = winners.flatMap((seat) => all(document, `#player-${seat} > svg`).slice(0, 1));
  if (!marks.length) return;
  const place = document.createElement("div");
  place.className = "celebration";
  place.setAttribute("aria-hidden", "true");
  document.body.append(place);
  for (let index = 0; index < MARKS; index += 1) {
    const mark = /** @type {SVGElement} */ (marks[index % marks.length].cloneNode(true));
    mark.removeAttribute("id");
    mark.style.left = `${(index + Math.random()) * (100 / MARKS)}%`;
    place.append(mark);
    const turn = (Math.random() - 0.5) * 540;
    mark.animate(
      [
        { transform: "translateY(-40px)", opacity: 1 },
        { transform: `translate(${turn / 9}px, 105vh) rotate(${turn}deg)`, opacity: 0.6 },
      ],
      { duration: LONGEST * (0.6 + Math.random() * 0.3), delay: Math.random() * 300, easing: "ease-in", fill: "both" },
    );
  }
  setTimeout(() => place.remove(), LONGEST + 300);
}
