// What the pages do beyond plain forms and links. Everything here is a shortcut: without it each form still works.

import { all, byID, fill, find, hasModifier, hasWords, isChangedField, make, on, post, request } from "./dom.js";

// htmx makes documents of its answers, which run nothing (the sinks are those of HTML, "DOM parsing and serialization APIs"). No
// other text becomes HTML, and no other address a script's.
const documents = ["DOMParser parseFromString", "Document parseHTMLUnsafe"];
const worker = "/service-worker.js";
window.trustedTypes?.createPolicy("default", {
  createHTML: (text, type, sink) => (documents.includes(sink) ? text : null),
  createScriptURL: (url) => (url === worker ? url : null),
});

// Only over https and on this machine does a browser have one. Without it a page that cannot be reached is the browser's.
window.addEventListener("load", () => navigator.serviceWorker?.register(worker, { type: "module" }).catch(() => {}));
// A page that came before the worker was there is not kept yet, and one that was on its way meanwhile not taken over.
if (navigator.serviceWorker && !navigator.serviceWorker.controller) {
  navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ isFirst: true }));
}

// ---- Save is disabled until one of the fields named in data-needs has words (R4) ----

function updateSave(form) {
  const isReady = form.dataset.needs.split(" ").some((name) => hasWords(form.elements[name].value));
  find("[data-save]", form).disabled = !isReady;
}

document.addEventListener("input", (event) => {
  const { form } = event.target;
  if (form?.dataset.needs) updateSave(form);
});

// ---- A search that was typed before htmx was there is asked for ----

document.addEventListener("htmx:load", () => {
  for (const search of all("[hx-trigger~='typed']")) {
    if ([...search.elements ?? [search]].some(isChangedField)) search.dispatchEvent(new Event("typed"));
  }
}, { once: true });

// ---- Names are suggested while one types ----

let suggesting = null;
let asked = new AbortController();

/** Not by htmx, to which a page that is left meanwhile, or a network that is not there, would be an error. */
async function suggest(field) {
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  const path = `${field.dataset.suggest}?${new URLSearchParams({ q: field.value })}`;
  try {
    const answer = await fetch(path, { signal, headers: { "HX-Request": "true" } });
    if (!answer.ok) return;
    const found = new DOMParser().parseFromString(await answer.text(), "text/html");
    field.list.replaceChildren(...found.querySelectorAll("option"));
  } catch {
    // What was suggested before stays.
  }
}

on("input", "[data-suggest]", (event, field) => {
  if (event.inputType === "insertReplacementText") return;
  clearTimeout(suggesting);
  if (!field.value) return field.list.replaceChildren();
  suggesting = setTimeout(suggest, 150, field);
});

// ---- Tags are chips; the field filters them and makes new ones (R6) ----

const tagField = "[data-tags] [data-suggest]";

/** The tag that is meant by the beginning of its name. */
function begun(box, text) {
  const folded = (name) => name.toLowerCase();
  const shown = all(".chip:not([hidden]) input", box).map((check) => check.value);
  const suggested = [...find(tagField, box).list?.options ?? []].map((option) => option.value);
  const names = [...shown, ...suggested].filter((name) => folded(name).startsWith(folded(text)));
  return names.find((name) => folded(name) === folded(text)) ?? names[0];
}

/** @param isBegun whether the beginning of a name is enough, as in a list of suggestions */
function addTag(box, isBegun) {
  const field = find(tagField, box);
  const typed = field.value.trim();
  if (!hasWords(typed)) return;
  const name = isBegun && begun(box, typed) || typed;
  const same = (chip) => find("input", chip).value.localeCompare(name, undefined, { sensitivity: "base" }) === 0;
  let chip = all(".chip", box).find(same);
  if (!chip) {
    const check = make("input", { className: "visually-hidden", type: "checkbox", name: "tags", value: name });
    chip = make("label", { className: "chip" }, check, make("span", { dir: "auto", textContent: name }));
    find(".chips", box).append(chip);
  }
  find("input", chip).checked = true;
  field.value = "";
  showMatches(box);
  field.focus();
}

function showMatches(box) {
  const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const wanted = folded(find(tagField, box).value.trim());
  for (const chip of all(".chip", box)) {
    const check = find("input", chip);
    chip.hidden = !check.checked && !folded(check.value).includes(wanted);
  }
}

on("input", tagField, (event, field) => showMatches(field.closest("[data-tags]")));
on("click", "[data-tag-add]", (event, button) => addTag(button.closest("[data-tags]"), false));
on("keydown", tagField, (event, field) => {
  if (event.key !== "Enter" || event.isComposing || !field.value.trim()) return;
  event.preventDefault();
  addTag(field.closest("[data-tags]"), true);
});

// ---- An upload takes the time it needs, and shows how far it has come (R14) ----

const uploads = (part) => find("[type=file]", part)?.files.length > 0;

