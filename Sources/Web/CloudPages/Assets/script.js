// Makes the pages more convenient. Everything works without it.
(() => {
  "use strict";
  const root = document.documentElement;

  // A colour scheme of one's own.
  const schemes = { auto: "As the system", light: "Light", dark: "Dark" };
  const stored = () => {
    try { return localStorage.getItem("theme"); } catch { return null; }
  };
  const applyScheme = (scheme) => {
    if (scheme === "light" || scheme === "dark") root.dataset.theme = scheme;
    else delete root.dataset.theme;
  };
  applyScheme(stored());
  const header = document.querySelector(".site-header");
  if (header) {
    const choice = document.createElement("select");
    choice.className = "small";
    choice.dataset.enhance = "theme";
    choice.setAttribute("aria-label", "Colours");
    for (const [value, name] of Object.entries(schemes)) choice.add(new Option(name, value));
    choice.value = stored() in schemes ? stored() : "auto";
    choice.addEventListener("change", () => {
      applyScheme(choice.value);
      try { localStorage.setItem("theme", choice.value); } catch { /* kept for this page only */ }
    });
    header.append(choice);
  }
})();
