// What others change appears by itself, on the pages that say with data-live what they show: each event X of the stream
// becomes "foyer:X" on the body, so that an element refreshes with hx-trigger="foyer:stays from:body".

import { all, byID, find, isChanged, request } from "./dom.js";

const subjectsOf = (parts) => [...new Set(parts.flatMap((part) => part.dataset.live.split(" ")))].filter(Boolean);
const subjects = () => subjectsOf(all("[data-live]"));

// ---- Changes go before refreshes ----

// The refreshes under way with the part of each, the changes and the pages of parts (a search, another week) under way, and what
// is announced once there is none of them: an answer replaces the part that asked, and what htmx has queued for a part that was
// replaced is dropped.
const refreshes = new Map();
const changes = new Set();
const pages = new Set();
const outdated = new WeakSet();
const waiting = new Set();

function announce(...changed) {
  for (const subject of changed) waiting.add(subject);
  if (refreshes.size || changes.size || pages.size || !waiting.size) return;
  // A standby of the database may not know of the change yet: for these seconds the server reads from the primary.
  const isSecure = location.protocol === "https:";
  document.cookie = `${isSecure ? "__Host-" : ""}foyer-heard=1; Max-Age=5; Path=/; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  const now = [...waiting];
  waiting.clear();
  for (const subject of now) document.body.dispatchEvent(new CustomEvent(`foyer:${subject}`));
}

/** Looks up everything that the page shows. */
export const renew = () => announce(...subjects());

/** Calls `act` once an answer is in the place of its target: a row fades before, and the answer's notice waits with it. */
function onceSwapped(target, act) {
  const { swappingClass } = window.htmx.config;
  const isSwapping = () => target.classList.contains(swappingClass);
  if (!isSwapping()) return act();
  const observer = new MutationObserver(() => {
    if (isSwapping()) return;
    observer.disconnect();
    act();
  });
  observer.observe(target, { attributeFilter: ["class"] });
}

document.addEventListener("htmx:beforeSend", ({ detail }) => {
  const { elt, requestConfig, xhr } = detail;
  if (requestConfig.verb !== "get") {
    // Answers of changes at the same time may come in either order: the last one may be the older one.
    if (changes.size) for (const subject of subjects()) waiting.add(subject);
    changes.add(xhr);
    // What a refresh has read may be older than the change.
    for (const [refresh, part] of refreshes) {
      for (const subject of subjectsOf([part])) waiting.add(subject);
      outdated.add(refresh);
    }
  } else if (elt.matches("[data-live]")) {
    refreshes.set(xhr, elt);
  } else if (detail.target.matches("[data-live]")) {
    pages.add(xhr);
    // It is asked for later than a refresh of what stands there.
    for (const [refresh, part] of refreshes) if (part === detail.target) outdated.add(refresh);
  }
  // An answer for a part that was replaced meanwhile goes to the one that stands there now. What else an answer holds, the
  // notice, htmx looks for in the tree of the element that asked: until then that is the page's again.
  xhr.addEventListener("readystatechange", () => {
    if (xhr.readyState !== XMLHttpRequest.DONE) return;
    if (!detail.target.isConnected) detail.target = byID(detail.target.id) ?? detail.target;
    if (elt.isConnected) return;
    const replaced = elt.getRootNode();
    document.body.append(replaced);
    xhr.addEventListener("loadend", () => replaced.remove());
  });
  xhr.addEventListener("loadend", () => onceSwapped(detail.target, () => {
    if (refreshes.delete(xhr) || changes.delete(xhr) || pages.delete(xhr)) announce();
  }));
});

document.addEventListener("htmx:beforeSwap", ({ detail }) => { if (outdated.has(detail.xhr)) detail.shouldSwap = false; });

// One goes after the other, with values() of the page that the answer before it has brought. They are sent from the body, which
// no answer replaces.
let last = Promise.resolve();

/**
 * Makes a change that no form makes, such as dragging: its answer replaces the element with the given id.
 * @param {string} path
 * @param {string} id
 * @param {() => Record<string, unknown>} values
 */
export function change(path, id, values) {
  const send = () => request("POST", path, { source: document.body, target: `#${id}`, swap: "outerHTML", values: values() });
  last = last.then(send).catch(() => {});
}

/**
 * Lets a part that is in use take over changes afterwards.
 * @param {string} id
 * @param {() => boolean} isBusy whether it is in use
 * @returns {() => void} is to be called when it may be no more
 */
export function patient(id, isBusy) {
  let isLate = false;
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.id !== id || event.detail.requestConfig.verb !== "get" || !isBusy()) return;
    event.preventDefault();
    isLate = true;
  });
  return () => {
    if (!isLate || isBusy()) return;
    isLate = false;
    const part = byID(id);
    request("GET", part.getAttribute("hx-get"), { source: part, target: part, swap: "outerHTML" });
  };
}

// What this page has changed is on it already: each change says by which page, and so does the event.
const thisPage = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
document.documentElement.dataset.page = thisPage;
document.addEventListener("htmx:configRequest", (event) => { event.detail.headers["Foyer-Page"] = thisPage; });
const isEcho = (event) => event.data === `own ${thisPage}`;

// ---- The stream of events ----

let stream = null;
// How often a stream was opened.
let opened = 0;
let retry = null;
let patience = 10_000;

// Only the page that is seen has a stream: over HTTP/1.1 a browser has six connections to a host, for all its tabs.
function openStream() {
  if (stream || document.hidden || !subjects().length) return;
  clearTimeout(retry);
  stream = new EventSource("/events");
  stream.addEventListener("open", () => {
    patience = 10_000;
    // What happened while nobody listened has to be looked up.
    if (opened++) renew();
  });
  // Before the first stream that is what has happened since the page was made.
  stream.addEventListener("last", ({ data }) => { if (opened === 1 && Number(data) > Number(document.body.dataset.since)) renew(); });
  stream.addEventListener("refresh", renew);
  for (const subject of subjects()) {
    stream.addEventListener(subject, (event) => { if (!isEcho(event)) announce(subject); });
  }
  stream.addEventListener("error", () => {
    // A browser comes back by itself after a lost connection, but not after an answer that is no stream.
    if (stream?.readyState !== EventSource.CLOSED) return;
    closeStream();
    retry = setTimeout(openStream, patience);
    patience = Math.min(2 * patience, 300_000);
  });
}

function closeStream() {
  clearTimeout(retry);
  stream?.close();
  stream = null;
}

document.addEventListener("visibilitychange", () => { if (document.hidden) closeStream(); else openStream(); });
window.addEventListener("pagehide", closeStream);
window.addEventListener("pageshow", openStream);

// Nothing that is being typed is swapped away, nor what is typed while the answer is awaited: the element takes over the change
// with its next one.
const isInUse = (part) => find("dialog[open]", part) || isChanged(part);
const isRefresh = ({ requestConfig }) => requestConfig.triggeringEvent?.type.startsWith("foyer:");
document.addEventListener("htmx:beforeRequest", (event) => {
  if (isRefresh(event.detail) && isInUse(event.target)) event.preventDefault();
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (isRefresh(detail) && isInUse(detail.target)) detail.shouldSwap = false;
});
