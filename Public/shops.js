// The aisles of a shop are put into another order by dragging: with the mouse anywhere in a line, with a finger at its grip.
// The buttons of each line do the same without it.

import { all, csrf, make } from "./dom.js";
import { change } from "./live.js";

let drag = null;

function prepare() {
  for (const row of all("#aisles li")) row.append(make("span", { className: "aisle-grip", ariaHidden: "true", textContent: "⠿" }));
}

const order = (form) => all("[name=up]", form).map((button) => button.value).join(",");

function end(isKept) {
  const { row, next, before, list } = drag;
  row.classList.remove("is-dragged");
  document.documentElement.classList.remove("is-dragging");
  drag = null;
  if (!isKept) return list.insertBefore(row, next);
  const form = list.closest("form");
  if (order(form) === before) return;
  const values = { order: order(form), csrf: csrf() };
  change(form.getAttribute("action"), form.id, () => values);
}

document.addEventListener("pointerdown", (event) => {
  const row = event.target.closest?.("#aisles li");
  if (!row || drag || event.button !== 0 || event.target.closest("button")) return;
  if (event.pointerType !== "mouse" && !event.target.closest(".aisle-grip")) return;
  event.preventDefault();
  const list = row.parentElement;
  drag = { row, list, id: event.pointerId, next: row.nextElementSibling, before: order(list.closest("form")) };
  row.classList.add("is-dragged");
  document.documentElement.classList.add("is-dragging");
});
document.addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.id) return;
  // What is beyond the edge of the screen comes nearer.
  if (event.clientY < 48) scrollBy(0, -12);
  else if (event.clientY > innerHeight - 48) scrollBy(0, 12);
  for (const other of drag.list.children) {
    const box = other.getBoundingClientRect();
    if (other === drag.row || event.clientY < box.top || event.clientY > box.bottom) continue;
    if (event.clientY < box.top + box.height / 2) other.before(drag.row); else other.after(drag.row);
    break;
  }
});
document.addEventListener("pointerup", (event) => { if (drag?.id === event.pointerId) end(true); });
document.addEventListener("pointercancel", (event) => { if (drag?.id === event.pointerId) end(false); });
document.addEventListener("keydown", (event) => { if (drag && event.key === "Escape") end(false); });
document.addEventListener("htmx:load", (event) => { if (event.target.id === "aisles") prepare(); });
prepare();
