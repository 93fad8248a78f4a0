"""Passkeys: Chromium with a virtual authenticator through the pages, an authenticator of another author (soft-webauthn) over
HTTP, and another author's server (webauthn) as the second opinion about the same messages."""

import hashlib
import http.cookiejar
import json
import urllib.error
import urllib.parse
import urllib.request
from base64 import b64decode, urlsafe_b64decode, urlsafe_b64encode

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from playwright.sync_api import expect
from soft_webauthn import SoftWebauthnDevice
from webauthn import verify_authentication_response, verify_registration_response
from webauthn.helpers.exceptions import WebAuthnException

from journeys import PASSWORD, member


def decoded(text):
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(data):
    return urlsafe_b64encode(data).decode().rstrip("=")


def local(foyer):
    """Browsers have passkeys for names alone."""
    return foyer.url.replace("127.0.0.1", "localhost")


# ---- Another client ----


class Client:
    """A browser without pages: cookies, and JSON from a page of the site."""

    def __init__(self, foyer):
        self.url = local(foyer)
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()), NoRedirect())

    def post(self, path, body=None, **fields):
        """The status, and what the JSON of the answer says."""
        data = urllib.parse.urlencode(fields).encode() if fields else json.dumps(body or {}).encode()
        kind = "application/x-www-form-urlencoded" if fields else "application/json"
        request = urllib.request.Request(self.url + path, data, {"Content-Type": kind, "Origin": self.url})
        return self._answer(request)

    def get(self, path):
        return self._answer(urllib.request.Request(self.url + path))[0]

    def _answer(self, request):
        try:
            answer = self._opener.open(request)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            is_json = answer.headers.get("Content-Type") == "application/json"
            return answer.status, json.load(answer) if is_json else None

    def sign_in(self, email):
        assert self.post("/login", email=email, password=PASSWORD)[0] == 303
        return self

    def is_signed_in(self):
        return self.get("/settings") == 200


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Device(SoftWebauthnDevice):
    """soft-webauthn's authenticator, whose user has a PIN."""

    verifies = True

    def create(self, options, origin):
        answer = super().create({"publicKey": parsed(options)}, origin)
        if self.verifies:
            data = bytearray(answer["response"]["attestationObject"])
            data[data.index(hashlib.sha256(self.rp_id.encode()).digest()) + 32] |= 4
            answer["response"]["attestationObject"] = bytes(data)
        return as_json(answer)

    def get(self, options, origin):
        answer = super().get({"publicKey": parsed(options)}, origin)
        if self.verifies:
            data = bytearray(answer["response"]["authenticatorData"])
            data[32] |= 4
            signed = bytes(data) + hashlib.sha256(answer["response"]["clientDataJSON"]).digest()
            answer["response"]["authenticatorData"] = bytes(data)
            answer["response"]["signature"] = self.private_key.sign(signed, ec.ECDSA(hashes.SHA256()))
        return as_json(answer)


def parsed(options):
    """As a browser's parseCreationOptionsFromJSON and parseRequestOptionsFromJSON."""
    options = json.loads(json.dumps(options))
    options["challenge"] = decoded(options["challenge"])
    if "user" in options:
        options["user"]["id"] = decoded(options["user"]["id"])
    return options


def as_json(credential):
    """As a browser's PublicKeyCredential.toJSON."""
    return {
        "id": credential["id"].decode().rstrip("="), "rawId": encoded(credential["rawId"]), "type": "public-key",
        "response": {name: encoded(value) for name, value in credential["response"].items()},
        "clientExtensionResults": {},
    }


class Opinion:
    """What another author's server says about the same messages."""

    def __init__(self, url):
        self.url = url
        self.key = None
        self.count = 0

    def registration(self, message, options):
        try:
            verified = verify_registration_response(
                credential=message, expected_challenge=decoded(options["challenge"]), expected_rp_id="localhost",
                expected_origin=self.url, require_user_verification=True)
        except WebAuthnException:
            return False
        self.key, self.count = verified.credential_public_key, verified.sign_count
        return True

    def assertion(self, message, options):
        try:
            verified = verify_authentication_response(
                credential=message, expected_challenge=decoded(options["challenge"]), expected_rp_id="localhost",
                expected_origin=self.url, credential_public_key=self.key, credential_current_sign_count=self.count,
                require_user_verification=True)
        except WebAuthnException:
            return False
        self.count = verified.new_sign_count
        return True


