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
