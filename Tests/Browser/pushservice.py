"""A push service and the browser that it would lead to: it keeps the messages that it is given, and behaves badly if it is told
to."""

import base64
import json
import os
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from joserfc import jwt
from joserfc.jwk import ECKey

from postbox import wait_until


def encoded(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Subscriber:
    """A browser's keys."""

    def __init__(self, endpoint):
        self.endpoint = endpoint
        self._key, self._auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.p256dh, self.auth = encoded(point), encoded(self._auth)

    @property
    def form(self):
        return {"endpoint": self.endpoint, "p256dh": self.p256dh, "auth": self.auth}

    def read(self, message):
        """What a message says, by another author's implementation of RFC 8291."""
        plain = http_ece.decrypt(message.body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        return json.loads(plain)


class Received:
    """A message as it came, with its VAPID token verified by another author's implementation of RFC 7519."""

    def __init__(self, path, headers, body):
        self.path, self.headers, self.body = path, headers, body
        scheme, _, fields = headers["Authorization"].partition(" ")
        assert scheme == "vapid"
        fields = dict(field.strip().split("=", 1) for field in fields.split(","))
        self.key = fields["k"]
        point = decoded(self.key)
        assert (len(point), point[0]) == (65, 4)
        key = ECKey.import_key(
            {"kty": "EC", "crv": "P-256", "x": encoded(point[1:33]), "y": encoded(point[33:])})
        token = jwt.decode(fields["t"], key, algorithms=["ES256"])
        assert token.header == {"typ": "JWT", "alg": "ES256"}
        self.claims = token.claims


class PushService:
    """On a port of 127.0.0.1. `status` and `extra` are its answer; while `held` is set, it does not answer."""

    def __init__(self):
        self.status, self.extra, self.held, self.waiting, self.messages = 201, {}, False, 0, []
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.waiting += 1
                while service.held:
                    time.sleep(0.01)
                service.waiting -= 1
                service.messages.append(Received(self.path, self.headers, body))
                self.send_response(service.status)
                for name, value in service.extra.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._count = 0
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def subscriber(self):
        self._count += 1
        return Subscriber(f"{self.origin}/push/{self._count}")

    def to(self, subscriber):
        return [message for message in self.messages if self.origin + message.path == subscriber.endpoint]

    def wait_for(self, subscriber, count=1):
        """The messages to a browser, once there are as many."""
        wait_until(lambda: len(self.to(subscriber)) >= count, lambda: f"{len(self.to(subscriber))} of {count} messages")
        assert len(self.to(subscriber)) == count
        return self.to(subscriber)

    def stop(self):
        self.held = False
        self._server.shutdown()
        self._server.server_close()
