"""Signing in through an OpenID Connect provider: another author's (oidc-provider-mock) through the pages, and one of our own
that does wrong whatever a provider, or somebody between it and the browser, can do wrong."""

import base64
import hashlib
import hmac
import html
import http.cookiejar
import json
import re
import secrets
import select
import threading
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, unquote_plus, urlencode, urlsplit

import oidc_provider_mock
import pytest
from joserfc import jws, jwt
from joserfc.jwk import ECKey, RSAKey
from playwright.sync_api import expect

from journeys import PASSWORD, member
from server import Foyer, running

# RFC 6749, section 2.3.1: both are form-encoded before they become Basic credentials.
CLIENT, SECRET = "foyer & co", "p:a%s+s/w ö"
CALLBACK = "/login/oidc/callback"
REFUSED, UNKNOWN = "Signing in through", "No account is linked with this identity"


# ---- A provider that can be told to do wrong ----


def encoded(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def rsa_key(kid):
    return RSAKey.generate_key(2048, {"kid": kid, "use": "sig", "alg": "RS256"})


def ec_key(kid):
    while True:
        key = ECKey.generate_key("P-256", {"kid": kid, "use": "sig", "alg": "ES256"})
        public = key.as_dict(private=False)
        # joserfc leaves leading zeros out, which RFC 7518, section 6.2.1.2, does not allow.
        if len(decoded(public["x"])) == len(decoded(public["y"])) == 32:
            return key


def signed(claims, key, **header):
    header = {"alg": key.get("alg"), "kid": key.kid, **header}
    return jwt.encode(
        {name: value for name, value in header.items() if value is not None}, claims, key, algorithms=["RS256", "ES256"])


def signed_bytes(payload, key):
    return jws.serialize_compact({"alg": key.get("alg"), "kid": key.kid}, payload, key, algorithms=["RS256", "ES256"])


def by_hand(header, claims, sign=lambda data: b""):
    """A token that no library makes."""
    parts = [part if isinstance(part, bytes) else json.dumps(part).encode() for part in (header, claims)]
    data = ".".join(map(encoded, parts))
    return f"{data}.{encoded(sign(data.encode()))}"


class Provider:
    """On a port of 127.0.0.1 that stays the same, under a path. Everybody who asks is `sub`, without any question.

    `metadata` and `answer` replace values of the discovery document and of the answer with the token, `claims` changes the
    claims, `token` makes the token from them, and `misbehaves` has what an endpoint does instead of answering."""

    def __init__(self):
        self.keys = [rsa_key("first")]
        self._server, self._port = None, 0
        self.start()
        self.host = f"127.0.0.1:{self._port}"
        self.issuer = f"http://{self.host}/realms/ours"
        self.redirect_uri = None
        self.behave()

    def behave(self):
        self.metadata, self.answer, self.misbehaves, self.codes, self.spent, self.asked = {}, {}, {}, {}, {}, []
        self.claims = lambda claims: claims
        self.token = lambda claims: signed(claims, self.keys[-1])

    def start(self):
        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), self._handler())
        self._server.daemon_threads = True
        self._port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self):
        self._server.shutdown()
        self._server.server_close()

    def discovery(self):
        return {
            "issuer": self.issuer,
            # It may have a query of its own (OpenID Connect Core 1.0, section 3.1.2.1; RFC 6749, section 3.1).
            "authorization_endpoint": self.issuer + "/authorize?tenant=a%20b",
            "token_endpoint": self.issuer + "/token",
            "jwks_uri": self.issuer + "/keys",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256", "ES256"],
            "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
            **self.metadata,
        }

    def authorize(self, location, sub):
        """What a browser that is led to `location` brings back."""
        assert location.startswith(self.issuer + "/authorize?"), location
        asked = dict(parse_qsl(urlsplit(location).query, strict_parsing=True))
        assert len(asked) == len(parse_qsl(urlsplit(location).query)), location
        assert asked["tenant"] == "a b" and asked["response_type"] == "code" and asked["client_id"] == CLIENT
        assert asked["redirect_uri"] == self.redirect_uri
        assert sorted(asked["scope"].split(" ")) == ["email", "openid"]
        assert asked["code_challenge_method"] == "S256" and len(decoded(asked["code_challenge"])) == 32
        # 128 bits each.
        assert len(asked["state"]) >= 22 and len(asked["nonce"]) >= 22 and asked["state"] != asked["nonce"]
        code = secrets.token_urlsafe()
        self.codes[code] = (asked, sub)
        return {"code": code, "state": asked["state"]}

    def exchange(self, authorization, form):
        """The status and the JSON for a token request (RFC 6749, sections 4.1.3 and 5; RFC 7636, section 4.6)."""
        if self.discovery()["token_endpoint_auth_methods_supported"] == ["client_secret_post"]:
            client = (form.get("client_id"), form.get("client_secret"), authorization)
        else:
            name, _, secret = base64.b64decode((authorization or "").removeprefix("Basic ")).decode().partition(":")
            client = (unquote_plus(name), unquote_plus(secret), form.get("client_secret"))
        if client != (CLIENT, SECRET, None):
            return 401, {"error": "invalid_client"}
        asked, sub = self.spent[form["code"]] = self.codes.pop(form["code"], ({}, None))
        verifier = encoded(hashlib.sha256(form["code_verifier"].encode()).digest())
        if (form["grant_type"], form["redirect_uri"], verifier) != (
                "authorization_code", asked.get("redirect_uri"), asked.get("code_challenge")):
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        claims = self.claims({
            "iss": self.issuer, "sub": sub, "aud": CLIENT, "exp": now + 300, "iat": now, "nonce": asked["nonce"],
            "email": "somebody@example.org"})
        return 200, {"access_token": "none", "token_type": "Bearer", "id_token": self.token(claims), **self.answer}

    def _handler(self):
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                if self.path == "/realms/ours/.well-known/openid-configuration":
                    self.answer("discovery", 200, provider.discovery())
                elif self.path == "/realms/ours/keys":
                    self.answer("keys", 200, {"keys": [key.as_dict(private=False) for key in provider.keys]})
                else:
                    self.answer("nothing", 404, {})

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                assert self.headers["Content-Type"] == "application/x-www-form-urlencoded"
                form = dict(parse_qsl(body, strict_parsing=True))
                self.answer("token", *provider.exchange(self.headers["Authorization"], form))

            def answer(self, endpoint, status, document):
                provider.asked.append(endpoint)
                body = json.dumps(document).encode()
                try:
                    if endpoint in provider.misbehaves:
                        provider.misbehaves[endpoint](self, body)
                    else:
                        self.send(status, body)
                except OSError:
                    pass  # whoever asked has heard enough

            def send(self, status, body, length=None, **headers):
                self.send_response(status)
                for name, value in {
                        "Content-Type": "application/json", "Content-Length": str(length or len(body)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        return Handler


# ---- Browsers without pages ----


class Answer(NamedTuple):
    status: int
    location: str
    text: str


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Client:
    def __init__(self, house, provider):
        self.url, self.provider, self.cookies = house.url, provider, http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies), NoRedirect())

    def get(self, path, headers={}, /, **fields):
        return self._answer(
            urllib.request.Request(self.url + path + ("?" + urlencode(fields) if fields else ""), headers=headers))

    def post(self, path, headers={}, /, **fields):
        return self._answer(
            urllib.request.Request(self.url + path, urlencode(fields).encode(), {"Origin": self.url, **headers}))

    def _answer(self, request):
        try:
            answer = self._opener.open(request, timeout=60)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            return Answer(answer.status, answer.headers.get("Location"), answer.read().decode())

    def sign_up(self):
        email = f"{secrets.token_hex(6)}@openid.example"
        assert self.post("/signup", name="Joan Clarke", email=email, password=PASSWORD).status == 303
        return self

    def begin(self, sub, path="/login/oidc", **fields):
        """Goes to the provider; what it sends back with."""
        answer = self.get(path, **fields)
        assert answer.status == 303, answer
        return self.provider.authorize(answer.location, sub)

    def sign_in(self, sub, **fields):
        return self.get(CALLBACK, **self.begin(sub, **fields))

    def begin_link(self, sub):
        """Gives the password, and follows the link of the page that answers."""
        answer = self.post("/settings/oidc", current_password=PASSWORD)
        assert (answer.status, answer.location) == (303, "/settings/oidc"), answer
        return self.provider.authorize(self.way_to_the_provider(), sub)

    def way_to_the_provider(self):
        """On the page that follows the password; None elsewhere."""
        found = re.search(f'href="({re.escape(self.provider.issuer)}/authorize[^"]*)"', self.get("/settings/oidc").text)
        return found and html.unescape(found[1])

    def link(self, sub):
        return self.get(CALLBACK, **self.begin_link(sub))

    def is_signed_in(self):
        return self.get("/settings").status == 200

    def is_linked(self):
        return "/settings/oidc/delete" in self.get("/settings/security").text

    def expect_refused(self, answer, status=422, alert=REFUSED):
        assert answer.status == status, answer
        assert 'role="alert"' in answer.text and alert in answer.text, answer.text
        assert not self.is_signed_in()


