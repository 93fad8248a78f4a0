// Timers of the cook view. They are kept in this browser, run on while one reads other pages or loads one again, and ring on each of
// them, named after their step. The cook view has a place for them; elsewhere they are above the bar.

import { all, fill, find, icon, make, on } from "./dom.js";
import { uuid } from "./kept.js";

const KEY = "foyer-timers";
const path = location.pathname;
const place = find("#timers");
let timers = [];
// The texts of the cook view, in the language in which the first timer was started.
let words = place?.dataset ?? {};
let region = place;

function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY)) ?? {};
    timers = Array.isArray(kept.timers) ? kept.timers : [];
    if (!place && kept.words) words = kept.words;
  } catch {
    // Nothing that this script wrote.
    timers = [];
  }
}

function keep() {
  try {
    if (timers.length) localStorage.setItem(KEY, JSON.stringify({ timers, words: { ...words } }));
    else localStorage.removeItem(KEY);
  } catch { /* They run on this page alone. */ }
}

const left = (timer) => timer.paused ?? Math.max(0, Math.ceil((timer.end - Date.now()) / 1000));

function clock(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Starts a timer of the step that is shown. */
export function start(timer) {
  prepareSound();
  if (window.Notification?.permission === "default") Notification.requestPermission().catch(() => {});
  timers.push({
    ...timer, id: uuid(), path, address: path + location.search,
    end: Date.now() + timer.seconds * 1000, paused: null, isOver: false,
  });
  keep();
  tick();
  find(".timers li:last-child button").focus();
}

function press(button) {
  const timer = timers.find((one) => one.id === button.closest("li").dataset.id);
  if (!timer) return;
  if (button.dataset.does === "stop") {
    timers = timers.filter((one) => one !== timer);
  } else if (timer.paused === null) {
    timer.paused = left(timer);
  } else {
    timer.end = Date.now() + timer.paused * 1000;
    timer.paused = null;
  }
  prepareSound();
  keep();
  tick();
  if (!button.isConnected) (find(".timers button") ?? find("#cook-next") ?? find("h1"))?.focus({ preventScroll: true });
}

on("click", ".timers button", (event, button) => press(button));

function action(does) {
  const button = make("button", { type: "button", className: "icon-button" });
  button.dataset.does = does;
  return button;
}

// ---- What is shown ----

function makeRegion() {
  const list = make("ul", {});
  list.setAttribute("role", "list");
  region = make("section", { className: "timers is-elsewhere" }, list);
  region.setAttribute("aria-label", words.title ?? "");
  const alarm = make("p", { className: "visually-hidden", id: "cook-alarm" });
  alarm.setAttribute("role", "alert");
  document.body.append(region, alarm);
}

/** Its buttons stay the same elements, because one of them may have the focus. */
function line(timer) {
  const there = all("li", region).find((one) => one.dataset.id === timer.id);
  if (there) return there;
  const text = timer.path === path ? make("span", {}) : make("a", { href: timer.address ?? timer.path });
  text.className = "timer-text";
  const item = make("li", { className: "timer" }, text, make("strong", {}), action("pause"), action("stop"));
  item.dataset.id = timer.id;
  find("ul", region).append(item);
  return item;
}

function label(button, text, sign) {
  if (button.ariaLabel === text) return;
  button.ariaLabel = text;
  button.title = text;
  button.replaceChildren(icon(`${words.icons}#${sign}`));
}

function nameOf(timer) {
  const step = fill(words.step ?? "", { number: timer.step });
  return timer.path === path ? step : `${timer.name}, ${step}`;
}

function show(timer) {
  const item = line(timer);
  const where = nameOf(timer);
  const most = timer.upTo ? `, ${fill(words.upTo, { time: clock(timer.upTo) })}` : "";
  const text = `${where}${most}`;
  const shown = find(".timer-text", item);
  if (shown.textContent !== text) shown.textContent = text;
  find("strong", item).textContent = clock(left(timer));
  item.classList.toggle("is-over", timer.isOver);
  const [pause, stop] = all("button", item);
  pause.hidden = timer.isOver;
  const of = `${clock(timer.seconds)}, ${where}`;
  label(pause, `${timer.paused === null ? words.pause : words.goOn}: ${of}`, timer.paused === null ? "pause" : "play");
  label(stop, `${words.stop}: ${of}`, "close");
}

export function tick() {
  if (!region && timers.length) makeRegion();
  if (!region) return;
  for (const timer of timers) {
    if (!timer.isOver && timer.paused === null && left(timer) === 0) finish(timer);
    show(timer);
  }
  for (const item of all("li", region)) {
    if (!timers.some((one) => one.id === item.dataset.id)) item.remove();
  }
  region.hidden = timers.length === 0;
  const over = timers.find((one) => one.isOver);
  const title = document.title.replace(/^⏰.*? · /, "");
  const wanted = over ? `⏰ ${over.label} · ${title}` : title;
  if (document.title !== wanted) document.title = wanted;
}

function finish(timer) {
  timer.isOver = true;
  keep();
  const text = fill(words.over, { time: timer.label });
  find("#cook-alarm").textContent = text;
  // A page that nobody has touched may not shake.
  const { userActivation } = /** @type {any} */ (navigator);
  if (userActivation?.hasBeenActive ?? true) navigator.vibrate?.([400, 200, 400, 200, 400]);
  if (document.hidden && window.Notification?.permission === "granted") tell(timer, text);
  ring(20);
}

/** Of one timer, several tabs show one notification. */
function tell(timer, text) {
  navigator.serviceWorker?.ready.then((worker) => worker.showNotification(text, {
    body: `${timer.name}, ${fill(words.step, { number: timer.step })}`, tag: timer.id, data: { path: timer.address },
  })).catch(() => {});
}

// ---- The sound is made here: three short notes, again and again until somebody stops them ----

let audio = null;

/** A browser plays only what follows a touch or a key. */
function prepareSound() {
  audio ??= window.AudioContext ? new AudioContext() : null;
  audio?.resume().catch(() => {});
}

function ring(times) {
  if (times === 0 || !timers.some((one) => one.isOver)) return;
  if (audio?.state === "running") {
    for (const [delay, pitch] of [[0, 880], [0.25, 880], [0.5, 1175]]) note(audio.currentTime + delay, pitch);
  }
  setTimeout(() => ring(times - 1), 2000);
}

function note(start, pitch) {
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(0.4, start + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.2);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + 0.22);
}

// ---- From now on ----

// What another tab does with them.
window.addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  read();
  tick();
});

// Whoever signs out leaves none behind.
on("submit", "[data-signs-out]", () => {
  timers = [];
  keep();
});

read();
// After a reload a touch lets it sound again.
if (timers.length) document.addEventListener("pointerdown", prepareSound, { once: true });
tick();
if (timers.some((one) => one.isOver)) ring(20);
setInterval(() => { if (timers.length) tick(); }, 250);
