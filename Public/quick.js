// The line that adds an item: what is understood of it is tinted while one types, a click or Backspace takes that back, and
// Tab accepts a suggested category or tag. The server reads the line; without a script it does so when the line is sent.

import { all, byID, find, make, on, post, request } from "./dom.js";

// The one of the sheet, while that is open (capture.js).
const form = () => find("#adder #add") ?? byID("quick") ?? byID("add");
const field = () => form()?.elements["text"];
const part = (selector) => find(selector, form());
const answer = () => part("#understood, #add-read");

// ---- The tint behind the words ----

/** Where something was understood, as [start, end] in the text; and the text that this is true of. */
let marks = [];
let marked = "";

/** Draws the line again, with the marks that are still true while the answer for the new text is awaited. */
function draw() {
  const input = field();
  const tint = input && part(".quick-tint");
  if (!input || !tint) return;
  const text = input.value;
  const parts = [];
  let end = 0;
  for (const [from, to] of marks) {
    if (text.slice(from, to) !== marked.slice(from, to)) continue;
    parts.push(text.slice(end, from), make("mark", { textContent: text.slice(from, to) }));
    end = to;
  }
  tint.replaceChildren(...parts, text.slice(end));
  tint.scrollLeft = input.scrollLeft;
}

const isAnswer = (element) => ["understood", "add-read"].includes(element.id);

function read() {
  marks = (answer()?.dataset.marks ?? "").split(" ").filter(Boolean).map((mark) => mark.split("-").map(Number));
  marked = field()?.value ?? "";
  draw();
}

document.addEventListener("input", (event) => {
  if (event.target !== field()) return;
  // What stays words is of this text only.
  for (const kept of all("[name=keep]", form())) {
    if (!event.target.value.includes(kept.value)) kept.remove();
  }
  draw();
  clearTimeout(suggesting);
  suggesting = setTimeout(suggest, 150);
});
document.addEventListener("scroll", (event) => { if (event.target === field()) draw(); }, true);
// The line was sent: what is understood of it, and what is about to be, is of no line any more.
document.addEventListener("foyer:emptied", (event) => {
  if (event.target !== form()) return;
  answer()?.replaceChildren();
  [marks, marked] = [[], ""];
  clear();
  draw();
});
// Nothing is understood of a pasted text that no address can hold: the line is refused when it is sent.
document.addEventListener("htmx:configRequest", (event) => {
  if (event.target === field() && event.detail.verb === "get" && field().value.length > 500) event.preventDefault();
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (isAnswer(detail.target) && detail.requestConfig.parameters.text !== field()?.value) detail.shouldSwap = false;
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (isAnswer(event.target) || event.target === form()) read();
});

// ---- Several lines ----

// A field has one line: several that are pasted go to the page that asks what becomes of them.
document.addEventListener("paste", (/** @type {any} */ event) => {
  const input = field();
  const pasted = event.clipboardData?.getData("text/plain") ?? "";
  if (event.target !== input || !navigator.onLine || form().elements["from"]?.value.startsWith("/shopping")) return;
  if (pasted.split(/[\r\n]+/).filter((line) => line.trim()).length < 2) return;
  event.preventDefault();
  const { value, selectionStart, selectionEnd } = input;
  const text = value.slice(0, selectionStart) + pasted + value.slice(selectionEnd);
  input.value = "";
  post("/items/pasted", { text, back: location.pathname + location.search });
});

// ---- Taking back ----

function keep(text) {
  form().append(make("input", { type: "hidden", name: "keep", value: text }));
  marks = marks.filter(([from, to]) => marked.slice(from, to) !== text);
  draw();
  window.htmx.trigger(field(), "understand");
}

on("click", ".understood [data-keep]", (event, chip) => {
  chip.dataset.keep.split("\n").forEach(keep);
  field().focus();
});

document.addEventListener("keydown", (event) => {
  const input = field();
  if (event.target !== input || event.isComposing) return;
  const caret = input.selectionStart;
  if (event.key === "Backspace" && !event.repeat && caret === input.selectionEnd && input.value === marked) {
    const mark = marks.find(([, to]) => to === caret);
    if (mark) {
      event.preventDefault();
      keep(marked.slice(...mark));
    }
  } else if (event.key === "Tab" && !event.shiftKey && suggestions().length > 0) {
    event.preventDefault();
    accept(suggestions()[0]);
  } else if (event.key === "Escape" && suggestions().length > 0) {
    event.stopPropagation();
    clear();
  }
});

// ---- Names after # and @ ----

const names = () => form() && part(".quick-names");
const suggestions = () => all("button", names());
const clear = () => names()?.replaceChildren();
let suggesting = 0;

/** The name that is being typed before the caret: its sign, its letters, and where it begins. */
function begun() {
  const input = field();
  // The line may have left the page since it was typed in.
  if (!input) return null;
  const found = /(?:^|\s)([#@])([^\s#@"]{1,50})$/u.exec(input.value.slice(0, input.selectionStart));
  return found && { sign: found[1], text: found[2], start: input.selectionStart - found[2].length - 1 };
}

function suggest() {
  const name = begun();
  if (!name) return clear();
  const list = part("datalist");
  const path = name.sign === "#" ? "/categories/suggest" : "/tags/suggest";
  request("GET", path, { source: list, target: list, swap: "innerHTML", values: { q: name.text } });
}

document.addEventListener("htmx:afterSwap", ({ detail, target: list }) => {
  if (!list.matches(".quick > datalist")) return;
  const name = begun();
  // Something else has been typed meanwhile, or the line was sent.
  if (name?.text !== detail.requestConfig.parameters.q) return;
  clear();
  const values = [...list.options].map((option) => option.value);
  for (const value of values.filter((value) => value.toLowerCase() !== name.text.toLowerCase()).slice(0, 4)) {
    const button = make("button", { type: "button", className: "chip", textContent: name.sign + value });
    button.dataset.name = value;
    names().append(button);
  }
});

function accept(button) {
  const input = field();
  const name = begun();
  if (!name) return clear();
  const value = button.dataset.name;
  const word = name.sign + (/[\s"#@<>]|^\d+$/.test(value) ? `"${value}"` : value) + " ";
  input.setRangeText(word, name.start, input.selectionStart, "end");
  clear();
  input.focus();
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

on("click", ".quick-names button", (event, button) => accept(button));
document.addEventListener("focusout", (event) => {
  if (event.target === field() && !names()?.contains(event.relatedTarget)) clear();
});
