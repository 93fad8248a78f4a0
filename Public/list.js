// The rows of items, on Today and in the list: a box ticks, a button deletes, a row is dragged, a section folds, and the list
// takes over what others did. Without it the list is one form, whose buttons say where they send it.

import { showNotice } from "./app.js";
import { all, byID, count, csrf, find, hasModifier, hasWords, idOf, ITEM, make, on, request, TICK } from "./dom.js";
import { uuidAt } from "./kept.js";

// An open row has a form in the place of these.
const row = `${ITEM}:has(${TICK})`;
const isDone = (item) => item.matches(`.is-done, :has(${TICK}:checked)`);

// ---- A row's box ticks, its buttons do what they say. htmx sends it and puts the answer where it belongs ----

// A browser that loads a page again keeps what was ticked in it.
for (const box of all(TICK)) box.checked = box.defaultChecked;

function send(event, item, path, values, swap = "none") {
  request("POST", path, { source: item, target: item, event, values, swap });
}

/** What a row's button does: the one beside its words deletes. */
const doneBy = (button) => button.matches("[formaction$='/delete']") ? "delete" : button.dataset.does;

/** What is done with a row: "tick", "move", or what the button does. */
function deedOf({ requestConfig: { triggeringEvent: event } }) {
  return { change: "tick", drop: "move", submit: event?.submitter && doneBy(event.submitter) }[event?.type];
}

/** The ids of the rows whose box was used since the page was loaded, and whether it was ticked. */
const ticked = new Map();

on("change", TICK, (event, box) => {
  const item = box.closest(ITEM);
  ticked.set(item.id, box.checked);
  send(event, item, `/items/${idOf(item)}/done`, { done: String(box.checked) });
});

// Enter ticks as the space bar does.
on("keydown", TICK, (event, box) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  box.click();
});

document.addEventListener("submit", (event) => {
  const button = event.submitter;
  const item = button?.closest(row);
  if (!item || button.closest(".checklist")) return;
  event.preventDefault();
  const values = button.name ? { [button.name]: button.value } : {};
  // After a snooze the whole list is asked for again.
  const swap = doneBy(button) === "delete" ? "outerHTML swap:200ms" : "none";
  send(event, item, button.getAttribute("formaction"), values, swap);
});

for (const name of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, (event) => {
    // A failure takes the tick back.
    const box = event.target.matches(row) && deedOf(event.detail) === "tick" && find(TICK, event.target);
    if (box) box.checked = !box.checked;
    // A row that could not be put elsewhere is where it was.
    if (event.target === dropped) dropped.parentElement.insertBefore(dropped, follower);
  });
}

// ---- A checklist unfolds below its row. Without a script its link leads to its page ----

on("click", ".item-lines", (event, link) => {
  if (hasModifier(event)) return;
  event.preventDefault();
  const item = link.closest(ITEM);
  const open = find(".item-checklist", item);
  if (open) return open.remove();
  const place = make("div", { className: "item-checklist" });
  item.append(place);
  window.htmx.ajax("GET", link.getAttribute("href"), { source: link, target: place, swap: "innerHTML show:none", select: ".checklist" })
    .then(() => {
      // One that the service worker kept has an id that may be a line's by now.
      const id = find(".checklist-add [name=id]", place);
      if (id) id.value = uuidAt(Date.now());
    }).catch(() => place.remove());
});

// The row says how many are done.
document.addEventListener("htmx:afterSettle", () => {
  for (const checklist of all(".item-checklist > .checklist")) {
    find(".item-lines", checklist.closest(ITEM)).textContent = checklist.dataset.lines;
  }
});

on("keydown", "[data-enter]", (event, field) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  field.form.requestSubmit();
});

// ---- Several at once: how many are selected, and a tag has a name ----

function countSelected() {
  const output = byID("bulk-count");
  const number = all("#several [name=item]:checked").length;
  if (output) output.textContent = number ? count(output.dataset.counts, number) : "";
}
on("change", "#several [name=item]", countSelected);
window.addEventListener("pageshow", countSelected);
document.addEventListener("htmx:load", countSelected);

// What is missing is asked for at once.
document.addEventListener("submit", (event) => {
  const field = { tag: byID("bulk-name"), date: byID("bulk-date") }[event.submitter?.closest(".bulk") && event.submitter.value];
  if (!field || hasWords(field.value)) return;
  event.preventDefault();
  field.focus();
  showNotice(find(`label[for=${field.id}]`).textContent);
});

// ---- Sections fold, and stay as they were left (R16); an unfolded one fetches its rows ----

