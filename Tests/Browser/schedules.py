"""Random schedules: what people do with several browsers, while networks fail and browsers and the server are killed."""

import os
import random
import signal
import time
from pathlib import Path

from postbox import wait_until
from server import REPOSITORY


class Device:
    """A browser of its own with a folder of its own, whose service worker keeps pages."""

    def __init__(self, launch, foyer, state, path, ready):
        self.launch, self.foyer, self.path = launch, foyer, path
        self.is_offline = False
        self.start(state["cookies"])
        # Pages are kept from the first one that is asked for through the service worker.
        wait_until(lambda: self.page.evaluate("() => navigator.serviceWorker.controller !== null"))
        self.page.reload()
        wait_until(lambda: self.page.evaluate(ready))

    def start(self, cookies):
        self.context = self.launch()
        self.context.add_cookies(cookies)
        self.context.set_offline(self.is_offline)
        self.page = self.context.pages[0]
        self.page.goto(self.foyer.url + self.path)

    def set_offline(self, is_offline):
        self.is_offline = is_offline
        self.context.set_offline(is_offline)

    def close(self):
        self.page.close(run_before_unload=False)
        self.page = self.context.new_page()
        self.page.goto(self.foyer.url + self.path)

    def kill(self):
        """kill -9 of the whole browser, as a phone does that needs the memory."""
        # Chromium stores cookies every 30 seconds only; what a page keeps has to be there at once.
        cookies = self.context.cookies()
        with self.context.expect_event("close"):
            os.kill(self.process(), signal.SIGKILL)
        self.start(cookies)

    def picture(self, number):
        """Where it is, and a picture of that."""
        path = REPOSITORY / ".build" / "browser" / f"device-{number}.png"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=path)
        except Exception as problem:  # the browser itself may be what failed
            return f"{number}: no picture: {problem}"
        return f"{number}: {self.page.url}{' without a network' if self.is_offline else ''}, {path}"

    def process(self):
        for entry in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                words = entry.read_bytes().decode(errors="replace").split("\0")
            except OSError:  # ended meanwhile
                continue
            if f"--user-data-dir={self.launch.folder}" in words and not any(word.startswith("--type=") for word in words):
                return int(entry.parent.name)
        raise AssertionError(f"no browser works in {self.launch.folder}")


class Launch:
    """How a browser of a folder is started."""

    def __init__(self, chromium, how_to_launch, folder, **options):
        self.browser_type, self.folder = chromium.browser_type, folder
        self.options = {**how_to_launch, "locale": "en-US", "reduced_motion": "reduce", **options}

    def __call__(self):
        return self.browser_type.launch_persistent_context(self.folder, **self.options)


class Schedule:
    """Random steps of several devices. A kind of schedule has a method for each of its steps, which says what it did, and
    compares at its `end` what is stored with a plain model of what must become of it."""

    weights = {}
    gates = ["pass", "refuse", "bad gateway", "lose"]

    def __init__(self, seed, foyer, devices):
        self.random = random.Random(seed)
        self.foyer, self.devices, self.story = foyer, devices, []

    def run(self):
        steps = self.random.choices(list(self.weights), list(self.weights.values()), k=self.random.randint(4, 9))
        # Each takes longer than all others together.
        for step, among in [("server", 40), ("kill", 15)]:
            if self.random.randrange(among) == 0:
                steps.insert(self.random.randrange(1, len(steps) + 1), step)
        for step in steps:
            number = self.random.randrange(len(self.devices))
            self.story.append((number, step))
            self.story[-1] = (number, step, getattr(self, step)(self.devices[number]))
            # No two changes at the same millisecond: then nobody can say which is the last.
            now = time.time_ns() // 1_000_000
            while time.time_ns() // 1_000_000 <= now + 1:
                pass

    def network(self, device):
        device.set_offline(not device.is_offline)
        return device.is_offline

    def reload(self, device):
        device.page.reload()

    def close(self, device):
        device.close()

    def kill(self, device):
        device.kill()

    def gate(self, _):
        self.foyer.gate.mode = self.random.choice(self.gates)
        return self.foyer.gate.mode

    def server(self, _):
        """kill -9, and a new one on the same port."""
        self.foyer.kill()
        self.foyer.gate.mode = "pass"
        self.foyer.start()

    def end(self):
        raise NotImplementedError


# The same ones each time: `bin/check --deep` takes others.
FIRST_SEED = int(os.environ.get("SEED", "600"))


def run(kind, foyer, devices, count):
    """Runs `count` schedules of a kind, or as many as SCHEDULES says; SEED=… repeats what a failure names."""
    for seed in range(FIRST_SEED, FIRST_SEED + int(os.environ.get("SCHEDULES", count))):
        schedule = kind(seed, foyer, devices)
        try:
            schedule.run()
            schedule.end()
        except Exception as problem:
            story = "\n".join(map(str, schedule.story))
            shown = "\n".join(device.picture(number) for number, device in enumerate(devices))
            raise AssertionError(f"SEED={seed} SCHEDULES=1: {problem}\n{story}\n{shown}") from problem
    for device in devices:
        device.context.close()
