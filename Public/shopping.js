// The shopping list: what is ticked, added and deleted is kept here first, shown at once, and sent (kept.js). The list is the
// server's, with what it does not know yet put into it. Without a script each line is a form.

import { showNotice } from "./app.js";
import { all, byID, count, fill, find, hasWords, listedLines, make, on, post, TICK } from "./dom.js";
import * as kept from "./kept.js";
import { add, isSigningOut, sync } from "./sync.js";

const bar = find("#shop-bar");
const words = bar.dataset;
const { reader } = document.body.dataset;
// Undefined for the first one.
const { list } = find("#shopping").dataset;
/** What waits of this list. */
const pending = async () => (await kept.pending(reader)).filter((change) => change.list === list);
// A line, and what is in it: its box, its food and the button that deletes it.
const LINE = "#shopping li[data-aisle]";
const FOOD = "label > :last-child";
const DELETE = "li[data-aisle] > button";
const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;

// ---- The list: what the server said last, and the changes that it has not acknowledged ----

const box = () => find("#shopping");
const served = box();
let base = { html: served.outerHTML, at: Number(served.dataset.at) };
// What the page shows: which answer, and which changes on top of it.
let drawn = { at: base.at, places: [] };
let waiting = [];
let writing = 0;
// Until then nothing moves: somebody is ticking line after line.
let quiet = 0;
let drawing = null;

function schedule() {
  clearTimeout(drawing);
  drawing = setTimeout(show, Math.max(0, quiet - Date.now()));
}

async function show() {
  const changes = await pending();
  const stored = await kept.list(reader, list);
  const first = list ? await kept.list(reader) : stored;
  // A tick that is being stored would be taken back for a moment.
  if (writing) return;
  if (state === "signed-out") {
    waiting = changes;
    return say();
  }
  if (Date.now() < quiet) return schedule();
  if (stored?.html && stored.at > base.at) base = stored;
  waiting = changes;
  draw();
  say();
  if (first?.missed.length) report(await kept.takeMissed(reader));
}

function draw() {
  const places = waiting.map((change) => change.place);
  const isMore = drawn.at === base.at && drawn.places.every((place, index) => place === places[index]);
  const focus = focused();
  if (!isMore) {
    const isOpen = find("#basket")?.open;
    window.htmx.swap(box(), base.html, { swapStyle: "outerHTML" });
    if (isOpen && find("#basket")) find("#basket").open = true;
  }
  for (const change of isMore ? waiting.slice(drawn.places.length) : waiting) apply(change);
  drawn = { at: base.at, places };
  refocus(focus);
  showNew();
}

// ---- The line that was just written: in sight, marked for two seconds, and said ----

let fresh = null;
const MARKED = 2_000;

const lineOf = (id) => all(LINE).find((line) => line.dataset.entries.split(" ").includes(id));

function showNew() {
  const line = fresh && lineOf(fresh.id);
  if (!line) return;
  if (!fresh.until) {
    fresh.until = Date.now() + MARKED;
    find("#shop-said").textContent = fill(words.added, { name: fresh.name });
    setTimeout(() => {
      for (const one of all("#shopping .is-new")) one.classList.remove("is-new");
      fresh = null;
    }, MARKED);
  }
  // Its place changes once the server has named its aisle.
  line.classList.add("is-new");
  line.closest("details:not([open])")?.setAttribute("open", "");
  line.scrollIntoView({ block: "center", behavior: isCalm ? "auto" : "smooth" });
}

// A line that sank or left hands the focus to the next one.
const controls = [`${LINE} ${TICK}`, `#shopping ${DELETE}`];
const seen = (selector) => all(selector).filter((element) => element.checkVisibility());

function focused() {
  const element = document.activeElement;
  const selector = controls.find((one) => element?.matches(one));
  return selector ? { element, id: element.id, selector, index: seen(selector).indexOf(element) } : null;
}

function refocus(focus) {
  if (!focus) return;
  const same = focus.element.isConnected ? focus.element : focus.id && byID(focus.id);
  const others = seen(focus.selector);
  const next = same && same.checkVisibility() ? same : others[focus.index] ?? others.at(-1) ?? find("h1");
  if (document.activeElement !== next) next.focus({ preventScroll: true });
}

// ---- One change, put into what the page shows ----

const parts = [...find("#shop-parts").content.children];
const places = parts.slice(0, -1);
const keyOf = (part) => part.id || part.dataset.aisle;
const partIn = (key) => find(`#shopping :is(section[data-aisle="${key}"], [id="${key}"])`);

function part(key) {
  const there = partIn(key);
  if (there) return there;
  find("[data-empty]", box())?.remove();
  let form = find("form", box());
  if (!form) box().append(form = make("form", {}));
  const index = places.findIndex((one) => keyOf(one) === key);
  const made = places[index].cloneNode(true);
  const later = places.slice(index + 1).map((one) => partIn(keyOf(one))).find(Boolean);
  const folded = key === "basket" ? null : find("details", form);
  form.insertBefore(made, (later?.tagName === "SECTION" ? later : folded ?? later) ?? find("[data-buttons]", form));
  return made;
}

