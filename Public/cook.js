// Cooking: steps are turned by key and swipe, times in the text start timers. Without it each step is a page with links.

import { all, fill, find, make, on } from "./dom.js";
import { start, tick } from "./timers.js";

const words = find("#timers").dataset;

// ---- What came in: times become buttons, and a screen reader hears the step ----

function dress() {
  for (const time of all(".cook-text .time")) {
    const { textContent } = time;
    const button = make("button", { type: "button", className: "time", textContent, ariaLabel: fill(words.start, { time: textContent }) });
    Object.assign(button.dataset, time.dataset);
    time.replaceWith(button);
  }
}

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id !== "cook") return;
  dress();
  find("#cook-said").textContent = `${find("#cook-number").textContent}. ${find("#cook-text")?.textContent ?? ""}`;
  tick();
});

// Without a network the steps that the service worker has kept are pages.
document.addEventListener("htmx:sendError", ({ detail }) => {
  const { path } = detail.requestConfig;
  if (path.startsWith(location.pathname)) location.assign(path);
});

// ---- Turning: arrows, the space bar, page keys, a swipe ----

const turn = (way) => find(`[data-turn=${way}]`)?.click();

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest("input:not([type=checkbox]), textarea, select")) return;
  const isSpace = event.key === " ";
  if (isSpace && event.target.closest("button, summary, input")) return;
  const way = isSpace
    ? event.shiftKey ? "previous" : "next"
    : { ArrowRight: "next", PageDown: "next", ArrowLeft: "previous", PageUp: "previous" }[event.key];
  if (way) {
    event.preventDefault();
    if (!event.repeat) turn(way);
  } else if (event.key === "Escape") {
    find("[data-exit]").click();
  }
});

let from = null;
document.addEventListener("touchstart", (event) => {
  const touch = event.touches[0];
  from = event.touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
}, { passive: true });
document.addEventListener("touchend", (event) => {
  if (!from) return;
  const touch = event.changedTouches[0];
  const [x, y] = [touch.clientX - from.x, touch.clientY - from.y];
  from = null;
  if (Math.abs(x) > 60 && Math.abs(x) > 2 * Math.abs(y)) turn(x < 0 ? "next" : "previous");
}, { passive: true });

on("click", "button.time", (event, time) => {
  start({
    label: time.textContent, name: find("h1").textContent, step: find("#cook progress").value,
    seconds: Number(time.dataset.seconds), upTo: Number(time.dataset.upTo) || null,
  });
});

dress();
