// Forms that take one thing after another (data-emptied). Such a form is emptied when it is sent, not when the answer comes, so
// that nothing typed meanwhile is lost. Until the server has taken the words they are kept here: what it refuses, and what does
// not reach it, comes back into the field, in front of what was typed meanwhile. What one form takes is sent in order.
//
// data-emptied has the id of the element that the answer brings; without one, htmx puts the answer's parts where they belong.
// A form without hx-post is answered by a page.

import { all, byID, find, isChanged } from "./dom.js";
import { uuidAt } from "./kept.js";
import { renew } from "./live.js";
import { again, holdForm, isBehind, isKeepable, isLost, keepForm, letGoOfAgain, settle } from "./outbox.js";
import { isSigningOut, release } from "./sync.js";

const isText = (field) => field.matches("textarea, input:is([type=text], [type=email], [type=date], [type=number])");
// What belongs to another button of the form stays as it is.
const texts = (form) => all("input, textarea", form).filter((field) => isText(field) && !field.closest("[data-stays]"));
/** @param {any} form */
const dataOf = (form) => new FormData(form);
const notify = (field) => field.dispatchEvent(new Event("input", { bubbles: true }));

// What was sent and has no answer yet; of each form the first is under way.
let queue = [];
const queueOf = (id) => queue.filter((entry) => entry.id === id);
// The one whose request htmx is just making.
let starting = null;
const sending = new Set();
// The page that an answer leads to, once everything was sent.
let goal = null;

// ---- A form is sent ----

/** The id of the next row: a millisecond after the present one, on the server's clock. */
const nextID = (id) => uuidAt(parseInt(id.replaceAll("-", "").slice(0, 12), 16) + 1);

function renewID(form) {
  const id = find("[name=id]", form);
  if (id) id.value = nextID(id.value);
  delete form.dataset.unsure;
}

// A page that the service worker shows was seen before: its ids may be those of rows that were made then.
if ("kept" in document.body.dataset) for (const id of all("form [name=id]")) id.value = nextID(id.value);

function empty(form) {
  for (const field of texts(form)) {
    field.value = field.defaultValue = "";
    if (field.hasAttribute("aria-invalid")) field.removeAttribute("aria-describedby");
    field.removeAttribute("aria-invalid");
    notify(field);
  }
  for (const box of all("[type=checkbox]", form)) if (!box.closest("[data-stays]")) box.checked = box.defaultChecked;
  for (const error of all(".error", form)) error.remove();
  renewID(form);
  // From its button one comes back to the field, and a phone keeps its keyboard.
  if (form.contains(document.activeElement) && !isText(document.activeElement)) texts(form)[0]?.focus();
  form.dispatchEvent(new CustomEvent("foyer:emptied", { bubbles: true }));
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  // Another button of the form has another purpose.
  if (!form.matches("[data-emptied]") || submitter?.hasAttribute("formaction")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const id = form.getAttribute("id");
  const words = texts(form).map((field) => [field.name, field.value]);
  // Enter was pressed twice.
  if (queueOf(id).length && words.every(([, value]) => !value.trim())) return;
  const data = dataOf(form);
  const included = form.getAttribute("hx-include");
  if (included) for (const [name, value] of dataOf(find(included))) data.append(name, value);
  const path = form.getAttribute("action");
  const entry = { id, path, isPage: !form.hasAttribute("hx-post"), words, data, held: null };
  // What can be sent twice is sent by another page should this one end before it is answered.
  if (canWait(entry)) entry.held = holdForm(path, [...data], nameOf(entry));
  if (again.has(form)) Promise.resolve(entry.held).then(() => letGoOfAgain(form));
  queue.push(entry);
  empty(form);
  send(id);
}, true);

/** What can be sent later, and once more. */
const canWait = ({ data, path }) => data.has("id") && isKeepable(path);
const nameOf = ({ words }) => words.map(([, value]) => value).join(" ");

/** It was answered, or its words are in their field again: it is not sent by anybody else. */
async function letGo(entry) {
  const { held } = entry;
  entry.held = null;
  const place = await held;
  if (place !== null) await release(place, true);
}

