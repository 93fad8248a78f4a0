// The calendar of a host's page as a grid (WAI-ARIA Authoring Practices, "Grid"): one day is the arrival, the next the
// departure. The form's fields have the choice; without this script they are filled in by hand.

import * as days from "./days.js";
import { all, count, fill, find, hasModifier, on } from "./dom.js";

const arrival = find("#field-arrival");
const departure = find("#field-departure");
const choice = find("#stay-choice");

const language = document.documentElement.lang;
const named = (options) => new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
const longDay = named({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
const shortDay = named({ weekday: "short", day: "numeric", month: "long" });

/** Each day that was shown, and whether its night is taken or past. */
const taken = new Map();
/** The day that the Tab key reaches, the one under pointer or focus, and the one to be reached on another page. */
let active = null;
let near = null;
let awaited = null;

const cells = () => all("#stay-calendar td[data-day]");
const cellOf = (day) => find(`#stay-calendar td[data-day="${day}"]`);
const isFree = (day) => taken.get(day) === false;

/** Whether nothing that is known stands against all nights from one day to another. */
function isOpen(from, to) {
  if (to <= from || days.count(from, to) > 366) return false;
  for (let day = from; day < to; day = days.later(day, 1)) if (taken.get(day)) return false;
  return true;
}

/** The field that a day would be chosen for. */
function fieldFor(day) {
  if (arrival.value && !departure.value && day > arrival.value && isOpen(arrival.value, day)) return departure;
  return isFree(day) ? arrival : null;
}

function choose(day) {
  const field = fieldFor(day);
  if (!field) return say(choice.dataset.taken);
  if (field === arrival) departure.value = "";
  field.value = day;
  near = null;
  paint();
}

// ---- What is shown ----

function say(text) {
  if (choice.textContent !== text) choice.textContent = text;
}

const nights = (number) => count(find("#stay-nights").dataset.counts, number);

function tell() {
  const [from, to] = [arrival.value, departure.value];
  const text = (day) => shortDay.format(days.date(day));
  const number = from && to > from ? days.count(from, to) : 0;
  find("#stay-nights").textContent = number ? nights(number) : "";
  if (!from || (to && !number)) return say(choice.dataset.first);
  if (!to) return say(fill(choice.dataset.last, { date: text(from) }));
  if (!isOpen(from, to)) return say(choice.dataset.taken);
  say(`${fill(choice.dataset.both, { arrival: text(from), departure: text(to) })} · ${nights(number)}`);
}

function paint() {
  const from = arrival.value;
  const reach = from && !departure.value && near > from && isOpen(from, near) ? near : null;
  const to = departure.value > from ? departure.value : reach;
  for (const cell of cells()) {
    const { day } = cell.dataset;
    cell.classList.toggle("is-start", day === from);
    cell.classList.toggle("is-alone", day === from && !to);
    cell.classList.toggle("is-end", Boolean(from) && day === to);
    cell.classList.toggle("is-between", Boolean(from && to) && day > from && day < to);
    cell.setAttribute("aria-selected", String(day === from || Boolean(from && departure.value) && day > from && day <= to));
    if (fieldFor(day)) cell.removeAttribute("aria-disabled"); else cell.setAttribute("aria-disabled", "true");
    cell.tabIndex = day === active ? 0 : -1;
  }
  tell();
}

function prepare() {
  for (const table of all("#stay-calendar .month")) {
    table.setAttribute("role", "grid");
    for (const cell of all("td", table)) {
      const number = parseInt(cell.textContent, 10);
      if (!number) continue;
      const day = `${find("tbody", table).dataset.month}-${String(number).padStart(2, "0")}`;
      const note = find(".visually-hidden", cell)?.textContent.trim();
      cell.dataset.day = day;
      cell.setAttribute("aria-label", [longDay.format(days.date(day)), note].filter(Boolean).join(", "));
      taken.set(day, cell.matches(".is-taken, .is-past"));
    }
  }
  const shown = cells();
  const wanted = awaited && cellOf(awaited);
  awaited = null;
  active = wanted?.dataset.day
    ?? (cellOf(active) ?? cellOf(arrival.value) ?? shown.find((cell) => isFree(cell.dataset.day)) ?? shown[0]).dataset.day;
  paint();
  wanted?.focus();
}

// ---- Pointer and keys ----

function goTo(day) {
  const cell = cellOf(day);
  if (cell) {
    active = day;
    paint();
    return cell.focus();
  }
  const link = find(day < cells()[0].dataset.day ? "#stay-previous" : "#stay-next");
  if (!link) return;
  awaited = day;
  link.click();
}

on("keydown", "#stay-calendar td[data-day]", (event, { dataset: { day } }) => {
  if (hasModifier(event) || event.isComposing) return;
  const months = { PageUp: -1, PageDown: 1 }[event.key];
  const goal = months ? days.laterMonth(day, months) : days.target(event.key, day);
  if (goal) {
    event.preventDefault();
    if (!awaited) goTo(goal);
  } else if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    choose(day);
  } else if (event.key === "Escape") {
    [arrival.value, departure.value] = ["", ""];
    paint();
  }
});

on("click", "#stay-calendar td[data-day]", (event, cell) => {
  active = cell.dataset.day;
  choose(active);
});

for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    const day = event.target.closest?.("#stay-calendar td[data-day]")?.dataset.day ?? null;
    if (day === near || !arrival.value || departure.value) return;
    near = day;
    paint();
  });
}

for (const field of [arrival, departure]) field.addEventListener("input", paint);
document.addEventListener("htmx:load", (event) => { if (event.target.id === "stay-calendar") prepare(); });
// A page that could not be fetched is not waited for.
document.addEventListener("htmx:afterRequest", (event) => { if (!event.detail.successful) awaited = null; });
prepare();
