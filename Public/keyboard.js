// The keyboard layer: the search as a dialog, shortcuts, and where the focus is after a part of the page was swapped.

import { focusBefore } from "./app.js";
import { openSheet } from "./capture.js";
import { all, byID, find, focusUnlessElsewhere, hasModifier, idOf, ITEM, make, on, request } from "./dom.js";

// ---- The search as a dialog: a combobox with the list that /search answers (ARIA Authoring Practices, Combobox) ----

function openSearch() {
  const there = find("#finder-q");
  if (there) {
    there.focus();
    there.select();
    return;
  }
  const label = find("a[data-finder]").dataset.finder;
  const field = make("input", { id: "finder-q", name: "q", type: "text", autocomplete: "off", enterKeyHint: "go", placeholder: label });
  const attributes = {
    role: "combobox", "aria-label": label, "aria-autocomplete": "list", "aria-controls": "found", "aria-expanded": "false",
    "hx-get": "/search", "hx-trigger": "input changed delay:150ms, load", "hx-target": "#found", "hx-sync": "this:replace",
  };
  for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);
  const form = make("form", { className: "search", action: "/search" }, field);
  form.setAttribute("role", "search");
  const count = make("p", { id: "found-count", className: "visually-hidden", role: "status" });
  const found = make("div", { id: "found", className: "found" });
  const dialog = make("dialog", { id: "finder-dialog", className: "finder-dialog", ariaLabel: label }, form, count, found);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
    // After the browser has followed the link, which may lead to a place in this page.
    if (event.target.closest("[role=option]")) setTimeout(() => dialog.close());
  });
  field.addEventListener("keydown", (event) => chooseByKey(event, field, found));
  found.addEventListener("htmx:load", () => offer(field, found));
  found.addEventListener("htmx:afterSwap", () => offer(field, found));
  document.body.append(dialog);
  dialog.showModal();
  window.htmx.process(dialog);
}

/** Makes options of what came in, and chooses the first. */
function offer(field, found) {
  const options = all(".found-entry, .found-all", found);
  for (const part of all(".found-group :is(h2, ul, li, form)", found)) part.setAttribute("role", "presentation");
  for (const group of all("section", found)) group.setAttribute("role", "group");
  options.forEach((option, number) => {
    option.id = `option-${number}`;
    option.tabIndex = -1;
    option.setAttribute("role", "option");
  });
  if (options.length) {
    found.setAttribute("role", "listbox");
    found.ariaLabel = field.ariaLabel;
  } else {
    found.removeAttribute("role");
    found.removeAttribute("aria-label");
  }
  // What says that nothing was found may have to be scrolled in a low window.
  if (options.length) found.removeAttribute("tabindex"); else found.tabIndex = 0;
  field.setAttribute("aria-expanded", String(options.length > 0));
  field.shown = field.value;
  choose(field, options, 0);
}

function choose(field, options, number) {
  options.forEach((option, index) => option.setAttribute("aria-selected", String(index === number)));
  const chosen = options[number];
  if (!chosen) return field.removeAttribute("aria-activedescendant");
  field.setAttribute("aria-activedescendant", chosen.id);
  if (number === 0) find("#found").scrollTop = 0; else chosen.scrollIntoView({ block: "nearest" });
}

function chooseByKey(event, field, found) {
  if (event.isComposing || hasModifier(event)) return;
  const options = all("[role=option]", found);
  const at = options.findIndex((option) => option.ariaSelected === "true");
  if (event.key === "Enter" && at >= 0 && field.shown === field.value) {
    event.preventDefault();
    options[at].click();
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    choose(field, options, (at + (event.key === "ArrowDown" ? 1 : options.length - 1)) % options.length);
  }
}

// ---- The page of all shortcuts, as a dialog ----

function openKeys() {
  const heading = find("#keys-title");
  if (heading) {
    heading.scrollIntoView();
    heading.focus();
    return;
  }
  const dialog = make("dialog", { id: "keys-dialog", className: "dialog keys-dialog" });
  dialog.setAttribute("aria-labelledby", "keys-title");
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  request("GET", "/settings/how-to", { source: dialog, target: dialog, swap: "innerHTML" }).then(() => {
    if (dialog.firstElementChild) dialog.showModal(); else dialog.remove();
  });
}

// ---- Shortcuts ----

