// Follow the system's dark or light theme, unless one was chosen. Runs before anything is drawn.
{
  const root = document.documentElement;
  if (root.dataset.theme === "auto") {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const follow = () => root.classList.toggle("dark", dark.matches);
    dark.addEventListener("change", follow);
    follow();
  }
}
