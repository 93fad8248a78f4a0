// What is done with items and the plan where there is no connection: the form waits in the browser (kept.js), the page shows what
// it does, and it is sent in its order once there is one (sync.js). What comes while others wait, waits behind them.

import { showNotice } from "./app.js";
import { all, byID, count, fill, find, isChanged, ITEM, listedLines, make, request, TICK } from "./dom.js";
import { give, put } from "./drafts.js";
import * as kept from "./kept.js";
import { renew } from "./live.js";
import { addForm, hold, release, sync } from "./sync.js";

const { reader, waits, refused } = document.body.dataset;
const id = "[0-9a-f]{8}-[0-9a-f-]{27}";
const paths = new RegExp(`^/add$|^/items(/quick|/${id}(/(done|snooze|move|delete|restore|date|lines(/${id}/done)?))?)?$|^/plan(/${id}(/delete|/restore)?)?$`);

/** Whether a form may be sent later: its ids are there already, or it says what shall be. */
export const isKeepable = (path) => paths.test(path.split("?")[0]);

/** Those that say what an item shall be: of two, the later one counts. */
const SETS = new RegExp(`^/items/${id}/(done|snooze|date|move|lines/${id}/done)`);

/** The changes of a checklist: its item, and the line that is ticked. */
const LINES = new RegExp(`^/items/(${id})/lines(?:/(${id})/done)?$`);

/** What waits; of one that was kept by a page before, it is known a moment after this one is there. */
let waiting = [];
let isKnown = false;
/** Paths of what other pages are sending; one of them may just have been left. */
let elsewhere = [];

/** Whether a form has to wait, since there is no connection, or others wait, or the same of the page before is sent once more. */
export const isBehind = (path) =>
  isKeepable(path) && (!navigator.onLine || waiting.some((form) => isKept(form) || SETS.test(path) && form.path === path) || elsewhere.includes(path));

/** Not one that a page was sending when it was left: that may have arrived, and is sent once more beside what is done here. */
const isKept = (form) => !form.page;

/** Whether a file is among the fields: none is kept. */
const hasFile = (fields) => fields.some(([, value]) => typeof value !== "string" && value.size > 0);

const formOf = (path, fields, name) =>
  ({ path, fields: fields.filter(([, value]) => typeof value === "string"), name: name.slice(0, 200) });

/** Holds a form that is being sent (kept.js): if this page ends before it is answered, another page sends it. */
export const holdForm = (path, fields, name = "") => hold(formOf(path, fields, name));

/** Keeps a form that is to be sent later; `held` is the place of one that was being sent. */
export async function keepForm(path, fields, name = "", held = null) {
  if (hasFile(fields)) return false;
  const form = formOf(path, fields, name);
  // What is done meanwhile is behind it.
  waiting.push(form);
  try {
    const place = await held;
    if (place === null) await addForm(form); else await release(place, false);
  } catch {
    waiting.splice(waiting.indexOf(form), 1);
    return false;
  }
  await look();
  sync();
  return true;
}

// ---- What it does, in the page ----

const deedOf = ({ path, fields }) => {
  const [, item, deed] = /^\/items\/([0-9a-f-]{36})\/(\w+)/.exec(path) ?? [];
  const value = (name) => new Map(fields).get(name) ?? new URLSearchParams(path.split("?")[1]).get(name);
  return { item, deed, value };
};

/** Says in a row on which day its item is due now. */
export function showDay(row, day) {
  const date = new Date(`${day}T00:00:00Z`);
  let time = find(".item-due time, .today-when time", row);
  if (!time) {
    time = make("time", {});
    const place = find(".today-when", row) ?? find(".item-body", row)?.appendChild(make("p", { className: "item-due" }));
    if (!place) return;
    place.append(time);
  }
  // It counts down no longer.
  time.removeAttribute("datetime");
  time.removeAttribute("title");
  time.parentElement.classList.remove("is-overdue", "is-near");
  time.textContent = date.toLocaleDateString(document.documentElement.lang, { weekday: "short", day: "numeric", month: "long", timeZone: "UTC" });
}