// Without Latin letters on the keyboard it is the place of the key that counts.
function character(event) {
  if (/^[!-~]$/.test(event.key)) {
    const letter = event.key.toLowerCase();
    return event.shiftKey && letter >= "a" && letter <= "z" ? "" : letter;
  }
  if (event.key.length !== 1 && event.key !== "Process") return "";
  if (event.code === "Slash") return event.shiftKey ? "?" : "/";
  return /^Key[A-Z]$/.test(event.code) && !event.shiftKey ? event.code[3].toLowerCase() : "";
}

const places = {
  t: "/", i: "/items", c: "/categories", g: "/tags", s: "/hosts", q: "/requests", r: "/recipes", f: "/favorites",
  m: "/plan", b: "/shopping", k: "/calendar", h: "/household", d: "/trash", p: "/settings",
};
const rows = ".item, .stay, .host, .dish, .found li, .cal-rows > li, .cal-people .cal-line";
const shown = () => all(rows).filter((row) => row.checkVisibility());
const here = () => document.activeElement?.closest(rows);

function focusRow(row) {
  const control = row && (row.matches("a") ? row : find(".check", row) ?? find("a[href], button, input:not([type=hidden])", row));
  control?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "nearest" });
}

function move(step) {
  const list = shown();
  const at = list.indexOf(here());
  focusRow(list[at < 0 ? 0 : at + step]);
  return list.length > 0;
}

/**
 * @param {string} selector
 * @param {ParentNode} [within]
 */
function press(selector, within = here()) {
  const control = within && find(selector, within);
  control?.click();
  return Boolean(control);
}

function goTo(selector) {
  const field = find(selector);
  field?.focus();
  field?.select?.();
  return Boolean(field);
}

/** Today's rows have no button that deletes: the form around them takes one for a moment. */
function deleteRow(row) {
  if (!row?.matches(`.today ${ITEM}`)) return false;
  const button = make("button", { formAction: `/items/${idOf(row)}/delete`, hidden: true });
  row.append(button);
  button.click();
  button.remove();
  return true;
}

/** What a key does, and whether there was something to do. Scripts of pages add theirs. */
export const shortcuts = {
  j: () => move(1),
  k: () => move(-1),
  x: () => press(".check, [type=checkbox]"),
  e: () => press("[data-shortcut='e'], .item-actions > a"),
  d: () => press("[data-shortcut='d'], .item-actions > button[formaction$='/delete']") || deleteRow(here()),
  u: () => press("form button", find("#notice")),
  n: () => press("a[data-shortcut='n']", document) || goTo("[data-shortcut='n']") || openSheet(),
  "/": () => goTo("[data-shortcut='/']") || (openSearch(), true),
  "?": () => (openKeys(), true),
  g: () => {
    leads = true;
    clearTimeout(patience);
    patience = setTimeout(() => { leads = false; }, 1500);
    return true;
  },
};
// Whether the next letter leads to a place, and until when.
let leads = false;
let patience = null;

document.addEventListener("keydown", (event) => {
  if (event.isComposing || event.defaultPrevented || event.repeat && !/^[jk]$/.test(event.key)) return;
  const letter = character(event);
  if (event.altKey) return;
  if (event.ctrlKey || event.metaKey) {
    if (letter !== "k" || event.shiftKey || find("dialog[open]:not(#finder-dialog)")) return;
    event.preventDefault();
    openSearch();
    return;
  }
  if (!letter || document.documentElement.hasAttribute("data-no-shortcuts") || find("dialog[open]")) return;
  if (event.target.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]")) return;
  if (leads) {
    leads = false;
    if (!places[letter]) return;
    event.preventDefault();
    location.assign(places[letter]);
  } else if (Object.hasOwn(shortcuts, letter) && shortcuts[letter]()) {
    event.preventDefault();
  }
});

// ---- In a list, the arrows lead to the same thing of the next row: Tab alone would stop at everything between ----

on("keydown", ".item :is(a, button, .check)", (event, control) => {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp" || hasModifier(event) || event.target !== control) return;
  const list = all(".item").filter((row) => row.checkVisibility());
  const next = list[list.indexOf(control.closest(".item")) + (event.key === "ArrowDown" ? 1 : -1)];
  const kinds = [".check", ".item-actions > :last-child", ".item-actions > :first-child", "a, button"];
  const kind = kinds.find((selector) => control.matches(selector) || control.parentElement.matches(selector)) ?? "a, button";
  const goal = next && (find(kind, next) ?? find("a[href], button", next));
  if (!goal) return;
  event.preventDefault();
  (goal.matches("form") ? find("button", goal) : goal).focus();
});