async function send(id) {
  if (sending.has(id)) return;
  sending.add(id);
  for (let [entry] = queueOf(id); entry; [entry] = queueOf(id)) {
    await exchange(entry);
    if (!entry.isAnswered) break;
    queue.splice(queue.indexOf(entry), 1);
    letGo(entry);
  }
  sending.delete(id);
  const rest = queueOf(id);
  if (rest[0]?.isSignedOut) return signIn(id, rest);
  queue = queue.filter((entry) => entry.id !== id);
  rest.forEach(letGo);
  if (rest.length) giveBack(rest);
  if (goal && !queue.length) leave();
}

/** Whether the store has what the next page of this reader sends. */
let isLeftToNext = false;

/**
 * After the session's end a form is sent as without a script: the page to sign in keeps its words. Where that fails, and for what
 * was to be sent after it, this browser's store has them until their reader is signed in again.
 */
async function signIn(id, entries) {
  const places = await Promise.all(entries.map(({ held }) => held));
  const form = byID(id);
  // Words to which others were added meanwhile are sent as one.
  const isAlone = form && texts(form).every((field) => !field.value);
  const isLeft = (_, index) => places[index] !== null && (index > 0 || isAlone);
  queue = queue.filter((entry) => entry.id !== id);
  isLeftToNext ||= entries.some(isLeft);
  giveBack(entries.filter((entry, index) => index === 0 || !isLeft(entry, index)));
  await Promise.all(entries.filter((entry, index) => !isLeft(entry, index)).map(letGo));
  form?.submit();
}

async function exchange(entry) {
  if (isBehind(entry.path)) return keep(entry);
  const source = byID(entry.id) ?? document.body;
  starting = entry;
  const answer = window.htmx.ajax("POST", entry.path, { source, swap: "outerHTML show:none" });
  starting = null;
  // What failed is said by app.js.
  await answer.catch(() => {});
  if (entry.isLost) await keep(entry);
}

/** Leaves a form to the browser's store, from which it is sent when there is a connection. */
async function keep(entry) {
  entry.isKeeping = true;
  entry.isAnswered = await keepForm(entry.path, [...entry.data], nameOf(entry), entry.held).catch(() => false);
  entry.isKeeping = false;
  if (entry.isAnswered) entry.held = null;
}

// Before app.js says that nothing was changed.
for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  window.addEventListener(name, (/** @type {any} */ event) => {
    const entry = entryOf(event.detail);
    if (!entry || !isLost(event.detail.xhr) || !canWait(entry)) return;
    entry.isLost = true;
    event.stopImmediatePropagation();
  }, true);
}

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (!starting) return;
  detail.parameters = starting.data;
  if (starting.isPage) delete detail.headers["HX-Request"];
});
document.addEventListener("htmx:beforeSend", ({ detail }) => { if (starting) starting.xhr = detail.xhr; });

// ---- Its answer ----

const entryOf = ({ xhr }) => xhr && queue.find((entry) => entry.xhr === xhr);
const isTaken = ({ status }) => status >= 200 && status < 300;

document.addEventListener("htmx:beforeOnLoad", (event) => {
  const entry = entryOf(event.detail);
  if (!entry) return;
  const { xhr } = entry;
  if (isTaken(xhr) && isLost(xhr)) {
    entry.isLost = canWait(entry);
    return event.preventDefault();
  }
  const url = new URL(xhr.getResponseHeader("HX-Redirect") ?? xhr.responseURL, location.href);
  const isElsewhere = xhr.getResponseHeader("HX-Redirect") || entry.isPage && isTaken(xhr) && url.pathname !== location.pathname;
  if (xhr.status === 401 || isElsewhere && url.pathname === "/login") {
    entry.isSignedOut = true;
    event.preventDefault();
  } else if (isElsewhere) {
    entry.isAnswered = true;
    goal = url.href;
    event.preventDefault();
  }
});

document.addEventListener("htmx:beforeSwap", (event) => {
  const { detail } = event;
  const entry = entryOf(detail);
  if (!entry) return;
  const form = byID(entry.id);
  // The title of an answer that is a page is of another.
  if (entry.isPage) detail.ignoreTitle = true;
  if (isTaken(detail.xhr)) taken(entry, form, detail);
  else if ([409, 422].includes(detail.xhr.status)) refused(entry, form, detail);
});

