// An item is moved to another day from its row, on Today, in the list and in the calendar: by a key, a swipe, or a click on its day.
// Without it the item's page does so.

import * as days from "./days.js";
import { csrf, find, idOf, ITEM, make, on, request, TICK } from "./dom.js";
import { shortcuts } from "./keyboard.js";
import { showDay } from "./outbox.js";
import { letSwipe } from "./swipe.js";

const row = `${ITEM}:has(${TICK}), .cal-line[data-item]`;
const isOpen = (line) => !line.matches(`.is-done, :has(${TICK}:checked)`);
const idIn = (line) => line.dataset.item ?? idOf(line);

const { dates: texts, offset } = find("script[data-dates]").dataset;
const [title, today, tomorrow, weekend, week, other, later, set] = texts.split("|");

/** The reader's day, whatever the clock of this machine calls it. */
const now = () => new Date(Date.now() + Number(offset) * 1000).toISOString().slice(0, 10);
const format = new Intl.DateTimeFormat(document.documentElement.lang, { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });

function choices() {
  const day = now();
  const weekday = (days.date(day).getUTCDay() + 6) % 7;
  // On Saturday and Sunday, the next one.
  const saturday = weekday < 5 ? 5 - weekday : 12 - weekday;
  return [[today, 0], [tomorrow, 1], [weekend, saturday], [week, 7 - weekday]].map(([name, count]) => ({ name, day: days.later(day, count) }));
}

function send(line, path, values) {
  request("POST", `/items/${idIn(line)}/${path}`, { source: line, target: line, swap: "none", values: { ...values, csrf: csrf() } });
}
const move = (line, day) => send(line, "date", { due_date: day, version: "any" });
const snooze = (line, day) => send(line, "snooze", { until: day });

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const { path, parameters } = detail.requestConfig;
  if (detail.successful && path.endsWith("/date") && parameters.due_date && detail.elt.matches(row)) showDay(detail.elt, parameters.due_date);
});

// ---- The menu, at the row ----

function open(line) {
  if (!isOpen(line)) return false;
  find("#dates")?.remove();
  /** @type {any} */
  const menu = make("div", { id: "dates", className: "dates", popover: "auto", ariaLabel: title });
  menu.setAttribute("role", "dialog");
  const act = (deed, day) => {
    menu.hidePopover();
    deed(line, day);
  };
  const entries = [
    ...choices().map(({ name, day }) => ({ name, hint: format.format(days.date(day)), act: () => act(move, day) })),
    { name: other, hint: "", act: () => ask(menu, other, (day) => act(move, day)) },
    { name: later, hint: "", act: () => ask(menu, later, (day) => act(snooze, day)) },
  ];
  menu.append(...entries.map(({ name, hint, act: choose }, number) => {
    const key = make("kbd", { textContent: String(number + 1), ariaHidden: "true" });
    const button = make("button", { type: "button" }, key, make("span", { textContent: name }), make("small", { textContent: hint }));
    button.addEventListener("click", choose);
    return button;
  }));
  menu.addEventListener("keydown", chooseByKey);
  menu.addEventListener("toggle", (/** @type {any} */ { newState }) => { if (newState === "closed") menu.remove(); });
  document.body.append(menu);
  menu.showPopover();
  place(menu, line);
  find("button", menu).focus({ preventScroll: true });
  return true;
}

/** Below the row, or above it where there is no room; it scrolls with the page. */
function place(menu, line) {
  const box = line.getBoundingClientRect();
  const bar = find(".bar")?.getBoundingClientRect();
  const end = bar && bar.top > innerHeight / 2 ? bar.top : innerHeight;
  const top = box.bottom + menu.offsetHeight <= end ? box.bottom : Math.max(0, box.top - menu.offsetHeight);
  const left = Math.min(Math.max(0, box.left), document.documentElement.clientWidth - menu.offsetWidth);
  menu.style.insetBlockStart = `${scrollY + top}px`;
  menu.style.left = `${scrollX + left}px`;
}

function ask(menu, name, act) {
  const field = make("input", { type: "date", ariaLabel: name, required: true, autocomplete: "off", max: "9998-12-31" });
  const form = make("form", { className: "dates-other" }, make("span", { textContent: name, ariaHidden: "true" }), field, make("button", { className: "button primary", textContent: set }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopPropagation();
    act(field.value);
  });
  menu.replaceChildren(form);
  field.focus();
}

function chooseByKey(event) {
  const buttons = [...event.currentTarget.querySelectorAll(":scope > button")];
  if (!buttons.length || event.ctrlKey || event.metaKey || event.altKey) return;
  const number = Number(/^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1]);
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (buttons[number - 1]) buttons[number - 1].click();
  else if (step) buttons[(buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length].focus();
  else return;
  event.preventDefault();
}

// ---- Keys: m opens the menu, t is tomorrow ----

const here = () => document.activeElement?.closest(row);
shortcuts.m = () => Boolean(here()) && open(here());
shortcuts.t = () => {
  const line = here();
  if (!line || !isOpen(line)) return false;
  move(line, days.later(now(), 1));
  return true;
};

// ---- A click of the mouse on what is due ----

on("click", ".item-due time, .today-when time", (event, time) => {
  const line = time.closest(row);
  if (!line || event.defaultPrevented) return;
  event.preventDefault();
  open(line);
});

// ---- A swipe. The menu opens once the finger has left, whose end would close it ----

letSwipe({
  rows: row,
  // The list shows the row's tools, or hides them.
  begins: (line, x) => line.dispatchEvent(new CustomEvent("foyer:swipe", { bubbles: true, cancelable: true, detail: x })),
  ends: (line, x) => { if (x) open(line); },
});