function apply({ kind, entries, text }) {
  if (kind === "add") {
    const isThere = all(LINE).some((line) => line.dataset.entries.split(" ").includes(entries[0]));
    return isThere ? undefined : put(newLine(entries[0], text));
  }
  const wanted = new Set(entries);
  // A line that others have added to is another one, until the server has divided it.
  const lines = all(LINE).filter((line) => line.dataset.entries.split(" ").every((id) => wanted.has(id)));
  for (const line of lines) {
    if (kind === "delete") line.remove(); else put(mark(line, kind === "check"));
  }
  tidy();
}

function newLine(id, text) {
  const line = parts.at(-1).cloneNode(true);
  line.id = `line-${id}`;
  line.dataset.entries = id;
  // Until the server has said how many foods it names: what is done with it is done with each of them.
  line.dataset.typed = "";
  find(TICK, line).id = `tick-${id}`;
  find(FOOD, line).textContent = text;
  find("button[type=button]", line).setAttribute("aria-label", fill(words.delete, { name: text }));
  return line;
}

function mark(line, isChecked) {
  line.classList.toggle("is-checked", isChecked);
  find(TICK, line).checked = isChecked;
  return line;
}

function put(line) {
  const isChecked = find(TICK, line).checked;
  const lines = find("ul", part(isChecked ? "basket" : line.dataset.aisle));
  if (line.parentElement !== lines) lines.append(line);
  tidy();
}

function tidy() {
  for (const one of all("#shopping :is(section, details)")) {
    const number = all("li", one).length;
    if (one.id === "basket") find("summary", one).textContent = count(places.at(-1).dataset.count, number);
    if (!number) one.remove();
  }
}

// ---- What somebody does ----

async function record(change, delay = 0) {
  quiet = Math.max(quiet, Date.now() + (isCalm ? 0 : delay));
  writing += 1;
  await add({ reader, list, shop: box().dataset.shop, ...change });
  writing -= 1;
  schedule();
  sync();
}

const entriesOf = ({ dataset }) => ({ entries: dataset.entries.split(" "), typed: "typed" in dataset || undefined });
const nameOf = (line) => find(FOOD, line).textContent.slice(0, 100);

on("change", `#shopping ${TICK}`, (event, check) => {
  const line = mark(check.closest(LINE), check.checked);
  record({ kind: check.checked ? "check" : "uncheck", ...entriesOf(line), name: nameOf(line) }, 500);
});

on("keydown", `#shopping ${TICK}`, (event, check) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  check.click();
});

on("submit", "#shop-add", async (event, form) => {
  event.preventDefault();
  const field = find("#shop-text");
  // A phone's keyboard stays for the next line.
  field.focus();
  const text = (field.value.toWellFormed?.() ?? field.value).trim();
  if (!hasWords(text) || [...text].length > 1_000 || text.includes("\0")) {
    // The server says what is wrong with it, if it can be reached.
    if ((await sync(true)).state === "sent") form.submit();
    return;
  }
  field.value = "";
  field.removeAttribute("aria-invalid");
  find("#error-shop-text")?.remove();
  // Where the server answers soon, the line comes in where it belongs.
  write(text);
});

function write(text) {
  const id = kept.uuid();
  for (const one of all("#shopping .is-new")) one.classList.remove("is-new");
  fresh = { id, name: text.slice(0, 100) };
  record({ kind: "add", entries: [id], text, name: fresh.name }, state === "idle" ? 150 : 0);
}

// Several lines that are pasted are a line of the list each: without bullets and boxes, ticked if theirs are.
on("paste", "#shop-text", async (/** @type {any} */ event, field) => {
  const pasted = event.clipboardData?.getData("text/plain") ?? "";
  const { value, selectionStart, selectionEnd } = field;
  const lines = pasted.split(/[\r\n]+/).filter((line) => line.trim());
  if (lines.length < 2) return;
  event.preventDefault();
  const whole = (value.slice(0, selectionStart) + lines.join("\n") + value.slice(selectionEnd)).toWellFormed?.() ?? pasted;
  const read = listedLines(whole)
    .filter(({ words }) => hasWords(words) && [...words].length <= 1_000 && !words.includes("\0")).slice(0, MOST);
  field.value = "";
  const added = [];
  writing += 1;
  for (const { words: text, isTicked } of read) {
    const id = kept.uuid();
    const change = { entries: [id], name: text.slice(0, 100) };
    added.push(change);
    await record({ kind: "add", text, ...change });
    // A line may name several foods.
    if (isTicked) await record({ kind: "check", typed: true, ...change });
  }
  writing -= 1;
  schedule();
  offerDelete(added);
});
/** Lines that are pasted at once; others stay out. */
const MOST = 200;

