// The rows of the list of items: one opens in its place, or beside the list where a screen has room for both, what is done unfolds
// below its section, and a swipe (dates.js) shows a row's tools. Without a script the links lead to pages, and the tools are always there.

import { all, byID, find, hasModifier, idOf, isChanged, ITEM, make, on, request, TICK } from "./dom.js";
import { put } from "./drafts.js";

const row = `#items ${ITEM}:has(${TICK})`;
/** The links of a row that open it: its title, and the pencil among its tools, which stand last. */
const EDIT = "a[href$='/edit']";
const TOOLS = `${ITEM} > :last-child`;
const opened = () => find(":is(#items, #pane) [data-opened]");
/** The place beside the list, where a screen has room for it. */
const pane = () => {
  const place = byID("pane");
  return place && getComputedStyle(place).display !== "none" ? place : null;
};
// There it has a name of its own, which is a row's for the server.
const IN_PANE = "item-pane";
const isInPane = (form) => form.id === IN_PANE;
const isPlain = (event) => event.button === 0 && !hasModifier(event);

// ---- A row opens. The address and the heading are then those of the item's page ----

/** The page while no row is open. */
let list = null;
/** The row that comes back when the form in its place closes; of a row, the form with words that were not saved. */
const closed = new WeakMap();
const drafts = new Map();
let isOpening = false;

// Beside the list, which may have come anew meanwhile, the row is still there.
const rowOf = (form) => isInPane(form) && byID(closed.get(form)?.id) || closed.get(form);

function putIn(place, form) {
  const rows = make("ul", { className: "items", role: "list" }, form);
  find("ul", place)?.remove();
  place.prepend(rows);
}

function mark(item) {
  for (const other of all("#items .is-current")) other.classList.remove("is-current");
  item?.classList.add("is-current");
}

async function open(item, isNew = true) {
  if (isOpening) return;
  isOpening = true;
  close(true);
  const path = find(EDIT, item).getAttribute("href");
  const draft = drafts.get(item.id);
  const beside = pane();
  let target = item;
  if (beside) {
    target = draft ?? make("li", { id: IN_PANE });
    putIn(beside, target);
  } else if (draft) {
    item.replaceWith(draft);
  }
  if (draft) draft.id = beside ? IN_PANE : item.id;
  try {
    // Not the row, whose tick may be under way: htmx keeps the promise of a request at once that has to wait (hx-sync).
    if (!draft) await request("GET", path, { source: find("h1"), target, swap: "outerHTML show:none" });
  } finally {
    isOpening = false;
  }
  const form = opened() && find("#item-form", opened());
  if (beside && form) {
    opened().id = IN_PANE;
    mark(item);
  } else if (beside) {
    find("ul", beside)?.remove();
  }
  // The message of what failed is shown; another form's page is the list again.
  if (!form) return show(true);
  closed.set(opened(), item);
  list ??= { url: location.pathname + location.search, title: document.title, heading: find("h1").textContent };
  if (isNew) history[history.state?.list ? "replaceState" : "pushState"]({ list: list.url, item: idOf(item) }, "", path);
  document.title = `${form.ariaLabel} · Foyer`;
  if (!beside) find("h1").textContent = form.ariaLabel;
  // Two fields of one name are told apart by nobody: the filter's come back with the list.
  list.filter ??= find("[data-filters] > form");
  list.filter?.remove();
  if (!beside) form.scrollIntoView({ block: "nearest" });
  const title = find("[name=title]", form);
  // A finger's keyboard would cover what was opened.
  if (press.isTouch) return form.focus({ preventScroll: true });
  title.focus({ preventScroll: true });
  title.setSelectionRange(title.value.length, title.value.length);
}

/** Puts the row back. Unless it was cancelled, the next time it opens with what was typed. */
function close(keeps) {
  const form = opened();
  const item = form && rowOf(form);
  if (!item) return null;
  if (find("#item-form", form)) put(find("#item-form", form), keeps);
  if (keeps && isChanged(form)) drafts.set(item.id, form); else drafts.delete(item.id);
  if (isInPane(form)) form.parentElement.remove(); else form.replaceWith(item);
  mark(null);
  return item;
}

/** The page is that of the list again. */
function show(isNew, isSaved = false) {
  if (!list) return;
  if (isNew) history[isSaved ? "pushState" : "replaceState"](null, "", list.url);
  document.title = list.title;
  if (find("h1")) find("h1").textContent = list.heading;
  if (list.filter && !find("[data-filters] > form")) find("[data-filters]")?.append(list.filter);
  list = null;
}

function leave(keeps) {
  const item = close(keeps);
  show(true);
  find(`${TOOLS} > ${EDIT}`, item ?? document)?.focus({ preventScroll: true });
  item?.scrollIntoView({ block: "nearest" });
}

