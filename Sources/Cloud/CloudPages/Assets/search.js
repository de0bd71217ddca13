// Suggestions and keys of the search. Everything works without them.
(() => {
  "use strict";
  const form = document.querySelector('[data-enhance="search"]');
  const field = form?.elements.q;
  if (!field) return;

  // Suggestions lie over what is below the field, so that nothing moves.
  const list = document.createElement("ul");
  list.className = "suggestions";
  list.id = "suggestions";
  list.hidden = true;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Suggestions");
  field.parentElement.append(list);
  field.setAttribute("role", "combobox");
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-controls", list.id);
  field.setAttribute("aria-expanded", "false");

  let typed = field.value;
  let chosen = -1;
  const isOpen = () => !list.hidden;
  const show = (isShown) => {
    list.hidden = !isShown;
    field.setAttribute("aria-expanded", String(isShown));
    if (!isShown) choose(-1);
  };
  const choose = (place) => {
    list.children[chosen]?.setAttribute("aria-selected", "false");
    chosen = place;
    const item = list.children[chosen];
    if (!item) return field.removeAttribute("aria-activedescendant");
    item.setAttribute("aria-selected", "true");
    field.setAttribute("aria-activedescendant", item.id);
  };
  const fill = (titles, sites) => {
    list.replaceChildren(...titles.map((title, place) => {
      const item = document.createElement("li");
      item.id = `suggestion-${place}`;
      item.setAttribute("role", "option");
      item.setAttribute("aria-selected", "false");
      const [name, site] = [document.createElement("span"), document.createElement("span")];
      [name.textContent, name.dir] = [title, "auto"];
      site.textContent = sites[place] ?? "";
      item.append(name, site);
      return item;
    }));
    chosen = -1;
    field.removeAttribute("aria-activedescendant");
    show(titles.length > 0 && document.activeElement === field);
  };
  const search = (words) => {
    field.value = words;
    show(false);
    form.requestSubmit();
  };

  let waiting = 0;
  let running = null;
  const suggest = async () => {
    running?.abort();
    const control = (running = new AbortController());
    const words = field.value.trim();
    typed = field.value;
    if (!words) return fill([], []);
    try {
      const answer = await fetch(`/v1/suggest?${new URLSearchParams({ q: words })}`, {
        signal: control.signal,
      });
      if (!answer.ok) return;
      const [, titles, sites] = await answer.json();
      // What was typed meanwhile is asked for by itself.
      if (control === running) fill(titles, sites);
    } catch { /* There are none, then. */ }
  };
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(suggest, 100);
  });
  field.addEventListener("blur", () => show(false));
  form.addEventListener("submit", () => {
    clearTimeout(waiting);
    running?.abort();
    show(false);
  });
  // The field keeps the focus.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const item = event.target.closest("li");
    if (item) search(item.firstChild.textContent);
  });

  // Keys: "/" leads to the field, arrows through suggestions and results, Escape back.
  const results = () => [...document.querySelectorAll(".results .card-title a")];
  const move = (step) => {
    const all = results();
    const place = all.indexOf(document.activeElement) + step;
    if (place < 0) return field.focus();
    all[Math.min(place, all.length - 1)]?.focus();
  };
  const inField = (event) => {
    if (event.key === "Escape" && isOpen()) {
      field.value = typed;
      show(false);
      return true;
    }
    if (event.key === "Enter" && isOpen() && chosen >= 0) {
      search(list.children[chosen].firstChild.textContent);
      return true;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return false;
    if (isOpen()) {
      const count = list.children.length + 1;
      choose(((chosen + 1 + step + count) % count) - 1);
      return true;
    }
    if (step > 0 && results().length > 0) {
      move(1);
      return true;
    }
    return false;
  };
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    const place = document.activeElement;
    let isTaken = false;
    if (place === field) {
      isTaken = inField(event);
    } else if (event.key === "/" && !place?.closest("input, textarea, select")) {
      field.focus();
      field.select();
      isTaken = true;
    } else if (results().includes(place)) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) move(step);
      if (event.key === "Escape") field.focus();
      isTaken = Boolean(step) || event.key === "Escape";
    }
    if (isTaken) event.preventDefault();
  });
})();
