"""Thousands of requests in flight from several workers; see ./run. Only the standard library."""

import argparse
import json
import os
import statistics
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import processes  # noqa: E402
import tokenstorm_cluster  # noqa: E402

PLAN = """
name: high-concurrency
model: tokenstorm-sim
seed: 4096
routes:
  direct: {{replicas: [{urls}]}}
defaults:
  output_tokens: {tokens}
  timeout: {{connect: 10s, idle: 60s, total: 300s}}
workloads:
  short: {{input_tokens: 120}}
phases:
  - name: all
    route: direct
    workload: short
    concurrency: {slots}
    warmup: {{requests_per_slot: 1, drain: false}}
    measure: {{at_least: {seconds}s}}
"""


def run(args, name, workers, seconds):
    out = os.path.join(args.out, name)
    cluster = tokenstorm_cluster.Cluster(
        args.command, out, os.path.join(HERE, "replica.conf"), 2, workers, "-Xmx512m"
    )
    try:
        for number in range(1, workers + 1):
            cluster.add_worker(f"w{number}", f"-Xmx{args.worker_heap}")
        cluster.await_workers(workers, 90)
        plan = PLAN.format(
            urls=", ".join(f'"{u}"' for u in cluster.urls),
            tokens=args.tokens,
            slots=args.slots,
            seconds=seconds,
        )
        cpu = tokenstorm_cluster.Watch(
            lambda: sum(w.cpu_seconds() for w in cluster.workers), 0.2
        )
        coordinator = tokenstorm_cluster.Watch(cluster.coordinator.cpu_seconds, 0.2)
        machine = tokenstorm_cluster.Watch(processes.machine_cpu_seconds, 0.2)
        replica = tokenstorm_cluster.Watch(cluster.replica.cpu_seconds, 0.2)
        run_id = cluster.submit(plan)
        frames = tokenstorm_cluster.Frames(cluster, run_id)
        cluster.await_end(run_id, seconds + 400)
        for watch in (cpu, coordinator, machine, replica):
            watch.end()
        frames.join(10)
        report, events = cluster.report(run_id), cluster.events(run_id)
    finally:
        cluster.end()
    window = tokenstorm_cluster.window(events, 0)
    length = (window[1] - window[0]) / 1e9
    used = lambda w: w.at(window[1]) - w.at(window[0])  # noqa: E731
    flight = in_flight(cluster.truth, run_id, window, args.slots)
    tokens = flight.pop("tokens")
    phase = report["phases"][0]
    own = used(cpu) + used(coordinator) + used(replica)
    return {
        "workers": workers,
        "window_seconds": length,
        "verdict": report["verdict"],
        "findings": [f["text"] for f in report["findings"]],
        "requests": phase["requests"],
        "errors": phase["errors"],
        "lost": phase["lost"],
        "latency": {m: {p: phase[m][p] for p in ("p50", "p99")} for m in ("ttft", "tpot", "e2e")},
        "itl": {p: phase["itl"][p] for p in ("p50", "p99")},
        "turnaround_p99": phase["turnaround"]["p99"],
        "turnaround_share": phase["turnaround_share"],
        "in_flight": flight,
        "tokens": tokens,
        "cpu_micros_per_token": used(cpu) / tokens * 1e6,
        "worker_cores": used(cpu) / length,
        "coordinator_cores": used(coordinator) / length,
        "replica_cores": used(replica) / length,
        "other_cores": max(0.0, used(machine) - own) / length,
        "live": live(frames.frames, window, phase),
    }


def in_flight(truth, run_id, window, asked):
    """The replicas' own series over the window, exactly: from the arrivals and ends in their log."""
    changes, tokens = [], 0
    opens, closes = window
    with open(truth, encoding="utf-8") as log:
        for line in log:
            entry = json.loads(line)
            if not entry["requestId"].startswith(run_id + "/"):
                continue
            changes.append((entry["arrivalNanos"], 1))
            changes.append((entry["endNanos"], -1))
            tokens += sum(1 for t in entry["tokenNanos"] if opens <= t < closes)
    level, last, area, least, most = 0, opens, 0, None, 0
    below = 0
    for at, change in sorted(changes):
        if at > closes:
            break
        if at > opens:
            area += level * (at - last)
            below += (at - last) if level < 0.99 * asked else 0
            last = at
            least = level if least is None else min(least, level)
        level += change
        if opens <= at < closes:
            most = max(most, level)
    area += level * (closes - last)
    return {
        "asked": asked,
        "mean": area / (closes - opens),
        "least": least,
        "most": most,
        "seconds_below_99_percent": below / 1e9,
        "tokens": tokens,
    }