// The server gives up on one that stalls.
document.addEventListener("htmx:configRequest", (event) => { if (uploads(event.target)) event.detail.timeout = 0; });

document.addEventListener("htmx:xhr:progress", (event) => {
  const bar = find("progress.upload", event.target);
  if (!bar || !uploads(event.target) || !event.detail.lengthComputable) return;
  bar.hidden = false;
  bar.value = (event.detail.loaded / event.detail.total) * 100;
});

// ---- Notices; what had the focus before one gets it back ----

/** What had the focus last that is not of a notice. */
export let focusBefore = null;
document.addEventListener("focusin", (event) => { if (!event.target.closest("#notice")) focusBefore = event.target; });

// One goes by itself, but not while it is read by pointer or keyboard, nor one that says what went wrong.
const READING = 10_000;
let going = null;
function goOn() {
  clearTimeout(going);
  const notice = find("#notice");
  if (!notice.firstElementChild || find(".problem", notice)) return;
  going = setTimeout(() => { if (!notice.matches(":hover, :focus-within")) dismiss(); }, READING);
}
document.addEventListener("DOMContentLoaded", () => {
  const notice = find("#notice");
  new MutationObserver(goOn).observe(notice, { childList: true });
  for (const kind of ["pointerleave", "focusout"]) notice.addEventListener(kind, goOn);
  goOn();
  new ResizeObserver(makeRoom).observe(notice);
});

// Heights that the stylesheet asks for, in pixels. A page has no style attribute.
const heights = new CSSStyleSheet();
document.adoptedStyleSheets.push(heights);
const known = { "notice-size": 0, keyboard: 0 };
function setHeight(name, value) {
  known[name] = value;
  heights.replaceSync(`:root { ${Object.entries(known).map(([name, value]) => `--${name}: ${value}px;`).join(" ")} }`);
}

// On a phone it stands on the bar, or on the keyboard that lies over the bar: what has the focus is moved from under it.
function makeRoom() {
  /** @type {any} */
  const notice = find("#notice");
  const focused = document.activeElement;
  setHeight("notice-size", notice.offsetHeight);
  if (!notice.firstElementChild || !focused?.matches("main :focus-visible") || getComputedStyle(notice).position !== "fixed") return;
  const [{ top }, { bottom, height }] = [notice.getBoundingClientRect(), focused.getBoundingClientRect()];
  if (top > 0 && bottom > top && height < top) focused.scrollIntoView({ block: "nearest" });
}
visualViewport?.addEventListener("resize", () => {
  const { height, offsetTop, scale } = visualViewport;
  const covered = scale === 1 ? document.documentElement.clientHeight - height - offsetTop : 0;
  setHeight("keyboard", Math.max(0, covered));
});

/** Says something that the server has not said, perhaps with a button. */
export function showNotice(text, className = "toast", ...buttons) {
  find("#notice").replaceChildren(make("div", { className }, make("p", { textContent: text }), ...buttons));
}

function dismiss() {
  const hadFocus = find("#notice").contains(document.activeElement);
  find("#notice").replaceChildren();
  if (hadFocus) (focusBefore?.isConnected ? focusBefore : find("h1[tabindex]"))?.focus({ preventScroll: true });
}
on("click", "[data-dismiss]", dismiss);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.isComposing && !find("dialog[open], :popover-open")) dismiss();
});

for (const name of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, ({ detail }) => {
    const { errorText, offlineText } = document.body.dataset;
    const { triggeringEvent, verb } = detail.requestConfig;
    // Nobody has asked for what is looked up while one types, or after others' changes.
    if (name === "htmx:sendError" && verb === "get" && triggeringEvent && triggeringEvent.type !== "click") return;
    showNotice(name === "htmx:sendError" ? offlineText : errorText, "toast problem");
  });
}

// ---- An ingredient that leaves hands the focus to its neighbour. htmx gives it back to the button of the same id ----

document.addEventListener("htmx:beforeSwap", () => {
  const chip = document.activeElement.closest(".at-hand");
  const neighbour = chip && (chip.nextElementSibling ?? chip.previousElementSibling);
  if (neighbour) find("button", neighbour).focus();
});

// ---- The row that was just added or saved is in sight, and has the focus where its form was left ----