class ByProvider(Foyer):
    """The program with a provider; what the provider is told of it is known only once it has its address."""

    def configure(self, issuer, client, secret):
        self._environment |= {
            "FOYER_OIDC_ISSUER": issuer, "FOYER_OIDC_CLIENT_ID": client, "FOYER_OIDC_CLIENT_SECRET": secret}


@pytest.fixture(scope="module")
def the_provider():
    provider = Provider()
    yield provider
    provider.stop()


@pytest.fixture(scope="module")
def house(program, samples, the_provider):
    foyer = ByProvider(program, samples.url)
    foyer.configure(the_provider.issuer, CLIENT, SECRET)
    the_provider.redirect_uri = foyer.url + CALLBACK
    yield from running(foyer)


@pytest.fixture
def provider(house, the_provider):
    # All of these tests sign in, and are refused, from one address.
    house.sql("DELETE FROM rate_limits")
    the_provider.behave()
    yield the_provider
    the_provider.behave()


def restart(house):
    assert house.stop() == 0
    house.start()


@pytest.fixture
def fresh(house):
    """The program has not asked the provider anything since its start."""
    restart(house)


@pytest.fixture(scope="module")
def ada(house, the_provider):
    """The subject that an account is linked with."""
    the_provider.behave()
    client = Client(house, the_provider).sign_up()
    assert client.link("ada").location == "/settings/security"
    return "ada"


