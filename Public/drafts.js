// What was typed into a form and not saved: this browser keeps it for its writer, through a reload, a link, another row or the
// end of a session, until the form is saved, cancelled, or its writer signs out. Of files it keeps the names.

import { all, fill, find, idOf, isChanged, ITEM, make, on } from "./dom.js";

const { reader, draft: keptText, draftFiles, draftMark, discard } = document.body.dataset;
const MONTH = 30 * 86_400_000;
const PREFIX = "draft ";
const LONGEST = 200_000;

/** Forms of things that are written. None that asks for a secret, is answered by the list, or keeps its words itself. */
const kinds = /^\/(add|items|recipes|categories|tags|hosts|requests|hosting|plan)(\/|$)/;
const others = /^\/items\/(several|samples)|\/(delete|restore|done|move)$/;
const secrets = "[type=password], [autocomplete=one-time-code]";

/** A recipe that is imported is filled by its page, not by one that is being written. */
const isImported = location.pathname === "/recipes/import";
const actionOf = (form) => form.getAttribute("action") ?? "";
const isKept = (form) => form.method === "post" && !isImported && kinds.test(actionOf(form)) && !others.test(actionOf(form))
  && !form.matches(".versions, [data-signs-out]") && !find(secrets, form) && Boolean(find("textarea, [type=text]", form));
const keyOf = (action) => `${PREFIX}${reader} ${action}`;

// ---- The store. A browser may have none: then the words are in the page alone ----

function stored(action) {
  try { return JSON.parse(localStorage.getItem(keyOf(action))); } catch { return null; }
}

function store(action, draft) {
  const text = JSON.stringify(draft);
  try { if (text.length <= LONGEST) localStorage.setItem(keyOf(action), text); } catch { /* It is full. */ }
}

function remove(action) {
  try { localStorage.removeItem(keyOf(action)); } catch { /* There is none. */ }
}

/** Removes what others left here and did not come back for; of this reader, everything if asked to. */
function tidy(isOver) {
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(PREFIX)) continue;
      const isMine = key.startsWith(keyOf(""));
      if (isMine ? isOver : JSON.parse(localStorage.getItem(key)).at < Date.now() - MONTH) localStorage.removeItem(key);
    }
  } catch { /* There is none. */ }
}

// ---- A form is kept ----

const isChoice = (field) => field.type === "checkbox" || field.type === "radio";
const isWritten = (field) => field.name && !["hidden", "submit", "button", "file", "password", "search"].includes(field.type);

/** What a form was filled from: its row and version, so that others' changes are told from one's own. */
const origins = (form) => all("[name=id], [name=version], [name=base]", form).map(({ name, value }) => [name, value]);

