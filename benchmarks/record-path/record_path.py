"""Measures the way of a record from a finished request to the report; see docs/performance.md.

Called by ./run, which builds what is needed. Only the standard library.
"""

import argparse
import glob
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import processes  # noqa: E402

PACKAGE = "io.tokenstorm.benchmarks.recordpath."
COORDINATOR_JVM = ["-XX:+UseParallelGC"]
WORKER_JVM = ["-XX:+UseSerialGC", "-Xmn32m", "-XX:MetaspaceSize=128m"]
PIECE = 1 << 16


class Wire(threading.Thread):
    """Bytes that the worker sent on its connections to the coordinator, by the kernel's count."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.pid = pid
        self.sent = {}
        self.stopping = threading.Event()

    def run(self):
        while not self.stopping.wait(0.2):
            text = subprocess.run(["ss", "-tinpHO"], capture_output=True, text=True).stdout
            for line in text.splitlines():
                sent = re.search(r"bytes_sent:(\d+)", line)
                if f"pid={self.pid}," in line and sent:
                    key = tuple(line.split()[3:5])
                    self.sent[key] = max(self.sent.get(key, 0), int(sent.group(1)))

    def largest(self):
        """The connection that carries the records."""
        self.stopping.set()
        self.join()
        return max(self.sent.values(), default=0)


def jvm(args, options, main, *rest):
    command = [args.java, *options, "-XX:-UsePerfData", "-cp", args.class_path, PACKAGE + main]
    return command + [str(r) for r in rest]


def payload(lines, word):
    for line in lines:
        if line.startswith(word + " "):
            return line[len(word) + 1 :]
    sys.exit(f"record-path: '{word}' was not said")


def run(args, name, records, gaps):
    out = os.path.join(args.out, name)
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    cpu, began = processes.machine_cpu_seconds(), time.monotonic()
    coordinator = processes.Child(
        "coordinator",
        jvm(
            args,
            [f"-Xmx{args.heap}", *COORDINATOR_JVM],
            "RecordPathCoordinator",
            os.path.join(out, "results"),
            1,
            records,
        ),
        os.path.join(out, "coordinator.log"),
    )
    worker = None
    try:
        join = coordinator.wait_for(r"^remoting (.*)")
        worker = processes.Child(
            "worker",
            jvm(
                args,
                [f"-Xmx{args.worker_heap}", *WORKER_JVM],
                "RecordPathWorker",
                "w1",
                join,
                os.path.join(out, "spools"),
                gaps,
            ),
            os.path.join(out, "worker.log"),
        )
        wire = Wire(worker.process.pid)
        wire.start()
        coordinator.wait_for(r"^(outcome .*)", args.limit)
        sent = wire.largest()
        coordinator.wait(60)
    finally:
        coordinator.end()
        if worker:
            worker.end()
    took = time.monotonic() - began
    directory = glob.glob(os.path.join(out, "results", "*"))[0]
    result = figures(coordinator, worker, directory, sent)
    result["outcome"] = payload(coordinator.lines, "outcome")
    own = result["coordinator"]["cpu_nanos"] + result["worker"]["cpu_nanos"]
    busy = processes.machine_cpu_seconds() - cpu
    result["other_cores"] = max(0.0, busy - own / 1e9) / took
    result["gaps"] = gaps
    result["again"] = report(args, directory, out)
    result["floor"] = floors(directory, sent, out)
    if not args.keep:
        shutil.rmtree(out)
    return result


def figures(coordinator, worker, directory, sent):
    merging = json.loads(payload(coordinator.lines, "merging"))
    seconds = (merging["last_nanos"] - merging["first_nanos"]) / 1e9
    sizes = {
        f: os.path.getsize(os.path.join(directory, f))
        for f in ("records.log", "report.json", "records.jsonl.gz")
    }
    ended = [json.loads(line) for line in open(os.path.join(directory, "events.jsonl"))]
    over = max(e["at_nanos"] for e in ended)
    return {
        "records": merging["records"],
        "merge_seconds": seconds,
        "settled_seconds": (over - merging["first_nanos"]) / 1e9,
        "merge_cpu_nanos": merging["cpu_nanos"],
        "wire_bytes": sent,
        "bytes": sizes,
        "coordinator": json.loads(payload(coordinator.lines, "cost")),
        "worker": json.loads(payload(worker.lines, "cost")),
    }


def report(args, directory, out):
    child = processes.Child(
        "report",
        jvm(args, [f"-Xmx{args.heap}", *COORDINATOR_JVM], "RecordPathReport", directory),
        os.path.join(out, "report.log"),
    )
    child.wait(args.limit)
    child.end()
    return {
        "report_seconds": int(payload(child.lines, "report_nanos")) / 1e9,
        "lines_seconds": int(payload(child.lines, "lines_nanos")) / 1e9,
        "report_cost": json.loads(payload(child.lines, "report_cost")),
        "verdict": payload(child.lines, "verdict"),
    }


def floors(directory, sent, out):
    """The same bytes copied: over the loopback interface, and from file to file and to the disk."""
    source = os.path.join(directory, "records.log")
    start = time.monotonic()
    copy = os.path.join(out, "copy")
    with open(source, "rb") as read, open(copy, "wb") as write:
        shutil.copyfileobj(read, write, 1 << 20)
        write.flush()
        os.fsync(write.fileno())
    disk = time.monotonic() - start
    os.remove(copy)
    return {"wire_seconds": loopback(sent), "disk_seconds": disk}


def loopback(count):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        sender = subprocess.Popen(
            [
                sys.executable,
                "-c",
                "import socket,sys\n"
                "s=socket.create_connection(('127.0.0.1',int(sys.argv[1])))\n"
                "n=int(sys.argv[2]); p=b'x'*65536\n"
                "while n>0: n-=s.send(p[:min(n,len(p))])\n"
                "s.close()",
                str(port),
                str(count),
            ]
        )
        connection, _ = server.accept()
        start, buffer = time.monotonic(), bytearray(PIECE)
        while connection.recv_into(buffer):
            pass
        took = time.monotonic() - start
        connection.close()
        sender.wait()
    return took


def mib(count):
    return f"{count / (1 << 20):,.0f} MiB"


def words(about, results):
    rows, heads = [], ["what"]
    for r in results:
        heads.append(f"{r['records']:,} records, {r['gaps']} gaps each")
    of = lambda f: [f(r) for r in results]  # noqa: E731
    n = lambda r: r["records"]  # noqa: E731
    rows.append(["merged and logged, records/s", *of(lambda r: f"{n(r) / r['merge_seconds']:,.0f}")])
    rows.append(
        [
            "merged, logged and reported, records/s",
            *of(
                lambda r: f"{n(r) / (r['settled_seconds'] + r['again']['report_seconds']):,.0f}"
            ),
        ]
    )
    rows.append(["the exact report, records/s", *of(lambda r: f"{n(r) / r['again']['report_seconds']:,.0f}")])
    rows.append(
        ["`records.jsonl.gz`, records/s", *of(lambda r: f"{n(r) / r['again']['lines_seconds']:,.0f}")]
    )
    rows.append(["on the wire, bytes/record", *of(lambda r: f"{r['wire_bytes'] / n(r):.1f}")])
    rows.append(["in `records.log`, bytes/record", *of(lambda r: f"{r['bytes']['records.log'] / n(r):.1f}")])
    rows.append(
        [
            "the same bytes over loopback, by time",
            *of(lambda r: f"1/{r['merge_seconds'] / r['floor']['wire_seconds']:.0f}"),
        ]
    )
    rows.append(
        [
            "the same bytes copied to the disk, by time",
            *of(lambda r: f"1/{r['merge_seconds'] / r['floor']['disk_seconds']:.0f}"),
        ]
    )
    rows.append(["coordinator's CPU while merging, µs/record", *of(lambda r: f"{r['merge_cpu_nanos'] / 1e3 / n(r):.2f}")])
    rows.append(["worker's CPU, making the records included, µs/record", *of(lambda r: f"{r['worker']['cpu_nanos'] / 1e3 / n(r):.2f}")])
    rows.append(["coordinator's heap: allowed", *of(lambda r: mib(r["coordinator"]["heap_max"]))])
    rows.append(["coordinator's heap: most kept after a collection", *of(lambda r: mib(r["coordinator"]["heap_peak_after_collection"]))])
    rows.append(["report's heap: allowed", *of(lambda r: mib(r["again"]["report_cost"]["heap_max"]))])
    rows.append(["verdict", *of(lambda r: r["again"]["verdict"])])
    other = max(r["other_cores"] for r in results)
    return "\n\n".join(
        [
            processes.machine_words(about) + " " + processes.busy_words(other),
            processes.table(heads, rows),
        ]
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--java", default="java")
    parser.add_argument("--class-path", required=True)
    parser.add_argument("--records", type=int, default=10_000_000, help="without gaps; 0: none")
    parser.add_argument("--gap-records", type=int, default=1_000_000, help="with gaps; 0: none")
    parser.add_argument("--gaps", type=int, default=255, help="gaps of each of these")
    parser.add_argument("--heap", default="512m", help="of the coordinator, and of the report")
    parser.add_argument("--worker-heap", default="512m")
    parser.add_argument("--limit", type=int, default=900, help="seconds for one run")
    parser.add_argument("--out", default=os.path.join(HERE, "..", "target", "record-path"))
    parser.add_argument("--keep", action="store_true", help="leave the runs' directories")
    parser.add_argument("--write-docs", action="store_true")
    args = parser.parse_args()
    results = []
    if args.records:
        results.append(run(args, "plain", args.records, 0))
    if args.gap_records:
        results.append(run(args, "gaps", args.gap_records, args.gaps))
    about = processes.machine()
    text = words(about, results)
    processes.publish("record-path", text, {"machine": about, "results": results}, args)


if __name__ == "__main__":
    main()