def live(frames, window, phase):
    """Frames a second in the window, and how far the last one is from the report."""
    within = [(at, f) for at, f in frames if window[0] <= at <= window[1]]
    gaps = [(b[0] - a[0]) / 1e9 for a, b in zip(within, within[1:])]
    # the last of all shows no phase any more
    last = max((f for _, f in frames), key=lambda f: f["ttft"]["count"], default={})
    apart = {}
    for metric in ("ttft", "tpot", "e2e", "itl"):
        for percentile in ("p50", "p99"):
            exact, shown = phase[metric][percentile], last.get(metric, {}).get(percentile)
            if exact and shown:
                apart[f"{metric} {percentile}"] = shown / exact - 1
    return {
        "frames": len(within),
        "median_gap_seconds": statistics.median(gaps) if gaps else None,
        "longest_gap_seconds": max(gaps, default=None),
        "apart": apart,
        "furthest_apart": max((abs(a) for a in apart.values()), default=None),
    }


def ms(seconds):
    return "–" if seconds is None else f"{seconds * 1e3:,.1f} ms"


def words(about, results):
    head = ["what"] + [r["title"] for r in results]
    row = lambda name, f: [name] + [f(r) for r in results]  # noqa: E731
    rows = [
        row("window", lambda r: f"{r['window_seconds']:.0f} s"),
        row("in flight at the replicas: mean", lambda r: f"{r['in_flight']['mean']:,.1f}"),
        row("least, most", lambda r: f"{r['in_flight']['least']:,}, {r['in_flight']['most']:,}"),
        row("below 99 % of what was asked for", lambda r: f"{r['in_flight']['seconds_below_99_percent']:.2f} s"),
        row("turnaround p99", lambda r: ms(r["turnaround_p99"])),
        row("requests: errors, lost", lambda r: f"{r['requests']:,}: {r['errors']}, {r['lost']}"),
        row("TTFT p50, p99", lambda r: f"{ms(r['latency']['ttft']['p50'])}, {ms(r['latency']['ttft']['p99'])}"),
        row("TPOT p50, p99", lambda r: f"{ms(r['latency']['tpot']['p50'])}, {ms(r['latency']['tpot']['p99'])}"),
        row("E2E p50, p99", lambda r: f"{ms(r['latency']['e2e']['p50'])}, {ms(r['latency']['e2e']['p99'])}"),
        row("workers' CPU, µs/token", lambda r: f"{r['cpu_micros_per_token']:.2f}"),
        row("cores: workers, coordinator, replicas", lambda r: f"{r['worker_cores']:.2f}, {r['coordinator_cores']:.2f}, {r['replica_cores']:.2f}"),
        row("live frames: median, longest gap", lambda r: f"{r['live']['median_gap_seconds']:.2f} s, {r['live']['longest_gap_seconds']:.2f} s"),
        row("last frame against the report, furthest", lambda r: "–" if r["live"]["furthest_apart"] is None else f"{r['live']['furthest_apart']:.2%}"),
        row("verdict", lambda r: r["verdict"]),
    ]
    other = max(r["other_cores"] for r in results)
    return "\n\n".join(
        [processes.machine_words(about) + " " + processes.busy_words(other), processes.table(head, rows)]
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--command", default=os.path.join(processes.ROOT, "tokenstorm"))
    parser.add_argument("--slots", type=int, default=4096)
    parser.add_argument("--tokens", type=int, default=64, help="of an answer, 0.4 s each")
    parser.add_argument("--workers", type=int, default=4, help="in the long run")
    parser.add_argument("--minutes", type=float, default=10, help="of the long run")
    parser.add_argument("--compare", default="1,2,4", help="numbers of workers to compare")
    parser.add_argument("--compare-minutes", type=float, default=2, help="of each; 0: none")
    parser.add_argument("--worker-heap", default="512m")
    parser.add_argument("--out", default=os.path.join(HERE, "..", "target", "high-concurrency"))
    parser.add_argument("--write-docs", action="store_true")
    args = parser.parse_args()
    args.out = os.path.abspath(args.out)
    results = []
    if args.minutes:
        result = run(args, "long", args.workers, round(args.minutes * 60))
        results.append(dict(result, title=f"{args.workers} workers, {args.minutes:g} min"))
    for count in [int(c) for c in args.compare.split(",")] if args.compare_minutes else []:
        result = run(args, f"{count}-workers", count, round(args.compare_minutes * 60))
        workers = "1 worker" if count == 1 else f"{count} workers"
        results.append(dict(result, title=f"{workers}, {args.compare_minutes:g} min"))
    about = processes.machine()
    text = words(about, results)
    processes.publish("high-concurrency", text, {"machine": about, "results": results}, args)


if __name__ == "__main__":
    main()
