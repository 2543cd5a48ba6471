// Follow the system's dark or light theme, unless one was chosen, write what else this person prefers on the root element,
// and tell the server how much room there is, so that it draws pictures for it. Runs before anything is drawn.
{
  const root = document.documentElement;
  if (root.dataset.theme === "auto") {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const follow = () => root.classList.toggle("dark", dark.matches);
    dark.addEventListener("change", follow);
    follow();
  }
  try {
    for (const name of ["speed", "volume", "sound", "contrast", "patterns"]) {
      const chosen = localStorage.getItem(name);
      if (chosen) root.dataset[name] = chosen;
    }
  } catch {
    // This browser keeps nothing.
  }
  const tell = () => {
    const room = innerWidth < 700 ? "phone" : innerWidth < 1180 ? "tablet" : "desk"; // as in table.css
    if (root.dataset.room === room) return;
    root.dataset.room = room;
    document.cookie = `room=${room}; path=${root.dataset.root ?? ""}/; max-age=31536000; samesite=lax`;
    root.dispatchEvent(new Event("room"));
  };
  addEventListener("resize", tell);
  tell();
  // What the host announces can be put away until it says something else.
  const bar = () => document.getElementById("announcement");
  addEventListener("DOMContentLoaded", () => {
    const shown = bar();
    if (shown && sessionStorage.getItem("announcement") === shown.textContent?.trim()) shown.hidden = true;
  });
  addEventListener("click", (event) => {
    const shown = bar();
    if (!shown || !(event.target instanceof Element) || !event.target.closest("#announcement button")) return;
    shown.hidden = true;
    sessionStorage.setItem("announcement", shown.textContent?.trim() ?? "");
  });
}