function taken(entry, form, detail) {
  entry.isAnswered = true;
  letGo(entry);
  const part = form?.dataset.emptied ? byID(form.dataset.emptied) : null;
  if (!part) {
    detail.swapOverride = "none";
  } else if (detail.serverResponse.includes(`id="${part.id}"`)) {
    detail.target = part;
    detail.selectOverride = `#${part.id}`;
    if (part.contains(form)) goOn(entry.id, form);
  } else {
    detail.shouldSwap = false;
    goal = location.href;
  }
  if (!form?.matches("[data-refused]")) return;
  // What the form said of the words before is over; quick.js and htmx know the new one.
  const { serverResponse } = detail;
  if (!part?.contains(form) && serverResponse.includes(`id="${entry.id}"`)) {
    goOn(entry.id, form);
    queueMicrotask(() => window.htmx.swap(byID(entry.id), serverResponse, { swapStyle: "outerHTML" }, { select: `#${entry.id}`, eventInfo: detail }));
  }
}

function refused(entry, form, detail) {
  const isThere = form && detail.serverResponse.includes(`id="${entry.id}"`);
  const isTyped = form && texts(form).some((field) => field.value);
  if (isThere) {
    entry.isAnswered = true;
    detail.target = form;
    detail.selectOverride = `#${entry.id}`;
    // The answer has the words that were sent.
    goOn(entry.id, form, true);
  } else if (isTyped || entry.isPage) {
    detail.shouldSwap = false;
    detail.isError = true;
  } else {
    // It is a page of its own that says why.
    entry.isAnswered = true;
    detail.selectOverride = "unset";
  }
}

/** Puts what was typed meanwhile into the form that comes in the place of this one. */
function goOn(id, form, isRefused = false) {
  const typed = texts(form).map((field) => [field.name, field.value]).filter(([, value]) => value);
  const last = form.contains(document.activeElement) ? document.activeElement.name : null;
  queueMicrotask(() => queueMicrotask(() => {
    const next = byID(id);
    if (!next) return;
    if (isRefused) {
      next.dataset.refused = "";
      find(".error", next)?.setAttribute("role", "alert");
    }
    for (const [name, value] of typed) append(next.elements[name], value);
    const field = last && (typed.length || isRefused) && next.elements[last];
    if (!field) return;
    const fold = field.closest("details");
    if (fold) fold.open = true;
    field.focus({ preventScroll: true });
    toEnd(field);
  }));
}

function toEnd(field) {
  try { field.setSelectionRange(field.value.length, field.value.length); } catch { /* A day has no caret. */ }
}

/** Adds words behind those of a field. A date or a number holds one thing: the later one. */
function append(field, value, isFirst = false) {
  const isWords = field.matches("textarea, [type=text]");
  const values = [field.value, value].filter(Boolean);
  if (isFirst) values.reverse();
  field.value = isWords ? values.join(field.localName === "textarea" ? "\n" : " ") : values.at(-1) ?? "";
  notify(field);
}

/** Puts the words of what was not taken in front of what was typed meanwhile. */
function giveBack(entries) {
  for (const entry of entries.toReversed()) {
    const form = byID(entry.id);
    if (!form) continue;
    const isUntouched = texts(form).every((field) => !field.value);
    for (const [name, value] of entry.words) if (value) append(form.elements[name], value, true);
    if (form.contains(document.activeElement) && isText(document.activeElement)) toEnd(document.activeElement);
    // It may have arrived all the same: sent again as it is, it makes one row.
    const id = entry.data.get("id");
    if (!id || !isUntouched) continue;
    find("[name=id]", form).value = id;
    form.dataset.unsure = "";
  }
}

// What came through the page to sign in may have been sent by another page.
for (const form of again.keys()) form.dataset.unsure = "";
document.addEventListener("input", ({ isTrusted, target }) => {
  if (isTrusted && target.form?.matches("[data-unsure]")) renewID(target.form);
});

// ---- The page is left ----

const KEY = "typed";

function leave() {
  const typed = all("form[data-emptied][id]").map((form) => [form.getAttribute("id"), texts(form).map(({ name, value }) => [name, value])]);
  try { sessionStorage.setItem(KEY, JSON.stringify(typed)); } catch { /* Then the words stay here. */ }
  const url = goal;
  goal = null;
  if (new URL(url).pathname === location.pathname && new URL(url).search === location.search) location.reload(); else location.assign(url);
}

