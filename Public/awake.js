// The screen stays on while a page with a button [data-awake] is seen. The button shows it and switches it; with "touch" the
// screen of a computer goes off as usual until somebody asks for more.

import { find, on } from "./dom.js";

const switcher = () => find("[data-awake]");
const key = `foyer-${switcher()?.id}`;
let lock = null;

function isWanted() {
  const chosen = sessionStorage.getItem(key);
  if (chosen) return chosen === "on";
  return switcher()?.dataset.awake !== "touch" || matchMedia("(pointer: coarse)").matches;
}

function show() {
  const button = switcher();
  if (!button) return;
  button.hidden = false;
  button.setAttribute("aria-pressed", String(lock !== null));
}

async function stayAwake() {
  if (lock || document.hidden || !isWanted()) return show();
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => {
      lock = null;
      show();
    });
  } catch {
    // A low battery refuses it.
  }
  show();
}

if (navigator.wakeLock && switcher()) {
  document.addEventListener("visibilitychange", stayAwake);
  document.addEventListener("htmx:afterSwap", show);
  on("click", "[data-awake]", () => {
    sessionStorage.setItem(key, lock ? "off" : "on");
    if (lock) lock.release(); else stayAwake();
  });
  stayAwake();
}