// Not its "toggle": a browser sends that for each open section of a page that just came in, too.
on("click", "details[data-section] > summary", (event, summary) => {
  if (summary.closest("#several")) return;
  const section = summary.parentElement;
  const folded = section.open;
  const rows = find(".items", section);
  const wanted = !folded && !rows.firstElementChild;
  const values = { folded: String(folded), csrf: csrf() };
  for (const field of all("#search [type=hidden]")) if (["status", "sort"].includes(field.name)) values[field.name] = field.value;
  // A search opens every section; what is folded then is folded for this page alone.
  if (find("#q")?.value && !wanted) return;
  request("POST", `/sections/${section.dataset.section}/fold`, {
    source: summary, target: rows, swap: wanted ? "innerHTML" : "none", values,
  });
});

// ---- A row is put elsewhere in its section by dragging; while selecting, its buttons do the same ----

let dragged = null;
let dropped = null;
let follower = null;

// Not of a touch, which scrolls or swipes.
on("pointerdown", `#list[data-movable] ${row}`, (event, item) => { if (event.pointerType === "mouse") item.draggable = true; });
on("dragstart", `${ITEM}[draggable=true]`, (event, item) => {
  dragged = item;
  follower = dragged.nextElementSibling;
  event.dataTransfer.effectAllowed = "move";
  // The row, though it is its link that was taken.
  const box = dragged.getBoundingClientRect();
  event.dataTransfer.setDragImage(dragged, event.clientX - box.left, event.clientY - box.top);
  // Firefox drags nothing without something to carry.
  event.dataTransfer.setData("text/plain", find(".item-title", dragged).textContent);
  dragged.classList.add("is-dragged");
});
document.addEventListener("dragend", (event) => {
  if (!dragged) return;
  dragged.classList.remove("is-dragged");
  // Let go elsewhere, it is back where it was.
  if (event.dataTransfer.dropEffect === "none") dragged.parentElement.insertBefore(dragged, follower);
  dragged = null;
});
function rowUnder(event) {
  const over = event.target.closest?.(ITEM);
  if (!dragged || !over || over.parentElement !== dragged.parentElement) return null;
  if (over.matches(".is-open") || isDone(over) !== isDone(dragged)) return null;
  event.preventDefault();
  event.dataTransfer.dropEffect = "move";
  return over;
}
document.addEventListener("dragenter", rowUnder);
document.addEventListener("dragover", (event) => {
  const over = rowUnder(event);
  if (!over || over === dragged) return;
  const box = over.getBoundingClientRect();
  if (event.clientY < box.top + box.height / 2) over.before(dragged); else over.after(dragged);
});
document.addEventListener("drop", (event) => {
  if (!dragged) return;
  event.preventDefault();
  const beside = (step) => {
    let other = dragged[step];
    while (other && (!other.matches(ITEM) || isDone(other) !== isDone(dragged))) other = other[step];
    return other && idOf(other);
  };
  const [next, previous] = [beside("nextElementSibling"), beside("previousElementSibling")];
  if (!next && !previous) return;
  dropped = dragged;
  send(event, dropped, `/items/${idOf(dropped)}/move`, { csrf: csrf(), ...(next ? { before: next } : { after: previous }) });
});

// ---- The filter's panel has its chips once it is opened ----

document.addEventListener("toggle", ({ target: panel }) => {
  const choices = panel.matches(".filter-panel[open]") && find(".choices:empty", panel);
  if (choices) request("GET", `/items/filters${new URL(address(), location.href).search}`, { source: choices, target: choices, swap: "innerHTML" });
}, true);

// ---- A search is one step of the history, however often one pauses while typing it ----

let searched = null;
document.addEventListener("htmx:beforeHistoryUpdate", ({ detail }) => {
  const isTyped = detail.requestConfig?.elt?.id === "q" || detail.elt?.id === "q";
  const { history } = detail;
  if (!isTyped || history?.type !== "push") {
    searched = null;
    return;
  }
  if (searched === location.href) history.type = "replace";
  searched = new URL(history.path, location.href).href;
});

// ---- The notice of an addition leads to its row, if that is not in sight anyway ----

const added = "#notice a[href*='#item-']";
const rowOf = (link) => byID(link.hash.slice(1));

function showAddition() {
  const link = find(added);
  const box = link && rowOf(link)?.getBoundingClientRect();
  if (box?.height && box.top >= 0 && box.bottom <= innerHeight) link.remove();
}
document.addEventListener("htmx:afterSettle", showAddition);
showAddition();

on("click", added, (event, link) => {
  const item = rowOf(link);
  if (!item?.checkVisibility()) return;
  event.preventDefault();
  item.scrollIntoView({ block: "center" });
  find(TICK, item)?.focus({ preventScroll: true });
});

// ---- A section's number follows its rows, and a row that leaves hands the focus to its neighbour ----

