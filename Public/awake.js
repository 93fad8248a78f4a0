"use strict";
// The screen stays on while a page with a button [data-awake] is seen. The button shows it and switches it; with "touch" the
// screen of a computer goes off as usual until somebody asks for more.

(() => {
  const find = () => document.querySelector("[data-awake]");
  if (!navigator.wakeLock || !find()) return;

  const key = `foyer-${find().id}`;
  let lock = null;

  function isWanted() {
    const chosen = sessionStorage.getItem(key);
    if (chosen) return chosen === "on";
    return find()?.dataset.awake !== "touch" || matchMedia("(pointer: coarse)").matches;
  }

  function show() {
    const button = find();
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

  document.addEventListener("visibilitychange", stayAwake);
  document.addEventListener("htmx:afterSwap", show);
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-awake]")) return;
    sessionStorage.setItem(key, lock ? "off" : "on");
    if (lock) lock.release(); else stayAwake();
  });
  stayAwake();
})();
