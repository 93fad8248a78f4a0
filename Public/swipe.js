// A swipe: one finger that moves sideways over a row. What goes up or down is for the page, which scrolls.

import { find } from "./dom.js";

/**
 * @typedef {object} Swipe
 * @property {string} rows a selector
 * @property {(row: Element, x: number) => boolean} begins whether it is one for this row, by its first pixels
 * @property {(row: Element, x: number) => void} [moves]
 * @property {(row: Element, x: number) => void} ends once the finger has left; 0 where the page took it away
 */

/** @type {Swipe[]} */
const kinds = [];
/** @param {Swipe} kind */
export const letSwipe = (kind) => { kinds.push(kind); };

/** Pixels from which on a swipe to the left takes its row away. */
const far = 110;

/**
 * Lets a swipe to the left take rows away, each of which has a form or a page that does so, too.
 * @param {string} rows
 * @param {(row: Element) => void} act
 */
export function letSwipeAway(rows, act) {
  letSwipe({
    rows,
    begins: (row, x) => x < 0,
    moves(row, x) {
      row.classList.add("is-swiped-away");
      row.classList.toggle("is-far", x < -far);
      row.style.translate = `${Math.min(x, 0)}px`;
    },
    ends(row, x) {
      row.classList.remove("is-swiped-away", "is-far");
      row.style.translate = "";
      if (x < -far) act(row);
    },
  });
}

let start = null;
/** Where a finger alone went down, and when the last swipe ended. */
let tap = null;
let swipeEnd = -Infinity;
/** Milliseconds after a swipe in which Chromium 156 gives a tap no click. */
const deaf = 1500;
/** A finger that rests drags (drag.js). */
const isDragging = () => document.documentElement.classList.contains("is-dragging");

document.addEventListener("touchstart", (event) => {
  const kind = kinds.find(({ rows }) => event.target.closest?.(rows));
  const [touch] = event.touches;
  tap = event.touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
  end(0);
  start = kind && tap ? { kind, row: event.target.closest(kind.rows), ...tap, by: 0, isSwipe: false, isMeant: false } : null;
}, { passive: true });
document.addEventListener("touchmove", (event) => {
  const [touch] = event.touches;
  if (tap && Math.hypot(touch.clientX - tap.x, touch.clientY - tap.y) > 12) tap = null;
  if (!start) return;
  const [x, y] = [touch.clientX - start.x, Math.abs(touch.clientY - start.y)];
  start.by = x;
  if (!start.isSwipe) {
    if (y > 12 && y > Math.abs(x) || isDragging()) start = null;
    if (!start || Math.abs(x) < 40 || Math.abs(x) < 2 * y) return;
    start.isSwipe = true;
    start.isMeant = start.kind.begins(start.row, x);
  }
  if (start.isMeant) start.kind.moves?.(start.row, x);
}, { passive: true });

function end(x) {
  const ended = start;
  start = null;
  if (ended?.isMeant) ended.kind.ends(ended.row, x);
}

document.addEventListener("touchend", (event) => {
  if (start?.isSwipe) swipeEnd = event.timeStamp;
  else if (tap && event.timeStamp - swipeEnd < deaf && event.cancelable) {
    event.preventDefault();
    event.target.click?.();
  }
  end(start?.by ?? 0);
}, { passive: false });
document.addEventListener("touchcancel", () => {
  tap = null;
  end(0);
}, { passive: true });

// A line of a shopping list has a button that deletes it: here, and on another list (where the server shows the page anew).
letSwipeAway(".shop-line", (line) => find(".shop-delete", line)?.click());
