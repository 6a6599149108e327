"""A cluster of the command's own processes on this machine, for the benchmarks of the cluster."""

import json
import os
import re
import shutil
import socket
import threading
import time
import urllib.request

import processes


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class Cluster:
    """A coordinator, simulated replicas and workers, each a process; ended together."""

    def __init__(self, command, out, profile, replicas, min_workers, coordinator_options="-Xmx256m"):
        shutil.rmtree(out, ignore_errors=True)
        os.makedirs(out)
        self.command, self.out, self.workers = command, out, []
        self.truth = os.path.join(out, "truth.jsonl")
        self.results = os.path.join(out, "results")
        self.port, self.http = free_port(), free_port()
        self.replica = self._start(
            "replica",
            "-Xmx1g",
            ["replica", "--profile", profile, "--port", "0", "--gateway-port", "0"]
            + ["--replicas", str(replicas), "--truth", self.truth],
        )
        try:
            line = self.replica.wait_for(r"replicas (.*)")
            self.urls = [part.split()[1].rstrip(".") for part in line.split(", ")]
            self.coordinator = self._start(
                "coordinator",
                coordinator_options,
                ["coordinator", "--port", str(self.port), "--http-port", str(self.http)]
                + ["--min-workers", str(min_workers), "--results", self.results],
            )
            self._await_health()
        except BaseException:
            self.replica.end()
            raise

    def _start(self, name, java_options, arguments):
        environment = dict(os.environ, TOKENSTORM_JAVA_OPTS=java_options)
        return processes.Child(
            name,
            [self.command, *arguments],
            os.path.join(self.out, name + ".log"),
            env=environment,
            cwd=self.out,
        )

    def _await_health(self):
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                return self.get("/health", raw=True)
            except OSError:
                time.sleep(0.05)
        raise SystemExit("the coordinator's API did not answer; see " + self.out)

    def add_worker(self, name, java_options, *options):
        worker = self._start(
            name,
            java_options,
            ["worker", "--join", f"127.0.0.1:{self.port}", "--id", name]
            + ["--spool", os.path.join(self.out, "spools"), *options],
        )
        self.workers.append(worker)
        return worker

    def url(self, path):
        return f"http://127.0.0.1:{self.http}{path}"

    def get(self, path, raw=False):
        with urllib.request.urlopen(self.url(path), timeout=10) as answer:
            body = answer.read()
            return body if raw else json.loads(body)

    def joined(self):
        return sum(1 for w in self.get("/api/cluster")["workers"] if w["state"].lower() != "lost")

    def await_quiet(self, seconds):
        """Until the workers take less than a quarter of a core together, as after they have rehearsed."""
        began = time.monotonic()
        before, quiet = self.workers_cpu_seconds(), 0
        while quiet < 3 and time.monotonic() - began < seconds:
            time.sleep(1)
            now = self.workers_cpu_seconds()
            quiet = quiet + 1 if now - before < 0.25 else 0
            before = now
        return time.monotonic() - began

    def workers_cpu_seconds(self):
        return sum(worker.cpu_seconds() for worker in self.workers)

    def coordinator_said(self, pattern):
        """How often the coordinator's log has it."""
        count = 0
        directory = os.path.join(self.results, "logs")
        for name in os.listdir(directory):
            with open(os.path.join(directory, name), encoding="utf-8") as log:
                count += sum(1 for line in log if re.search(pattern, line))
        return count

    def await_workers(self, count, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.joined() >= count:
                return
            time.sleep(0.1)
        raise SystemExit(f"{self.joined()} of {count} workers joined within {seconds} s")

    def submit(self, plan):
        request = urllib.request.Request(
            self.url("/api/runs?file=plan.yaml"),
            data=plan.encode(),
            headers={"Content-Type": "application/yaml"},
            method="POST",
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read())["run"]

    def in_flight(self):
        total = 0
        for url in self.urls:
            with urllib.request.urlopen(url + "/admin/state", timeout=5) as answer:
                total += json.loads(answer.read())["inFlight"]
        return total

    def directory(self, run):
        return os.path.join(self.results, run)

    def events(self, run):
        with open(os.path.join(self.directory(run), "events.jsonl"), encoding="utf-8") as log:
            return [json.loads(line) for line in log]

    def report(self, run):
        with open(os.path.join(self.directory(run), "report.json"), encoding="utf-8") as file:
            return json.load(file)

    def await_end(self, run, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            state = self.get("/api/runs/" + run)
            if state["state"].lower() == "ended":
                return state
            time.sleep(0.2)
        raise SystemExit(f"run {run} did not end within {seconds} s")

    def end(self):
        for worker in self.workers:
            worker.process.terminate()
        for worker in self.workers:
            worker.end()
        self.coordinator.end()
        self.replica.end()


class Watch(threading.Thread):
    """Looks at something again and again; (monotonic nanoseconds, value) pairs."""

    def __init__(self, look, every):
        super().__init__(daemon=True)
        self.look, self.every = look, every
        self.seen = []
        self.stopping = threading.Event()
        self.start()

    def run(self):
        while not self.stopping.wait(self.every):
            try:
                self.seen.append((time.monotonic_ns(), self.look()))
            except OSError:
                continue

    def end(self):
        self.stopping.set()
        self.join(10)
        return self.seen

    def at(self, nanos):
        """The value at an instant, between the two looks around it."""
        before = [s for s in self.seen if s[0] <= nanos] or self.seen[:1]
        after = [s for s in self.seen if s[0] >= nanos] or self.seen[-1:]
        (t0, v0), (t1, v1) = before[-1], after[0]
        return v0 if t1 == t0 else v0 + (v1 - v0) * (nanos - t0) / (t1 - t0)


class Frames(threading.Thread):
    """The live frames of a run, each with the instant it came."""

    def __init__(self, cluster, run):
        super().__init__(daemon=True)
        self.address = cluster.url(f"/api/runs/{run}/live")
        self.frames = []
        self.start()

    def run(self):
        data = []
        with urllib.request.urlopen(self.address, timeout=60) as stream:
            for raw in stream:
                line = raw.decode().rstrip("\r\n")
                if line.startswith("data:"):
                    data.append(line[5:].strip())
                elif not line and data:
                    self.frames.append((time.monotonic_ns(), json.loads("\n".join(data))))
                    data = []


def window(events, phase):
    """Opening and close of a phase's measured window, nanoseconds of the machine's clock."""
    opens = closes = None
    for stamped in events:
        event = stamped["event"]
        if event.get("phase") != phase:
            continue
        if event["type"] == "stage_opened" and event["stage"] == "MEASURE":
            opens = event["opens_at_nanos"]
        if event["type"] == "window_closed":
            closes = event["closed_at_nanos"]
    return opens, closes
