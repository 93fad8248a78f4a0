// Without a connection: the shopping list, Today, items, the plan with its recipes and their steps as they were, and for any other page one that says so. They
// are kept for one reader, until somebody else or nobody is signed in.

import * as kept from "./kept.js";

const CACHE = "offline";
const PAGE = "/offline";
// A cache of its own, which is removed as a whole: the first list, and the others by their ids.
const LISTS = "list";
// What one does all day, as it was seen last.
const PAGES = "pages";
const isOfTheDay = ({ pathname }) => /^\/(items(\/[0-9a-f-]{36}\/(?:edit|lines))?|plan|calendar|recipes\/[0-9a-f-]{36}(\/cook)?)?$/.test(pathname);
/**
 * The cache of a page, and its name there; nothing of one that is not kept.
 * @returns {[string?, string?]}
 */
function placeOf(url) {
  if (url.pathname !== "/shopping") return isOfTheDay(url) ? [PAGES, url.pathname + url.search] : [];
  const list = url.searchParams.get("list");
  return [LISTS, list ? `/shopping?list=${list}` : url.pathname];
}
// A checklist that unfolds below its row; its page has it as well.
const isList = ({ pathname }) => /^\/items\/[0-9a-f-]{36}\/lines$/.test(pathname);
const MOST = 240;
const MOST_BYTES = 4_000_000;
const AHEAD = 40;
const DAY = 86_400_000;
const PATIENCE = 4_000;

const read = (cache, path) => caches.open(cache).then((pages) => pages.match(path));

// A recipe for another number of servings, or seen from elsewhere, is better than none.
async function readAny(cache, path) {
  const { pathname } = new URL(path, self.location.origin);
  if (!/^\/recipes\/[0-9a-f-]{36}$/.test(pathname)) return undefined;
  return (await caches.open(cache)).match(pathname, { ignoreSearch: true });
}

// The files that a page names but for the pictures of the start, which the system keeps.
const named = (html) => [...html.matchAll(/"(\/assets\/(?!start\/)[^"#]+)/g)].map((match) => match[1]);

async function keepFiles(html) {
  const cache = await caches.open(CACHE);
  const files = new Set(named(html));
  for (const file of files) if (!await cache.match(file)) await cache.add(file);
}

// What an earlier release named is not needed any longer.
async function tidy() {
  const pages = [await read(CACHE, PAGE)].filter(Boolean);
  for (const name of [LISTS, PAGES]) {
    const kept = await caches.open(name);
    for (const request of await kept.keys()) pages.push(await kept.match(request));
  }
  const files = new Set((await Promise.all(pages.map((page) => page.text()))).flatMap(named));
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) {
    const path = new URL(request.url).pathname;
    if (path !== PAGE && !files.has(path)) await cache.delete(request);
  }
}

// The page as a stranger gets it.
async function keepPage() {
  const page = await fetch(PAGE, { credentials: "omit", cache: "reload" });
  if (!page.ok) throw new Error(`${PAGE} answered ${page.status}`);
  await keepFiles(await page.clone().text());
  await (await caches.open(CACHE)).put(PAGE, page);
  await tidy();
}

async function refresh() {
  const page = await read(CACHE, PAGE);
  if (page && Date.now() - Date.parse(page.headers.get("date")) < DAY) return;
  await keepPage();
}

self.addEventListener("install", (event) => event.waitUntil(keepPage().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// ---- The pages ----

// How often all that is kept was removed. What was asked for before is not kept any longer, whenever its answer comes.
let removals = 0;

/**
 * Marked as kept, which their scripts say.
 * @param {Response} page
 * @param {string} cacheName
 * @param {string} path
 * @param {number} since the removals when it was asked for
 */
async function keep(page, cacheName, path, since) {
  const headers = new Headers(page.headers);
  for (const name of ["content-encoding", "content-length", "transfer-encoding"]) headers.delete(name);
  const html = await page.text();
  await keepFiles(html);
  const body = new TextEncoder().encode(html.replace("<body ", "<body data-kept "));
  headers.set("content-length", String(body.length));
  const cache = await caches.open(cacheName);
  // The oldest goes first.
  await cache.delete(path);
  // A removal that begins later removes this cache, too.
  if (since !== removals) return html;
  await cache.put(path, new Response(body, { headers }));
  const newest = [...await cache.keys()].reverse();
  let bytes = 0;
  for (const [place, request] of newest.entries()) {
    bytes += Number((await cache.match(request))?.headers.get("content-length"));
    if (place >= MOST || place && bytes > MOST_BYTES) await cache.delete(request);
  }
  return html;
}

const linked = (html, pattern) => [...html.matchAll(pattern)].map((match) => match[1].replaceAll("&amp;", "&"));

// The other lists; a plan's dishes and the way they are cooked, and the next week's; of a step, the one before and the one after.
function leadsTo(path, html) {
  if (path.startsWith("/shopping")) return linked(html, /class="chip" href="(\/shopping(?:\?list=[^"]+)?)"/g);
  if (path.startsWith("/plan")) {
    const dishes = linked(html, /class="plan-name" href="(\/recipes\/[^"]+)"/g);
    const next = path === "/plan" ? linked(html, /id="plan-next" href="(\/plan[^"]+)"/g) : [];
    return [...dishes, ...dishes.map((dish) => dish.replace(/(?=\?|$)/, "/cook")), ...next];
  }
  return path.includes("/cook") ? linked(html, /data-turn="(?:next|previous)" href="([^"]+)"/g) : [];
}

