// Dark or light, before anything is drawn: as chosen, or as the system has it.
const root = document.documentElement;
if (root.dataset.theme === "auto") {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => root.classList.toggle("dark", dark.matches);
  dark.addEventListener("change", follow);
  follow();
}
