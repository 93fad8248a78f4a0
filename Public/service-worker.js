"use strict";
// Without a connection, a page of our own instead of the browser's. Nothing else is kept: no page of a household's is
// ever written here.

const CACHE = "offline";
const PAGE = "/offline";
const DAY = 86_400_000;

// The page as a stranger gets it, and the files that it names but for the pictures of the start, which the system keeps.
async function keepPage() {
  const page = await fetch(PAGE, { credentials: "omit", cache: "reload" });
  if (!page.ok) throw new Error(`${PAGE} answered ${page.status}`);
  const html = await page.clone().text();
  const files = new Set([...html.matchAll(/"(\/assets\/(?!start\/)[^"#]+)/g)].map((match) => match[1]));
  const cache = await caches.open(CACHE);
  await cache.addAll(files);
  await cache.put(PAGE, page);
  // What an earlier release named is not needed any longer.
  for (const request of await cache.keys()) {
    const path = new URL(request.url).pathname;
    if (path !== PAGE && !files.has(path)) await cache.delete(request);
  }
}

async function refresh() {
  const page = await caches.match(PAGE);
  if (page && Date.now() - Date.parse(page.headers.get("date")) < DAY) return;
  await keepPage();
}

self.addEventListener("install", (event) => event.waitUntil(keepPage().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(async (error) => {
      const page = await caches.match(PAGE);
      if (!page) throw error;
      return page;
    }));
    event.waitUntil(refresh().catch(() => {}));
  } else if (url.pathname.startsWith("/assets/")) {
    event.respondWith(fetch(request).catch(async (error) => {
      const file = await caches.match(request, { ignoreVary: true });
      if (!file) throw error;
      return file;
    }));
  }
});