@pytest.fixture(autouse=True)
def unlimited(foyer):
    """All of these tests sign in, and are refused, from one address."""
    foyer.sql("DELETE FROM rate_limits")


@pytest.fixture
def device(foyer, chromium, request):
    """An authenticator with a passkey, its owner's client, and the second opinion."""
    email = f"{hashlib.sha256(request.node.name.encode()).hexdigest()[:12]}@passkeys.example"
    member(chromium, foyer, "Radia Perlman", email)
    client = Client(foyer).sign_in(email)
    device, opinion = Device(), Opinion(client.url)
    status, options = client.post("/settings/passkeys/begin")
    assert status == 200
    message = device.create(options, client.url)
    assert opinion.registration(message, options)
    assert client.post("/settings/passkeys", {**message, "name": "Soft"}) == (200, {"location": "/settings/security"})
    return device, client, opinion


def test_another_authenticator_signs_in_once_for_each_challenge(foyer, device):
    device, _, opinion = device
    for _ in range(2):
        stranger = Client(foyer)
        options = stranger.post("/login/passkey/begin")[1]
        message = device.get(options, stranger.url)
        assert opinion.assertion(message, options)
        assert stranger.post("/login/passkey", message) == (200, {"location": "/"})
        assert stranger.is_signed_in()
        # Again, by the same browser and by another.
        for again in [stranger, Client(foyer)]:
            assert again.post("/login/passkey", message)[0] == 422


@pytest.mark.parametrize("wrong", ["origin", "relying party", "challenge", "counter", "verification", "signature", "key"])
def test_both_servers_refuse(foyer, device, wrong):
    device, client, opinion = device
    stranger = Client(foyer)

    def begin():
        return stranger.post("/login/passkey/begin")[1]

    def sign_in(message, options):
        status = stranger.post("/login/passkey", message)[0]
        assert opinion.assertion(message, options) == (status == 200)
        return status == 200

    options = begin()
    assert sign_in(device.get(options, stranger.url), options)
    options = begin()
    origin, key, asked = stranger.url, device.private_key, options
    if wrong == "origin":
        origin = origin.replace("http:", "https:")
    elif wrong == "relying party":
        device.rp_id = "example.org"
        asked = {**options, "rpId": "example.org"}
    elif wrong == "challenge":
        asked = begin()
        asked["challenge"] = encoded(bytes(40))
    elif wrong == "counter":
        device.sign_count -= 1
    elif wrong == "verification":
        device.verifies = False
    elif wrong == "key":
        device.private_key = ec.generate_private_key(ec.SECP256R1())
    message = device.get(asked, origin)
    if wrong == "signature":
        message["response"]["signature"] = encoded(decoded(message["response"]["signature"])[:-1] + b"\0")
    assert not sign_in(message, options)
    # It was the message, and not the passkey.
    device.rp_id, device.verifies, device.private_key = "localhost", True, key
    options = begin()
    assert sign_in(device.get(options, stranger.url), options)


def test_registrations_that_both_servers_refuse(foyer, device):
    _, client, opinion = device
    for wrong in ["origin", "challenge", "verification"]:
        other = Device()
        options = client.post("/settings/passkeys/begin")[1]
        asked = {**options, "challenge": encoded(bytes(40))} if wrong == "challenge" else options
        other.verifies = wrong != "verification"
        message = other.create(asked, client.url + ("1" if wrong == "origin" else ""))
        assert not opinion.registration(message, options)
        assert client.post("/settings/passkeys", message)[0] == 422


# ---- Chromium ----