/** A line that was added to a checklist; of several the first, whose id is known, can be ticked at once. */
function drawLines(list, path, value) {
  if (byID(`line-${value("id")}`)) return;
  const add = find(".checklist-add", list);
  for (const [place, { words: text, isTicked }] of listedLines(value("text")).entries()) {
    const address = `${path}/${value("id")}/done`;
    const box = make("input", { className: "check", type: "checkbox", name: "done", value: "true", disabled: place > 0 });
    box.checked = box.defaultChecked = isTicked;
    const form = make("form", { method: "post", action: address }, ...all("[type=hidden]:not([name=id])", add).map((field) => field.cloneNode()),
      make("label", { className: "choice" }, box, make("span", { dir: "auto", textContent: text })));
    form.setAttribute("hx-post", address);
    form.setAttribute("hx-trigger", "change, submit");
    const line = make("li", place ? {} : { id: `line-${value("id")}` }, form);
    find("ul", list).append(line);
    window.htmx.process(line);
  }
}

function applyLines({ path, fields }, item, line) {
  const list = byID(`checklist-${item}`);
  const value = (name) => new Map(fields).get(name);
  if (!list) return;
  const box = line && find(`[id="line-${line}"] .check`, list);
  // As if it had come so: what the server says later may replace it.
  if (box) box.checked = box.defaultChecked = value("done") === "true";
  if (!line) drawLines(list, path, value);
  recount(list);
}

/** Says in a checklist, and in the row that it unfolds below, how many lines are done: where its sentence has 1 and 2. */
function recount(list) {
  const boxes = all("ul .check", list);
  const numbers = { 1: boxes.filter((box) => box.checked).length, 2: boxes.length };
  const text = list.dataset.lines = list.dataset.count.replace(/[12]/g, (place) => numbers[place]);
  for (const place of [find(".count", list), find(".item-lines", list.closest(ITEM) ?? list)]) if (place) place.textContent = text;
}

// One that unfolds, or comes again, shows what waits.
document.addEventListener("htmx:load", ({ target }) => {
  if (/** @type {Element} */ (target).matches(".checklist")) waiting.forEach(apply);
});

/** What was sent of checklists is in them once they come again, with what others have done. */
function renewLists() {
  for (const list of all(".checklist[id]").filter((one) => !isChanged(one))) {
    const path = find(".checklist-add", list).getAttribute("action");
    request("GET", path, { source: list, target: list, swap: "outerHTML show:none", select: ".checklist" });
  }
}

function apply(form) {
  const ofList = LINES.exec(form.path);
  if (ofList) return applyLines(form, ofList[1], ofList[2]);
  const { item, deed, value } = deedOf(form);
  const row = item && byID(`item-${item}`);
  if (!row) return;
  const box = find(TICK, row);
  if (deed === "done" && box) {
    box.checked = value("done") === "true";
    row.classList.toggle("is-done", box.checked);
  } else if (deed === "date" && value("due_date")) {
    showDay(row, value("due_date"));
  } else if (deed === "delete" || deed === "snooze" && value("until")) {
    row.hidden = true;
  }
}

function draw() {
  /** @type {Element} */
  let box = byID("waits");
  const shown = navigator.onLine ? waiting.filter(isKept) : waiting;
  if (!shown.length) return box?.remove();
  if (!box) {
    box = make("div", { id: "waits", className: "news waits" });
    box.setAttribute("role", "status");
    const place = find("main > header, main > .page-head") ?? find("main > *");
    if (!place) return;
    place.after(box);
  }
  const names = shown.filter(({ path }) => /^\/(items(\/quick|\/[0-9a-f-]{36}\/lines)?|plan|add)$/.test(path)).map(({ name }) => name).filter(Boolean);
  const list = make("ul", { className: "waits-list" }, ...names.map((name) => make("li", { dir: "auto", textContent: name })));
  box.replaceChildren(make("p", { textContent: count(waits, shown.length) }), ...(names.length ? [list] : []));
}

/** The page that was left for this one when all that it had sent was answered, which the store may not know yet. */
let settled = null;
try {
  settled = sessionStorage.getItem("settled");
  sessionStorage.removeItem("settled");
} catch { /* Then it is sent once more. */ }
/** Tells the next page that nothing is left to send, as far as this module knows. */
export function settle() {
  try { if (!held.size) sessionStorage.setItem("settled", kept.page); } catch { /* Then it is sent once more. */ }
}

