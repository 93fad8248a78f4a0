"use strict";
// Turning push messages on in the settings: the browser's own dialogue, and then the form with what it answers.

(() => {
  const panel = document.getElementById("push");
  const form = document.getElementById("push-on");
  if (!form) return;
  const hint = document.getElementById("push-hint");
  const problem = document.getElementById("push-problem");
  const { key } = panel.dataset;
  // It says that scripts are needed.
  hint.textContent = "";

  if (!navigator.serviceWorker || !window.PushManager || !window.Notification) {
    // In Safari on iOS they are there for apps of the home screen alone.
    hint.textContent = navigator.standalone === false ? form.dataset.ios : form.dataset.unsupported;
    return;
  }

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
    const button = form.querySelector("button");
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
    if (!form.hidden) button.focus();
  });

  // The back button may bring the page back as it was left.
  window.addEventListener("pageshow", () => { form.querySelector("button").disabled = false; });

  // Nothing to turn on where the server has this browser, and the browser still has its subscription.
  const isListed = panel.querySelector("[data-current]") !== null;
  if (!isListed || Notification.permission !== "granted") show();
  else current().then((subscription) => { if (!subscription) show(); }, show);
})();