document.addEventListener("click", (event) => {
  if (!isPlain(event) || event.defaultPrevented) return;
  const item = event.target.closest(row);
  // Without a network the item's page may be there, which the service worker keeps.
  if (item && event.target.closest(EDIT) && navigator.onLine) {
    event.preventDefault();
    open(item);
  } else if (event.target.closest("[data-opened] [data-cancel]")) {
    event.preventDefault();
    leave(false);
  }
});
document.addEventListener("keydown", (event) => {
  const form = event.key === "Escape" && !event.isComposing && opened();
  const isElsewhere = form && !isInPane(form) && !form.contains(event.target) && event.target !== document.body;
  if (!form || isElsewhere || find("dialog[open], :popover-open")) return;
  leave(true);
});
// Saved beside the list: the answer's row takes the place of the one there.
let saved = null;
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const form = opened();
  if (!form || !isInPane(form) || !form.contains(detail.elt) || detail.requestConfig.verb !== "post" || detail.xhr.status >= 300) return;
  const item = rowOf(form);
  if (detail.target === form && item?.isConnected) detail.target = item;
  saved = form;
});
document.addEventListener("htmx:load", () => {
  const form = opened();
  if (form && isInPane(form)) mark(rowOf(form));
});
// A search beside it is another list to come back to.
for (const name of ["htmx:pushedIntoHistory", "htmx:replacedInHistory"]) {
  document.addEventListener(name, ({ detail }) => { if (list && opened()) list.url = detail.path; });
}
// A window that becomes wider or narrower has the form in its other place.
async function fit() {
  const form = opened();
  if (!form || isOpening || isInPane(form) === Boolean(pane())) return;
  const item = close(true);
  if (!item) return;
  await open(item, false);
  fit();
}
window.addEventListener("resize", fit);
// Saved: the row, or the whole list, is in the place of the form. An event of the swap would end at what has left.
document.addEventListener("htmx:afterRequest", (event) => {
  saved?.parentElement?.remove();
  saved = null;
  if (!list || isOpening || opened()) return;
  const isSaved = event.detail.requestConfig.verb === "post";
  show(isSaved, isSaved);
});
window.addEventListener("popstate", ({ state }) => {
  const id = state?.item;
  const item = id && byID(`item-${id}`);
  if (item?.matches(row)) {
    list ??= { url: state.list, title: document.title, heading: find("h1").textContent };
    open(item, false);
  } else if (id && !item) {
    location.reload();
  } else if (!id) {
    close(true);
    show(false);
  }
});

// ---- What is done unfolds at the end of its section, and folds again ----

function foldable(root) {
  for (const link of all("[data-unfolds] a", root)) link.ariaExpanded ??= "false";
}
on("click", "[data-unfolds] a", async (event, link) => {
  if (!isPlain(event)) return;
  event.preventDefault();
  const fold = link.parentElement;
  let rows = fold.nextElementSibling;
  if (!rows) {
    const above = find("[id^='rows-']", link.closest("[data-section]"));
    rows = above.cloneNode(false);
    rows.id = above.id.replace("rows", "more-done");
    rows.classList.add("done-items");
    fold.after(rows);
    await request("GET", link.getAttribute("href"), { source: fold, target: rows, swap: "innerHTML" });
    // What failed can be tried again.
    if (!rows.firstElementChild) return rows.remove();
    // What was ticked above is among them.
    for (const item of [...rows.children]) all(`[id="${item.id}"]`, above).forEach((other) => other.remove());
  } else {
    rows.hidden = !rows.hidden;
  }
  link.ariaExpanded = String(!rows.hidden);
});
document.addEventListener("htmx:load", (event) => foldable(event.target));
foldable(document);

// ---- A swipe shows a row's tools; until then they are not there for a finger ----

let press = { isTouch: false, isShown: true };
document.addEventListener("pointerdown", (event) => {
  const tools = event.target.closest?.(TOOLS);
  press = { isTouch: event.pointerType === "touch", isShown: !tools || Number(getComputedStyle(tools).opacity) > 0.5 };
}, { capture: true, passive: true });
document.addEventListener("keydown", () => { press = { isTouch: false, isShown: true }; }, true);

/** The row that shows its tools. */
let swiped = null;
function swipe(item) {
  swiped?.classList.remove("is-swiped");
  swiped = item;
  swiped?.classList.add("is-swiped");
}
on("foyer:swipe", row, (event, item) => {
  // A swipe to the right hides them again.
  if (event.detail > 0 && item === swiped) event.preventDefault();
  swipe(event.detail < 0 ? item : null);
});
on("click", row, (event, item) => {
  if (!press.isTouch) return;
  const isTool = event.target.closest(TOOLS);
  if (isTool && !press.isShown) {
    event.preventDefault();
    event.stopPropagation();
    open(item);
  } else if (!isTool && item === swiped) {
    event.preventDefault();
    event.stopPropagation();
    swipe(null);
  }
}, { capture: true });

document.addEventListener("touchstart", (event) => {
  if (swiped !== event.target.closest?.(row)) swipe(null);
}, { passive: true });