function keep(form) {
  const action = actionOf(form);
  if (!isChanged(form)) return remove(action);
  const fields = all("input, textarea, select", form).filter(isWritten).filter((field) =>
    isChoice(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue);
  store(action, {
    at: Date.now(), origins: origins(form),
    fields: fields.map((field) => [field.name, field.value, isChoice(field) ? field.checked : null]),
    files: all("[type=file]", form).flatMap((field) => [...field.files].map(({ name }) => name)),
  });
}

// What is typed in the last moment before a page is left is kept, too.
const changed = new Map();
function settle(form) {
  clearTimeout(changed.get(form));
  changed.delete(form);
}
/** Keeps nothing under an action: a form that another has replaced may still be about to keep words that were sent. */
function drop(action) {
  for (const form of [...changed.keys()]) if (actionOf(form) === action) settle(form);
  remove(action);
}
function keepAll() {
  for (const form of [...changed.keys()]) {
    settle(form);
    if (form.isConnected) keep(form);
  }
}
for (const kind of ["input", "change"]) {
  document.addEventListener(kind, ({ target }) => {
    const { form } = target;
    if (!form || !isKept(form)) return;
    settle(form);
    changed.set(form, setTimeout(() => { settle(form); keep(form); }, 200));
  });
}
window.addEventListener("pagehide", keepAll);
document.addEventListener("visibilitychange", keepAll);

// ---- It is there again ----

function fieldOf(form, name, value, isOn) {
  const fields = all("input, textarea, select", form).filter((field) => field.name === name && isWritten(field));
  if (isOn === null) return fields.find((field) => !isChoice(field));
  const same = fields.find((field) => isChoice(field) && field.value === value);
  if (same || name !== "tags") return same;
  // A tag that was made in the form.
  const adding = find("[data-tags] [data-suggest]", form);
  if (!adding) return undefined;
  adding.value = value;
  find("[data-tag-add]", form)?.click();
  return all("[name=tags]", form).find((field) => field.value === value);
}

function show(form) {
  const action = actionOf(form);
  const draft = stored(action);
  // What the page says of a form that was refused is newer.
  if (!draft || isChanged(form) || find(".errors, [aria-invalid]", form)) return;
  const focus = document.activeElement;
  for (const [name, value, isOn] of draft.fields) {
    const field = fieldOf(form, name, value, isOn);
    if (!field) continue;
    if (isOn === null) field.value = value; else field.checked = isOn;
    field.closest("details")?.setAttribute("open", "");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  if (!isChanged(form) && !draft.files.length) return;
  if (document.activeElement !== focus) focus.focus({ preventScroll: true });
  for (const [name, value] of draft.origins) {
    const field = find(`[type=hidden][name="${name}"]`, form);
    if (field && !form.matches("[data-emptied]")) field.value = value;
  }
  if (!form.matches(".quick")) say(form, draft);
}
document.addEventListener("foyer:emptied", ({ target }) => {
  drop(actionOf(target));
  find(".draft", target)?.remove();
});

function say(form, { files }) {
  const text = [keptText, files.length ? fill(draftFiles, { names: files.join(", ") }) : ""].filter(Boolean).join(" ");
  const button = make("button", { type: "button", className: "button quiet", textContent: discard });
  const bar = make("div", { className: "draft" }, make("p", { textContent: text }), button);
  bar.setAttribute("role", "status");
  button.addEventListener("click", () => {
    drop(actionOf(form));
    form.reset();
    for (const [name, value] of first.get(form) ?? []) find(`[type=hidden][name="${name}"]`, form).value = value;
    bar.remove();
    find("textarea, [type=text]", form)?.focus();
    find("textarea, [type=text]", form)?.dispatchEvent(new Event("input", { bubbles: true }));
  });
  form.prepend(bar);
}

/** What a form had before a draft was put into it. */
const first = new WeakMap();

function prepare(root) {
  const forms = all("form", root);
  if (root.matches?.("form")) forms.push(root);
  for (const form of forms) {
    if (first.has(form) || !isKept(form)) continue;
    first.set(form, origins(form));
    show(form);
  }
  mark();
}

/** A row whose form holds a draft says so. */
export function mark() {
  for (const item of all(ITEM)) {
    const there = find(".draft-mark", item);
    const isDraft = stored(`/items/${idOf(item)}`) && !find("#item-form", item);
    if (isDraft && !there) find(".item-body", item)?.append(make("p", { className: "draft-mark", textContent: draftMark }));
    if (!isDraft) there?.remove();
  }
}

/** The form that was open there is put away: what it holds is kept, or not. */
export function put(form, keeps) {
  settle(form);
  if (keeps) keep(form); else drop(actionOf(form));
  queueMicrotask(mark);
}

/** A form that was sent later and refused is a draft again. */
export function give({ path, fields }) {
  const isOrigin = ([name]) => ["id", "version", "base"].includes(name);
  const words = fields.filter(([name, value]) => value && !isOrigin([name]) && !["csrf", "reader", "back", "keep"].includes(name));
  if (!words.some(([name]) => ["title", "description", "text"].includes(name))) return;
  const choices = ["tags", "people", "turn", "done"];
  store(path.split("?")[0], {
    at: Date.now(), origins: fields.filter(isOrigin), files: [],
    fields: words.map(([name, value]) => [name, value, choices.includes(name) ? true : null]),
  });
  mark();
}

// ---- A long form asks before a page without it comes ----

let isSent = false;
for (const kind of ["submit", "htmx:beforeRequest"]) {
  document.addEventListener(kind, ({ target }) => { if (target.matches?.("[data-asks]")) isSent = true; });
}
document.addEventListener("htmx:afterRequest", ({ detail }) => { if (detail.xhr.status >= 400 || !detail.xhr.status) isSent = false; });
on("click", "[data-asks] .form-end a", () => { isSent = true; });
window.addEventListener("beforeunload", (event) => {
  const form = find("form[data-asks]");
  if (form && !isSent && isChanged(form)) event.preventDefault();
});

// ---- It is over: saved, cancelled, or its writer signs out ----

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  // Once the answer is in the place of the form, the event is of another element.
  const { requestConfig: { elt, path, verb }, xhr } = detail;
  if (verb !== "post" || !(xhr.status >= 200 && xhr.status < 400)) return;
  if (isImported || !elt.matches("form") || elt.matches("[data-emptied]")) return;
  settle(elt);
  drop(path);
  mark();
});

// A page that comes in place of this one tells whether the form was taken.
const SENT = "draft sent";
document.addEventListener("submit", ({ target: form, submitter, defaultPrevented }) => {
  const action = submitter?.getAttribute("formaction") ?? actionOf(form);
  if (form.matches("[data-signs-out]")) {
    [...changed.keys()].forEach(settle);
    return tidy(true);
  }
  if (defaultPrevented || isImported || !kinds.test(actionOf(form)) || form.matches("[hx-post]")) return;
  keepAll();
  // Whichever button was pressed, the form's words went along.
  try { sessionStorage.setItem(SENT, JSON.stringify([actionOf(form), action])); } catch { /* It stays until it is saved. */ }
});

function forget() {
  const [page] = /** @type {any[]} */ (performance.getEntriesByType("navigation"));
  try {
    const sent = JSON.parse(sessionStorage.getItem(SENT) ?? "[]");
    sessionStorage.removeItem(SENT);
    if (!document.body.dataset.reader || page?.type === "reload" || page?.responseStatus >= 400) return;
    sent.forEach(remove);
  } catch { /* There is none. */ }
}

on("click", "form [data-cancel]", (event, link) => put(link.closest("form"), false));

document.addEventListener("DOMContentLoaded", () => {
  tidy(false);
  forget();
  prepare(document);
});
document.addEventListener("htmx:load", (event) => prepare(event.target));