@pytest.fixture
def client(house, provider):
    return Client(house, provider)


# ---- What must work ----


@pytest.mark.parametrize("next, destination", [
    ("", "/"), ("/trash", "/trash"), ("/items?status=all&q=%26", "/items?status=all&q=%26"), ("//example.org/", "/"),
    ("https://example.org/", "/"), ("/\\example.org", "/"), ("/a\r\nSet-Cookie: b=c", "/"),
])
def test_signing_in_leads_on_within_the_site(provider, client, ada, next, destination):
    answer = client.sign_in(ada, next=next) if next else client.sign_in(ada)
    assert (answer.status, answer.location) == (303, destination)
    assert client.is_signed_in()


@pytest.mark.parametrize("claims", [
    {"aud": [CLIENT]}, {"azp": CLIENT}, {"aud": [CLIENT], "azp": CLIENT}, {"email": None}, {"extra": {"a": [1.5, "😀"]}},
    {"exp": 4 * 10**9}, {"auth_time": 0, "acr": "1", "amr": ["pwd"]},
], ids=json.dumps)
def test_claims_that_are_right(provider, client, ada, claims):
    provider.claims = lambda right: {**right, **claims}
    assert client.sign_in(ada).status == 303
    assert client.is_signed_in()


@pytest.mark.parametrize("make", [rsa_key, ec_key])
def test_a_provider_has_new_keys(provider, client, ada, make):
    """They count at once, besides the old one or instead of it, which then counts no more."""
    old = provider.keys[-1]
    for others in [[old], []]:
        provider.keys = [*others, make(secrets.token_hex(4))]
        assert client.sign_in(ada).status == 303
    stranger = Client(client, provider)
    provider.token = lambda claims: signed(claims, old)
    stranger.expect_refused(stranger.sign_in(ada))


def test_the_secret_goes_into_the_form_where_the_provider_wants_it(house, provider, fresh, client, ada):
    provider.metadata = {"token_endpoint_auth_methods_supported": ["client_secret_post"]}
    assert client.sign_in(ada).status == 303
    assert client.is_signed_in()
    # What the provider says counts for an hour.
    restart(house)


def test_an_identity_without_an_account(client):
    client.expect_refused(client.sign_in("nobody"), 403, UNKNOWN)


def test_linking_and_unlinking(provider, client, house):
    sub = "joan <b>&'\" " + "x" * 243
    assert len(sub) == 255
    client.sign_up()
    assert not client.is_linked()
    answer = client.link(sub)
    assert (answer.status, answer.location) == (303, "/settings/security")
    assert client.is_linked()
    phone = Client(house, provider)
    assert phone.sign_in(sub).status == 303 and phone.is_signed_in()
    # The provider may have asked for nothing: what needs the password still does.
    asked = phone.post("/settings/oidc/delete")
    assert asked.status == 200 and 'name="current_password"' in asked.text
    assert client.is_linked()
    assert client.post("/settings/oidc/delete").status == 303
    assert not client.is_linked()
    stranger = Client(house, provider)
    stranger.expect_refused(stranger.sign_in(sub), 403, UNKNOWN)
    # The account can have it again, and so can another.
    assert Client(house, provider).sign_up().link(sub).location == "/settings/security"


# ---- What is refused ----

NOW = int(time.time())
WRONG_CLAIMS = {
    "another nonce": {"nonce": secrets.token_urlsafe(32)},
    "no nonce": {"nonce": None},
    "an empty nonce": {"nonce": ""},
    "another issuer": {"iss": "https://example.org"},
    "almost the issuer": lambda claims: {"iss": claims["iss"] + "/"},
    "no issuer": {"iss": None},
    "another audience": {"aud": "another"},
    "almost the audience": {"aud": CLIENT.upper()},
    "a list of other audiences": {"aud": ["another", "others"]},
    "an empty list of audiences": {"aud": []},
    "no audience": {"aud": None},
    "an audience that is an object": {"aud": {CLIENT: CLIENT}},
    "made for another client": {"aud": [CLIENT, "another"], "azp": "another"},
    "made for another client alone": {"azp": "another"},
    "an hour late": {"exp": NOW - 3600, "iat": NOW - 7200},
    "without an end": {"exp": None},
    "an end in words": {"exp": "9999999999"},
    "an end out of range": {"exp": -1e300},
    "no subject": {"sub": None},
    "an empty subject": {"sub": ""},
    "a number for a subject": {"sub": 7},
    "a subject of 256 characters": {"sub": "x" * 256},
    "a subject beyond ASCII": {"sub": "é"},
    "a subject with a zero byte": {"sub": "ada\0"},
}


@pytest.mark.parametrize("wrong", WRONG_CLAIMS)
def test_claims_that_are_wrong(provider, client, ada, wrong):
    change = WRONG_CLAIMS[wrong]

    def claims(right):
        changed = {**right, **(change(right) if callable(change) else change)}
        return {name: value for name, value in changed.items() if value is not None}

    provider.claims = claims
    client.expect_refused(client.sign_in(ada))
    # It was the token, and not the identity.
    provider.behave()
    assert client.sign_in(ada).status == 303


