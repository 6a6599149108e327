"""Runs wrk as a client of the comparison: a ceiling, since it only reads bytes and counts answers.

Takes the options of the other clients and speaks the same lines on stdout. Only the standard
library.
"""

import argparse
import json
import os
import re
import resource
import subprocess
import tempfile
import time

POST = """
wrk.method = "POST"
wrk.headers["content-type"] = "application/json"
wrk.body = '{"model":"m","max_tokens":1,"stream":true,"stream_options":{"include_usage":true},' ..
  '"messages":[{"role":"user","content":"' .. string.rep("word ", 50) .. '"}]}'
"""


def cpu_nanos():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return int((used.ru_utime + used.ru_stime) * 1e9)


def load(options, script, seconds):
    url = f"http://127.0.0.1:{options.port}/v1/chat/completions"
    return subprocess.run(
        [options.wrk, "-t1", f"-c{options.streams}", f"-d{max(1, round(seconds))}s", "-s", script,
         url], capture_output=True, text=True, check=True).stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--wrk", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--streams", type=int, required=True)
    parser.add_argument("--window", type=float, required=True)
    options, _ = parser.parse_known_args()
    with tempfile.NamedTemporaryFile("w", suffix=".lua", delete=False) as script:
        script.write(POST)
    try:
        load(options, script.name, 1)
        print("WINDOW", flush=True)
        start, cpu = time.monotonic_ns(), cpu_nanos()
        text = load(options, script.name, options.window)
        end = time.monotonic_ns()
        print("WINDOW-END", flush=True)
    finally:
        os.remove(script.name)
    failed = sum(map(int, re.findall(r"(?:connect|read|write|timeout) (\d+)", text)))
    failed += sum(map(int, re.findall(r"Non-2xx or 3xx responses: (\d+)", text)))
    print("END " + json.dumps({
        "start_nanos": start, "end_nanos": end, "stopped_nanos": end,
        "cpu_nanos": cpu_nanos() - cpu,
        "tokens": int(re.search(r"(\d+) requests in", text)[1]),
        "reads": -1, "failed": failed,
    }), flush=True)


if __name__ == "__main__":
    main()
