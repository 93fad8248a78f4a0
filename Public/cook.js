// Cooking: steps are turned by key and swipe, times in the text start timers. Without it each step is a page with links.

import { all, fill, find, make, on } from "./dom.js";

const region = find("#timers");
const words = region.dataset;

function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `${words.icons}#${name}`);
  svg.append(use);
  return svg;
}

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

// ---- Timers: kept for this tab, so that they run on while one turns pages and loads them again ----

const key = "foyer-timers";
const name = find("h1").textContent;
const path = location.pathname;
let timers = [];
try {
  timers = JSON.parse(sessionStorage.getItem(key)) ?? [];
} catch {
  // Nothing that this script wrote.
}

const keep = () => sessionStorage.setItem(key, JSON.stringify(timers));
const left = (timer) => timer.paused ?? Math.max(0, Math.ceil((timer.end - Date.now()) / 1000));

function clock(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

on("click", "button.time", (event, time) => {
  prepareSound();
  const seconds = Number(time.dataset.seconds);
  timers.push({
    id: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`,
    label: time.textContent, name, path, step: find("#cook progress").value, seconds, upTo: Number(time.dataset.upTo) || null,
    end: Date.now() + seconds * 1000, paused: null, isOver: false,
  });
  keep();
  tick();
  find(".timers li:last-child button").focus();
});

region.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const timer = timers.find((one) => one.id === button.closest("li").dataset.id);
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
  if (!button.isConnected) (find(".timers button") ?? find("#cook-next")).focus();
});

function action(does) {
  const button = make("button", { type: "button", className: "icon-button" });
  button.dataset.does = does;
  return button;
}

/** Its buttons stay the same elements, because one of them may have the focus. */
function line(timer) {
  const there = all("li", region).find((one) => one.dataset.id === timer.id);
  if (there) return there;
  const text = make("span", { className: "timer-text" });
  const item = make("li", { className: "timer" }, text, make("strong", {}), action("pause"), action("stop"));
  item.dataset.id = timer.id;
  find("ul", region).append(item);
  return item;
}

function label(button, text, sign) {
  if (button.ariaLabel === text) return;
  button.ariaLabel = text;
  button.title = text;
  button.replaceChildren(icon(sign));
}

function show(timer) {
  const item = line(timer);
  const where = timer.path === path ? fill(words.step, { number: timer.step }) : timer.name;
  const most = timer.upTo ? `, ${fill(words.upTo, { time: clock(timer.upTo) })}` : "";
  const text = `${where}${most}`;
  if (find("span", item).textContent !== text) find("span", item).textContent = text;
  find("strong", item).textContent = clock(left(timer));
  item.classList.toggle("is-over", timer.isOver);
  const [pause, stop] = all("button", item);
  pause.hidden = timer.isOver;
  const of = `${clock(timer.seconds)}, ${where}`;
  label(pause, `${timer.paused === null ? words.pause : words.goOn}: ${of}`, timer.paused === null ? "pause" : "play");
  label(stop, `${words.stop}: ${of}`, "close");
}

function tick() {
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
  find("#cook-alarm").textContent = fill(words.over, { time: timer.label });
  navigator.vibrate?.([400, 200, 400, 200, 400]);
  ring(20);
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

// After a reload a touch lets it sound again.
if (timers.length) document.addEventListener("pointerdown", prepareSound, { once: true });

dress();
tick();
if (timers.some((one) => one.isOver)) ring(20);
setInterval(tick, 250);
