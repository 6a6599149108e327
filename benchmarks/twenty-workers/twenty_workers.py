"""Twenty small workers on one machine; see ./run. Only the standard library."""

import argparse
import json
import os
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import processes  # noqa: E402
import tokenstorm_cluster  # noqa: E402

PLAN = """
name: twenty-workers
model: tokenstorm-sim
seed: 20
routes:
  direct: {{replicas: [{urls}]}}
defaults:
  output_tokens: 32
  warmup: {{requests_per_slot: 1}}
  measure: {{at_least: {seconds}s}}
workloads:
  short: {{input_tokens: 120}}
phases:
  - {{name: first, route: direct, workload: short, concurrency: {slots}}}
  - {{name: second, route: direct, workload: short, concurrency: {slots}}}
"""


def heap_mib(pid, collect):
    """What lives on the heap after a collection, or what is used now; None without jcmd."""
    try:
        if collect:
            subprocess.run(["jcmd", str(pid), "GC.run"], capture_output=True, timeout=20)
        text = subprocess.run(
            ["jcmd", str(pid), "GC.heap_info"], capture_output=True, text=True, timeout=20
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    heap = text.split("Metaspace")[0]
    # Parallel and Serial list their generations; G1 has one line for all
    used = [int(u) for u in re.findall(r"total \d+K, used (\d+)K", heap)]
    return sum(used) / 1024 if used else None


def measure(args):
    cluster = tokenstorm_cluster.Cluster(
        args.command, args.out, args.profile, 2, args.workers, f"-Xmx{args.coordinator_heap}"
    )
    coordinator = cluster.coordinator
    figures = {"workers": args.workers, "worker_heap": args.worker_heap, "slots": args.slots}
    try:
        # what starting up costs is not what it costs to be there
        time.sleep(args.rest)
        cpu = coordinator.cpu_seconds()
        time.sleep(args.rest)
        figures["alone_cores"] = (coordinator.cpu_seconds() - cpu) / args.rest
        alone_heap = heap_mib(coordinator.process.pid, True)
        began, cpu = time.monotonic(), coordinator.cpu_seconds()
        for number in range(1, args.workers + 1):
            cluster.add_worker(f"w{number:02}", f"-Xmx{args.worker_heap} -Xmn24m")
        cluster.await_workers(args.workers, 150)
        figures["join_seconds"] = time.monotonic() - began
        figures["joining_cpu_seconds"] = coordinator.cpu_seconds() - cpu
        figures["worker_joined_cpu_seconds"] = cluster.workers_cpu_seconds() / args.workers
        figures["quiet_seconds"] = figures["join_seconds"] + cluster.await_quiet(90)
        figures["worker_ready_cpu_seconds"] = cluster.workers_cpu_seconds() / args.workers
        figures["begun_anew"] = cluster.coordinator_said(r"worker \S+ joined: ") - args.workers
        figures["suspected"] = cluster.coordinator_said(r"worker \S+ is unreachable")
        figures["removed"] = cluster.coordinator_said(r"was not reached for \S+: removed")
        cpu = coordinator.cpu_seconds()
        time.sleep(args.rest)
        figures["idle_cores"] = (coordinator.cpu_seconds() - cpu) / args.rest
        joined_heap = heap_mib(coordinator.process.pid, True)
        if alone_heap is not None and joined_heap is not None:
            figures["heap_mib_alone"] = alone_heap
            figures["heap_mib_joined"] = joined_heap
        run(args, cluster, figures)
        began = time.monotonic()
        for worker in cluster.workers:
            worker.process.terminate()
        codes = [worker.wait(60) for worker in cluster.workers]
        figures["leave_seconds"] = time.monotonic() - began
        figures["left_in_order"] = sum(1 for code in codes if code == 0)
    finally:
        cluster.end()
    figures["first_request_seconds"] = first_request(cluster, figures.pop("submitted_nanos"))
    return figures


def run(args, cluster, figures):
    plan = PLAN.format(
        urls=", ".join(f'"{u}"' for u in cluster.urls), seconds=args.seconds, slots=args.slots
    )
    heap = tokenstorm_cluster.Watch(
        lambda: heap_mib(cluster.coordinator.process.pid, False) or 0.0, 1.0
    )
    cpu = tokenstorm_cluster.Watch(cluster.coordinator.cpu_seconds, 0.1)
    figures["submitted_nanos"] = time.monotonic_ns()
    run_id = cluster.submit(plan)
    cluster.await_end(run_id, args.seconds * 2 + 90)
    seen, heaps = cpu.end(), heap.end()
    report, events = cluster.report(run_id), cluster.events(run_id)
    opens, closes = tokenstorm_cluster.window(events, 0)
    figures["window_cores"] = (cpu.at(closes) - cpu.at(opens)) / ((closes - opens) / 1e9)
    figures["run_cpu_seconds"] = seen[-1][1] - seen[0][1]
    figures["heap_mib_peak"] = max((value for _, value in heaps), default=0.0)
    figures["resident_mib"] = cluster.coordinator.resident_mib()
    figures["verdict"] = report["verdict"]
    figures["findings"] = [f["rule"] for f in report["findings"]]
    figures["phases"] = [
        {
            "requests": p["requests"],
            "lost": p["lost"],
            "skew_seconds": p["clock"]["skew"],
            "clock_bound_seconds": p["clock"]["bound"],
        }
        for p in report["phases"]
    ]
    figures["records_per_second"] = report["phases"][0]["requests"] / ((closes - opens) / 1e9)


def first_request(cluster, submitted):
    first = None
    with open(cluster.truth, encoding="utf-8") as truth:
        for line in truth:
            entry = json.loads(line)
            # probes of the coordinator have no id of a run, or none at all
            if entry.get("requestId", "").count("/") == 5 and entry["arrivalNanos"] > submitted:
                arrival = entry["arrivalNanos"]
                first = arrival if first is None else min(first, arrival)
    return None if first is None else (first - submitted) / 1e9


def reckon(figures, workers):
    """Costs that grow with the number of workers, in proportion; what is left stays."""
    share = lambda key: max(0.0, figures[key] - figures["alone_cores"]) / figures["workers"]  # noqa: E731
    cores = figures["alone_cores"] + workers * share("window_cores")
    idle = figures["alone_cores"] + workers * share("idle_cores")
    result = {"workers": workers, "idle_cores": idle, "window_cores": cores}
    result["joining_cpu_seconds"] = workers * figures["joining_cpu_seconds"] / figures["workers"]
    if "heap_mib_joined" in figures:
        each = (figures["heap_mib_joined"] - figures["heap_mib_alone"]) / figures["workers"]
        result["heap_mib_each"] = each
        result["heap_mib"] = figures["heap_mib_alone"] + workers * max(0.0, each)
    return result


def words(about, figures, thousand):
    phases = figures["phases"]
    milli = lambda s: "–" if s is None else f"{s * 1e3:.2f} ms"  # noqa: E731
    rows = [
        ["all workers joined, started at once, after", f"{figures['join_seconds']:.1f} s"],
        [
            "processor time of a worker until then; until all had rehearsed",
            f"{figures['worker_joined_cpu_seconds']:.1f} s; {figures['worker_ready_cpu_seconds']:.1f} s,"
            f" {figures['quiet_seconds']:.0f} s after the start",
        ],
        [
            "coordinator's processor time for their joining",
            f"{figures['joining_cpu_seconds']:.1f} s",
        ],
        [
            "workers that had to begin anew; suspected for a while; removed",
            f"{figures['begun_anew']}; {figures['suspected']}; {figures['removed']}",
        ],
        ["first request after the submission", f"{figures['first_request_seconds']:.2f} s"],
        ["skew of the windows' openings", ", ".join(milli(p["skew_seconds"]) for p in phases)],
        ["bound of the clocks' error", ", ".join(milli(p["clock_bound_seconds"]) for p in phases)],
        ["requests, lost", ", ".join(f"{p['requests']:,}, {p['lost']}" for p in phases)],
        ["coordinator's CPU: alone", f"{figures['alone_cores']:.3f} cores"],
        ["with the workers idle", f"{figures['idle_cores']:.3f} cores"],
        [
            f"in a measured window, {figures['records_per_second']:,.0f} records/s",
            f"{figures['window_cores']:.3f} cores",
        ],
        ["coordinator's heap, most used", f"{figures['heap_mib_peak']:.0f} MiB"],
        ["coordinator's memory, resident", f"{figures['resident_mib']:.0f} MiB"],
        [
            "workers that left in order",
            f"{figures['left_in_order']} of {figures['workers']}, {figures['leave_seconds']:.1f} s",
        ],
        ["verdict", figures["verdict"]],
    ]
    n = thousand["workers"]
    paper = (
        f"On paper, in proportion: {n:,} idle workers would take {thousand['idle_cores']:.1f} cores of the"
        f" coordinator, and {thousand['window_cores']:.1f} in a window, at the same rate of requests a worker"
        f" ({n * figures['records_per_second'] / figures['workers']:,.0f} records/s in all)."
    )
    if "heap_mib" in thousand:
        paper += (
            f" A worker keeps {max(0.0, thousand['heap_mib_each']) * 1024:,.0f} KiB on its heap,"
            f" {n:,} of them {thousand['heap_mib']:,.0f} MiB."
        )
    paper += (
        f" To join they would take {thousand['joining_cpu_seconds']:.0f} s of its processor time. Of two things"
        " the cost grows faster: a gossip message names all members, and the coordinator sends at most fifteen"
        " a second, so the one that reaches each member takes a minute with a thousand; nothing waits for it."
        " This was not run."
    )
    return "\n\n".join(
        [
            processes.machine_words(about)
            + f" {figures['workers']} workers with -Xmx{figures['worker_heap']}, {figures['slots']} slots;"
            + f" {figures['machine_cores']:.2f} cores of the machine were busy on average.",
            processes.table(["what", "measured"], rows),
            paper,
        ]
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--command", default=os.path.join(processes.ROOT, "tokenstorm"))
    parser.add_argument("--workers", type=int, default=20)
    parser.add_argument("--slots", type=int, default=40)
    parser.add_argument("--seconds", type=int, default=15, help="of each of the two windows")
    parser.add_argument("--rest", type=float, default=8, help="seconds that idling is watched for")
    parser.add_argument("--worker-heap", default="96m")
    parser.add_argument("--coordinator-heap", default="256m")
    parser.add_argument("--profile", default="fast", help="of the replicas")
    parser.add_argument("--out", default=os.path.join(HERE, "..", "target", "twenty-workers"))
    parser.add_argument("--write-docs", action="store_true")
    args = parser.parse_args()
    args.out = os.path.abspath(args.out)
    cpu, began = processes.machine_cpu_seconds(), time.monotonic()
    figures = measure(args)
    thousand = reckon(figures, 1000)
    about = processes.machine()
    # all processes of the machine, these included
    figures["machine_cores"] = (processes.machine_cpu_seconds() - cpu) / (time.monotonic() - began)
    text = words(about, figures, thousand)
    processes.publish("twenty-workers", text, {"machine": about, "measured": figures, "reckoned": thousand}, args)


if __name__ == "__main__":
    main()
