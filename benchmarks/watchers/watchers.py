"""What watchers cost: the same run with none and with fifty, in turn; see ./run. Only the standard library."""

import argparse
import gzip
import json
import os
import selectors
import socket
import statistics
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import processes  # noqa: E402
import tokenstorm_cluster  # noqa: E402

WORKERS = 2
PLAN = """
name: watchers
model: tokenstorm-sim
seed: 1
routes:
  direct: {{replicas: [{urls}]}}
defaults:
  output_tokens: 64
  sampling: {{temperature: 0, ignore_eos: true}}
  warmup: {{requests_per_slot: 2}}
workloads:
  short: {{input_tokens: 256}}
phases:
  - {{name: it, route: direct, workload: short, concurrency: {streams}, measure: {{at_least: {seconds}s}}}}
"""


class Watchers(threading.Thread):
    """So many connections to a run's live view, all read by one thread."""

    def __init__(self, cluster, run, count):
        super().__init__(daemon=True)
        self.bytes = 0
        self.cpu = 0.0
        self.stopping = False
        self.selector = selectors.DefaultSelector()
        self.sockets = [self._open(cluster.http, run) for _ in range(count)]
        self.start()

    def _open(self, port, run):
        connection = socket.create_connection(("127.0.0.1", port))
        connection.sendall(
            f"GET /api/runs/{run}/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
        )
        connection.setblocking(False)
        self.selector.register(connection, selectors.EVENT_READ)
        return connection

    def run(self):
        while not self.stopping and self.selector.get_map():
            for key, _ in self.selector.select(0.5):
                piece = key.fileobj.recv(1 << 18)
                self.bytes += len(piece)
                if not piece:
                    self.selector.unregister(key.fileobj)
        self.cpu = time.thread_time()

    def end(self):
        self.stopping = True
        self.join()
        for connection in self.sockets:
            connection.close()


def one_run(args, watchers):
    """One cluster, one run; its figures."""
    cluster = tokenstorm_cluster.Cluster(
        args.command, os.path.join(args.out, str(watchers)), args.profile, 1, WORKERS
    )
    try:
        for number in range(1, WORKERS + 1):
            cluster.add_worker(f"w{number}", "-Xmx512m")
        cluster.await_workers(WORKERS, 90)
        plan = PLAN.format(
            urls=", ".join(f'"{u}"' for u in cluster.urls),
            streams=args.streams,
            seconds=args.seconds,
        )
        run = cluster.submit(plan)
        watching = Watchers(cluster, run, watchers)
        cpu, began = cluster.coordinator.cpu_seconds(), time.monotonic()
        cluster.await_end(run, args.seconds + 120)
        took = time.monotonic() - began
        cores = (cluster.coordinator.cpu_seconds() - cpu) / took
        watching.end()
    finally:
        cluster.end()
    figures = figures_of(cluster, run)
    figures["coordinator_cores"] = cores
    figures["watchers_cores"] = watching.cpu / took
    figures["kilobytes_a_second"] = watching.bytes / max(1, watchers) / took / 1e3
    return figures


def figures_of(cluster, run):
    report = cluster.report(run)
    if report["verdict"] not in ("VALID", "DEGRADED"):
        print(f"  {report['verdict']}: {report['verdict_reason']}", file=sys.stderr)
    phase = report["phases"][0]
    errors = ttft_errors(cluster, run)
    return {
        "requests": phase["requests"],
        "tokens_per_second": phase["output_tokens_per_second"],
        "ttft_p50_ms": phase["ttft"]["p50"] * 1e3,
        "ttft_error_p50_ms": errors[len(errors) // 2],
        "ttft_error_p99_ms": errors[min(len(errors) - 1, int(len(errors) * 0.99))],
    }


def ttft_errors(cluster, run):
    """By how much TTFT exceeds what the replica's truth log has, sorted, ms."""
    truth = {}
    with open(cluster.truth, encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            truth[entry.get("requestId")] = entry
    errors = []
    with gzip.open(os.path.join(cluster.directory(run), "records.jsonl.gz"), "rt") as lines:
        for line in lines:
            record = json.loads(line)
            seen = truth.get(record["id"])
            if record["stage"] == "measure" and record["outcome"] == "completed" and seen:
                ours = record["first_token_nanos"] - record["sent_nanos"]
                errors.append((ours - (seen["firstTokenNanos"] - seen["arrivalNanos"])) / 1e6)
    return sorted(errors)


ROWS = [
    ("output tokens/s", "tokens_per_second", "{:,.0f}"),
    ("TTFT p50, ms", "ttft_p50_ms", "{:.2f}"),
    ("TTFT error p50, ms", "ttft_error_p50_ms", "{:.3f}"),
    ("TTFT error p99, ms", "ttft_error_p99_ms", "{:.3f}"),
    ("coordinator, cores", "coordinator_cores", "{:.3f}"),
    ("the watchers themselves, cores", "watchers_cores", "{:.3f}"),
    ("kB/s a watcher", "kilobytes_a_second", "{:.1f}"),
]


def words(args, about, results):
    def cell(runs, key, form):
        values = sorted(r[key] for r in runs)
        middle = form.format(statistics.median(values))
        return f"{middle} ({form.format(values[0])} – {form.format(values[-1])})"

    rows = [[name, *(cell(runs, key, form) for runs in results.values())] for name, key, form in ROWS]
    return "\n\n".join(
        [
            processes.machine_words(about)
            + f" Load average {os.getloadavg()[0]:.1f} at the end. {args.streams} streams, profile"
            + f" `{args.profile}`, {args.seconds} s a window, {args.rounds} rounds; medians, in brackets the"
            + " least and the most.",
            processes.table(["", "no watcher", f"{args.watchers} watchers"], rows),
        ]
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--command", default=os.path.join(processes.ROOT, "tokenstorm"))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--watchers", type=int, default=50)
    parser.add_argument("--streams", type=int, default=64)
    parser.add_argument("--seconds", type=int, default=15, help="of a window")
    parser.add_argument("--profile", default="default", help="of the replicas")
    parser.add_argument("--out", default=os.path.join(HERE, "..", "target", "watchers"))
    parser.add_argument("--write-docs", action="store_true")
    args = parser.parse_args()
    args.out = os.path.abspath(args.out)
    results = {0: [], args.watchers: []}
    for number in range(args.rounds):
        order = [0, args.watchers] if number % 2 == 0 else [args.watchers, 0]
        for watchers in order:
            figures = one_run(args, watchers)
            results[watchers].append(figures)
            told = ", ".join(f"{k} {v:.3f}" for k, v in figures.items())
            print(f"round {number + 1}, {watchers} watchers: {told}", file=sys.stderr)
    about = processes.machine()
    text = words(args, about, results)
    processes.publish("watchers", text, {"machine": about, "results": results}, args, "dashboard.md")


if __name__ == "__main__":
    main()