class Authenticators:
    """Chromium's virtual authenticators of a page."""

    def __init__(self, page):
        self.cdp = page.context.new_cdp_session(page)
        self.cdp.send("WebAuthn.enable")

    def add(self, verified=True):
        return self.cdp.send("WebAuthn.addVirtualAuthenticator", {"options": {
            "protocol": "ctap2", "ctap2Version": "ctap2_1", "transport": "internal", "hasResidentKey": True,
            "hasUserVerification": True, "isUserVerified": verified, "automaticPresenceSimulation": True,
        }})["authenticatorId"]

    def answer(self, authenticator, answers):
        """Whether its user agrees at once, to what the browser suggests too, or does nothing."""
        self.cdp.send("WebAuthn.setAutomaticPresenceSimulation", {"authenticatorId": authenticator, "enabled": answers})

    def remove(self, authenticator):
        self.cdp.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": authenticator})

    def credentials(self, authenticator):
        return self.cdp.send("WebAuthn.getCredentials", {"authenticatorId": authenticator})["credentials"]


# Shows how a page asks for passkeys.
ASKED = """
const get = navigator.credentials.get.bind(navigator.credentials);
navigator.credentials.get = (options) => {
  document.documentElement.dataset.asked = options.mediation;
  options.signal?.addEventListener("abort", () => sessionStorage.setItem("aborted", "1"));
  return get(options);
};
"""


def messages(page):
    """The options that the page gets and the credentials that it sends, as they come."""
    options, credentials = [], []

    def begin(route):
        answer = route.fetch()
        options.append(answer.json())
        route.fulfill(response=answer)

    def note(request):
        if request.method == "POST" and request.url.endswith(("/login/passkey", "/settings/passkeys")):
            credentials.append(json.loads(request.post_data))

    page.route("**/begin", begin)
    page.on("request", note)
    return options, credentials


def sign_in(page, foyer, email):
    page.goto(local(foyer) + "/login")
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page).to_have_url(local(foyer) + "/")


def sign_out(page):
    page.locator("form[action='/logout'] button").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Welcome back")


def add(page, foyer, name):
    page.goto(local(foyer) + "/settings/security")
    page.get_by_label("Name of the new passkey").fill(name)
    page.get_by_role("button", name="Add a passkey").click()


def passkey(page, name):
    return page.locator("li.passkey").filter(has_text=name)


def test_a_passkey_in_chromium(foyer, postbox, chromium, open_page):
    """Added, and used to sign in without typing anything."""
    email = "barbara@passkeys.example"
    member(chromium, foyer, "Barbara Liskov", email)
    page = open_page()
    sign_in(page, foyer, email)
    keys = Authenticators(page)
    laptop = keys.add()
    options, credentials = messages(page)
    opinion = Opinion(local(foyer))
    add(page, foyer, "Laptop")
    expect(page.locator(".toast")).to_contain_text("Passkey added")
    expect(passkey(page, "Laptop")).to_contain_text("Not used yet")
    assert any("passkey was added" in letter.message["Subject"] for letter in postbox.wait_for(email, 3))
    [credential] = keys.credentials(laptop)
    assert credential["isResidentCredential"] and len(b64decode(credential["userHandle"])) == 64
    assert opinion.registration(credentials[-1], options[-1])
    keys.answer(laptop, False)
    sign_out(page)
    # The browser is asked to suggest passkeys in the field of the address, until the button is used.
    page.add_init_script(ASKED)
    page.goto(local(foyer) + "/login?next=/settings/security")
    expect(page.locator("html")).to_have_attribute("data-asked", "conditional")
    assert "webauthn" in page.get_by_label("E-mail").get_attribute("autocomplete").split()
    keys.answer(laptop, True)
    page.get_by_role("button", name="Use a passkey").click()
    expect(page).to_have_url(local(foyer) + "/settings/security")
    assert page.evaluate("sessionStorage.getItem('aborted')") == "1"
    expect(passkey(page, "Laptop")).to_contain_text("Last used")
    expect(page.get_by_text("Signed in with a passkey")).to_have_count(1)
    assert opinion.assertion(credentials[-1], options[-1])
    # Taking the suggestion is enough.
    sign_out(page)
    expect(page).to_have_url(local(foyer) + "/")
    assert opinion.assertion(credentials[-1], options[-1])


