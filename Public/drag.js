// Dragging from place to place, in the calendar and the plan: with the mouse, or with a finger or pen that rests first. What it
// does, forms do without it.

const rest = 350;
const slack = 6;
const edge = 88;

/** What the page lets be dragged. */
let rules = null;
/** What is pressed, and what is under the pointer. */
let drag = null;
let hasDragged = false;

/**
 * Lets what a selector finds be dragged.
 * @param {object} options
 * @param {string} options.what
 * @param {string} [options.except] its parts that cannot
 * @param {string} options.place where it can be let go
 * @param {string} options.copy the class of the copy under the pointer
 * @param {(element: Element, over: Element) => void} options.drop
 * @param {() => void} options.end once it is over either way
 */
export function letDrag(options) {
  rules = { except: "form", ...options };
}

export const isDragging = () => drag !== null;

function begin() {
  const box = drag.element.getBoundingClientRect();
  drag.ghost = drag.element.cloneNode(true);
  drag.ghost.removeAttribute("id");
  drag.ghost.removeAttribute("href");
  drag.ghost.classList.add(rules.copy);
  drag.ghost.style.inlineSize = `${box.width}px`;
  document.body.append(drag.ghost);
  drag.element.classList.add("is-dragged");
  document.documentElement.classList.add("is-dragging");
  requestAnimationFrame(scroll);
}

// Near an edge of the window the page goes on under what is dragged, the faster the nearer.
function scroll() {
  if (!drag) return;
  const by = Math.min(drag.at.y - edge, 0) + Math.max(drag.at.y - (innerHeight - edge), 0);
  if (by !== 0) {
    scrollBy(/** @type {any} */ ({ top: by / 6, behavior: "instant" }));
    aim();
  }
  requestAnimationFrame(scroll);
}

function cancel() {
  if (!drag) return;
  clearTimeout(drag.timer);
  drag.ghost?.remove();
  drag.over?.classList.remove("is-target");
  drag.element.classList.remove("is-dragged");
  document.documentElement.classList.remove("is-dragging");
  drag = null;
  rules.end();
}

function move(event) {
  drag.at = { x: event.clientX, y: event.clientY };
  drag.ghost.style.translate = `${drag.at.x + 8}px ${drag.at.y + 8}px`;
  aim();
}

function aim() {
  const over = document.elementFromPoint(drag.at.x, drag.at.y)?.closest(rules.place) ?? null;
  if (over === drag.over) return;
  drag.over?.classList.remove("is-target");
  over?.classList.add("is-target");
  drag.over = over;
}

document.addEventListener("pointerdown", (event) => {
  hasDragged = false;
  const element = rules && event.target.closest?.(rules.what);
  if (!element || drag || event.button !== 0 || event.target.closest(rules.except)) return;
  drag = { element, id: event.pointerId, x: event.clientX, y: event.clientY, since: event.timeStamp, over: null, ghost: null, timer: null };
  // A finger that moves at once scrolls.
  if (event.pointerType !== "mouse") drag.timer = setTimeout(() => { begin(); move(event); }, rest);
});

document.addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.id) return;
  const isFar = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > slack;
  // Where the page was busy, a finger that moved at once is heard of after the time of rest.
  const hasRested = drag.hasRested || event.timeStamp - drag.since >= rest;
  if (isFar && event.pointerType !== "mouse" && !(drag.ghost && hasRested)) return cancel();
  if (isFar) drag.hasRested = true;
  if (!drag.ghost && isFar) begin();
  if (drag.ghost) move(event);
});

document.addEventListener("pointerup", (event) => {
  if (!drag || event.pointerId !== drag.id) return;
  const { element, over, ghost } = drag;
  cancel();
  if (!ghost) return;
  hasDragged = true;
  if (over && over !== element.closest(rules.place)) rules.drop(element, over);
});

document.addEventListener("pointercancel", cancel);
document.addEventListener("keydown", (event) => { if (event.key === "Escape") cancel(); });
// Where the page is scrolling already, nothing can be dragged.
document.addEventListener("touchmove", (event) => {
  if (!drag?.ghost) return;
  if (event.cancelable) event.preventDefault(); else cancel();
}, { passive: false });
document.addEventListener("contextmenu", (event) => { if (drag?.ghost) event.preventDefault(); });
document.addEventListener("dragstart", (event) => { if (rules && event.target.closest?.(rules.what)) event.preventDefault(); });
// The click that ends a drag opens nothing.
document.addEventListener("click", (event) => {
  if (!hasDragged) return;
  hasDragged = false;
  event.preventDefault();
  event.stopPropagation();
}, true);
