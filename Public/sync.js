// The shopping list's changes, and forms that wait, leave from every page of somebody who is signed in: at once, on return of the network, and again
// and again, each time after a longer while. Signing out leaves nothing behind.

import { byID, fill, on } from "./dom.js";
import * as kept from "./kept.js";

const { reader, unsent } = document.body.dataset;

let running = null;
let isAsked = false;
let retry = null;
let patience = 2_000;

/** @param always whether the list is asked for also if there is nothing to send. */
export async function sync(always = false) {
  if (running) {
    isAsked ||= always;
    return running;
  }
  clearTimeout(retry);
  document.dispatchEvent(new CustomEvent("foyer:sending"));
  // The list that the page shows, undefined for the first one, and the shop that orders it.
  const { list, shop } = byID("shopping")?.dataset ?? {};
  running = kept.send(reader, { always, list, shop })
    .catch(() => ({ state: "failing" }));
  const outcome = await running;
  running = null;
  document.dispatchEvent(new CustomEvent("foyer:sent", { detail: outcome }));
  if (outcome.state === "offline" || outcome.state === "failing") {
    retry = setTimeout(() => sync(always), patience);
    patience = Math.min(2 * patience, 60_000);
    // Where the browser has it, the worker sends although the page is closed.
    navigator.serviceWorker?.ready.then((registration) => registration.sync?.register("shopping")).catch(() => {});
    return outcome;
  }
  patience = 2_000;
  // What was changed meanwhile.
  const isMore = isAsked || (outcome.state !== "signed-out" && await isWaiting());
  const asks = isAsked;
  isAsked = false;
  return isMore && !running ? sync(asks) : outcome;
}

const isWaiting = async () => (await kept.pending(reader)).length + (await kept.waitingForms(reader)).length > 0;
const sendPending = async () => { if (!document.hidden && await isWaiting()) sync(); };
window.addEventListener("online", sendPending);
window.addEventListener("pageshow", sendPending);
document.addEventListener("visibilitychange", sendPending);

kept.tidy(reader);

window.addEventListener("beforeunload", (event) => { if (kept.loose.length) event.preventDefault(); });

// ---- Signing out leaves nothing behind, and asks before something is lost ----

// Read at once, which IndexedDB is not: whether something may wait.
const MARK = `unsent ${reader}`;

function mark() {
  try { localStorage.setItem(MARK, ""); } catch { /* Then something may always wait. */ }
}

function isMarked() {
  try { return localStorage.getItem(MARK) !== null; } catch { return true; }
}

async function unmark() {
  try { localStorage.removeItem(MARK); } catch { return; }
  if (await kept.waits(reader)) mark();
}

/** Stores a change; it is sent by the next `sync`. */
export function add(change) {
  mark();
  return kept.add(change);
}
/** Keeps a form; it is sent by the next `sync`. */
export function addForm(form) {
  mark();
  return kept.addForm({ ...form, reader });
}
/** Holds a form that is being sent, until it is answered or has to wait. */
export function hold(form) {
  mark();
  return kept.hold({ ...form, reader });
}
export async function release(place, isAnswered) {
  await kept.release(place, isAnswered);
  if (isAnswered) await unmark();
  if (await isWaiting()) sync();
}
document.addEventListener("foyer:sent", unmark);
unmark();

/** Whether the browser is on its way to the page that signing out leads to: no answer of an ended session leads elsewhere. */
export let isSigningOut = false;
window.addEventListener("pageshow", (event) => { if (event.persisted) isSigningOut = false; });

on("submit", "[data-signs-out]", async (event, form) => {
  // If nothing waits, the browser sends the form itself, and the worker removes the list when it sees the page to sign in.
  if (!isMarked()) {
    isSigningOut = true;
    return;
  }
  event.preventDefault();
  // Whatever goes wrong here, one is signed out.
  const soon = (work) => Promise.race([work, new Promise((resolve) => { setTimeout(resolve, 4_000); })]);
  if (await soon(kept.waits(reader))) await soon(sync());
  const rest = await soon(kept.waits(reader));
  if (rest && !window.confirm(fill(unsent, { count: rest }))) return;
  await soon(kept.forget(reader));
  // The dialog of commands is closed by now, and its form with it.
  if (!form.isConnected) document.body.append(form);
  isSigningOut = true;
  form.submit();
});
