// What is done with items and the plan where there is no connection: the form waits in the browser (kept.js), the page shows what
// it does, and it is sent in its order once there is one (sync.js). What comes while others wait, waits behind them.

import { showNotice } from "./app.js";
import { byID, count, fill, find, ITEM, make, TICK } from "./dom.js";
import { give, put } from "./drafts.js";
import * as kept from "./kept.js";
import { renew } from "./live.js";
import { addForm, sync } from "./sync.js";

const { reader, waits, refused } = document.body.dataset;
const id = "[0-9a-f]{8}-[0-9a-f-]{27}";
const paths = new RegExp(`^/items(/quick|/${id}(/(done|snooze|move|delete|restore|date))?)?$|^/plan(/${id}(/delete|/restore)?)?$`);

/** Whether a form may be sent later: its ids are there already, or it says what shall be. */
export const isKeepable = (path) => paths.test(path.split("?")[0]);

/** What waits; of one that was kept by a page before, it is known a moment after this one is there. */
let waiting = [];
let isKnown = false;

/** Whether a form has to wait, since there is no connection, or others wait. */
export const isBehind = (path) => isKeepable(path) && (waiting.length > 0 || !navigator.onLine);

/** Whether a file is among the fields: none is kept. */
const hasFile = (fields) => fields.some(([, value]) => typeof value !== "string" && value.size > 0);

/** Keeps a form that is to be sent later. */
export async function keepForm(path, fields, name = "") {
  if (hasFile(fields)) return false;
  const form = { path, fields: fields.filter(([, value]) => typeof value === "string"), name: name.slice(0, 200) };
  // What is done meanwhile is behind it.
  waiting.push(form);
  try {
    await addForm(form);
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

function apply(form) {
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
  if (!waiting.length) return box?.remove();
  if (!box) {
    box = make("div", { id: "waits", className: "news waits" });
    box.setAttribute("role", "status");
    const place = find("main > header, main > .page-head") ?? find("main > *");
    if (!place) return;
    place.after(box);
  }
  const names = waiting.filter(({ path }) => /^\/(items(\/quick)?|plan)$/.test(path)).map(({ name }) => name).filter(Boolean);
  const list = make("ul", { className: "waits-list" }, ...names.map((name) => make("li", { dir: "auto", textContent: name })));
  box.replaceChildren(make("p", { textContent: count(waits, waiting.length) }), ...(names.length ? [list] : []));
}

async function look() {
  const forms = await kept.waitingForms(reader);
  // What is being stored is not there yet.
  const news = waiting.filter((form) => !("place" in form) && !forms.some((one) => one.path === form.path && JSON.stringify(one.fields) === JSON.stringify(form.fields)));
  waiting = isKnown ? [...forms, ...news] : forms;
  isKnown = true;
  waiting.forEach(apply);
  draw();
}

// ---- Forms that htmx sends ----

const fieldsOf = ({ parameters, formData }) => [...(parameters instanceof FormData ? parameters : formData).entries()];
const isForm = ({ detail }) => {
  const { elt, requestConfig } = detail;
  return requestConfig?.verb === "post" && isKeepable(requestConfig.path) && !elt.matches("[data-emptied]");
};

/** Keeps what an element was to send, and shows it as if it had been done. */
async function take({ elt, requestConfig }) {
  const fields = fieldsOf(requestConfig);
  const title = fields.find(([name]) => name === "title" || name === "text")?.[1];
  const row = elt.closest(ITEM);
  const name = title || (row && find(".item-title, .check", row)?.textContent.trim()) || "";
  if (!await keepForm(requestConfig.path, fields, name)) return false;
  if (elt.id !== "item-form") return true;
  put(elt, false);
  const open = elt.closest(ITEM);
  if (!open) return location.assign(find("[data-cancel]", elt).getAttribute("href"));
  const item = new RegExp(id).exec(requestConfig.path)[0];
  find("[data-cancel]", elt)?.click();
  const words = find(`[id="item-${item}"] .item-title span`);
  if (words && title) words.textContent = title;
  return true;
}

const offline = () => showNotice(document.body.dataset.offlineText, "toast problem");

// Before everything that others do with these events.
window.addEventListener("htmx:beforeRequest", (/** @type {any} */ event) => {
  if (!isForm(event) || !isBehind(event.detail.requestConfig.path)) return;
  event.preventDefault();
  take(event.detail).then((isKept) => { if (!isKept) offline(); });
}, true);
for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  window.addEventListener(name, (/** @type {any} */ event) => {
    if (!isForm(event)) return;
    if (name === "htmx:responseError" && ![502, 503, 504].includes(event.detail.xhr.status)) return;
    const fields = fieldsOf(event.detail.requestConfig);
    if (hasFile(fields)) return;
    event.stopImmediatePropagation();
    take(event.detail).then((isKept) => { if (!isKept) offline(); });
  }, true);
}

/** With the button's name, as a browser sends it. */
function formOf(form, submitter) {
  const data = new FormData(form);
  if (submitter?.name) data.append(submitter.name, submitter.value);
  return data;
}

// A form that a page answers would lead to the browser's own page, without its words.
document.addEventListener("submit", (/** @type {any} */ event) => {
  const { target: form, submitter } = event;
  if (navigator.onLine || event.defaultPrevented || form.method !== "post" || form.matches("[data-emptied], [hx-post], [data-signs-out]")) return;
  event.preventDefault();
  const path = submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? location.pathname;
  if (!isKeepable(path)) return offline();
  keepForm(path, [...formOf(form, submitter)]).then((isKept) => {
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
  if (detail.state === "sent" && before > waiting.length) renew();
});
kept.channel?.addEventListener("message", look);

// A browser that was ended, or crashed, may have left what it was about to send.
const SENDING = `sending ${reader} `;
const tab = kept.uuid();

/** Notes what a page is sending, until it is answered. */
export function note(forms) {
  try {
    if (forms.length) localStorage.setItem(SENDING + tab, JSON.stringify(forms)); else localStorage.removeItem(SENDING + tab);
  } catch { /* It is in the page alone. */ }
}

async function takeOver() {
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(SENDING) && name !== SENDING + tab)) {
      const forms = JSON.parse(localStorage.getItem(key));
      localStorage.removeItem(key);
      for (const [path, fields, name] of forms) await addForm({ path, fields, name });
    }
  } catch { /* There is none. */ }
  await look();
  if (waiting.length) sync();
}
takeOver();