let isAwaiting = false;
/** Looks again once another page, which may just have been left, sends nothing any more. */
async function lookAfter(page) {
  if (isAwaiting) return;
  isAwaiting = true;
  await navigator.locks.request(page, () => {});
  isAwaiting = false;
  if (settled) await kept.removeOf(settled);
  await look();
  if (waiting.length) sync();
}

async function look() {
  const known = await kept.unanswered(reader);
  const forms = known.filter(({ isHeld }) => !isHeld);
  const others = known.filter((form) => form.isHeld && form.page !== kept.page);
  elsewhere = others.map(({ path }) => path).filter((path) => SETS.test(path));
  if (others.length) lookAfter(others[0].page);
  // What is being stored is not there yet.
  const news = waiting.filter((form) => !("place" in form) && !forms.some((one) => one.path === form.path && JSON.stringify(one.fields) === JSON.stringify(form.fields)));
  waiting = isKnown ? [...forms, ...news] : forms;
  isKnown = true;
  waiting.forEach(apply);
  draw();
}

// ---- Forms that htmx sends ----

/** Whether it was answered by a page of somebody else's, as a hotel's network does. */
const isForeign = (xhr) => xhr.status >= 200 && xhr.status < 300 && !xhr.getResponseHeader("content-security-policy");
/** Whether a request has no answer, or that of a server or a proxy which will give another one later. */
export const isLost = (xhr) => [0, 502, 503, 504].includes(xhr.status) || isForeign(xhr);
const fieldsOf = ({ parameters, formData }) => [...(parameters instanceof FormData ? parameters : formData).entries()];
const isForm = ({ detail }) => {
  const { elt, requestConfig } = detail;
  return requestConfig?.verb === "post" && isKeepable(requestConfig.path) && !elt.matches("[data-emptied]");
};

const nameOf = (fields, elt) => fields.find(([name]) => name === "title" || name === "text")?.[1]
  || elt.closest(ITEM) && find(".item-title, .check", elt.closest(ITEM))?.textContent.trim() || "";

/** What is being sent is held until it is answered, by its request. */
const held = new Map();
function claim(xhr) {
  const place = held.get(xhr) ?? null;
  held.delete(xhr);
  return place;
}

window.addEventListener("htmx:beforeSend", (/** @type {any} */ event) => {
  const { elt, requestConfig, xhr } = event.detail;
  const fields = isForm(event) ? fieldsOf(requestConfig) : [];
  if (!fields.length || hasFile(fields)) return;
  held.set(xhr, holdForm(requestConfig.path, fields, nameOf(fields, elt)));
  xhr.addEventListener("loadend", async () => {
    // What had no answer is taken by the handler below, unless its element has left the page.
    if (isLost(xhr)) await new Promise((resolve) => { setTimeout(resolve); });
    const place = await claim(xhr);
    if (place === null) return;
    await release(place, !isLost(xhr));
    if (isLost(xhr)) await look();
  });
}, true);
// After the session's end it waits until its reader is signed in again. A form with words is sent to the page to sign in, which
// keeps them (sent.js).
window.addEventListener("htmx:beforeOnLoad", (/** @type {any} */ event) => {
  const { elt, xhr } = event.detail;
  if (isForm(event) && isForeign(xhr)) {
    event.preventDefault();
    return void takeOrSay(event.detail);
  }
  if (xhr.status !== 401 || !held.has(xhr) || elt.matches("form")) return;
  event.preventDefault();
  claim(xhr).then((place) => place !== null && release(place, false))
    .finally(() => location.assign(xhr.getResponseHeader("HX-Redirect") ?? "/login"));
}, true);

/** Keeps what an element was to send, and shows it as if it had been done. */
async function take({ elt, requestConfig, xhr }) {
  const fields = fieldsOf(requestConfig);
  const name = nameOf(fields, elt);
  if (!await keepForm(requestConfig.path, fields, name, claim(xhr))) return false;
  if (elt.id !== "item-form") return true;
  put(elt, false);
  const open = elt.closest(ITEM);
  if (!open) {
    location.assign(find("[data-cancel]", elt).getAttribute("href"));
    return true;
  }
  const item = new RegExp(id).exec(requestConfig.path)[0];
  find("[data-cancel]", elt)?.click();
  const words = find(`[id="item-${item}"] .item-title span`);
  if (words && name) words.textContent = name;
  return true;
}

