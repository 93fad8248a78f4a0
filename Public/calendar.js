// The month or the weeks as a grid (WAI-ARIA Authoring Practices, "Grid"): the arrows lead from day to day, and an item is dragged to
// another day (drag.js). Without it each day and each item is a link.

import * as days from "./days.js";
import { all, byID, csrf, find, hasModifier, on, request } from "./dom.js";
import { isDragging, letDrag } from "./drag.js";
import { change, patient } from "./live.js";

const day = "td[data-day]";

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

on("focusin", day, (event, cell) => { if (cell.dataset.day !== active) activate(cell); });

/** The page with a day that is not on this one; the day has the focus there. */
function visit(text) {
  const query = new URLSearchParams(location.search);
  const isWeeks = byID("calendar").hasAttribute("data-weeks");
  for (const name of ["from", "month", "weeks", "day"]) query.delete(name);
  if (isWeeks) query.set("weeks", text); else query.set("month", text.slice(0, 7));
  location.assign(`/calendar?${query}#day-${text}`);
}

function goTo(text) {
  const cell = find(`td[data-day="${text}"]`);
  if (cell) find(".cal-day", cell).focus(); else visit(text);
}

on("keydown", day, (event, cell) => {
  if (hasModifier(event) || event.isComposing) return;
  const goal = days.target(event.key, cell.dataset.day);
  if (goal) {
    event.preventDefault();
    goTo(goal);
  } else if (event.key === "PageUp" || event.key === "PageDown") {
    event.preventDefault();
    visit(days.laterMonth(cell.dataset.day, event.key === "PageUp" ? -1 : 1));
  } else if (event.key === "n" && !document.documentElement.hasAttribute("data-no-shortcuts")) {
    event.preventDefault();
    location.assign(`/items/new?due_date=${cell.dataset.day}`);
  }
});

// ---- A click: on a wide screen an empty place of a day is for a new item, on a narrow one the day is listed below ----

on("click", day, (event, cell) => {
  if (event.target.closest("a") && !event.target.closest(".cal-day")) return;
  const below = find(".cal-picked");
  if (below && getComputedStyle(below).display !== "none") {
    event.preventDefault();
    const query = new URLSearchParams(location.search);
    query.set("day", cell.dataset.day);
    history.replaceState(history.state, "", `/calendar?${query}`);
    active = cell.dataset.day;
    request("GET", `/calendar?${query}`, { source: byID("calendar"), target: "#calendar", swap: "outerHTML show:none" });
  } else if (!event.target.closest("a")) {
    location.assign(`/items/new?due_date=${cell.dataset.day}`);
  }
});

// ---- Dragging ----

// What others change waits until the item is let go.
const refresh = patient("calendar", isDragging);

letDrag({
  what: ".cal-month .cal-line[data-item]", place: day, copy: "cal-ghost",
  drop(line, over) {
    const { item: id, version } = line.dataset;
    active = over.dataset.day;
    change(`/items/${id}/date`, "calendar", () => ({
      due_date: over.dataset.day, version: find(`[data-item="${id}"]`)?.dataset.version ?? version,
      back: location.pathname + location.search, csrf: csrf(),
    }));
  },
  end: refresh,
});

document.addEventListener("htmx:load", (event) => { if (event.target.id === "calendar") prepare(); });
prepare();
const named = location.hash.startsWith("#day-") && document.getElementById(location.hash.slice(1));
if (named) named.focus();