document.addEventListener("htmx:afterRequest", (event) => {
  const item = event.target;
  const deed = deedOf(event.detail);
  if (!event.detail.successful || !item.matches(row) || !["tick", "delete"].includes(deed)) return;
  const part = item.closest(".today-part");
  const counter = find(".count", part ?? item.closest("[data-section]") ?? item);
  if (!counter) return;
  const status = part ? "open" : find("#list")?.dataset.status;
  const isShown = status === "all" || isDone(item) === (status === "done");
  const change = deed === "delete" ? -Number(isShown) : status === "all" ? 0 : isShown ? 1 : -1;
  counter.textContent = String(Math.max(0, Number(counter.textContent) + change));
});

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const item = detail.target;
  if (deedOf(detail) !== "delete" || !item.matches(row) || !item.contains(document.activeElement)) return;
  const neighbour = [item.nextElementSibling, item.previousElementSibling].find((other) => other?.matches(ITEM));
  (neighbour ? find(".item-actions button, .item > form:last-child button", neighbour) ?? find(TICK, neighbour) : find("h1")).focus();
});

// ---- The list takes over what others did, unless that would disturb what one is doing ----

// What <noscript> holds is an element until `prepare` has removed it.
const controls = ":is(a[href], button, input, summary):not(noscript *)";

function isDisturbing(list) {
  const focus = document.activeElement;
  // Rows that "Load more" brought would be gone; what is selected, too.
  if (find("#several, .is-open, .is-dragged", list) || list.dataset.grown || find(".filter-panel[open]", list)) return true;
  return list.contains(focus) && focus.matches("input:not([type=checkbox]), select, textarea");
}

/** Where the focus is in the list: the row or section, the place of the control in it, and what stands beside it. */
function focusIn() {
  const around = document.activeElement.closest(`#list :is(${ITEM}, details[data-section])`);
  return around && {
    name: `[id="${around.id}"]`, place: all(controls, around).indexOf(document.activeElement),
    beside: (around.nextElementSibling ?? around.previousElementSibling)?.id,
  };
}

/** Gives the focus back; of a row that has gone it goes to the neighbour. */
function refocus({ name, place, beside }) {
  if (place < 0 || document.activeElement !== document.body) return;
  const again = find(name) ?? (beside && byID(beside));
  (again ? all(controls, again)[place] : find("h1"))?.focus({ preventScroll: true });
}

/** What was ticked here, or opened again: it stays where it is until the page is loaded again (R15). */
const tickedRows = (list) => all(`.items:not(.done-items) > ${row}`, list)
  .filter((item) => ticked.get(item.id) === isDone(item))
  .map((item) => ({
    item, rows: item.parentElement.id, previous: item.previousElementSibling?.id, next: item.nextElementSibling?.id,
  }));

function putBack({ item, rows: id, previous, next }) {
  const rows = byID(id);
  if (!rows) return;
  const again = byID(item.id) ?? item;
  // In another section it is by somebody's will.
  if (again !== item && again.parentElement !== rows) return;
  const [above, below] = [previous, next].map((other) => other && find(`[id="${other}"]`, rows));
  if (above) above.after(again); else if (below) below.before(again); else rows.prepend(again);
}

/** The list's own address, also while an item is open. */
const address = () => history.state?.list ?? location.pathname + location.search;

document.body.addEventListener("foyer:items", () => {
  const list = find("#list[data-live]");
  if (!list) return;
  if (isDisturbing(list)) {
    find("[data-news]", list).hidden = false;
    return;
  }
  const focus = focusIn();
  const before = new Set(all(ITEM, list).map((item) => item.id));
  const rows = tickedRows(list);
  // The answer is dropped if a change or a search goes before it.
  let isTaken = false;
  /** @param {any} event */
  const take = ({ detail }) => { isTaken ||= detail.requestConfig?.elt === list; };
  document.addEventListener("htmx:afterSwap", take);
  request("GET", address(), { source: list, target: list, swap: "outerHTML show:none" }).then(() => {
    document.removeEventListener("htmx:afterSwap", take);
    if (!isTaken) return;
    rows.forEach(putBack);
    if (focus) refocus(focus);
    for (const item of all(`#list ${ITEM}`)) item.classList.toggle("new", !before.has(item.id));
  });
});

document.addEventListener("htmx:afterSwap", (event) => {
  const list = find("#list");
  if (list && event.detail.requestConfig.headers["HX-Target"]?.startsWith("more")) list.dataset.grown = "1";
});

// Today comes whole: what was unfolded there stays so.
let wasUnfolded = false;
document.addEventListener("htmx:beforeSwap", ({ detail }) => { if (detail.target.id === "today") wasUnfolded = Boolean(find("#next-days[open]")); });
document.addEventListener("htmx:load", (event) => { if (wasUnfolded && event.target.id === "today") find("#next-days")?.setAttribute("open", ""); });