def confused(secret):
    """HMAC with what is no secret, or not for this (RFC 8725, section 2.1)."""
    def token(provider, claims):
        key = secret(provider.keys[-1])
        return by_hand({"alg": "HS256", "kid": provider.keys[-1].kid}, claims, lambda data: hmac.digest(key, data, "sha256"))
    return token


def stranger_of(provider):
    """Another key of the same name."""
    return ec_key(provider.keys[-1].kid) if provider.keys[-1].key_type == "EC" else rsa_key(provider.keys[-1].kid)


def tampered(provider, claims):
    """Signed for somebody else, who is not linked."""
    header, _, signature = signed({**claims, "sub": "mallory"}, provider.keys[-1]).split(".")
    return f"{header}.{encoded(json.dumps(claims).encode())}.{signature}"


def own_key(provider, claims):
    key = rsa_key("own")
    return signed(claims, key, jwk=key.as_dict(private=False))


def cut(provider, claims):
    data, _, signature = signed(claims, provider.keys[-1]).rpartition(".")
    return f"{data}.{encoded(decoded(signature)[:-8])}"


WRONG_TOKENS = {
    "alg none": lambda provider, claims: by_hand({"alg": "none"}, claims),
    "alg none of a known key": lambda provider, claims: by_hand({"alg": "none", "kid": provider.keys[-1].kid}, claims),
    "alg nOnE": lambda provider, claims: by_hand({"alg": "nOnE", "kid": provider.keys[-1].kid}, claims),
    "no alg": lambda provider, claims: by_hand({"kid": provider.keys[-1].kid}, claims),
    "no signature": lambda provider, claims: signed(claims, provider.keys[-1]).rpartition(".")[0] + ".",
    "HMAC with the secret": confused(lambda key: SECRET.encode()),
    "HMAC with nothing": confused(lambda key: b""),
    "HMAC with the public key": confused(lambda key: key.as_pem(private=False)),
    "HMAC with the public key as DER": confused(lambda key: key.as_der(private=False)),
    "HMAC with the published key": confused(lambda key: json.dumps(key.as_dict(private=False)).encode()),
    "another's signature": lambda provider, claims: signed(claims, stranger_of(provider)),
    "another's signature, without the key's name": lambda provider, claims: signed(claims, rsa_key("x"), kid=None),
    "a key that it brings along": own_key,
    "a key that it says where to find": lambda provider, claims: signed(
        claims, rsa_key("elsewhere"), jku=provider.issuer + "/keys", x5u=provider.issuer + "/keys"),
    "an unknown key": lambda provider, claims: signed(claims, rsa_key("unknown")),
    "an unknown elliptic key": lambda provider, claims: signed(claims, ec_key("unknown")),
    "other claims": tampered,
    "a part of a signature": cut,
    "zeros for a signature": lambda provider, claims: by_hand(
        {"alg": provider.keys[-1].get("alg"), "kid": provider.keys[-1].kid}, claims, lambda data: bytes(64)),
    "zeros for a long signature": lambda provider, claims: by_hand(
        {"alg": provider.keys[-1].get("alg"), "kid": provider.keys[-1].kid}, claims, lambda data: bytes(256)),
    "something that must be understood": lambda provider, claims: by_hand(
        {"alg": provider.keys[-1].get("alg"), "kid": provider.keys[-1].kid, "crit": ["x"], "x": 1}, claims),
    "two parts": lambda provider, claims: signed(claims, provider.keys[-1]).rpartition(".")[0],
    "four parts": lambda provider, claims: signed(claims, provider.keys[-1]) + ".",
    "five parts": lambda provider, claims: "a.b.c.d.e",
    "nothing": lambda provider, claims: "",
    "dots": lambda provider, claims: "..",
    "no base64": lambda provider, claims: "!.!.!",
    "claims that are a list": lambda provider, claims: signed_bytes(b"[]", provider.keys[-1]),
    "claims that are no JSON": lambda provider, claims: signed_bytes(b"{", provider.keys[-1]),
    "claims that are not UTF-8": lambda provider, claims: signed_bytes(b'{"sub": "\xff"}', provider.keys[-1]),
    "claims within claims": lambda provider, claims: signed_bytes(b"[" * 100_000 + b"]" * 100_000, provider.keys[-1]),
    "a header within a header": lambda provider, claims: by_hand(b"[" * 100_000 + b"]" * 100_000, claims),
}


@pytest.mark.parametrize("make", [rsa_key, ec_key])
@pytest.mark.parametrize("wrong", WRONG_TOKENS)
def test_tokens_that_are_wrong(provider, client, ada, wrong, make):
    if provider.keys[-1].key_type != make("x").key_type:
        provider.keys = [make(secrets.token_hex(4))]
        assert client.sign_in(ada).status == 303
        client = Client(client, provider)
    provider.token = lambda claims: WRONG_TOKENS[wrong](provider, claims)
    client.expect_refused(client.sign_in(ada))
    provider.behave()
    assert client.sign_in(ada).status == 303


