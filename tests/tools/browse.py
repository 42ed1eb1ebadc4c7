#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""browse.py - a headless Chromium, through chromedriver and nothing else.

usage: browse.py SCRIPT FOLDER...: runs the steps of a Python file, which finds
    open_page(folder, page)   opens a page of that folder from its file: address
    js(text, *arguments)      what a function body returns in the page
    until(text, *arguments)   waits until it returns something true; gives that
    click(selector), key(name), resize(width, height), shot(path), pdf(path)
    look(media, scheme)       as on paper or screen, light or dark
    complaints()              what the console has said since the last time
    ok(condition, name), same(got, wanted, name)
    folders                   those that were given
and writes one line "ok" or "not ok" for each test point. Status 3: no browser.
"""
import base64
import json
import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"Enter": "\ue007", "Tab": "\ue004", "ArrowLeft": "\ue012",
        "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015",
        "Home": "\ue011", "End": "\ue010", "Escape": "\ue00c", "Space": " "}


class Browser:
    def __init__(self, driver, chromium):
        self.process = subprocess.Popen(
            [driver, "--port=0"], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        self.port = self.read_port()
        options = {
            "binary": chromium,
            "args": ["--headless=new", "--no-sandbox", "--disable-gpu",
                     "--disable-dev-shm-usage", "--hide-scrollbars",
                     "--window-size=1280,900"]}
        made = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL"},
            "timeouts": {"script": 60000}}}})
        self.base = "/session/" + made["sessionId"]

    def read_port(self):
        for line in self.process.stdout:
            if "successfully on port " in line:
                return int(line.rsplit("on port ", 1)[1].rstrip(".\n"))
        raise SystemExit("browse.py: chromedriver has not started")

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            "http://127.0.0.1:%d%s" % (self.port, path), data, method=method,
            headers={"Content-Type": "application/json"})
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()[:2000]) from None

    def do(self, what, body):
        return self.call("POST", self.base + what, body)

    def close(self):
        self.call("DELETE", self.base)

    def cdp(self, command, **parameters):
        return self.do("/goog/cdp/execute",
                       {"cmd": command, "params": parameters})

    def js(self, text, *arguments):
        return self.do("/execute/sync",
                       {"script": text, "args": list(arguments)})


def steps_for(b, folders):
    failed = []

    def open_page(folder, page):
        # From a blank page, so that a hash alone loads anew.
        b.do("/url", {"url": "about:blank"})
        b.do("/url", {"url": "file://" + os.path.abspath(folder) + "/" + page})

    def until(text, *arguments):
        end = time.monotonic() + 30
        while time.monotonic() < end:
            value = b.js(text, *arguments)
            if value:
                return value
            time.sleep(0.02)
        raise RuntimeError("not within 30 s: " + text)

    def click(selector):
        found = b.do("/element", {"using": "css selector", "value": selector})
        b.do("/element/" + found[ELEMENT] + "/click", {})

    def key(*names):
        actions = []
        for name in names:
            value = KEYS.get(name, name)
            for one in (value if name not in KEYS else [value]):
                actions += [{"type": "keyDown", "value": one},
                            {"type": "keyUp", "value": one}]
        b.do("/actions", {"actions": [
            {"type": "key", "id": "k", "actions": actions}]})

    def resize(width, height):
        b.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height,
              deviceScaleFactor=1, mobile=False)

    def look(media, scheme):
        b.cdp("Emulation.setEmulatedMedia", media=media, features=[
            {"name": "prefers-color-scheme", "value": scheme}])

    def write(path, text):
        with open(path, "wb") as file:
            file.write(base64.b64decode(text))

    def complaints():
        return [x["message"] for x in b.do("/se/log", {"type": "browser"})
                if x["level"] not in ("DEBUG", "INFO")]

    def ok(condition, name):
        print(("ok - " if condition else "not ok - ") + name, flush=True)
        if not condition:
            failed.append(name)

    def same(got, wanted, name):
        ok(got == wanted, name)
        if got != wanted:
            print("# got:    %r\n# wanted: %r" % (got, wanted), flush=True)

    return failed, {
        "open_page": open_page, "js": b.js, "until": until, "click": click,
        "key": key, "resize": resize, "look": look, "complaints": complaints,
        "shot": lambda path: write(path, b.call("GET", b.base + "/screenshot")),
        "pdf": lambda path: write(path, b.do("/print", {})),
        "ok": ok, "same": same, "folders": folders, "time": time.monotonic}


def main():
    driver = shutil.which("chromedriver")
    chromium = shutil.which("chromium")
    if not driver or not chromium:
        print("no chromium, or no chromedriver", file=sys.stderr)
        return 3
    with open(sys.argv[1], encoding="utf-8") as file:
        steps = compile(file.read(), sys.argv[1], "exec")
    b = Browser(driver, chromium)
    try:
        failed, names = steps_for(b, sys.argv[2:])
        exec(steps, names)
        return 1 if failed else 0
    finally:
        try:
            b.close()
        finally:
            b.process.terminate()
            b.process.wait()


sys.exit(main())
