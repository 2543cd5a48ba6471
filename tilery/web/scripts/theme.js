// Follow the system's dark or light theme, unless one was chosen, and tell the server how much room there is, so that it
// draws pictures for it. Runs before anything is drawn.
{
  const root = document.documentElement;
  if (root.dataset.theme === "auto") {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const follow = () => root.classList.toggle("dark", dark.matches);
    dark.addEventListener("change", follow);
    follow();
  }
  const room = innerWidth < 700 ? "phone" : innerWidth < 1180 ? "tablet" : "desk"; // as in table.css
  document.cookie = `room=${room}; path=/; max-age=31536000; samesite=lax`;
}