WRONG_CALLBACKS = {
    "another state": lambda right: {**right, "state": secrets.token_urlsafe(32)},
    "almost the state": lambda right: {**right, "state": right["state"][:-1] + ("A" if right["state"][-1] != "A" else "B")},
    "half the state": lambda right: {**right, "state": right["state"][:20]},
    "an empty state": lambda right: {**right, "state": ""},
    "no state": lambda right: {"code": right["code"]},
    "another code": lambda right: {**right, "code": "another"},
    "an empty code": lambda right: {**right, "code": ""},
    "no code": lambda right: {"state": right["state"]},
    "a long code": lambda right: {**right, "code": "é" * 1000},
    "nothing": lambda right: {},
    "a refusal": lambda right: {
        "state": right["state"], "error": "access_denied", "error_description": "<script>alert(1)</script>"},
    "a refusal that is none of OAuth's": lambda right: {"state": right["state"], "error": "<script>"},
    "a refusal without a state": lambda right: {"error": "access_denied"},
}


@pytest.mark.parametrize("wrong", WRONG_CALLBACKS)
def test_callbacks_that_are_wrong(client, ada, wrong):
    answer = client.get(CALLBACK, **WRONG_CALLBACKS[wrong](client.begin(ada)))
    client.expect_refused(answer)
    assert "<script>" not in answer.text
    assert client.sign_in(ada).status == 303


@pytest.mark.parametrize("query", ["code=%FF%FE&state={}&state=%C0", "code=%00&state={}", "state={}&error=%00"])
def test_callbacks_that_are_no_text(client, ada, query):
    answer = client.get(f"{CALLBACK}?{query.format(client.begin(ada)['state'])}")
    assert answer.status in (400, 422)
    assert not client.is_signed_in()


def test_a_refusal_with_a_code(client, ada):
    client.expect_refused(client.get(CALLBACK, **client.begin(ada), error="access_denied"))


@pytest.mark.parametrize("begun", [False, True])
def test_another_browser_gets_nothing(house, provider, client, ada, begun):
    """Neither without a cookie nor with one of its own (RFC 6749, section 10.12)."""
    right = client.begin(ada)
    other = Client(house, provider)
    if begun:
        other.begin(ada)
    other.expect_refused(other.get(CALLBACK, **right))
    # Nor was the code used up by that.
    assert client.get(CALLBACK, **right).status == 303


def test_a_callback_works_once(house, provider, client, ada):
    """Even for somebody who kept the cookie: the provider takes a code once."""
    right = client.begin(ada)
    kept = list(client.cookies)
    assert client.get(CALLBACK, **right).status == 303
    thief = Client(house, provider)
    for cookie in kept:
        thief.cookies.set_cookie(cookie)
    thief.expect_refused(thief.get(CALLBACK, **right))


def test_a_callback_works_once_at_the_same_time(house, provider, client, ada):
    right = client.begin(ada)
    browsers = [Client(house, provider) for _ in range(6)]
    for browser in browsers:
        for cookie in client.cookies:
            browser.cookies.set_cookie(cookie)
    with ThreadPoolExecutor(len(browsers)) as pool:
        answers = list(pool.map(lambda browser: browser.get(CALLBACK, **right), browsers))
    assert sorted(answer.status for answer in answers) == [303] + [422] * 5
    assert sum(browser.is_signed_in() for browser in browsers) == 1


# ---- Several tabs, and pages loaded again ----


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 1, 0], [1, 0, 2]])
def test_tabs_do_not_end_one_another(provider, client, ada, order):
    """Each leads where its page was to lead."""
    tabs = [client.begin(ada, next=path) for path in ["/trash", "/items", "/settings"]]
    for tab in order:
        answer = client.get(CALLBACK, **tabs[tab])
        assert (answer.status, answer.location) == (303, ["/trash", "/items", "/settings"][tab])
    assert client.is_signed_in()


def test_tabs_that_begin_at_the_same_time(house, provider, client, ada):
    """None knows of the others' cookies yet, as when a browser opens its tabs again."""
    tabs = [Client(house, provider) for _ in range(3)]
    begun = [tab.begin(ada, next="/trash") for tab in tabs]
    for tab in tabs:
        for cookie in tab.cookies:
            client.cookies.set_cookie(cookie)
    for right in begun:
        assert client.get(CALLBACK, **right).location == "/trash"


def test_a_tab_that_fails_ends_no_other(provider, client, ada):
    tabs = [client.begin(ada, next="/trash") for _ in range(3)]
    client.expect_refused(client.get(CALLBACK, state=tabs[0]["state"], error="access_denied"))
    client.expect_refused(client.get(CALLBACK, state=tabs[1]["state"], code="another"))
    assert client.get(CALLBACK, **tabs[2]).location == "/trash"


def test_many_beginnings_stay_within_a_head(provider, client, ada):
    for _ in range(40):
        right = client.begin(ada, next="/" + "x" * 900)
    assert len([cookie for cookie in client.cookies if "oidc" in cookie.name]) <= 6
    assert client.get(CALLBACK, **right).status == 303


def test_a_callback_that_is_loaded_again_leads_on(provider, client, ada):
    right = client.begin(ada, next="/trash")
    asked = len(provider.asked)
    answers = [client.get(CALLBACK, **right) for _ in range(3)]
    assert [(answer.status, answer.location) for answer in answers] == [(303, "/trash")] * 3
    assert provider.asked[asked:].count("token") == 1
    # It signs nobody in again: the page that it leads to asks whoever has signed out.
    client.post("/logout")
    assert client.get(CALLBACK, **right).location == "/trash"
    assert not client.is_signed_in()