let isResult = false;
// The dialog whose form is answered. Any other stays: a list also comes because somebody else has changed it.
let answered = null;
document.addEventListener("htmx:beforeSwap", (event) => {
  const { elt, verb, triggeringEvent } = event.detail.requestConfig;
  answered = elt.closest("dialog[open]");
  isResult = verb === "get" && Boolean(triggeringEvent) && !triggeringEvent.type.startsWith("foyer:");
});
document.addEventListener("htmx:load", (event) => {
  const part = event.target;
  prepare(part);
  if (part.matches("form")) find("#errors", part)?.focus();
  // The page of a conflict takes the place of a form that was scrolled down, in a row or as the whole page.
  if (part.matches(".versions")) {
    const item = part.closest(".item");
    if (item) item.scrollIntoView(); else window.scrollTo(0, 0);
    find("h1, h2", item ?? find("main"))?.focus({ preventScroll: true });
  }
  // What was searched for or asked for comes in with a short fade; a list that refreshes by itself does not.
  if (isResult) part.classList.add("arriving");
  if (part.id === "list") answered?.close();
  const row = part.matches(".item.new") ? part : part.matches("#list, #main > *") && find(".item.new", part);
  // Whoever writes one after the other stays in the line, and the page where it is.
  if (!row || document.activeElement?.closest("form.quick")) return;
  // A dialog that has just closed still has it, where the link that opened it was swapped away.
  const focus = document.activeElement;
  if (focus === document.body || focus.closest("dialog:not([open])")) find(".item-actions a", row).focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
});

// ---- Deadlines under 24 hours tick (R19); the words come from the page, in its language ----

function remaining(left) {
  const words = document.body.dataset;
  const hours = Math.floor(left / 3600);
  const minutes = Math.floor((left % 3600) / 60);
  const text = hours > 0 ? words.dueHours : minutes > 0 ? words.dueMinutes : words.dueSeconds;
  return fill(text, { hours, minutes, seconds: left % 60 });
}

function tick() {
  if (document.hidden) return;
  const now = Date.now();
  for (const time of all(".item-due time")) {
    const left = Date.parse(time.getAttribute("datetime")) - now;
    if (!(left < 86_400_000)) continue;
    const text = left < 0 ? document.body.dataset.dueOverdue : remaining(Math.floor(left / 1000));
    if (time.textContent !== text) time.textContent = text;
    time.parentElement.classList.toggle("is-overdue", left < 0);
    time.parentElement.classList.toggle("is-near", left >= 0);
  }
}
setInterval(tick, 1000);
document.addEventListener("visibilitychange", tick);

// ---- A link to a page that asks first opens the same question here ----

on("click", "[data-dialog]", (event, link) => {
  const dialog = byID(link.dataset.dialog);
  if (!dialog) return;
  event.preventDefault();
  dialog.showModal();
});

// ---- A link to a small form opens it over the page that it belongs to; its answer is the page's new list ----

on("click", "a[data-opens]", (event, link) => {
  const dialog = byID(link.dataset.opens);
  if (!dialog || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  request("GET", link.getAttribute("href"), { source: link, target: dialog, swap: "innerHTML" }).then(() => {
    if (dialog.open || !dialog.firstElementChild) return;
    dialog.showModal();
    find("#field-name", dialog)?.select();
  });
});
on("click", "dialog [data-closes]", (event, link) => {
  event.preventDefault();
  link.closest("dialog").close();
});

// ---- A small picture opens the whole one over the page. Without a script its link does ----

on("click", "a.thumb, a.picture", (event, link) => {
  if (hasModifier(event)) return;
  event.preventDefault();
  const alt = find("img", link).getAttribute("alt");
  const button = make("button", { className: "button", textContent: find(".bar-add").dataset.closes });
  const dialog = make("dialog", { className: "viewer", ariaLabel: alt },
    make("img", { src: link.getAttribute("href"), alt }), make("form", { method: "dialog" }, button));
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
});

// ---- A button prints ----

on("click", "[data-print]", () => window.print());

// ---- A form that was sent after its session had ended waits in the page to sign in. This tab keeps it, sealed as it is, for a
//      sign-in that leaves that page: with a passkey, or at a provider. Its writer gets the page of the form ----

function keepWords() {
  const words = find("input[name=words]");
  try {
    if (words) {
      // With the password they go along.
      words.form.addEventListener("submit", () => sessionStorage.removeItem("words"));
      return sessionStorage.setItem("words", words.value);
    }
    if (!document.body.dataset.reader) return;
    const kept = sessionStorage.getItem("words");
    sessionStorage.removeItem("words");
    const again = find("[data-again]");
    if (again) return history.replaceState(null, "", again.dataset.again);
    if (kept) post("/login/words", { words: kept });
  } catch { /* Without a store the words wait in the page to sign in alone. */ }
}

// ---- Once per page, and for what htmx brings in ----

function prepare(root) {
  // A fragment is parsed as if there were no script: what was meant for that case comes in as real elements.
  for (const fallback of all("noscript", root)) fallback.remove();
  for (const form of all("form[data-needs]", root)) updateSave(form);
  for (const button of all("[data-dismiss], [data-tag-add], [data-print]", root)) button.hidden = false;
  for (const field of all("[data-time-zone]", root)) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  tick();
}

document.addEventListener("DOMContentLoaded", () => {
  prepare(document);
  keepWords();
  find("#errors")?.focus();
});
// The back button brings a page back with the words that were typed, but not with the button's state.
window.addEventListener("pageshow", () => prepare(document));