const takeOrSay = (detail) => take(detail).then((isKept) => { if (!isKept) offline(); });
const offline = () => showNotice(document.body.dataset.offlineText, "toast problem");

// Before everything that others do with these events.
window.addEventListener("htmx:beforeRequest", (/** @type {any} */ event) => {
  if (!isForm(event) || !isBehind(event.detail.requestConfig.path)) return;
  event.preventDefault();
  takeOrSay(event.detail);
}, true);
for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  window.addEventListener(name, (/** @type {any} */ event) => {
    if (!isForm(event)) return;
    if (!isLost(event.detail.xhr)) return;
    const fields = fieldsOf(event.detail.requestConfig);
    if (hasFile(fields)) return;
    event.stopImmediatePropagation();
    takeOrSay(event.detail);
  }, true);
}

/** With the button's name, as a browser sends it. */
function dataOf(form, submitter) {
  const data = new FormData(form);
  if (submitter?.name) data.append(submitter.name, submitter.value);
  return data;
}

// A form that a page answers would lead to the browser's own page, without its words. On the window: a page's own script comes first.
window.addEventListener("submit", (/** @type {any} */ event) => {
  const { target: form, submitter } = event;
  if (navigator.onLine || event.defaultPrevented || form.method !== "post" || form.matches("[data-emptied], [hx-post], [data-signs-out]")) return;
  event.preventDefault();
  const path = submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? location.pathname;
  if (!isKeepable(path)) return offline();
  keepForm(path, [...dataOf(form, submitter)]).then((isKept) => {
    if (!isKept) return offline();
    if (form.closest("#notice")) find("#notice").replaceChildren();
  });
});

// ---- Sent, or refused: then its words are a draft again ----

document.addEventListener("foyer:sent", async (/** @type {any} */ { detail }) => {
  const before = waiting.length;
  await look();
  for (const form of detail.refused ?? []) {
    give(form);
    showNotice(fill(refused, { name: form.name || form.path }), "toast problem");
  }
  if (detail.state !== "sent" || before <= waiting.length) return;
  renew();
  renewLists();
});
kept.channel?.addEventListener("message", look);

// ---- A form that was sent after the session's end is on the page again: nobody else sends it as long as this page is there ----

/** The forms of such a page that make rows, and the ids of those. */
export const again = new Map(find("[data-again]") ? all("form[data-emptied] [name=id]").map(({ form, value }) => [form, value]) : []);
const adopted = again.size ? kept.adopt(reader, [...again.values()]) : Promise.resolve(new Map());

/** It is sent from this page now, perhaps with other words. */
export async function letGoOfAgain(form) {
  const [places, id] = [await adopted, again.get(form)];
  const place = places.get(id);
  if (places.delete(id)) await release(place, true);
}

// What a page before kept, or was sending when it ended.
Promise.all([adopted, settled && kept.removeOf(settled)]).then(look).then(() => { if (waiting.length) sync(); });

// ---- What Today leads to, due within a week, opens without a network though nobody has opened it, and so do the checklists of the
//      rows that there are. A browser's first page has no worker yet when it has loaded ----

const SOON = ".today-list a[href^='/recipes/'], a.item-title";
function keepAhead() {
  const worker = navigator.serviceWorker?.controller;
  if (!worker || "kept" in document.body.dataset) return;
  const paths = (links) => all(links).map((link) => link.getAttribute("href"));
  if (location.pathname === "/") {
    const soon = paths(SOON).map((path) => path.startsWith("/recipes/") ? path : path.split("?")[0]);
    worker.postMessage(["/items", "/plan", ...new Set(soon)]);
  }
  const lists = paths(".item-lines");
  if (lists.length) worker.postMessage(lists);
}
window.addEventListener("load", keepAhead);
navigator.serviceWorker?.addEventListener("controllerchange", keepAhead);

// A checklist that was changed here is kept anew.
document.addEventListener("htmx:afterRequest", (/** @type {any} */ { detail }) => {
  const { requestConfig, successful } = detail;
  const [list] = /^\/items\/[0-9a-f-]{36}\/lines/.exec(requestConfig.path) ?? [];
  if (successful && list && requestConfig.verb === "post") navigator.serviceWorker?.controller?.postMessage({ again: list });
});