// ---- A form that loads the page anew, such as Undo: the focus is then on what came back, else where it was ----

/** The ids of an element and of those around it, from within. */
function idsAround(element) {
  const ids = [];
  // A form's id property may be its field of that name.
  for (let part = element; part; part = part.parentElement) if (part.getAttribute("id")) ids.push(part.getAttribute("id"));
  return ids;
}

document.addEventListener("submit", (/** @type {any} */ { target: form, submitter }) => {
  const action = submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  if (form.method !== "post") return;
  const isUndo = form.closest("#notice, [data-undo]");
  const from = isUndo ? focusBefore : submitter ?? document.activeElement;
  const ids = idsAround(from?.isConnected ? from : null);
  try { sessionStorage.setItem("undone", JSON.stringify({ action: isUndo ? action : "", ids, at: Date.now() })); } catch { /* The heading has it then. */ }
});

function refocus() {
  let undone = null;
  try {
    undone = JSON.parse(sessionStorage.getItem("undone"));
    sessionStorage.removeItem("undone");
  } catch { return; }
  if (!undone || Date.now() - undone.at > 20_000 || document.activeElement !== document.body) return;
  const name = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(undone.action)?.[0];
  const row = name && find(`main [id$="${name}"]`);
  const place = row ?? undone.ids.map((id) => id !== "main" && byID(id)).find(Boolean);
  const parts = place ? [place, find(".check", place), ...all(focusable, place)] : [];
  const control = parts.find((part) => part?.matches(focusable) && part.checkVisibility()) ?? find("h1[tabindex]");
  control?.focus({ preventScroll: true });
  if (row) row.scrollIntoView({ block: "nearest" });
}
/** Lets the place that the address names take the focus: else a browser that shows it takes the focus from wherever it is. */
function focusNamed() {
  const place = location.hash && byID(location.hash.slice(1));
  if (!place) return;
  if (!place.matches(focusable)) place.tabIndex = -1;
  focusUnlessElsewhere(place);
}

window.addEventListener("DOMContentLoaded", () => {
  refocus();
  focusNamed();
});

// ---- After a swap the focus is where it was, or beside it: never on the body, from where Tab would begin again ----

let lost = null;
document.addEventListener("htmx:beforeSwap", () => {
  const focus = document.activeElement;
  // Of two answers that arrive together, the first has taken the focus away and it is not yet restored.
  if (lost?.focus.isConnected) lost = null;
  if (!focus || focus === document.body) return;
  const ids = idsAround(focus);
  // What "Load more" brings begins where the link was.
  const row = focus.closest(".more") ? shown().filter((row) => row.compareDocumentPosition(focus) & 4).length : -1;
  lost = { focus, ids, row, like: likeness(focus) };
});
// What the same control has in common with itself in the page's next state.
const likeness = (control) =>
  ["name", "formaction", "href", "class"].filter((name) => control.getAttribute(name))
    .map((name) => `${control.localName}[${name}="${CSS.escape(control.getAttribute(name))}"]`);
const focusable = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='-1']";

function restore() {
  const now = document.activeElement;
  if (!lost) return;
  if (now !== document.body && !now.closest("dialog:not([open])")) {
    if (!lost.focus.isConnected) lost = null;
    return;
  }
  const { ids, row, like } = lost;
  lost = null;
  if (row >= 0 && shown()[row]) return focusRow(shown()[row]);
  const isThere = (control) => control?.checkVisibility() && !control.closest("dialog:not([open])");
  for (const id of ids) {
    const part = byID(id);
    if (!part) continue;
    const alike = like.map((selector) => find(selector, part));
    const control = (id === "main" ? alike : [part, ...alike, ...all(focusable, part)])
      .find((control) => control?.matches(focusable) && isThere(control));
    if (control) return control.focus({ preventScroll: true });
  }
  find("h1[tabindex]")?.focus({ preventScroll: true });
}
// After the page's own rules of where the focus goes, and before a key that is pressed meanwhile.
for (const name of ["htmx:load", "htmx:afterSettle", "htmx:afterRequest"]) {
  document.addEventListener(name, () => queueMicrotask(restore));
}
