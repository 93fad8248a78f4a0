// Passkeys, on the sign-in page and in the settings: the browser's own dialogue between two requests. Without them the
// password still signs in, so that nothing is shown where the browser has none or would refuse, as it does for IP addresses.

import { byID, find, focusUnlessElsewhere } from "./dom.js";

const isAddress = /^\[|^[\d.]+$/.test(location.hostname);
/** @type {any} */
const Credential = window.PublicKeyCredential;
const isPossible = window.isSecureContext && !isAddress && Boolean(Credential?.parseRequestOptionsFromJSON);

const problem = byID("passkey-problem");

/** What the server refuses: a message, perhaps for a field. */
class Refusal extends Error {
  constructor(answer) {
    super(answer.message ?? document.body.dataset.errorText);
    this.field = answer.field;
  }
}

async function send(path, body) {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  // The session has ended meanwhile.
  if (response.redirected) location.assign(response.url);
  const isJSON = response.headers.get("Content-Type")?.startsWith("application/json");
  const answer = isJSON ? await response.json() : {};
  if (!response.ok || !isJSON) throw new Refusal(answer);
  return answer;
}

/** Why a dialogue ended without a passkey, in the page's language. */
function reason(error, words) {
  if (error instanceof Refusal) return error.message;
  if (error instanceof TypeError) return document.body.dataset.offlineText;
  if (error.name === "InvalidStateError" && words.exists) return words.exists;
  return words.notDone;
}

// ---- Signing in: by the button, or from what the browser suggests in the field of the address ----

const door = byID("passkey-sign-in");
let waiting = null;
let renewal = null;

/** What the visitor chooses in the browser's dialogue, or in the field. */
async function ask(options) {
  const publicKey = Credential.parseRequestOptionsFromJSON(await send("/login/passkey/begin", {}));
  return navigator.credentials.get({ ...options, publicKey });
}

async function signIn(credential) {
  const answer = await send("/login/passkey", { ...credential.toJSON(), next: door.dataset.next });
  location.assign(answer.location);
}

function stopSuggesting() {
  waiting?.abort();
  clearTimeout(renewal);
  document.removeEventListener("visibilitychange", suggest);
}

// The server takes answers to a challenge for five minutes: a page that stays open asks for another, once it is seen.
function renew() {
  if (document.hidden) document.addEventListener("visibilitychange", suggest, { once: true });
  else suggest();
}

async function suggest() {
  stopSuggesting();
  waiting = new AbortController();
  const { signal } = waiting;
  let credential = null;
  try {
    if (!(await Credential.isConditionalMediationAvailable?.()) || signal.aborted) return;
    renewal = setTimeout(renew, 240_000);
    credential = await ask({ mediation: "conditional", signal });
  } catch {
    // Nothing was chosen, so that nothing is said.
    return;
  }
  clearTimeout(renewal);
  try {
    await signIn(credential);
  } catch (error) {
    // Not suggested again: what the browser offers is not what the server has.
    problem.textContent = reason(error, door.dataset);
  }
}

if (door && isPossible) {
  const button = find("button", door);
  button.addEventListener("click", async () => {
    stopSuggesting();
    problem.textContent = "";
    button.disabled = true;
    try {
      await signIn(await ask({}));
    } catch (error) {
      problem.textContent = reason(error, door.dataset);
      button.disabled = false;
      focusUnlessElsewhere(button);
      if (!(error instanceof Refusal)) suggest();
    }
  });
  // The back button may bring the page back as it was left.
  window.addEventListener("pageshow", () => { button.disabled = false; });
  door.hidden = false;
  suggest();
}

// ---- Adding one ----

const form = byID("passkey-add");
const why = byID("passkey-why");
if (why && !isPossible) {
  why.textContent = isAddress ? why.dataset.address : window.isSecureContext ? why.dataset.unsupported : why.dataset.insecure;
  why.hidden = false;
}

async function add() {
  const name = form.elements.passkey_name.value;
  const password = form.elements.passkey_password;
  const options = await send("/settings/passkeys/begin", { current_password: password.value });
  password.value = "";
  const credential = await navigator.credentials.create({ publicKey: Credential.parseCreationOptionsFromJSON(options) });
  const answer = await send("/settings/passkeys", { ...credential.toJSON(), name });
  location.assign(answer.location);
}

if (form && isPossible) {
  const button = find("button", form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.textContent = "";
    button.disabled = true;
    try {
      await add();
    } catch (error) {
      problem.textContent = reason(error, form.dataset);
      button.disabled = false;
      if (error.field === "password") {
        byID("passkey-password").hidden = false;
        form.elements.passkey_password.focus();
      } else {
        focusUnlessElsewhere(button);
      }
    }
  });
  form.hidden = false;
}
