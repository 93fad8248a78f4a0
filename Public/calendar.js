"use strict";
// The month as a grid (WAI-ARIA Authoring Practices, "Grid"): the arrows lead from day to day, and an item is dragged to
// another day with the mouse, or with a finger that rests on it first. Without it each day and each item is a link.

(() => {
  const day = "td[data-day]";
  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  // ---- One day is a stop of the Tab key, and so is what stands in it ----

  let active = null;

  function activate(cell) {
    for (const other of all(day)) {
      for (const link of all("a", other)) link.tabIndex = other === cell ? 0 : -1;
    }
    active = cell?.dataset.day ?? null;
  }

  function prepare() {
    const grid = find(".cal-month");
    if (!grid) return;
    grid.setAttribute("role", "grid");
    activate(find(`td[data-day="${active}"]`) ?? find("td.is-today") ?? find(`${day}:not(.is-outside)`));
  }

  document.addEventListener("focusin", (event) => {
    const cell = event.target.closest(day);
    if (cell && cell.dataset.day !== active) activate(cell);
  });

  /** The page with a day that is not on this one; the day has the focus there. */
  function visit(text) {
    const query = new URLSearchParams(location.search);
    query.delete("from");
    query.set("month", text.slice(0, 7));
    location.assign(`/calendar?${query}#day-${text}`);
  }

  function goTo(text) {
    const cell = find(`td[data-day="${text}"]`);
    if (cell) find(".cal-day", cell).focus(); else visit(text);
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return;
    if (event.key === "Escape") return cancel();
    const cell = event.target.closest(day);
    if (!cell) return;
    const goal = Days.target(event.key, cell.dataset.day);
    if (goal) {
      event.preventDefault();
      goTo(goal);
    } else if (event.key === "PageUp" || event.key === "PageDown") {
      event.preventDefault();
      find(event.key === "PageUp" ? "#cal-previous" : "#cal-next")?.click();
    } else if (event.key === "n" && !document.documentElement.hasAttribute("data-no-shortcuts")) {
      event.preventDefault();
      location.assign(`/items/new?due_date=${cell.dataset.day}`);
    }
  });

  // ---- Dragging ----

  const rest = 350;
  const slack = 6;
  /** What is pressed, and once it moves its copy under the pointer. */
  let drag = null;
  let hasDragged = false;

  function begin() {
    const box = drag.line.getBoundingClientRect();
    drag.ghost = drag.line.cloneNode(true);
    drag.ghost.classList.add("cal-ghost");
    drag.ghost.removeAttribute("href");
    drag.ghost.style.inlineSize = `${box.width}px`;
    document.body.append(drag.ghost);
    drag.line.classList.add("is-dragged");
    document.documentElement.classList.add("is-dragging");
  }

  function cancel() {
    if (!drag) return;
    clearTimeout(drag.timer);
    drag.ghost?.remove();
    drag.over?.classList.remove("is-target");
    drag.line.classList.remove("is-dragged");
    document.documentElement.classList.remove("is-dragging");
    drag = null;
  }

  function move(event) {
    drag.ghost.style.translate = `${event.clientX + 8}px ${event.clientY + 8}px`;
    const over = document.elementFromPoint(event.clientX, event.clientY)?.closest(day) ?? null;
    if (over === drag.over) return;
    drag.over?.classList.remove("is-target");
    over?.classList.add("is-target");
    drag.over = over;
  }

  document.addEventListener("pointerdown", (event) => {
    hasDragged = false;
    const line = event.target.closest?.(".cal-month .cal-line[data-item]");
    if (!line || drag || event.button !== 0) return;
    drag = { line, id: event.pointerId, x: event.clientX, y: event.clientY, over: null, ghost: null };
    // A finger that moves at once scrolls.
    if (event.pointerType !== "mouse") drag.timer = setTimeout(() => { begin(); move(event); }, rest);
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const isFar = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > slack;
    if (!drag.ghost && isFar && event.pointerType !== "mouse") return cancel();
    if (!drag.ghost && isFar) begin();
    if (drag.ghost) move(event);
  });

  document.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { line, over, ghost } = drag;
    cancel();
    if (!ghost) return;
    hasDragged = true;
    if (!over || over === line.closest(day)) return;
    const values = {
      due_date: over.dataset.day, version: line.dataset.version, back: location.pathname + location.search,
      csrf: find("[name=csrf]").value,
    };
    active = over.dataset.day;
    const calendar = find("#calendar");
    window.htmx.ajax("POST", `/items/${line.dataset.item}/date`, { source: calendar, target: calendar, swap: "outerHTML", values });
  });

  document.addEventListener("pointercancel", cancel);
  document.addEventListener("touchmove", (event) => { if (drag?.ghost) event.preventDefault(); }, { passive: false });
  document.addEventListener("contextmenu", (event) => { if (drag?.ghost) event.preventDefault(); });
  // The click that ends a drag opens nothing.
  document.addEventListener("click", (event) => {
    if (!hasDragged) return;
    hasDragged = false;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  // What others change waits until the item is let go.
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (drag && event.target.id === "calendar" && event.detail.requestConfig.verb === "get") event.preventDefault();
  });

  document.addEventListener("htmx:load", (event) => { if (event.target.id === "calendar") prepare(); });
  prepare();
  const named = location.hash.startsWith("#day-") && document.getElementById(location.hash.slice(1));
  if (named) named.focus();
})();