def test_a_callback_that_linked_leads_on_when_it_is_loaded_again(provider, client):
    client.sign_up()
    right = client.begin_link(secrets.token_hex(8))
    answers = [client.get(CALLBACK, **right) for _ in range(2)]
    assert [(answer.status, answer.location) for answer in answers] == [(303, "/settings/security")] * 2
    assert client.is_linked()


def test_a_callback_is_loaded_again_once_the_provider_is_back(provider, client, ada):
    right = client.begin(ada, next="/trash")
    provider.misbehaves = {"token": lambda handler, body: handler.send(503, b"")}
    client.expect_refused(client.get(CALLBACK, **right), 502)
    provider.misbehaves = {}
    # It has not taken the code.
    provider.codes[right["code"]] = provider.spent[right["code"]]
    assert client.get(CALLBACK, **right).location == "/trash"


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_link_of_another_site_leads_to_the_sign_in_page(provider, client, ada, site):
    """Else it would sign somebody in as whoever the browser is at the provider, unasked."""
    answer = client.get("/login/oidc", {"Sec-Fetch-Site": site}, next="/trash")
    assert (answer.status, answer.location) == (303, "/login?next=%2Ftrash")
    assert client.get("/login/oidc", {"Sec-Fetch-Site": site}, next="//evil.example").location == "/login"
    assert not list(client.cookies)
    for own in ["same-origin", "none"]:
        assert client.get("/login/oidc", {"Sec-Fetch-Site": own}).location.startswith(provider.issuer)


# ---- Linking ----


def test_an_identity_belongs_to_one_account(house, provider, client):
    sub = secrets.token_hex(8)
    assert client.sign_up().link(sub).status == 303
    other = Client(house, provider).sign_up()
    answer = other.link(sub)
    assert answer.status == 422 and REFUSED in answer.text, answer
    assert not other.is_linked()
    assert client.is_linked()


def test_an_identity_belongs_to_one_account_at_the_same_time(house, provider):
    sub = secrets.token_hex(8)
    browsers = [Client(house, provider).sign_up() for _ in range(4)]
    begun = [(browser, browser.begin_link(sub)) for browser in browsers]
    with ThreadPoolExecutor(len(begun)) as pool:
        answers = list(pool.map(lambda each: each[0].get(CALLBACK, **each[1]), begun))
    assert all(answer.status < 500 for answer in answers)
    assert sum(browser.is_linked() for browser in browsers) == 1