// What is due soon is kept before somebody opens it, once a day, unless the browser shall save data.
async function keepAhead(paths) {
  if (/** @type {any} */ (self.navigator).connection?.saveData) return;
  for (const path of paths.slice(0, AHEAD)) {
    const [cacheName, name] = placeAt(path);
    const page = cacheName && await read(cacheName, name);
    if (page && Date.now() - Date.parse(page.headers.get("date")) < DAY) continue;
    await keepAnew(path);
  }
}

const placeAt = (path) => placeOf(new URL(path, self.location.origin));

async function keepAnew(path) {
  const since = removals;
  await look(await fetch(path, { redirect: "manual" }), placeAt(path), since);
}

// A page that came without the worker.
async function takeOver(path) {
  await self.clients.claim();
  if (placeAt(path).length) await keepAnew(path);
}

async function anyPage(name) {
  const cache = await caches.open(name);
  const [first] = await cache.keys();
  return first && cache.match(first);
}

/**
 * Keeps a page. Each says who reads it, and the one to sign in that nobody does: what is kept for somebody else goes.
 * @param {Response} page
 * @param {[string?, string?]} place
 * @param {number} since the removals when it was asked for
 */
async function look(page, [cacheName, path], since) {
  if (since !== removals) return;
  const reader = page.headers.get("foyer-reader");
  const mine = await anyPage(LISTS) ?? await anyPage(PAGES);
  const isOver = cacheName === LISTS && page.type === "opaqueredirect";
  const isOther = reader && ((mine && mine.headers.get("foyer-reader") !== reader) || await kept.keepsOther(reader));
  if (isOver || isOther) {
    since = ++removals;
    await kept.forget();
  }
  if (!page.ok || !reader || !path) return;
  const html = await keep(page, cacheName, path, since);
  if (cacheName === LISTS) await tidy();
  await keepAhead(leadsTo(path, html));
}

const later = (time) => new Promise((resolve) => { setTimeout(resolve, time); });

// A network that is hardly there is none.
async function show(answer, cacheName, path) {
  const first = await Promise.race([answer.catch(() => null), later(PATIENCE)]);
  if (first && ![502, 503, 504].includes(first.status)) return first;
  return await read(cacheName, path) ?? await readAny(cacheName, path) ?? first ?? answer;
}

self.addEventListener("message", (event) => {
  const { data } = event;
  const work = data.isFirst ? takeOver(event.source.url) : data.again ? keepAnew(data.again) : keepAhead(data);
  event.waitUntil(work.catch(() => {}));
});

self.addEventListener("sync", (event) => {
  if (event.tag === "shopping") event.waitUntil(kept.sendAll());
});

// ---- What a browser asks for ----

async function showFile(request, isFinal) {
  // A file that is named after its content never changes.
  const file = isFinal && await caches.match(request, { ignoreVary: true });
  return file || fetch(request).catch(async (error) => {
    const other = await caches.match(request, { ignoreVary: true });
    if (!other) throw error;
    return other;
  });
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    const [cacheName, path] = placeOf(url);
    const answer = fetch(request);
    const since = removals;
    const seen = answer.then((page) => look(path ? page.clone() : page, [cacheName, path], since));
    const shown = path ? show(answer, cacheName, path) : answer;
    event.respondWith(shown.catch(async (error) => {
      const page = await read(CACHE, PAGE);
      if (!page) throw error;
      return page;
    }));
    event.waitUntil(seen.then(refresh).catch(() => {}));
  } else if (isList(url)) {
    event.respondWith(show(fetch(request), PAGES, url.pathname));
  } else if (url.pathname.startsWith("/assets/")) {
    event.respondWith(showFile(request, /-[0-9a-f]{16}\./.test(url.pathname)));
  }
});

// ---- Push messages ----

// Paths of this site alone: a message says what a click opens.
function own(path) {
  const url = new URL(typeof path === "string" ? path : "/", self.location.origin);
  return url.origin === self.location.origin ? url.href : `${self.location.origin}/`;
}

self.addEventListener("push", (event) => {
  let message = {};
  try {
    message = event.data?.json() ?? {};
  } catch {
    // Browsers ask for a notification whatever has come.
  }
  const { title, body, tag, path } = message;
  event.waitUntil(self.registration.showNotification(title || "Foyer", {
    body, tag: tag || undefined, renotify: Boolean(tag), icon: "/assets/icons/icon-192.png", data: { path },
  }));
});

// A tab that shows the page already comes to the front. No other tab is led away from what it shows.
async function openPage(url) {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find((client) => client.url.split("#")[0] === url.split("#")[0]);
  await (tab ? tab.focus() : self.clients.openWindow(url));
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(own(event.notification.data?.path)));
});

// The browser has replaced its subscription, or has to be asked for another. Without a session the server declines, and the
// settings offer to turn it on again.
async function renew(event) {
  const options = event.oldSubscription?.options;
  const subscription = event.newSubscription ?? (options && await self.registration.pushManager.subscribe(options));
  if (!subscription) return;
  const { endpoint, keys } = subscription.toJSON();
  const body = new URLSearchParams({ endpoint, p256dh: keys.p256dh, auth: keys.auth });
  await fetch("/settings/reminders/push", { method: "POST", body, redirect: "manual" });
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));
