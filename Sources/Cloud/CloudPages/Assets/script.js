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

  // A picture that doesn't come leaves the letter below it.
  const drop = (picture) => { if (picture.matches?.(".card-picture > img")) picture.remove(); };
  document.addEventListener("error", (event) => drop(event.target), true);
  for (const picture of document.images) if (picture.complete && !picture.naturalWidth) drop(picture);

  // A check without loading the page again.
  const status = document.getElementById("status");
  const report = () => document.getElementById("report");
  // What is told is shown as well, unless the page shows it anyway.
  const tell = (words, isShown) => {
    status.classList.toggle("hidden", !isShown);
    status.textContent = words;
  };
  // Says of a field what is wrong with it, until it is changed.
  const point = (field, problem) => {
    if (!field?.setCustomValidity) return;
    field.setCustomValidity(problem.textContent);
    field.addEventListener("input", () => field.setCustomValidity(""), { once: true });
    field.reportValidity();
  };
  let running = null;
  let shown = location.search;
  const check = async (form, quietly) => {
    running?.abort();
    const control = (running = new AbortController());
    const fields = new URLSearchParams(new FormData(form));
    const isGet = form.method === "get";
    const target = new URL(form.action);
    if (isGet) target.search = fields;
    form.setAttribute("aria-busy", "true");
    if (!quietly) tell("Checking …", true);
    try {
      const answer = await fetch(target, {
        method: form.method, body: isGet ? null : fields, signal: control.signal,
        headers: { Accept: "text/html" },
      });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const found = page.getElementById("report");
      const problem = page.querySelector("main form .problem");
      if (!found || problem) {
        // What stands on the page stays, and what was typed with it.
        const words = problem ?? page.querySelector("main .lead") ?? page.querySelector("main h1");
        tell(words?.textContent ?? "That went wrong. Try again.", true);
        const mend = problem && !quietly && !answer.headers.has("Retry-After");
        if (mend) point(form.elements[problem.parentElement.querySelector("[name]")?.name], problem);
        return;
      }
      report().replaceWith(document.adoptNode(found));
      document.title = page.title;
      tell(page.getElementById("status")?.textContent ?? "", false);
      if (isGet) history.pushState(null, "", target);
      shown = location.search;
      enhance();
      if (!quietly) report().querySelector(".verdict")?.focus({ preventScroll: true });
    } catch (error) {
      if (error.name === "AbortError") return;
      // Nobody who is typing is led away.
      if (quietly) tell("That could not be checked.", true);
      else form.submit();
    } finally {
      form.removeAttribute("aria-busy");
    }
  };
  // Going back shows what was checked then; a link within the page is no going back.
  addEventListener("popstate", () => { if (location.search !== shown) location.reload(); });

  // The report for programs, into the clipboard.
  const copy = async (form) => {
    // Only pages that came over https may write into it.
    if (!navigator.clipboard?.write) return form.submit();
    const button = form.querySelector("button");
    const fetched = fetch(form.action, { method: "post", body: new URLSearchParams(new FormData(form)) })
      .then((answer) => { if (!answer.ok) throw new Error(); return answer.text(); });
    try {
      const type = "text/plain";
      await navigator.clipboard.write([
        new ClipboardItem({ [type]: fetched.then((text) => new Blob([text], { type })) }),
      ]);
      button.textContent = "Copied";
      tell("The report was copied as JSON.", false);
    } catch {
      form.submit();
    }
  };

  document.addEventListener("submit", (event) => {
    const kind = event.target.dataset.enhance;
    if (kind !== "check" && kind !== "copy") return;
    event.preventDefault();
    (kind === "check" ? check : copy)(event.target);
  });

  // HTML that was checked once is checked again as it is changed.
  let waiting = 0;
  document.addEventListener("input", (event) => {
    if (event.target.name !== "html" || !report()?.querySelector(".verdict")) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => check(event.target.form, true), 900);
  });

  // A link into the tree opens what it leads to.
  const reveal = () => {
    let id = "";
    try { id = decodeURIComponent(location.hash.slice(1)); } catch { /* nothing is called so */ }
    let place = id ? document.getElementById(id) : null;
    for (; place; place = place.parentElement) if (place.tagName === "DETAILS") place.open = true;
  };
  addEventListener("hashchange", reveal);

  // What is only of use with a script.
  const enhance = () => {
    for (const form of document.querySelectorAll('[data-enhance="copy"] button')) {
      form.textContent = "Copy as JSON";
    }
    for (const tree of document.querySelectorAll('[data-enhance="all"]')) {
      if (tree.querySelectorAll("details").length < 2) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "small open-all";
      const items = tree.querySelectorAll("details");
      const isOpen = () => [...items].every((item) => item.open);
      const name = () => { button.textContent = isOpen() ? "Close all" : "Open all"; };
      button.addEventListener("click", () => {
        const open = !isOpen();
        for (const item of items) item.open = open;
        name();
      });
      name();
      tree.before(button);
    }
    reveal();
  };
  enhance();
})();
