"""What stands between a browser and Foyer: a gate that lets requests through, or fails as networks and proxies do."""

import random
import socket
import threading
import time


class Gate:
    """Each connection carries one request. `mode` says what becomes of those that come now."""

    def __init__(self):
        self.upstream = None
        # pass, slow (an answer takes up to three seconds, so that some overtake others), refuse (nothing listens), bad
        # gateway, portal (a page of somebody else's, with 200), lose (a change arrives, its answer does not), lose pages (the
        # same of forms that a page answers), hold (a
        # change arrives nowhere and has no answer), or late sign-out: a session ends, and the answer comes after those
        # of what a shopping list asks meanwhile.
        self.mode = "pass"
        # The bodies of what was sent from shopping lists, by whatever sent them: a page, or the service worker.
        self.synced = []
        self._server = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self._server.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                client, _ = self._server.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=[client], daemon=True).start()

    def _serve(self, client):
        try:
            with client:
                request = self._request(client)
                if request:
                    self._answer(client, request)
        except OSError:
            pass  # the browser, or the server, is gone

    def _request(self, client):
        data = b""
        while b"\r\n\r\n" not in data:
            part = client.recv(65536)
            if not part:
                return None
            data += part
        head, body = data.split(b"\r\n\r\n", 1)
        lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"connection:")]
        length = next((int(line.split(b":")[1]) for line in lines if line.lower().startswith(b"content-length:")), 0)
        while len(body) < length:
            body += client.recv(65536)
        return b"\r\n".join([*lines, b"Connection: close", b"", b""]) + body

    def _answer(self, client, request):
        mode = self.mode
        changes = request.startswith((b"POST /shopping/sync", b"POST /items", b"POST /plan", b"POST /add"))
        if mode == "refuse":
            return
        if mode == "hold" and changes:
            client.recv(1)  # until the browser is gone
            return
        if mode in ("bad gateway", "portal"):
            page = b"<h1>Welcome to the Wi-Fi</h1>" if mode == "portal" else b"<h1>Bad gateway</h1>"
            status = b"200 OK" if mode == "portal" else b"502 Bad Gateway"
            client.sendall(
                b"HTTP/1.1 %s\r\nContent-Type: text/html\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s"
                % (status, len(page), page))
            return
        if request.startswith(b"POST /shopping/sync"):
            self.synced.append(request.split(b"\r\n\r\n", 1)[1])
        with socket.create_connection(self.upstream) as server:
            server.sendall(request)
            if mode == "slow":
                time.sleep(random.uniform(0, 3))
            if mode == "late sign-out" and request.startswith(b"POST /logout"):
                server.recv(1, socket.MSG_PEEK)  # the server has answered
                # A list asks again when the answer before is dealt with.
                asked = len(self.synced)
                while self.mode == mode and len(self.synced) < asked + 3:
                    time.sleep(0.02)
            while part := server.recv(65536):
                if changes and (mode == "lose" or mode == "lose pages" and b"\r\nhx-request:" not in request.lower()):
                    return
                client.sendall(part)

    def stop(self):
        self._server.close()