def test_several_passkeys_are_named_and_removed(foyer, chromium, open_page):
    email = "shafi@passkeys.example"
    member(chromium, foyer, "Shafi Goldwasser", email)
    page = open_page()
    sign_in(page, foyer, email)
    keys = Authenticators(page)
    laptop = keys.add()
    add(page, foyer, "")
    expect(passkey(page, "Chrome")).to_have_count(1)
    # One authenticator makes one.
    add(page, foyer, "Again")
    expect(page.locator("#passkey-problem")).to_have_text("This device already has a passkey for your account.")
    keys.remove(laptop)
    phone = keys.add()
    page.get_by_role("button", name="Add a passkey").click()
    expect(passkey(page, "Again")).to_have_count(1)
    passkey(page, "Chrome").get_by_text("Rename").click()
    passkey(page, "Chrome").get_by_label("New name").fill("")
    passkey(page, "Chrome").get_by_role("button", name="Save").click()
    expect(page.locator("#errors")).to_be_focused()
    page.get_by_label("New name").filter(visible=True).fill("Old laptop")
    page.get_by_role("button", name="Save").filter(visible=True).click()
    expect(page.locator(".toast")).to_contain_text("Passkey renamed")
    passkey(page, "Again").get_by_role("button", name="Remove").click()
    expect(page.locator(".toast")).to_contain_text("Passkey removed")
    expect(page.locator("li.passkey")).to_have_count(1)
    # The key knows nothing of it, and is refused.
    keys.answer(phone, False)
    page.add_init_script(ASKED)
    sign_out(page)
    expect(page.locator("html")).to_have_attribute("data-asked", "conditional")
    keys.answer(phone, True)
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.locator("#passkey-problem")).to_contain_text("was not accepted")
    expect(page).to_have_url(local(foyer) + "/login")
    expect(page.get_by_role("button", name="Use a passkey")).to_be_focused()


def test_adding_one_asks_for_the_password_again(foyer, chromium, open_page):
    email = "adele@passkeys.example"
    member(chromium, foyer, "Adele Goldberg", email)
    page = open_page()
    sign_in(page, foyer, email)
    Authenticators(page).add()
    page.goto(local(foyer) + "/settings/security")
    expect(page.get_by_label("Current password")).to_be_hidden()
    # The page has been open for long.
    foyer.sql("UPDATE sessions SET confirmed_at = now() - interval '16 minutes'")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_label("Current password")).to_be_focused()
    expect(page.locator("#passkey-problem")).not_to_be_empty()
    page.get_by_label("Current password").fill("not the password")
    page.keyboard.press("Enter")
    expect(page.locator("#passkey-problem")).to_contain_text("not your current password")
    page.get_by_label("Current password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("Passkey added")


def test_an_authenticator_that_cannot_verify_its_user_adds_nothing(foyer, chromium, open_page):
    email = "lynn@passkeys.example"
    member(chromium, foyer, "Lynn Conway", email)
    page = open_page()
    sign_in(page, foyer, email)
    Authenticators(page).add(verified=False)
    add(page, foyer, "Nobody’s")
    expect(page.locator("#passkey-problem")).to_have_text("No passkey was added.")
    expect(page.locator("li.passkey")).to_have_count(0)


@pytest.mark.parametrize("javascript, host", [(True, "127.0.0.1"), (False, "localhost")])
def test_nothing_is_offered_where_there_are_no_passkeys(foyer, chromium, account, open_page, javascript, host):
    """At an address without a name, and without scripts."""
    page = open_page(javascript=javascript)
    page.goto(foyer.url.replace("127.0.0.1", host) + "/login")
    expect(page.get_by_role("button", name="Sign in", exact=True)).to_be_visible()
    expect(page.get_by_text("passkey")).to_have_count(1)
    expect(page.get_by_text("passkey")).to_be_hidden()
    inside = open_page(account, javascript=javascript)
    inside.goto(foyer.url + "/settings/security")
    expect(inside.get_by_role("heading", name="Passkeys")).to_be_visible()
    expect(inside.get_by_role("button", name="Add a passkey")).to_be_hidden()
