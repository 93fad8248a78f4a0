"""An SMTP server that keeps the letters that it takes over, and behaves badly if it is told to."""

import asyncio
import email
import email.policy
import re
import socket
import ssl
import subprocess
import threading
import time

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult


class Certificate:
    """A certificate for localhost and 127.0.0.1 that signs itself: who trusts it says so."""

    def __init__(self, folder):
        self.path, key = folder / "certificate.pem", folder / "key.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
             "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
             "-out", self.path, "-keyout", key],
            check=True, capture_output=True)
        self.context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self.context.load_cert_chain(self.path, key)


class Postbox:
    """On a port of 127.0.0.1 that stays the same. `replies` has what it answers to RCPT or DATA instead of taking over;
    while `held` is set, it does not answer to DATA."""

    def __init__(self, smtps=None, starttls=None, users=None):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._smtps, self._starttls, self._users = smtps, starttls, users
        self.letters, self.replies, self.held, self.waiting, self.users_seen = [], {}, False, 0, []
        self._server = None
        self.start()

    def start(self):
        postbox = self

        class Server(Controller):
            def factory(self):
                return SMTP(
                    self.handler, hostname="postbox.example", tls_context=postbox._starttls,
                    require_starttls=postbox._starttls is not None,
                    auth_required=postbox._users is not None, auth_require_tls=postbox._starttls is not None,
                    authenticator=postbox._authenticate if postbox._users is not None else None)

        self._server = Server(self, hostname="127.0.0.1", port=self.port, ssl_context=self._smtps)
        self._server.start()

    def stop(self):
        if self._server:
            self._server.stop()
            self._server = None

    def _authenticate(self, server, session, envelope, mechanism, data):
        login = (data.login.decode(), data.password.decode())
        self.users_seen.append(login)
        return AuthResult(success=login in self._users, handled=False)

    async def handle_RCPT(self, server, session, envelope, address, options):
        if "RCPT" in self.replies:
            return self.replies["RCPT"]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        self.waiting += 1
        while self.held:
            await asyncio.sleep(0.01)
        self.waiting -= 1
        if "cut" in self.replies:
            server.transport.abort()
            return "250 OK"
        if "DATA" in self.replies:
            return self.replies["DATA"]
        self.letters.append(Letter(envelope, session.ssl is not None or self._smtps is not None))
        return "250 OK"

    def to(self, address):
        return [letter for letter in self.letters if letter.recipients == [address]]

    def wait_for(self, address, count=1):
        """The letters to an address, once there are as many."""
        wait_until(lambda: len(self.to(address)) >= count, lambda: f"{address}: {self.letters}")
        assert len(self.to(address)) == count
        return self.to(address)


class Letter:
    """What came over SMTP, and what Python's email package understands of it."""

    def __init__(self, envelope, encrypted):
        self.sender, self.recipients, self.bytes = envelope.mail_from, envelope.rcpt_tos, envelope.content
        self.encrypted = encrypted
        self.message = email.message_from_bytes(self.bytes, policy=email.policy.default)

    @property
    def text(self):
        return self.message.get_content().replace("\r\n", "\n")

    @property
    def link(self):
        links = re.findall(r"^https?://\S+$", self.text, re.M)
        assert len(links) == 1, self.text
        return links[0]

    def __repr__(self):
        return f"{self.recipients} {self.message['subject']}"


class Rude:
    """A server that takes connections and says `greeting` (or nothing), and then closes or stays silent."""

    def __init__(self, port, greeting=b"", closes=False):
        self.connections, self._greeting, self._closes = [], greeting, closes
        self._socket = socket.create_server(("127.0.0.1", port))
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self.connections.append(connection)
            if self._greeting:
                connection.sendall(self._greeting)
            if self._closes:
                connection.close()

    def stop(self):
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        for connection in self.connections:
            connection.close()


def wait_until(condition, describe=lambda: "it did not happen"):
    deadline = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < deadline, describe()
        time.sleep(0.02)