/** What pages left behind: paths and fields of forms. There is a list as long as this page may not show what became of it. */
const UNSENT = "unsent";

function leftBehind() {
  try { return JSON.parse(sessionStorage.getItem(UNSENT)); } catch { return null; }
}

function leaveBehind(forms) {
  try { sessionStorage.setItem(UNSENT, JSON.stringify(forms)); } catch { /* Then it is sent once. */ }
}

const post = (path, fields, options) =>
  fetch(path, { method: "POST", body: new URLSearchParams(fields), redirect: "manual", ...options }).catch(() => null);

// What was not sent yet is sent on; what is under way, again, if sending it twice makes one row. Browsers lose some of what a
// page sends as it is left, so the next page sends it once more.
window.addEventListener("pagehide", () => {
  if (!isLeftToNext && queue.every(({ isAnswered }) => isAnswered)) settle();
  const isRepeatable = ({ data }) => data.has("id");
  // What the store is just taking is sent from there, in its order.
  const rest = queue.filter(({ isKeeping }) => !isKeeping);
  for (const entry of rest) if (!entry.xhr || isRepeatable(entry)) post(entry.path, [...entry.data], { keepalive: true });
  const forms = rest.filter(isRepeatable).map(({ data, path }) => [path, [...data]]);
  if (forms.length) leaveBehind([...leftBehind() ?? [], ...forms]);
});

async function sendLeftBehind() {
  const { reader } = document.body.dataset;
  let forms = leftBehind();
  if (!reader || !forms) return;
  // The page before has sent it, perhaps after this one was made.
  if (!forms.length) sessionStorage.removeItem(UNSENT);
  while (forms.length) {
    const [path, fields] = forms[0];
    // Nobody sends what another has written in this tab.
    if (new Map(fields).get("reader") === reader && !await post(path, fields)) return;
    forms = leftBehind().slice(1);
    leaveBehind(forms);
  }
  renew();
}

document.addEventListener("DOMContentLoaded", () => {
  sendLeftBehind();
  let typed = "[]";
  try {
    typed = sessionStorage.getItem(KEY) ?? typed;
    sessionStorage.removeItem(KEY);
  } catch { return; }
  for (const [id, words] of JSON.parse(typed)) {
    for (const [name, value] of words) {
      const field = value && byID(id)?.elements[name];
      if (!field) continue;
      append(field, value, true);
      field.focus();
      toEnd(field);
    }
  }
});

// ---- After the session's end a form is sent as without a script: the page to sign in keeps its words ----

// What is asked for meanwhile, such as what is understood of a line, does not lead away from words that are not sent yet.
document.addEventListener("htmx:beforeOnLoad", (event) => {
  const { requestConfig, xhr } = event.detail;
  if (xhr.status !== 401 || requestConfig.verb !== "get") return;
  if (isSigningOut || queue.length || all("form[method=post]").some(isChanged)) event.preventDefault();
});

document.addEventListener("htmx:beforeOnLoad", (event) => {
  const { elt, requestConfig, xhr } = event.detail;
  if (xhr.status !== 401 || requestConfig.verb !== "post" || !elt.matches("form") || entryOf(event.detail)) return;
  event.preventDefault();
  elt.setAttribute("action", requestConfig.path);
  elt.submit();
});

// ---- Any other form that is answered by itself keeps what was typed meanwhile ----

const sent = new WeakMap();
document.addEventListener("htmx:beforeSend", ({ detail }) => {
  const { elt, xhr } = detail;
  if (elt.matches("form:not([data-emptied])")) sent.set(xhr, texts(elt).map((field) => [field, field.value]));
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (![409, 422].includes(detail.xhr.status)) return;
  const changed = (sent.get(detail.xhr) ?? []).filter(([field, value]) => field.id && field.value !== value);
  queueMicrotask(() => {
    for (const [{ id, value, name }] of changed) {
      const field = byID(id);
      if (field?.name !== name) continue;
      field.value = value;
      toEnd(field);
      notify(field);
    }
  });
});