@pytest.mark.parametrize("headers", [{}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-origin"}])
def test_no_address_begins_to_link(house, provider, client, headers):
    """Whoever leads the browser of somebody who has just signed in to an address links nothing with that."""
    client.sign_up()
    for path in ["/settings/oidc", "/settings/oidc?current_password=" + quote(PASSWORD)]:
        answer = client.get(path, headers)
        assert (answer.status, answer.location) == (303, "/settings/security#openid")
        assert not [cookie for cookie in client.cookies if "oidc" in cookie.name]
    # Nor does a form of another site.
    for origin in ["https://evil.example", "null"]:
        answer = client.post("/settings/oidc", {"Origin": origin}, current_password=PASSWORD)
        assert answer.status == 403
    assert client.way_to_the_provider() is None


def test_linking_asks_for_the_password_again(house, provider, client):
    """Each time, however lately it was given."""
    sub = secrets.token_hex(8)
    client.sign_up()
    asked = client.post("/settings/oidc")
    assert asked.status == 200 and 'name="current_password"' in asked.text
    assert client.post("/settings/oidc", current_password="not the password").status == 422
    assert client.way_to_the_provider() is None
    assert client.link(sub).status == 303
    assert client.is_linked()
    house.sql("UPDATE sessions SET confirmed_at = now() - interval '16 minutes'")
    assert 'type="password"' in client.post("/settings/oidc/delete").text
    assert client.post("/settings/oidc/delete", current_password="not the password").status == 422
    assert client.is_linked()
    assert client.post("/settings/oidc/delete", current_password=PASSWORD).status == 303
    assert not client.is_linked()


def test_nobody_links_without_a_session(house, provider):
    client = Client(house, provider)
    for answer in [
            client.get("/settings/oidc"), client.post("/settings/oidc"), client.post("/settings/oidc/delete"),
            client.post("/settings/oidc", current_password=PASSWORD)]:
        assert not (answer.location or "").startswith(provider.issuer) and answer.status in (303, 401, 403)


@pytest.mark.parametrize("meanwhile", ["signs out", "is somebody else"])
def test_linking_is_for_the_session_that_began_it(house, provider, client, meanwhile):
    sub = secrets.token_hex(8)
    client.sign_up()
    right = client.begin_link(sub)
    client.post("/logout")
    if meanwhile == "is somebody else":
        client.sign_up()
    assert client.get(CALLBACK, **right).status in (303, 403, 422)
    assert not client.is_linked()
    stranger = Client(house, provider)
    stranger.expect_refused(stranger.sign_in(sub), 403, UNKNOWN)


def test_nobody_is_made_to_link_the_identity_of_another(house, provider, client):
    """Led to the callback with somebody else's code, or made to sign in while being signed in, an account stays as it is."""
    client.sign_up()
    mallory = Client(house, provider).sign_up()
    assert client.get(CALLBACK, **mallory.begin_link("mallory")).status == 422
    assert client.get(CALLBACK, **Client(house, provider).begin("mallory")).status == 422
    assert client.get(CALLBACK, **client.begin("mallory")).status in (403, 422)
    assert not client.is_linked()


def test_a_refused_token_links_nothing(provider, client):
    client.sign_up()
    provider.claims = lambda claims: {**claims, "nonce": "another"}
    answer = client.link(secrets.token_hex(8))
    assert answer.status == 422 and REFUSED in answer.text
    assert not client.is_linked()


# ---- Providers that do not work ----


def stall(handler, body):
    """Until whoever asked gives up."""
    handler.connection.recv(1)


def drip(handler, body):
    """Never silent for long."""
    handler.send(200, b"", length=1_000_000)
    while not select.select([handler.connection], [], [], 0.5)[0]:
        handler.wfile.write(b" ")


def padded(body):
    """As good an answer, of 11 MB."""
    return body[:-1] + b', "padding": "' + b"x" * 11_000_000 + b'"}'


def hang_up(handler, body):
    handler.close_connection = True


MISBEHAVIOURS = {
    "stalls": stall,
    "drips": drip,
    "hangs up": hang_up,
    "fails": lambda handler, body: handler.send(500, body),
    "is not found": lambda handler, body: handler.send(404, b"<h1>Not found</h1>"),
    "is huge": lambda handler, body: handler.send(200, padded(body)),
    "is huge without saying so": lambda handler, body: handler.wfile.write(b"HTTP/1.0 200 OK\r\n\r\n" + padded(body)),
    "is cut": lambda handler, body: handler.send(200, body, length=len(body) + 1),
    "is empty": lambda handler, body: handler.send(200, b""),
    "is not JSON": lambda handler, body: handler.send(200, b"<h1>Please sign in</h1>"),
    "is a list": lambda handler, body: handler.send(200, b"[]"),
    "is an empty object": lambda handler, body: handler.send(200, b"{}"),
    "is nested": lambda handler, body: handler.send(200, b"[" * 100_000 + b"]" * 100_000),
    "is not UTF-8": lambda handler, body: handler.send(200, b'{"\xff": 1}'),
    "is not HTTP": lambda handler, body: handler.wfile.write(b"220 mail.example.org ESMTP\r\n" + body),
}


@pytest.fixture(scope="module")
def elsewhere():
    """Another host, with good answers of its own."""
    provider = Provider()
    yield provider
    provider.stop()


def end_with(client, ada, endpoint):
    """As far as the endpoint is needed."""
    return client.get("/login/oidc") if endpoint == "discovery" else client.sign_in(ada)


@pytest.mark.parametrize("endpoint", ["discovery", "keys", "token"])
@pytest.mark.parametrize("wrong", [*MISBEHAVIOURS, "is elsewhere"])
def test_providers_that_do_not_work(request, provider, elsewhere, house, ada, endpoint, wrong):
    if endpoint == "discovery":
        request.getfixturevalue("fresh")
    client = Client(house, provider)
    elsewhere.behave()
    path = {"discovery": "/.well-known/openid-configuration", "keys": "/keys", "token": "/token"}[endpoint]
    provider.misbehaves = {endpoint: MISBEHAVIOURS.get(wrong) or (
        lambda handler, body: handler.send(307, b"", Location=elsewhere.issuer + path))}
    # To a token request, 4xx is an answer (RFC 6749, section 5.2).
    client.expect_refused(end_with(client, ada, endpoint), 422 if (endpoint, wrong) == ("token", "is not found") else 502)
    assert elsewhere.asked == [], "a redirect was followed"
    # And as soon as the provider works again, so does signing in.
    provider.behave()
    assert client.sign_in(ada).status == 303


@pytest.mark.parametrize("begun", [False, True])
def test_a_provider_that_is_down(provider, fresh, client, ada, begun):
    right = client.begin(ada) if begun else None
    provider.stop()
    try:
        client.expect_refused(client.get(CALLBACK, **right) if begun else client.get("/login/oidc"), 502)
    finally:
        provider.start()
    assert client.sign_in(ada).status == 303


WRONG_METADATA = {
    "another issuer": {"issuer": "https://example.org"},
    "almost the issuer": lambda right: {"issuer": right["issuer"] + "/"},
    "no issuer": {"issuer": None},
    "no authorization endpoint": {"authorization_endpoint": None},
    "no token endpoint": {"token_endpoint": None},
    "no keys": {"jwks_uri": None},
    "a script to go to": {"authorization_endpoint": "javascript:alert(1)"},
    "a header to go to": {"authorization_endpoint": "https://example.org/\r\nSet-Cookie: a=b"},
    "a number to go to": {"authorization_endpoint": 7},
    "a file of keys": {"jwks_uri": "file:///etc/passwd"},
    "keys from elsewhere without TLS": {"jwks_uri": "http://192.0.2.1/keys"},
    "a secret to elsewhere without TLS": {"token_endpoint": "http://192.0.2.1/token"},
}


@pytest.mark.parametrize("wrong", WRONG_METADATA)
def test_metadata_that_is_wrong(provider, fresh, client, ada, wrong):
    change = WRONG_METADATA[wrong]
    provider.metadata = change(provider.discovery()) if callable(change) else change
    client.expect_refused(client.get("/login/oidc"), 502)
    provider.behave()
    assert client.sign_in(ada).status == 303


# ---- Through the pages, by another author's provider ----


@pytest.fixture(scope="module")
def mock():
    """It knows its clients: their secrets, and where they may be sent back to."""
    with oidc_provider_mock.run_server_in_thread(require_client_registration=True, require_nonce=True) as server:
        # By a name, so that to the browser it is another site than the program at an address (SameSite, form-action).
        yield f"http://localhost:{server.server_port}"


@pytest.fixture(scope="module")
def mocked(program, samples, postbox, mock):
    foyer = ByProvider(
        program, samples.url, FOYER_SMTP_URL=f"smtp://127.0.0.1:{postbox.port}", FOYER_MAIL_FROM="foyer@example.org")
    foyer.postbox = postbox
    registration = urllib.request.Request(
        mock + "/oauth2/clients", json.dumps({"redirect_uris": [foyer.url + CALLBACK]}).encode(),
        {"Content-Type": "application/json"})
    with urllib.request.urlopen(registration) as answer:
        client = json.load(answer)
    foyer.configure(mock, client["client_id"], client["client_secret"])
    yield from running(foyer)


def host_of(url):
    return urlsplit(url).netloc


def be(page, mock, sub, link):
    """At the provider's page, to which `link` leads and which wants a style sheet of another host."""
    page.route("https://cdn.jsdelivr.net/**", lambda route: route.fulfill(body="", content_type="text/css"))
    link.click()
    expect(page).to_have_url(re.compile(re.escape(mock) + "/oauth2/authorize"))
    page.get_by_placeholder("sub").fill(sub)
    page.get_by_role("button", name="Authorize").click()


def sign_in(page, mocked, mock, sub, path="/login"):
    page.goto(mocked.url + path)
    be(page, mock, sub, page.get_by_role("link", name=f"Continue with {host_of(mock)}"))


@pytest.mark.parametrize("javascript", [True, False])
def test_signing_in_through_a_provider(mocked, mock, postbox, chromium, open_page, javascript):
    """Linked, used, and unlinked."""
    sub = f"katherine-{javascript}".lower()
    email = f"{sub}@openid.example"
    page = open_page(member(chromium, mocked, "Katherine Johnson", email), javascript=javascript)
    page.goto(mocked.url + "/settings/security")
    section = page.locator("#openid")
    expect(section.get_by_role("heading")).to_have_text(f"Sign-in through {host_of(mock)}")
    # The page has been open for long.
    mocked.sql("UPDATE sessions SET confirmed_at = now() - interval '16 minutes'")
    page.reload()
    section.get_by_role("button", name=f"Link with {host_of(mock)}").click()
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    be(page, mock, sub, section.get_by_role("link", name=f"Link with {host_of(mock)}"))
    expect(page).to_have_url(mocked.url + "/settings/security")
    expect(page.locator(".toast")).to_contain_text("Linked.")
    expect(section.get_by_role("button", name="Unlink")).to_be_visible()
    log = page.locator("section[aria-labelledby=log-heading]")
    expect(log).to_contain_text(f"Identity linked: {host_of(mock)}")
    letter = postbox.wait_for(email, 2)[1].message
    assert letter["Subject"] == f"Your Foyer account was linked with {host_of(mock)}"

    page.locator("form[action='/logout'] button").first.click()
    expect(page).to_have_url(re.compile("/login$"))
    sign_in(page, mocked, mock, sub, "/login?next=/trash")
    expect(page).to_have_url(mocked.url + "/trash")

    page.goto(mocked.url + "/settings/security")
    mocked.sql("UPDATE sessions SET confirmed_at = now() - interval '16 minutes'")
    section.get_by_role("button", name="Unlink").click()
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    expect(page.locator(".toast")).to_contain_text("Unlinked.")
    expect(log).to_contain_text(f"Identity unlinked: {host_of(mock)}")
    expect(log).to_contain_text("Signed in through the provider")
    expect(section.get_by_role("button", name="Unlink")).to_have_count(0)
    phone = open_page(javascript=javascript)
    sign_in(phone, mocked, mock, sub)
    expect(phone.get_by_role("alert")).to_contain_text(UNKNOWN)
    expect(phone.get_by_role("button", name="Sign in", exact=True)).to_be_visible()


def test_saying_no_to_the_provider(mocked, mock, open_page):
    page = open_page()
    page.goto(mocked.url + "/login")
    page.get_by_role("link", name=f"Continue with {host_of(mock)}").click()
    page.get_by_role("button", name="Deny").click()
    expect(page.get_by_role("alert")).to_contain_text(f"Signing in through {host_of(mock)} did not work")
    expect(page.get_by_label("E-mail")).to_be_visible()


def test_no_provider_is_offered_where_none_is_set(foyer, open_page):
    page = open_page()
    page.goto(foyer.url + "/login")
    expect(page.get_by_role("link", name=re.compile("Continue with"))).to_have_count(0)
    for path in ["/login/oidc", CALLBACK]:
        assert page.goto(foyer.url + path).status == 404
