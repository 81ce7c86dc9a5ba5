#!/usr/bin/python3
"""Headless Chromium, driven over its DevTools pipe: pages opened from disk, real keys and a real pointer, what was said and asked for."""

import base64
import itertools
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

CHROMIUM = shutil.which("chromium")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--hide-scrollbars", "--host-resolver-rules=MAP * ~NOTFOUND", "--remote-debugging-pipe")
PATIENCE = 600.0  # seconds after which it hangs, however busy the machine
KEYS = {"Tab": 9, "Enter": 13, " ": 32, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Home": 36, "End": 35}


class Browser:
    def __init__(self):
        self.place = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        orders, self.orders = os.pipe()
        self.answers, answers = os.pipe()
        # It reads and writes the numbers 3 and 4.
        connected = f'exec "$@" 3</proc/self/fd/{orders} 4>/proc/self/fd/{answers}'
        self.process = subprocess.Popen(["sh", "-c", connected, "sh", CHROMIUM, *FLAGS, f"--user-data-dir={self.place.name}", "about:blank"],
                                        pass_fds=(orders, answers), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        start_new_session=True)
        os.close(orders)
        os.close(answers)
        self.numbers = itertools.count(1)
        self.left = b""
        self.events = []

    def close(self):
        try:
            self.ask("Browser.close")
            self.process.wait(10)
        except (OSError, EOFError, TimeoutError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.orders)
        os.close(self.answers)
        self.place.cleanup()

    def ask(self, method, session=None, **parameters):
        """The result of a command; events that come before it are kept."""
        number = next(self.numbers)
        order = {"id": number, "method": method, "params": parameters, **({"sessionId": session} if session else {})}
        os.write(self.orders, json.dumps(order).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == number:
                if "error" in answer:
                    raise AssertionError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def receive(self):
        end = time.monotonic() + PATIENCE
        while b"\0" not in self.left:
            if not select.select([self.answers], [], [], max(0.0, end - time.monotonic()))[0]:
                raise TimeoutError("no answer from chromium")
            found = os.read(self.answers, 1 << 20)
            if not found:
                raise EOFError("chromium ended")
            self.left += found
        message, _, self.left = self.left.partition(b"\0")
        return json.loads(message)

    def page(self, file, width=1280, height=900, dark=False):
        return Page(self, file, width, height, dark)


class Page:
    """A file that is open, from the time when its scripts have run and its size is known to it."""

    def __init__(self, browser, file, width, height, dark):
        self.browser = browser
        self.target = browser.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.ask("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.media("screen", dark)
        self.ask("Page.navigate", url=file.resolve().as_uri())
        self.wait("document.readyState === 'complete'")
        self.settle()

    def ask(self, method, **parameters):
        return self.browser.ask(method, self.session, **parameters)

    def media(self, name, dark=False):
        self.ask("Emulation.setEmulatedMedia", media=name, features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def resize(self, width, height=900):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.settle()

    def settle(self):
        """Waits until what was asked for is drawn."""
        self.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(1), 0))))")

    def value(self, expression):
        """Of JavaScript, as JSON can hold it."""
        found = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True, userGesture=True)
        if "exceptionDetails" in found:
            raise AssertionError(f"{expression}: {found['exceptionDetails']['exception'].get('description')}")
        return found["result"].get("value")

    def wait(self, expression):
        end = time.monotonic() + PATIENCE
        while not self.value(expression):
            if time.monotonic() > end:
                raise TimeoutError(expression)
            time.sleep(0.02)

    def key(self, name, **more):
        code = KEYS.get(name, ord(name[0]))
        text = {} if len(name) > 1 and name != "Enter" else {"text": "\r" if name == "Enter" else name}
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=name, code=name, windowsVirtualKeyCode=code, **(text if kind == "keyDown" else {}), **more)

    def centre(self, selector, number=0):
        """Where an element is; brought into view first."""
        return self.value(f"(() => {{ const one = document.querySelectorAll({json.dumps(selector)})[{number}]; one.scrollIntoView({{block: 'center'}});"
                          "const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()")

    def move(self, x, y, kind="mouseMoved", **more):
        self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, selector, number=0):
        x, y = self.centre(selector, number)
        self.drag((x, y), (x, y))

    def drag(self, start, end):
        self.move(*start)
        self.move(*start, "mousePressed", button="left", buttons=1, clickCount=1)
        if start != end:
            for share in (0.5, 1):
                self.move(*(a + share * (b - a) for a, b in zip(start, end)), buttons=1, button="left")
        self.move(*end, "mouseReleased", button="left", clickCount=1)
        self.settle()

    def screenshot(self, file):
        """All of the page."""
        height = self.value("Math.ceil(document.documentElement.getBoundingClientRect().height) + 32")
        width = self.value("innerWidth")
        found = self.ask("Page.captureScreenshot", captureBeyondViewport=True, clip={"x": 0, "y": 0, "width": width, "height": height, "scale": 1})
        file.write_bytes(base64.b64decode(found["data"]))

    def messages(self):
        """What the console and the log were told, and exceptions."""
        self.value("1")
        return [event["params"] for event in self.own() if event["method"] in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")]

    def requests(self):
        """Addresses asked for, of what is not in the page itself."""
        self.value("1")
        found = [event["params"]["request"]["url"] for event in self.own() if event["method"] == "Network.requestWillBeSent"]
        return [address for address in found if not address.startswith(("data:", "blob:", "about:"))]

    def close(self):
        self.browser.ask("Target.closeTarget", targetId=self.target)

    def own(self):
        return [event for event in self.browser.events if event.get("sessionId") == self.session]
