// What this browser keeps for its reader: changes of the shopping list and forms that the server has not acknowledged, and the
// lists as they were last. Pages use it (sync.js), and the service worker does, which has no page.

const MONTH = 30 * 86_400_000;
/** A list is worth keeping only where a service worker can show it, and removes it when its session is over. */
const keepsLists = Boolean(self.isSecureContext && (self.navigator.serviceWorker || self.registration));

// ---- IndexedDB: "changes" and "forms" in the order in which they were made, "lists" by reader and, but for the first, list ----

let opening = null;

function database() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("foyer", 2);
    request.onupgradeneeded = ({ oldVersion }) => {
      request.result.createObjectStore("forms", { keyPath: "place", autoIncrement: true });
      if (oldVersion === 1) return;
      request.result.createObjectStore("changes", { keyPath: "place", autoIncrement: true });
      request.result.createObjectStore("lists", { keyPath: "reader" });
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close();
      request.result.onclose = () => { opening = null; };
      resolve(request.result);
    };
  });
  opening.catch(() => { opening = null; });
  return opening;
}

/** One transaction; what the request that `work` returns found, once it is stored. */
async function within(mode, work, durability = "strict") {
  const names = ["changes", "lists", "forms"];
  const transaction = (await database()).transaction(names, mode, { durability });
  return new Promise((resolve, reject) => {
    const request = work(...names.map((name) => transaction.objectStore(name)));
    transaction.oncomplete = () => resolve(request?.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

// Changes that could not be stored: they are lost with the page, which says so.
export const loose = [];

/** A random id (RFC 9562 §5.4), also where crypto.randomUUID is missing: over plain http. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = bytes[6] & 0x0f | 0x40;
  bytes[8] = bytes[8] & 0x3f | 0x80;
  const text = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return text.replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** An id that sorts by its time, in milliseconds (UUIDv7, RFC 9562 §5.7). */
export function uuidAt(time) {
  const text = time.toString(16).padStart(12, "0");
  return `${text.slice(0, 8)}-${text.slice(8)}-7${uuid().slice(15)}`;
}

// More entries than the server takes at once are several changes.
const MOST = 500;

export async function add(change) {
  for (let start = 0; start < change.entries.length; start += MOST) {
    const entries = change.entries.slice(start, start + MOST);
    const record = { ...change, entries, ids: entries.map(uuid), at: Date.now() };
    await within("readwrite", (changes) => changes.add(record))
      .catch(() => loose.push({ ...record, place: uuid() }));
  }
  tell("changed");
}

/** What somebody changed and the server has not acknowledged, oldest first. */
export async function pending(reader) {
  const stored = await within("readonly", (changes) => changes.getAll()).catch(() => []);
  return [...stored, ...loose].filter((change) => change.reader === reader);
}

/** Takes a change back; false if it was sent already. One that is on its way is waited for: it may have arrived. */
export const takeBack = (reader, place) => alone(async () => {
  const was = (await pending(reader)).some((change) => change.place === place);
  if (was) await acknowledge([{ place }]);
  return was;
});

const keyOf = (reader, list) => (list ? `${reader} ${list}` : reader);
const readerOf = (key) => key.split(" ")[0];

/** Changes what is kept by a key. */
function alter(lists, key, act) {
  const before = lists.get(key);
  before.onsuccess = () => {
    const list = before.result ?? { reader: key, html: "", at: 0, missed: [] };
    act(list);
    lists.put(list);
  };
}

/** @param news `html` and `at` of the `list`, undefined for the first one, as it is now; and what was `missed`. */
async function acknowledge(batch, reader, news = {}) {
  for (const { place } of batch) {
    const index = loose.findIndex((change) => change.place === place);
    if (index >= 0) loose.splice(index, 1);
  }
  const isStored = await within("readwrite", (changes, lists) => {
    for (const { place } of batch) if (typeof place === "number") changes.delete(place);
    if (!reader) return;
    if (keepsLists && news.html) alter(lists, keyOf(reader, news.list), (list) => Object.assign(list, { html: news.html, at: news.at }));
    if (news.missed?.length) alter(lists, reader, (list) => list.missed.push(...news.missed));
  }).then(() => true, () => false);
  tell("changed");
  return isStored;
}

/** A list as it was last, the first one if none is named: that one has what was `missed` of all. */
export const list = (reader, list) => within("readonly", (_, lists) => lists.get(keyOf(reader, list))).catch(() => undefined);

/** What the server did not do of what was asked, to be said once: whether it was an addition, and a name. */
export async function takeMissed(reader) {
  let missed = [];
  await within("readwrite", (_, lists) => {
    const before = lists.get(reader);
    before.onsuccess = () => {
      if (!before.result?.missed.length) return;
      missed = before.result.missed;
      lists.put({ ...before.result, missed: [] });
    };
  }).catch(() => {});
  return missed;
}

/** Removes the records of a store that meet a condition. */
function removeWhere(store, isOver) {
  const cursor = store.openCursor();
  cursor.onsuccess = () => {
    if (!cursor.result) return;
    if (isOver(cursor.result.value)) cursor.result.delete();
    cursor.result.continue();
  };
}

/** Whether there is a list of anybody but `reader`. */
export const keepsOther = (reader) => within("readonly", (_, lists) => lists.getAllKeys())
  .then((readers) => readers.some((key) => readerOf(key) !== reader), () => true);

async function remove(reader) {
  await within("readwrite", (changes, lists, forms) => {
    lists.clear();
    if (!reader) return;
    for (const store of [changes, forms]) removeWhere(store, (record) => record.reader === reader);
  }).catch(() => {});
  if (reader) loose.length = 0;
  for (const name of ["list", "pages"]) await self.caches?.delete(name).catch(() => {});
  tell("forgotten");
}

// ---- Other tabs, and the worker ----

export const channel = self.BroadcastChannel ? new BroadcastChannel("foyer-shopping") : null;
const tell = (what) => channel?.postMessage(what);

// ---- Sending ----

/** As many changes as go into one request. */
function part(waiting, most) {
  const batch = [];
  let size = 0;
  for (const change of waiting.slice(0, most)) {
    size += change.entries.length;
    if (batch.length && size > MOST) break;
    batch.push(change);
  }
  return batch;
}

function body(reader, batch, shop, list) {
  // The order in which they were made, also of a clock that was set back in between.
  let latest = 0;
  const changes = batch.flatMap(({ kind, entries, ids, at, text, typed, shop: where }) => {
    latest = Math.max(latest, at);
    return entries.map((entry, index) => ({ id: ids[index], kind, entry, at: latest, text, typed, shop: where }));
  });
  return JSON.stringify({ reader, now: Date.now(), shop, list, changes });
}

/** What the server says: `state` is sent, refused (it will never take this), signed-out, stranger (somebody else is
 *  signed in), failing, or offline. */
async function ask(reader, batch, shop, list) {
  try {
    const response = await fetch("/shopping/sync", {
      method: "POST", redirect: "manual",
      headers: { "Content-Type": "application/json", "HX-Request": "true", "Foyer-Page": self.document?.documentElement.dataset.page ?? "" },
      body: body(reader, batch, shop, list), signal: /** @type {any} */ (AbortSignal).timeout(20_000),
    });
    if (response.type === "opaqueredirect" || response.status === 401) return { state: "signed-out" };
    if (response.status === 409) return { state: "stranger" };
    const isOurs = response.headers.get("content-type")?.startsWith("application/json");
    if (response.status === 422 && isOurs) return { state: "refused" };
    // A hotel's or a shop's network answers 200 with a page of its own.
    if (!response.ok || !isOurs) return { state: "failing" };
    const { html, at, refused } = await response.json();
    const missed = batch.filter(({ ids }) => ids.some((id) => refused.includes(id)));
    return { state: "sent", list, html, at, missed: missed.map(({ kind, name }) => ({ isAddition: kind === "add", name })) };
  } catch {
    return { state: "offline" };
  }
}

/**
 * Sends what there is, in order and a list at a time; with `always` asks for the list also if there is nothing. One of all tabs
 * does it at a time; what is sent twice all the same, changes nothing the second time.
 * @param {string} reader
 * @param {{ always?: boolean, shop?: string, list?: string }} [options]
 */
async function exchange(reader, options = {}) {
  const { always = false, shop, list } = options;
  let most = 50;
  let outcome = { state: "idle" };
  for (;;) {
    const waiting = await pending(reader);
    if (!waiting.length && (!always || outcome.state === "sent" && outcome.list === list)) return outcome;
    const its = waiting.length ? waiting[0].list : list;
    const batch = part(waiting.filter((change) => change.list === its), most);
    const answer = await ask(reader, batch, its === list ? shop : undefined, its);
    if (answer.state === "refused" && batch.length > 1) {
      most = 1;
    } else if (answer.state === "refused" && batch.length) {
      const [{ kind, name }] = batch;
      if (!await acknowledge(batch, reader, { missed: [{ isAddition: kind === "add", name }] })) return { state: "failing" };
    } else if (answer.state === "sent") {
      outcome = answer;
      // What cannot be taken off the queue would be sent for ever.
      if (!await acknowledge(batch, reader, answer) && batch.length) return { ...answer, state: "failing" };
    } else {
      if (["signed-out", "stranger"].includes(answer.state)) await remove();
      return answer.state === "refused" ? { state: "failing" } : answer;
    }
  }
}

const alone = (work) => (self.navigator.locks ? self.navigator.locks.request("foyer-shopping", work) : work());
export const send = (reader, options = {}) => alone(async () => {
  const outcome = await exchange(reader, options);
  if (!["idle", "sent"].includes(outcome.state)) return outcome;
  const forms = await exchangeForms(reader);
  return forms.state === "idle" ? outcome : { ...outcome, ...forms };
});

// ---- Forms that wait: each is sent once more as it is until it is answered. All have ids of the browser or say what shall be,
//      so that one that had arrived already changes nothing ----

/** Keeps a form: `path`, `fields` as pairs, and the `name` by which it is spoken of; rejects if it cannot be stored. */
export async function addForm(form) {
  await within("readwrite", (_, lists, forms) => forms.add({ ...form, at: Date.now() }));
  tell("changed");
}

// A form that a page is sending is held: nobody else sends it as long as that page is there. While one is held the page has
// a lock of its own name.
export const page = uuid();
let held = 0;
let entering = null;
let letGo = () => {};

function enter() {
  held += 1;
  entering ??= new Promise((resolve) => {
    if (!self.navigator.locks) return resolve();
    self.navigator.locks.request(page, () => new Promise((/** @type {any} */ end) => { letGo = end; resolve(); })).catch(resolve);
  });
  return entering;
}

function leave() {
  held -= 1;
  if (held) return;
  letGo();
  entering = null;
}

/** Keeps a form that this page is about to send, as `addForm` does; its place, or null if it cannot be stored. */
export async function hold(form) {
  await enter();
  // Not strict: an end of the browser leaves it there, and its answer, which comes soon, does not wait for the disk.
  const place = await within("readwrite", (_, lists, forms) => forms.add({ ...form, page, at: Date.now() }), "relaxed").catch(() => null);
  if (place === null) leave();
  return place;
}

/** Ends the hold of a form: it was answered, or it waits from now on, as `addForm` would have it. */
export async function release(place, isAnswered) {
  await within("readwrite", (_, lists, forms) => {
    const before = forms.get(place);
    before.onsuccess = () => {
      if (isAnswered) forms.delete(place); else if (before.result) forms.put({ ...before.result, page: null });
    };
    return before;
  }, isAnswered ? "relaxed" : "strict").finally(leave);
  tell("changed");
}

/** Holds those of a reader's forms that make one of the rows `ids`, since this page has their words; the place of each id. */
export async function adopt(reader, ids) {
  const places = new Map();
  await enter();
  await within("readwrite", (_, lists, forms) => {
    const cursor = forms.openCursor();
    cursor.onsuccess = () => {
      if (!cursor.result) return;
      const form = cursor.result.value;
      const id = new Map(form.fields).get("id");
      if (form.reader === reader && ids.includes(id)) {
        cursor.result.update({ ...form, page });
        places.set(id, form.place);
      }
      cursor.result.continue();
    };
  }).catch(() => {});
  // Each is let go by itself.
  held += places.size;
  leave();
  return places;
}

/** Removes the forms of a page that was left when all of its were answered. */
export const removeOf = (left) => within("readwrite", (_, lists, forms) => removeWhere(forms, (form) => form.page === left), "relaxed").catch(() => {});

/** The pages that are sending something. */
async function sending() {
  const locks = await self.navigator.locks?.query();
  return new Set([page, ...(locks?.held ?? []).map(({ name }) => name)]);
}

/** The forms of a reader that were not answered, oldest first; `isHeld` are those that a page is just sending. */
export async function unanswered(reader) {
  const forms = await within("readonly", (_, lists, all) => all.getAll()).catch(() => []);
  const pages = forms.some((form) => form.page) ? await sending() : new Set();
  return forms.filter((form) => form.reader === reader).map((form) => ({ ...form, isHeld: pages.has(form.page) }));
}

/** Those that wait. */
export const waitingForms = async (reader) => (await unanswered(reader)).filter(({ isHeld }) => !isHeld);

/** How much waits to be sent. */
export const waits = async (reader) => (await pending(reader)).length + (await unanswered(reader)).length;

/** What the server answers to one form: taken, refused, signed-out, failing, or offline. */
async function answerOf({ path, fields }) {
  try {
    const response = await fetch(path, {
      method: "POST", redirect: "manual", body: new URLSearchParams(fields),
      headers: { "HX-Request": "true", "Foyer-Page": self.document?.documentElement.dataset.page ?? "" },
      signal: /** @type {any} */ (AbortSignal).timeout(20_000),
    });
    if (response.type === "opaqueredirect") return "taken";
    if (response.status === 401) return "signed-out";
    // A hotel's network answers with a page of its own, without the field.
    if (response.ok) return response.headers.has("content-security-policy") ? "taken" : "failing";
    return response.status === 429 || response.status >= 500 ? "failing" : "refused";
  } catch {
    return "offline";
  }
}

async function exchangeForms(reader) {
  const refused = [];
  let state = "idle";
  for (;;) {
    const [form] = await unanswered(reader);
    // What comes after one that is being sent waits for its answer.
    if (!form || form.isHeld) return { state, refused };
    if (state === "idle") {
      // Nobody's forms are sent in the name of another: whose session it is, the list says.
      const whose = (await ask(reader, [])).state;
      if (["signed-out", "stranger"].includes(whose)) await remove();
      if (whose !== "sent") return { state: whose, refused };
    }
    const answer = await answerOf(form);
    if (answer !== "taken" && answer !== "refused") return { state: answer, refused };
    if (answer === "refused") refused.push(form);
    state = "sent";
    const isGone = await within("readwrite", (_, lists, forms) => forms.delete(form.place)).then(() => true, () => false);
    tell("changed");
    if (!isGone) return { state: "failing", refused };
  }
}

// ---- In the worker: whoever has changes that wait. The server takes nobody's in the name of another ----

export async function sendAll() {
  const stored = await within("readonly", (changes) => changes.getAll()).catch(() => []);
  stored.push(...await within("readonly", (_, lists, forms) => forms.getAll()).catch(() => []));
  for (const reader of new Set(stored.map((change) => change.reader))) {
    const { state } = await send(reader);
    // The browser tries again.
    if (state === "offline" || state === "failing") throw new Error(state);
  }
}

/** Removes what others than `reader` left here and did not come back for. */
export const tidy = (reader) => within("readwrite", (changes, lists, forms) => {
  for (const store of [changes, forms]) removeWhere(store, (record) => record.reader !== reader && record.at < Date.now() - MONTH);
}).catch(() => {});

/** Removes every list; of `reader` also what was not sent. After what is under way, which would keep the list again. */
export const forget = (reader) => alone(() => remove(reader));
