"""What Evolution and GNOME's programs do with lists of tasks, by their own library, libecal: reads steps as JSON and says what each has
found. Run by the system's Python in a D-Bus session of its own; the sources are files below XDG_CONFIG_HOME.

    dbus-run-session -- /usr/bin/python3 evolution.py PASSWORD <steps

A step is [verb, source, …]: create TITLE RULE, retitle TITLE NEW, tick TITLE, delete TITLE, move TITLE OTHER, or expect [TITLES],
where a ticked one begins with a hook.
"""

import json
import sys
import time

import gi

gi.require_version("ECal", "2.0")
gi.require_version("EDataServer", "1.2")
gi.require_version("ICalGLib", "3.0")
from gi.repository import ECal, EDataServer, GLib, ICalGLib  # noqa: E402

PATIENCE = 60
# For the state of being connected: the password is given afterwards.
NO_WAIT = 0xFFFFFFFF


def until(found, what):
    """Waits for what the backend does in a process of its own."""
    end = time.monotonic() + PATIENCE
    while True:
        value = found()
        if value is not None:
            return value
        if time.monotonic() > end:
            raise SystemExit(f"in vain: {what}")
        time.sleep(0.1)
        while GLib.MainContext.default().iteration(False):
            pass


def done(task):
    # The library's own getter fails where none is said.
    return "STATUS:COMPLETED" in task.as_ical_string()


class Lists:
    def __init__(self, password):
        """Without a password nothing is asked of the server."""
        self.registry = EDataServer.SourceRegistry.new_sync(None)
        self.password = password
        self.clients = {}

    def client(self, name):
        if name not in self.clients:
            source = until(lambda: self.registry.ref_source(name), f"the source {name}")
            self.clients[name] = ECal.Client.connect_sync(source, ECal.ClientSourceType.TASKS, NO_WAIT, None)
            if self.password:
                self.authenticate(source)
        return self.clients[name]

    def authenticate(self, source):
        status = EDataServer.SourceConnectionStatus
        credentials = EDataServer.NamedParameters.new()
        credentials.set("username", source.get_extension("Authentication").get_user())
        credentials.set("password", self.password)

        def connected():
            if source.get_connection_status() == status.CONNECTED:
                return True
            if source.get_connection_status() == status.AWAITING_CREDENTIALS:
                source.invoke_authenticate_sync(credentials, None)
            return None

        until(connected, "the password")

    def tasks(self, name):
        _, found = self.client(name).get_object_list_sync("#t", None)
        return found

    def task(self, name, title):
        def open_one():
            fitting = [one for one in self.tasks(name) if one.get_summary() == title]
            return next((one for one in fitting if not done(one)), next(iter(fitting), None))

        return until(open_one, f"{title} in {name}")

    def titles(self, name):
        return sorted(("✓ " if done(one) else "") + one.get_summary() for one in self.tasks(name))

    def run(self, verb, name, *words):
        client, plain = self.client(name), ECal.OperationFlags.NONE
        if verb == "create":
            title, rule = words
            lines = ["BEGIN:VTODO", f"UID:{GLib.uuid_string_random()}", "DTSTAMP:20261125T202534Z", f"SUMMARY:{title}"]
            if rule:
                lines += ["DTSTART:20991130T180000Z", "DUE:20991130T180000Z", f"RRULE:{rule}"]
            task = ICalGLib.Component.new_from_string("\r\n".join([*lines, "X-EVOLUTION-KEPT:yes", "END:VTODO", ""]))
            client.create_object_sync(task, plain, None)
        elif verb == "retitle":
            task = self.task(name, words[0])
            task.set_summary(words[1])
            client.modify_object_sync(task, ECal.ObjModType.ALL, plain, None)
        elif verb == "tick":
            task = self.task(name, words[0])
            if not ECal.util_mark_task_complete_sync(task, int(time.time()), client, None):
                raise SystemExit(f"no tick: {words[0]}")
            client.modify_object_sync(task, ECal.ObjModType.ALL, plain, None)
        elif verb == "delete":
            client.remove_object_sync(self.task(name, words[0]).get_uid(), None, ECal.ObjModType.ALL, plain, None)
        elif verb == "move":
            # As Evolution moves one: there first, then away from here.
            task = self.task(name, words[0])
            self.client(words[1]).create_object_sync(task.clone(), plain, None)
            client.remove_object_sync(task.get_uid(), None, ECal.ObjModType.ALL, plain, None)
        elif verb == "expect":
            wanted = sorted(words[0])
            seen = []

            def same():
                client.refresh_sync(None)
                seen[:] = self.titles(name)
                return True if seen == wanted else None

            try:
                until(same, "")
            except SystemExit:
                raise SystemExit(f"{name}: {wanted} wanted, {seen} there") from None


steps = json.load(sys.stdin)
lists = Lists(sys.argv[1])
for step in steps:
    try:
        lists.run(*step)
    except GLib.Error as error:
        raise SystemExit(f"{step}: {error.message}") from None
