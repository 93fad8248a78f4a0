// The aisles of a shop are put into another order: by dragging, with the mouse anywhere in a line and with a finger at its grip, and
// by the buttons of each line. The page shows it at once, and sends the whole order: of those that wait for an answer, the last one.

import { all, csrf, find, make, request } from "./dom.js";

let drag = null;
/** The order that the server has, as far as it has answered, and the one that was sent last. */
let [stored, newest] = ["", ""];

function prepare() {
  for (const row of all("#aisles li")) row.append(make("span", { className: "aisle-grip", ariaHidden: "true", textContent: "⠿" }));
}

const list = () => find("#aisles ol");
const order = () => all("#aisles [name=up]").map((button) => button.value).join(",");

function send() {
  const form = list().closest("form");
  newest = order();
  request("POST", form.getAttribute("action"), { source: form, target: form, swap: "none", values: { order: newest, csrf: csrf() } });
}

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.target.id !== "aisles") return;
  const { order: sent } = detail.requestConfig.parameters;
  if (detail.successful) stored = sent;
  // The rows are as they were, unless another order is about to be sent.
  else if (sent === newest) for (const name of stored.split(",")) list().append(find(`[value="${name}"]`, list()).closest("li"));
});

document.addEventListener("submit", (event) => {
  const button = event.submitter;
  const row = button?.closest("#aisles li");
  if (!row) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const [other, isUp] = button.name === "up" ? [row.previousElementSibling, true] : [row.nextElementSibling, false];
  if (!other) return;
  if (isUp) other.before(row); else other.after(row);
  // A row that moves loses the focus. At an end its button is hidden, and one press more does nothing.
  row.tabIndex = -1;
  (getComputedStyle(button).visibility === "hidden" ? row : button).focus();
  send();
}, true);

function end(isKept) {
  const { row, next, before } = drag;
  row.classList.remove("is-dragged");
  document.documentElement.classList.remove("is-dragging");
  drag = null;
  if (!isKept) return list().insertBefore(row, next);
  if (order() !== before) send();
}

document.addEventListener("pointerdown", (event) => {
  const row = event.target.closest?.("#aisles li");
  if (!row || drag || event.button !== 0 || event.target.closest("button")) return;
  if (event.pointerType !== "mouse" && !event.target.closest(".aisle-grip")) return;
  event.preventDefault();
  drag = { row, id: event.pointerId, next: row.nextElementSibling, before: order() };
  row.classList.add("is-dragged");
  document.documentElement.classList.add("is-dragging");
});
document.addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.id) return;
  // What is beyond the edge of the screen comes nearer.
  if (event.clientY < 48) scrollBy(0, -12);
  else if (event.clientY > innerHeight - 48) scrollBy(0, 12);
  for (const other of list().children) {
    const box = other.getBoundingClientRect();
    if (other === drag.row || event.clientY < box.top || event.clientY > box.bottom) continue;
    if (event.clientY < box.top + box.height / 2) other.before(drag.row); else other.after(drag.row);
    break;
  }
});
document.addEventListener("pointerup", (event) => { if (drag?.id === event.pointerId) end(true); });
document.addEventListener("pointercancel", (event) => { if (drag?.id === event.pointerId) end(false); });
document.addEventListener("keydown", (event) => { if (drag && event.key === "Escape") end(false); });
prepare();
stored = order();
