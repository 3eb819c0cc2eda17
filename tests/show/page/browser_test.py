#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The page in a real browser, driven by its WebDriver.

    browser_test.py HASHLANE [FOLDER]    FOLDER: where screenshots are left to be looked at

Exit code 77 (skipped) if there is no chromedriver.
"""

import base64
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[3]
BOOK = ROOT / "docs" / "results" / "index.html"
WIDTHS = (320, 360, 1280, 2560)
MEASURE = """
const bad = [];
document.querySelectorAll('svg.plot').forEach(plot => {
  const frame = plot.getBoundingClientRect();
  const texts = [...plot.querySelectorAll('text')].map(t => [t.textContent, t.getBoundingClientRect()]);
  texts.forEach(([text, r], i) => {
    if (r.left < frame.left - 1 || r.right > frame.right + 1) bad.push('cut off: ' + text);
    texts.slice(i + 1).forEach(([other, s]) => {
      if (Math.min(r.right, s.right) - Math.max(r.left, s.left) > 1 &&
          Math.min(r.bottom, s.bottom) - Math.max(r.top, s.top) > 5)
        bad.push('on each other: ' + text + ' and ' + other);
    });
  });
});
const page = document.documentElement;
return {bad, wide: page.scrollWidth > page.clientWidth, height: page.scrollHeight,
        plots: document.querySelectorAll('figure svg.plot').length};
"""
SORT = """
const details = document.querySelector('#cycles-sha256-chain details');
details.open = true;
const button = details.querySelectorAll('th button')[1];
button.click(); button.click();
return [...details.querySelectorAll('tbody tr')].map(row => row.cells[1].textContent);
"""


def result_row(lanes, cycles):
    return {"name": f"sha256-chain.shani.x{lanes}", "kernel": f"sha256-chain.shani.x{lanes}",
            "workload": "sha256-chain", "threads": 1, "cpus": [0], "lanes": lanes,
            "cycle_source": "perf", "noise": "clean", "noise_note": "", "trustworthy": lanes != 3,
            "cycles_per_hash": cycles, "hashes_per_second": 4e9 / cycles,
            "bound_cycles_per_hash": cycles * 0.9, "clock_hz": 4e9,
            "interval_cycles_per_hash": [cycles * 0.99, cycles * 1.01],
            "visits": {"cycles_per_hash": [cycles * (1 + i / 500) for i in range(10)],
                       "ns_per_hash": [cycles / 4 * (1 + i / 100) for i in range(10)],
                       "kept_share": [i / 10 for i in range(10)]}}


def result_file(version):
    program = {"version": version, "cpu_model": "Example <b>CPU</b>", "compiler": "gcc 12.2.0"}
    return {"context": {"date": f"2026-0{version[-1]}-02T03:04:05+00:00", "hashlane": program},
            "benchmarks": [result_row(lanes, cycles)
                           for lanes, cycles in ((1, 134.0), (2, 84.1), (3, 75.9), (4, 70.2))]}


def fleet_page(program, scratch):
    nodes, judged, page = (pathlib.Path(scratch) / name for name in ("nodes", "fleet.json", "fleet.html"))
    subprocess.run([ROOT / "tools" / "simulate_fleet", nodes, "--nodes", "80", "--cores", "8", "--kinds", "2"],
                   check=True)
    with open(judged, "wb") as file:
        subprocess.run([program, "fleet", nodes, "--expect", nodes / "expected.txt", "--format", "json"],
                       stdout=file, stderr=subprocess.DEVNULL, check=False)
    subprocess.run([program, "report", judged, "--out", page], check=True)
    return page


class Browser:
    def __init__(self, port=9517):
        self.base = f"http://127.0.0.1:{port}"
        self.driver = subprocess.Popen(["chromedriver", f"--port={port}"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            try:
                self.call("GET", "/status")
                break
            except OSError:
                time.sleep(0.1)
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]}
        session = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}}})
        self.base += "/session/" + session["sessionId"]

    def call(self, method, path, data=None):
        request = urllib.request.Request(
            self.base + path, method=method, headers={"Content-Type": "application/json"},
            data=None if data is None else json.dumps(data).encode())
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)["value"]

    def devtools(self, command, **parameters):
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def run(self, script):
        return self.call("POST", "/execute/sync", {"script": script, "args": []})

    def messages(self):
        return [entry["message"] for entry in self.call("POST", "/se/log", {"type": "browser"})]

    def requests(self):
        for entry in self.call("POST", "/se/log", {"type": "performance"}):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                yield message["params"]["request"]["url"]

    def show(self, page, width, scheme):
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=900,
                      deviceScaleFactor=1, mobile=False)
        self.devtools("Emulation.setEmulatedMedia",
                      features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("POST", "/url", {"url": page.as_uri()})

    def close(self):
        self.call("DELETE", "")
        self.driver.terminate()


def check(condition, text):
    if not condition:
        sys.exit("browser_test: " + text)


def check_page(browser, page, folder):
    for scheme in ("light", "dark"):
        for width in WIDTHS:
            where = f"{page.name}, {scheme}, {width} px: "
            browser.show(page, width, scheme)
            seen = browser.run(MEASURE)
            check(seen["plots"] >= 4, where + f"{seen['plots']} plots")
            check(not seen["bad"], where + "; ".join(seen["bad"][:5]))
            check(not seen["wide"], where + "wider than the window")
            check(not (said := browser.messages()), where + str(said))
            others = [url for url in browser.requests() if url != page.as_uri()]
            check(not others, where + "asked for " + str(others))
            if folder:
                browser.devtools("Emulation.setDeviceMetricsOverride", width=width,
                                 height=min(seen["height"], 6000), deviceScaleFactor=1, mobile=False)
                picture = base64.b64decode(browser.call("GET", "/screenshot"))
                (folder / f"{page.stem}-{scheme}-{width}.png").write_bytes(picture)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    if not shutil.which("chromedriver"):
        print("there is no chromedriver")
        return 77
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else None
    with tempfile.TemporaryDirectory() as scratch:
        files = []
        for version in ("0.1.1", "0.1.2", "0.1.3"):
            files.append(pathlib.Path(scratch) / f"{version}.json")
            files[-1].write_text(json.dumps(result_file(version)), encoding="utf-8")
        browser = Browser()
        try:
            for name, chosen in (("one", files[:1]), ("three", files)):
                page = pathlib.Path(scratch) / f"{name}.html"
                subprocess.run([sys.argv[1], "report", *chosen, "--out", page], check=True)
                check_page(browser, page, folder)
                if name == "one":
                    column = browser.run(SORT)
                    check(column == ["134.00", "84.10", "75.90", "70.20"], f"sorted: {column}")
            check_page(browser, fleet_page(sys.argv[1], scratch), folder)
            check_page(browser, BOOK, folder)
        finally:
            browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