/** Says how many lines were added, and takes them back. */
function offerDelete(added) {
  const button = make("button", { type: "button", className: "button quiet", textContent: words.undo });
  button.addEventListener("click", async () => {
    find("#notice").replaceChildren();
    find("h1")?.focus({ preventScroll: true });
    for (const change of added) await record({ kind: "delete", typed: true, ...change });
  });
  showNotice(count(words.pasted, added.length), "toast", button);
}

// A usual thing is one tap.
on("click", "#usuals button", (event, button) => {
  event.preventDefault();
  const next = button.nextElementSibling ?? button.previousElementSibling;
  write(button.value);
  button.remove();
  (next?.matches("button") ? next : find("#shop-text")).focus({ preventScroll: true });
});

on("click", `#shopping ${DELETE}`, async (event, button) => {
  event.preventDefault();
  const line = button.closest(LINE);
  const change = { kind: "delete", ...entriesOf(line), name: nameOf(line) };
  await record(change);
  offerUndo(change.name, change.entries);
});

// What is cleared or goes to "at hand" is what the page shows as ticked: the server has to know of it before.
let isKnown = false;

on("submit", "#shopping form", async (event, form) => {
  if (isKnown) return;
  event.preventDefault();
  const { submitter } = event;
  const isUnsent = async () => (await kept.pending(reader)).length > 0;
  if (state !== "idle" || await isUnsent()) {
    if ((await sync(true)).state !== "sent" || await isUnsent()) return;
  }
  isKnown = true;
  form.requestSubmit(submitter?.isConnected ? submitter : null);
  isKnown = false;
});

// ---- What is said of it ----

let state = "idle";
let isSlow = null;
const here = location.pathname + location.search;
const signIn = () => `/login?next=${encodeURIComponent(here)}`;

function say() {
  const number = waiting.length;
  const text = {
    offline: number ? count(words.kept, number) : words.offline,
    failing: number ? count(words.failing, number) : words.offline,
    sending: words.sending,
    "signed-out": count(words.signIn, number),
  }[state] ?? "";
  const whole = [text, kept.loose.length ? words.unkept : ""].filter(Boolean).join(" · ");
  if (bar.textContent !== whole) {
    if (state === "signed-out") {
      bar.replaceChildren(make("a", { href: signIn(), textContent: whole }));
    } else {
      bar.textContent = whole;
    }
  }
  box()?.classList.toggle("is-offline", state === "offline" || state === "failing");
}

function report(missed) {
  const names = (isAddition) => missed.filter((one) => one.isAddition === isAddition).map((one) => one.name).join(", ");
  const texts = [[words.refused, names(true)], [words.gone, names(false)]].filter(([, list]) => list);
  if (texts.length) showNotice(texts.map(([text, list]) => fill(text, { names: list })).join(" "));
}

async function offerUndo(name, entries) {
  const change = (await kept.pending(reader)).findLast((one) => one.kind === "delete" && one.entries[0] === entries[0]);
  if (!change) return;
  const button = make("button", { type: "button", className: "button quiet", textContent: words.undo });
  button.addEventListener("click", async () => {
    find("#notice").replaceChildren();
    find("h1")?.focus({ preventScroll: true });
    if (await kept.takeBack(reader, change.place)) schedule();
    // It was sent meanwhile.
    else post(`/shopping/${entries[0]}/restore`);
  });
  showNotice(fill(words.deleted, { name }), "toast", button);
}

document.addEventListener("foyer:sending", () => {
  clearTimeout(isSlow);
  if (state !== "idle") return;
  isSlow = setTimeout(() => {
    if (!waiting.length) return;
    state = "sending";
    say();
  }, 1_000);
});

document.addEventListener("foyer:sent", async ({ detail }) => {
  clearTimeout(isSlow);
  if (detail.html && detail.list === list) base = { html: detail.html, at: detail.at };
  state = ["sent", "idle"].includes(detail.state) ? "idle" : detail.state;
  if (!["signed-out", "stranger"].includes(state)) return schedule();
  if (isSigningOut) return;
  if (state === "stranger") return location.reload();
  // Somebody ended this session: what is on the list is for who signs in.
  waiting = await pending();
  if (!waiting.length) return location.assign(signIn());
  box()?.replaceChildren();
  drawn = { at: -1, places: [] };
  say();
});

document.body.addEventListener("foyer:shopping", () => sync(true));
window.addEventListener("online", () => sync(true));
window.addEventListener("offline", () => {
  if (state !== "signed-out") state = "offline";
  schedule();
});
window.addEventListener("pageshow", (event) => { if (event.persisted) sync(true); });
kept.channel?.addEventListener("message", ({ data }) => {
  if (data === "changed") schedule(); else if (state !== "signed-out") sync(true);
});

// ---- From now on ----

const isKept = "kept" in document.body.dataset;
if (isKept) find("#notice").replaceChildren();
for (const check of all(`#shopping ${TICK}`)) check.checked = check.defaultChecked;
if (!navigator.onLine) state = "offline";
if (isKept) sync(true);
schedule();
