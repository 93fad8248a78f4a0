// Turning push messages on in the settings: the browser's own dialogue, and then the form with what it answers.

import { byID, find, focusUnlessElsewhere } from "./dom.js";

const panel = byID("push");
const form = byID("push-on");
const hint = byID("push-hint");
const problem = byID("push-problem");
const { key } = panel.dataset;

function show() {
  const isDenied = Notification.permission === "denied";
  hint.textContent = isDenied ? form.dataset.denied : "";
  form.hidden = isDenied;
}

const isOfKey = (subscription) => {
  const bytes = new Uint8Array(subscription.options.applicationServerKey ?? []);
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "") === key;
};

async function current() {
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.pushManager.getSubscription();
}

async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") return null;
  // It never is where the worker cannot be installed.
  const late = new Promise((_, reject) => { setTimeout(reject, 10_000); });
  const { pushManager } = await Promise.race([navigator.serviceWorker.ready, late]);
  const old = await pushManager.getSubscription();
  // One for another key, which this server has no more.
  if (old && !isOfKey(old)) await old.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = find("button", form);
  problem.textContent = "";
  button.disabled = true;
  try {
    const subscription = await subscribe();
    if (subscription) {
      const { endpoint, keys } = subscription.toJSON();
      Object.assign(form.elements.endpoint, { value: endpoint });
      Object.assign(form.elements.p256dh, { value: keys.p256dh });
      Object.assign(form.elements.auth, { value: keys.auth });
      form.submit();
      return;
    }
    show();
  } catch {
    problem.textContent = form.dataset.failed;
  }
  button.disabled = false;
  if (!form.hidden) focusUnlessElsewhere(button);
});

// The back button may bring the page back as it was left.
window.addEventListener("pageshow", () => { find("button", form).disabled = false; });

// The hint said that scripts are needed.
hint.textContent = "";
const isListed = find("[data-current]", panel) !== null;
if (!navigator.serviceWorker || !window.PushManager || !window.Notification) {
  // In Safari on iOS they are there for apps of the home screen alone.
  hint.textContent = navigator.standalone === false ? form.dataset.ios : form.dataset.unsupported;
} else if (!isListed || Notification.permission !== "granted") {
  show();
} else {
  // Nothing to turn on where the server has this browser, and the browser still has its subscription.
  current().then((subscription) => { if (!subscription) show(); }, show);
}
