"use strict";
// Passkeys, on the sign-in page and in the settings: the browser's own dialogue between two requests. Without them the
// password still signs in, so that nothing is shown where the browser has none or would refuse, as it does for IP addresses.

(() => {
  const isAddress = /^\[|^[\d.]+$/.test(location.hostname);
  const Credential = window.PublicKeyCredential;
  if (!window.isSecureContext || isAddress || !Credential?.parseRequestOptionsFromJSON) return;

  const problem = document.getElementById("passkey-problem");

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

  const door = document.getElementById("passkey-sign-in");
  let waiting = null;
  let renewal = null;

  async function signIn(options) {
    const publicKey = Credential.parseRequestOptionsFromJSON(await send("/login/passkey/begin", {}));
    const credential = await navigator.credentials.get({ ...options, publicKey });
    const answer = await send("/login/passkey", { ...credential.toJSON(), next: door.dataset.next });
    location.assign(answer.location);
  }

  async function suggest() {
    waiting?.abort();
    clearTimeout(renewal);
    if (!(await Credential.isConditionalMediationAvailable?.())) return;
    waiting = new AbortController();
    const { signal } = waiting;
    // The server forgets a challenge after five minutes.
    renewal = setTimeout(suggest, 240_000);
    try {
      await signIn({ mediation: "conditional", signal });
    } catch (error) {
      if (!(error instanceof Refusal) || signal.aborted) return;
      problem.textContent = error.message;
    }
  }

  if (door) {
    const button = door.querySelector("button");
    button.addEventListener("click", async () => {
      waiting?.abort();
      clearTimeout(renewal);
      problem.textContent = "";
      button.disabled = true;
      try {
        await signIn({});
      } catch (error) {
        problem.textContent = reason(error, door.dataset);
        button.disabled = false;
        button.focus();
        suggest();
      }
    });
    // The back button may bring the page back as it was left.
    window.addEventListener("pageshow", () => { button.disabled = false; });
    door.hidden = false;
    suggest();
  }

  // ---- Adding one ----

  const form = document.getElementById("passkey-add");

  async function add() {
    const name = form.elements.passkey_name.value;
    const password = form.elements.passkey_password;
    const options = await send("/settings/passkeys/begin", { current_password: password.value });
    password.value = "";
    const credential = await navigator.credentials.create({ publicKey: Credential.parseCreationOptionsFromJSON(options) });
    const answer = await send("/settings/passkeys", { ...credential.toJSON(), name });
    location.assign(answer.location);
  }

  if (form) {
    const button = form.querySelector("button");
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
          document.getElementById("passkey-password").hidden = false;
          form.elements.passkey_password.focus();
        } else {
          button.focus();
        }
      }
    });
    form.hidden = false;
  }
})();
