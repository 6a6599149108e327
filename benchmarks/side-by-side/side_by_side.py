"""Runs the clients in turn against the C server and compares them; see docs/performance.md.

Called by ./run, which builds what is needed. Only the standard library.
"""

import argparse
import array
import datetime
import json
import os
import platform
import re
import shutil
import signal
import statistics
import struct
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
OUT = os.path.join(ROOT, "benchmarks", "target", "side-by-side")
DOCS = os.path.join(ROOT, "docs", "performance.md")
JVM = ["-XX:+UseSerialGC", "-Xmn32m", "-XX:MetaspaceSize=128m", "-XX:-UsePerfData"]
CLIENT_CPU, SERVER_CPU = "0", "1"
QUIET_CORES = 0.2  # what else may run without spoiling the comparison
ID_BYTES = 64
LOG_HEADER_BYTES = 64
ENTRY_BYTES = ID_BYTES + 40

PACED = ["--streams", "1024", "--tokens", "150", "--rate", "50"]
EACH = ["--streams", "256", "--tokens", "300", "--rate", "120"]
RATE = ["--streams", "1000", "--tokens", "150", "--rate", "100"]
STAGGERED = [*RATE, "--staggered"]
OPEN = ["--streams", "10000", "--tokens", "600", "--rate", "1"]
SHORT = ["--streams", "256", "--tokens", "1"]
ALL = ["bare", "direct", "akka-http", "akka-pool", "aiohttp"]
FAST = ["bare", "direct", "akka-http", "aiohttp"]
COLLECTORS = {"direct": "Serial", "direct-parallel": "Parallel", "direct-g1": "G1"}

# name: (server's options, clients, pinned to a core each, event loops by client)
SCENARIOS = {
    "paced": (PACED, ALL, True),
    "together": (PACED + ["--together"], FAST, True),
    "burst": (["--streams", "256", "--tokens", "600", "--per-write", "60"], ALL, True),
    "burst-one": (["--streams", "256", "--tokens", "600", "--per-write", "1"], FAST, True),
    "each": (EACH, FAST, True),
    "shared": (PACED, ["direct", "direct-2-loops"], False),
    "rate": (RATE, ["bare", "direct", "direct-2-loops"], False),
    "rate-spread": (STAGGERED, ["bare", "direct", "direct-2-loops"], False),
    "short": (SHORT, ["wrk", "direct-spool", "aiohttp"], True),
    "open": (OPEN, ["direct"], True),
    "collector": (PACED, list(COLLECTORS), True),
    "cold": (PACED, ["bare", "direct", "aiohttp"], True),
}
ONCE = ["open", "collector", "cold", "akka-http", "akka-pool"]  # in the first round only
# Where the server writes about as fast as a client reads, the tail is that of a queue nearly full:
# whatever else the machine does for a millisecond decides it. More turns settle the median.
MORE_TURNS = {("together", "bare"): 3, ("together", "direct"): 3}
STAMPED = ["paced", "together", "each", "shared", "rate", "rate-spread", "collector", "cold"]
FAST_PACED = ["burst", "burst-one", "short"]  # warm in half the time
WARMUP_SECONDS = {
    "open": 20,  # until 10,000 connections are open and their answers under way
    "cold": 2.5,  # until the connections are open and an engine has rehearsed
}
WINDOW_SECONDS = {"collector": 15}  # a young generation lasts that long
TITLES = {
    "paced": "Paced: 1,024 streams × 50 tokens/s, falling due evenly, one event a write",
    "together": "Together: the same, but the tokens of all 1,024 streams fall due at once",
    "burst": "Burst: 256 streams as fast as the sockets take, 60 events a write",
    "burst-one": "Burst, one event a write: 256 streams as fast as the server writes",
    "each": "One event a read for every client: 256 streams × 120 tokens/s",
    "shared": "Event loops: paced, client and server sharing both cores",
    "rate": "Rate: 1,000 streams × 100 tokens/s, client and server sharing both cores",
    "rate-spread": "Rate, requests spread: the same, but one after the other, between others' tokens",
    "short": "Short answers: 256 streams, one token each, as fast as they go",
    "open": "Open streams: 10,000 in one worker, a token a second each",
    "collector": "Garbage collectors: paced",
    "cold": "Cold: paced, in the first seconds of a process",
}
NAMES = {
    "bare": "bare selector loop (Java NIO)",
    "direct": "**Tokenstorm, `direct`**",
    "direct-2-loops": "Tokenstorm, `direct`, two event loops",
    "akka-http": "Tokenstorm, `akka-http`",
    "akka-pool": "Akka HTTP pool + `Framing` + tree",
    "direct-spool": "**Tokenstorm, `direct`**, records to the spool on disk",
    "direct-parallel": "Tokenstorm, `direct`, Parallel GC",
    "direct-g1": "Tokenstorm, `direct`, G1",
    "wrk": "wrk: reads bytes, keeps no record (the ceiling)",
    "aiohttp": "aiohttp in the shape of `vllm bench serve`",
}


def fail(text):
    sys.exit(f"side-by-side: {text}")


# ---- one cell: one client against the server ----


class Server:
    def __init__(self, options, pinned):
        self.log = os.path.join(OUT, "server.log")
        command = [os.path.join(OUT, "stream_server"), *options, "--log", self.log]
        if pinned:
            command = ["taskset", "-c", SERVER_CPU, *command]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line.startswith("PORT "):
            fail("the server did not start")
        self.port = line.split()[1]

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=10)

    def header(self):
        with open(self.log, "rb") as f:
            return struct.unpack("<8q", f.read(LOG_HEADER_BYTES))


def cpu_nanos(pid):
    """CPU time of a single-threaded process so far."""
    with open(f"/proc/{pid}/schedstat") as f:
        return int(f.read().split()[0])


def resident_mib(pid):
    """Memory of a process, MiB."""
    with open(f"/proc/{pid}/status") as f:
        for line in f:
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
    return 0.0


def machine_ticks():
    """Busy and stolen clock ticks of all cores so far."""
    with open("/proc/stat") as f:
        user, nice, system, _, _, irq, softirq, steal = map(int, f.readline().split()[1:9])
    return user + nice + system + irq + softirq, steal


def option(options, name):
    return options[options.index(name) + 1]


def client_command(client, server, options, run, stamps):
    common = ["--port", server.port, "--streams", option(options, "--streams"),
              "--tokens", option(options, "--tokens"), "--warmup", str(run.warmup),
              "--window", str(run.window), "--stamps", stamps]
    if client == "aiohttp":
        return [run.python, os.path.join(HERE, "aiohttp_client.py"), *common]
    if client == "wrk":
        return [sys.executable, os.path.join(HERE, "wrk_client.py"), "--wrk", run.wrk, *common]
    loops = "2" if client == "direct-2-loops" else "1"
    name = "direct" if client == "direct-2-loops" or client in COLLECTORS else client
    collector = f"-XX:+Use{COLLECTORS.get(client, 'Serial')}GC"
    gc_log = os.path.join(OUT, "gc.log")
    spool = os.path.join(OUT, "spool")
    shutil.rmtree(spool, ignore_errors=True)
    return [run.java, *(collector if o == "-XX:+UseSerialGC" else o for o in JVM),
            "-Xlog:disable", "-Xlog:all=error:stderr", f"-Xlog:gc:file={gc_log}:timenanos",
            "-cp", run.class_path, "io.tokenstorm.benchmarks.sidebyside.SideBySideClient",
            "--client", name, "--loops", loops, "--spool", spool, *common]


def run_cell(scenario, client, run):
    options, _, pinned = SCENARIOS[scenario]
    stamps = os.path.join(OUT, "client.stamps") if scenario in STAMPED else ""
    warmup = WARMUP_SECONDS.get(
        scenario, run.warmup / 2 if scenario in FAST_PACED else run.warmup)
    gc_log = os.path.join(OUT, "gc.log")
    for old in (stamps, gc_log):
        if old and os.path.exists(old):
            os.remove(old)
    server = Server(options, pinned)
    try:
        command = client_command(client, server, options, run, stamps)
        command[command.index("--warmup") + 1] = str(warmup)
        window = WINDOW_SECONDS.get(scenario, run.window)
        command[command.index("--window") + 1] = str(window)
        if pinned:
            command = ["taskset", "-c", CLIENT_CPU, *command]
        with open(os.path.join(OUT, "client.err"), "w") as errors:
            process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=errors, text=True)
            marks, figures = watch(process, server)
        process.wait(timeout=30)
    finally:
        server.close()
    if figures is None:
        with open(os.path.join(OUT, "client.err")) as f:
            fail(f"{client} ended without figures: {f.read()[-2000:]}")
    cell = figures_of(figures, marks, server)
    if stamps:
        cell.update(lags(server, stamps, figures))
    if client not in ("aiohttp", "wrk"):
        cell.update(collections(gc_log, figures))
    cell.update(scenario=scenario, client=client, window=window)
    return cell


def watch(process, server):
    """Samples the server's CPU and the machine's as the client's window begins and ends."""
    marks, figures = [], None
    for line in process.stdout:
        if line.startswith("WINDOW"):
            marks.append((cpu_nanos(server.process.pid), machine_ticks(), server.header(),
                          resident_mib(process.pid)))
        elif line.startswith("END "):
            figures = json.loads(line[4:])
    return marks, figures


def figures_of(figures, marks, server):
    seconds = (figures["end_nanos"] - figures["start_nanos"]) / 1e9
    tokens = max(1, figures["tokens"])
    client_cores = figures["cpu_nanos"] / 1e9 / seconds
    (server_before, (busy_before, steal_before), head_before, _) = marks[0]
    (server_after, (busy_after, steal_after), head_after, memory) = marks[1]
    server_cores = (server_after - server_before) / 1e9 / seconds
    tick = os.sysconf("SC_CLK_TCK")
    cell = {
        "cpu_us_per_token": figures["cpu_nanos"] / 1e3 / tokens,
        "client_cores": client_cores,
        "tokens_per_second": tokens / seconds,
        "tokens_per_second_per_core": tokens / (figures["cpu_nanos"] / 1e9),
        "server_cores": server_cores,
        "total_cpu_us_per_token": (figures["cpu_nanos"] + server_after - server_before)
        / 1e3 / tokens,
        "others_cores": max(
            0.0, (busy_after - busy_before) / tick / seconds - client_cores - server_cores),
        "steal_cores": (steal_after - steal_before) / tick / seconds,
        "server_writes_blocked": head_after[4] - head_before[4],
        "failed": figures["failed"],
        "resident_mib": memory,
    }
    if figures["reads"] > 0:
        cell["events_per_read"] = tokens / figures["reads"]
    if "allocated_bytes" in figures:
        cell["allocated_bytes_per_token"] = figures["allocated_bytes"] / tokens
    if server.header()[1]:
        fail("the server's log ran full")
    return cell


# ---- stamps ----


def longs(data, offset, count):
    values = array.array("q")
    values.frombytes(data[offset:offset + 8 * count])
    return values


def client_stamps(path):
    with open(path, "rb") as f:
        data = f.read()
    answers, offset = {}, 0
    while offset + ID_BYTES + 8 <= len(data):
        name = data[offset:offset + ID_BYTES].rstrip(b"\0")
        count = longs(data, offset + ID_BYTES, 1)[0]
        offset += ID_BYTES + 8
        answers[name] = longs(data, offset, count)
        offset += 8 * count
    return answers


def server_answers(server):
    used = server.header()[0]
    with open(server.log, "rb") as f:
        data = f.read(used)
    offset = LOG_HEADER_BYTES
    while offset < used:
        name = data[offset:offset + ID_BYTES].rstrip(b"\0")
        arrival, first_due, gap, tokens, written = longs(data, offset + ID_BYTES, 5)
        yield name, arrival, first_due, gap, longs(data, offset + ENTRY_BYTES, written)
        offset += ENTRY_BYTES + 8 * tokens


def rank(values, share):
    """Nearest rank; values sorted."""
    return values[max(0, -(-int(share * len(values) * 1000) // 1000) - 1)] if values else None


def lags(server, path, figures):
    """Lags of the tokens that the server wrote in the window; a token never seen counts as late
    as the client's end, a lower bound."""
    start, end, stopped = figures["start_nanos"], figures["end_nanos"], figures["stopped_nanos"]
    seen = client_stamps(path)
    none = array.array("q")
    all_lags, first_lags, lateness, unseen = [], [], [], 0
    first_errors, gap_errors = [], []
    for name, arrival, first_due, gap, stamps in server_answers(server):
        client = seen.get(name, none)
        sent = seen.get(b"sent:" + name)
        for k, stamp in enumerate(stamps):
            if not start <= stamp <= end:
                continue
            lateness.append(stamp - first_due - k * gap)
            if k < len(client):
                lag = client[k] - stamp
            else:
                lag = stopped - stamp
                unseen += 1
            all_lags.append(lag)
            if k == 0:
                first_lags.append(lag)
                if sent:  # what the client calls TTFT, against what it was at the server
                    first_errors.append(lag + arrival - sent[0])
            elif k < len(client):
                gap_errors.append(client[k] - client[k - 1] - stamp + stamps[k - 1])
    all_lags.sort()
    first_lags.sort()
    first_errors.sort()
    lateness.sort()
    if not all_lags:
        fail("no token of the window has a stamp: the ids of client and server do not match")
    return {
        "tokens_compared": len(all_lags),
        "tokens_unseen": unseen,
        "lag_min_us": all_lags[0] / 1e3,
        "lag_p50_us": rank(all_lags, 0.5) / 1e3,
        "lag_p99_us": rank(all_lags, 0.99) / 1e3,
        "lag_max_us": all_lags[-1] / 1e3,
        "first_tokens": len(first_lags),
        "ttft_lag_p50_us": rank(first_lags, 0.5) / 1e3 if first_lags else None,
        "ttft_lag_p99_us": rank(first_lags, 0.99) / 1e3 if first_lags else None,
        "ttft_error_p99_us": rank(first_errors, 0.99) / 1e3 if first_errors else None,
        "gap_error_sigma_us": statistics.pstdev(gap_errors) / 1e3 if gap_errors else None,
        "server_late_p50_us": rank(lateness, 0.5) / 1e3,
        "server_late_p99_us": rank(lateness, 0.99) / 1e3,
    }


PAUSE = re.compile(r"^\[(\d+)ns\].*Pause .* ([\d.]+)ms$")


def collections(path, figures):
    pauses = []
    with open(path) as f:
        for line in f:
            found = PAUSE.match(line.strip())
            if found and figures["start_nanos"] <= int(found[1]) <= figures["end_nanos"]:
                pauses.append(float(found[2]))
    return {"gc_count": len(pauses), "gc_longest_ms": max(pauses, default=0.0)}


# ---- the comparison ----


def medians(cells):
    """(scenario, client) -> figure -> median over the rounds; extremes as name_min, name_max."""
    groups = {}
    for cell in cells:
        groups.setdefault((cell["scenario"], cell["client"]), []).append(cell)
    result = {}
    for key, group in groups.items():
        figures = {}
        for name in group[0]:
            values = [c[name] for c in group if isinstance(c.get(name), (int, float))]
            if values:
                figures[name] = statistics.median(values)
                figures[name + "_min"] = min(values)
                figures[name + "_max"] = max(values)
        figures["rounds"] = len(group)
        result[key] = figures
    return result


# what is held against what: (text, scenario, client, figure, other client or None, bound, at most?)
BARS = [
    ("CPU a token against aiohttp", "paced", "direct", "cpu_us_per_token", "aiohttp", 0.5, True),
    ("CPU a token against the bare loop", "paced", "direct", "cpu_us_per_token", "bare", 1.25,
     True),
    ("lag p50, µs", "paced", "direct", "lag_p50_us", None, 40, True),
    ("lag p99 against aiohttp", "paced", "direct", "lag_p99_us", "aiohttp", 1 / 30, True),
    ("TTFT lag p99, µs", "paced", "direct", "ttft_lag_p99_us", None, 300, True),
    ("together: lag p50 against the bare loop", "together", "direct", "lag_p50_us", "bare", 1.25,
     True),
    ("together: lag p99 against the bare loop", "together", "direct", "lag_p99_us", "bare", 1.25,
     True),
    ("burst: tokens/s a core against aiohttp", "burst", "direct", "tokens_per_second_per_core",
     "aiohttp", 10, False),
    ("burst: tokens/s a core against the bare loop", "burst", "direct",
     "tokens_per_second_per_core", "bare", 0.75, False),
    ("burst, one event a write: tokens/s a core against aiohttp", "burst-one", "direct",
     "tokens_per_second_per_core", "aiohttp", 1.4, False),
    ("one event a read for both: tokens/s a core against aiohttp", "each", "direct",
     "tokens_per_second_per_core", "aiohttp", 1.4, False),
    ("two event loops against one: total CPU a token, server included", "shared",
     "direct-2-loops", "total_cpu_us_per_token", "direct", 1.1, True),
    ("rate: TTFT error p99, µs", "rate", "direct-2-loops", "ttft_error_p99_us", None, 1000, True),
    ("rate: gap error, standard deviation, µs", "rate", "direct-2-loops", "gap_error_sigma_us",
     None, 200, True),
    ("rate: the bare loop's own gap error, standard deviation, µs", "rate", "bare",
     "gap_error_sigma_us", None, 200, True),
    ("10,000 open streams: memory, MiB", "open", "direct", "resident_mib", None, 1024, True),
    ("10,000 open streams: requests that failed", "open", "direct", "failed", None, 0, True),
    ("one token: requests/s a core against aiohttp", "short", "direct-spool",
     "tokens_per_second_per_core", "aiohttp", 4, False),
    ("bytes allocated a token, requests included", "paced", "direct",
     "allocated_bytes_per_token", None, 64, True),
]


def judge(middle):
    judged = []
    for text, scenario, client, figure, other, bound, at_most in BARS:
        ours = middle.get((scenario, client), {}).get(figure)
        theirs = middle.get((scenario, other), {}).get(figure) if other else 1
        if ours is None or not theirs:
            continue
        value = ours / theirs
        judged.append({
            "what": text, "value": value, "bound": bound, "at_most": at_most,
            "met": value <= bound if at_most else value >= bound,
        })
    return judged


def number(value):
    if value is None:
        return "–"
    if value == 0:
        return "0"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    if abs(value) >= 100:
        return f"{value:.0f}"
    if abs(value) >= 10:
        return f"{value:.1f}"
    return f"{value:.2f}" if abs(value) >= 0.1 else f"{value:.3f}"


def time_text(us):
    if us is None:
        return "–"
    return f"{number(us / 1000)} ms" if us >= 1000 else f"{us:.0f} µs"


def against(middle, scenario, client, figure):
    own = middle[(scenario, client)].get(figure)
    out = []
    for other in ("aiohttp", "bare"):
        theirs = middle.get((scenario, other), {}).get(figure)
        out.append(f"{number(own / theirs)} ×" if own is not None and theirs else "–")
    return out


def spread(m, figure):
    """The median, and between which values the rounds lay where there were several."""
    text = time_text(m[figure])
    if m["rounds"] > 1:
        text += f" ({time_text(m[figure + '_min'])} – {time_text(m[figure + '_max'])})"
    return text


def paced_table(scenario, middle):
    yield ("| client | CPU µs/token | × aiohttp | × bare | cores | lag p50 | lag p99 | TTFT lag p99"
           " | GC: count, longest | server: cores, late p50 / p99 |")
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for client in SCENARIOS[scenario][1]:
        m = middle.get((scenario, client))
        if m:
            aiohttp, bare = against(middle, scenario, client, "cpu_us_per_token")
            gc = (f"{m['gc_count']:.0f}, {number(m['gc_longest_ms'])} ms"
                  if "gc_longest_ms" in m else "–")
            yield (f"| {NAMES[client]} | {number(m['cpu_us_per_token'])} | {aiohttp} | {bare}"
                   f" | {m['client_cores']:.2f} | {time_text(m['lag_p50_us'])}"
                   f" | {spread(m, 'lag_p99_us')} | {time_text(m.get('ttft_lag_p99_us'))}"
                   f" | {gc} | {m['server_cores']:.2f}, {time_text(m['server_late_p50_us'])}"
                   f" / {time_text(m['server_late_p99_us'])} |")


def burst_table(scenario, middle):
    yield ("| client | tokens/s a core | × aiohttp | × bare | tokens/s | cores | events a read"
           " | server: cores | server's writes that found the socket full, a second |")
    yield "|---|---|---|---|---|---|---|---|---|"
    for client in SCENARIOS[scenario][1]:
        m = middle.get((scenario, client))
        if m:
            aiohttp, bare = against(middle, scenario, client, "tokens_per_second_per_core")
            yield (f"| {NAMES[client]} | {m['tokens_per_second_per_core'] / 1e6:.3f} M | {aiohttp}"
                   f" | {bare} | {m['tokens_per_second'] / 1e6:.3f} M | {m['client_cores']:.2f}"
                   f" | {number(m.get('events_per_read'))} | {m['server_cores']:.2f}"
                   f" | {number(m['server_writes_blocked'] / m['window'])} |")


def each_table(scenario, middle):
    yield ("| client | CPU µs/token | tokens/s a core | × aiohttp | × bare | cores | events a read"
           " | lag p50 | lag p99 | server: cores |")
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for client in SCENARIOS[scenario][1]:
        m = middle.get((scenario, client))
        if m:
            aiohttp, bare = against(middle, scenario, client, "tokens_per_second_per_core")
            yield (f"| {NAMES[client]} | {number(m['cpu_us_per_token'])}"
                   f" | {m['tokens_per_second_per_core'] / 1e6:.3f} M | {aiohttp} | {bare}"
                   f" | {m['client_cores']:.2f} | {number(m.get('events_per_read'))}"
                   f" | {time_text(m['lag_p50_us'])} | {time_text(m['lag_p99_us'])}"
                   f" | {m['server_cores']:.2f} |")


def shared_table(scenario, middle):
    yield ("| client | client's CPU µs/token | with the server's | client's cores | server's cores"
           " | lag p50 | lag p99 | server late p50 / p99 |")
    yield "|---|---|---|---|---|---|---|---|"
    for client in SCENARIOS[scenario][1]:
        m = middle.get((scenario, client))
        if m:
            yield (f"| {NAMES[client]} | {number(m['cpu_us_per_token'])}"
                   f" | {number(m['total_cpu_us_per_token'])} | {m['client_cores']:.2f}"
                   f" | {m['server_cores']:.2f} | {time_text(m['lag_p50_us'])}"
                   f" | {time_text(m['lag_p99_us'])} | {time_text(m['server_late_p50_us'])}"
                   f" / {time_text(m['server_late_p99_us'])} |")


def rate_table(scenario, middle):
    yield ("| client | TTFT error p99 | gap error, standard deviation | lag p50 | lag p99"
           " | tokens/s | client's cores | server's cores | server late p50 / p99 |")
    yield "|---|---|---|---|---|---|---|---|---|"
    for client in SCENARIOS[scenario][1]:
        m = middle.get((scenario, client))
        if m:
            yield (f"| {NAMES[client]} | {time_text(m.get('ttft_error_p99_us'))}"
                   f" | {spread(m, 'gap_error_sigma_us')} | {time_text(m['lag_p50_us'])}"
                   f" | {time_text(m['lag_p99_us'])} | {m['tokens_per_second']:,.0f}"
                   f" | {m['client_cores']:.2f} | {m['server_cores']:.2f}"
                   f" | {time_text(m['server_late_p50_us'])}"
                   f" / {time_text(m['server_late_p99_us'])} |")


def short_table(scenario, middle):
    yield "| client | requests/s a core | × aiohttp | requests/s | cores | server: cores |"
    yield "|---|---|---|---|---|---|"
    for client in SCENARIOS[scenario][1]:
        m = middle.get((scenario, client))
        if m:
            aiohttp, _ = against(middle, scenario, client, "tokens_per_second_per_core")
            yield (f"| {NAMES[client]} | {m['tokens_per_second_per_core']:,.0f} | {aiohttp}"
                   f" | {m['tokens_per_second']:,.0f} | {m['client_cores']:.2f}"
                   f" | {m['server_cores']:.2f} |")


def open_table(scenario, middle):
    yield "| client | tokens/s | requests that failed | memory (RSS) | cores | GC: count, longest |"
    yield "|---|---|---|---|---|---|"
    for client in SCENARIOS[scenario][1]:
        m = middle.get((scenario, client))
        if m:
            yield (f"| {NAMES[client]} | {m['tokens_per_second']:,.0f} | {m['failed']:.0f}"
                   f" | {m['resident_mib']:.0f} MiB | {m['client_cores']:.2f}"
                   f" | {m['gc_count']:.0f}, {number(m['gc_longest_ms'])} ms |")


TABLES = {"burst": burst_table, "burst-one": burst_table, "each": each_table,
          "shared": shared_table,
          "rate": rate_table, "rate-spread": rate_table, "short": short_table, "open": open_table}


def table(scenario, middle):
    return TABLES.get(scenario, paced_table)(scenario, middle)


def markdown(result, middle):
    machine = result["machine"]
    yield (f"Measured {result['date']} on {machine['cpus']} virtual cores ({machine['cpu']},"
           f" {machine['memory_gib']} GiB), Linux {machine['kernel']}, {machine['java']}, Python"
           f" {machine['python']} with aiohttp {machine['aiohttp']}, {machine['gcc']}; revision"
           f" {result['revision']}. {result['rounds']} rounds of {result['window_seconds']:g} s"
           f" after {result['warmup_seconds']:g} s of warm-up, half of it in bursts and with short"
           f" answers; every figure is the median of the rounds (of open streams,"
           f" collectors, cold and the Akka HTTP clients there is one).")
    load = [c["others_cores"] for c in result["cells"]]
    steal = [c["steal_cores"] for c in result["cells"]]
    yield ""
    yield (f"What else ran on the machine: {statistics.median(load):.2f} cores in the middle,"
           f" {max(load):.2f} at most; stolen by the host: {statistics.median(steal):.2f} in the"
           f" middle, {max(steal):.2f} at most.")
    if statistics.median(load) > QUIET_CORES:
        yield ""
        yield ("**The machine was not idle: lags, and the server's lateness, are those of a busy"
               " machine, and the bars below are not settled by this run.**")
    for scenario in SCENARIOS:
        if any(key[0] == scenario for key in middle):
            yield ""
            yield f"### {TITLES[scenario]}"
            yield ""
            yield from table(scenario, middle)
    yield ""
    yield "### Against the bars"
    yield ""
    busy = statistics.median(load) > QUIET_CORES
    yield f"| what | measured | asked | {'in this run, which settles nothing' if busy else ''} |"
    yield "|---|---|---|---|"
    for bar in result["bars"]:
        sign = "≤" if bar["at_most"] else "≥"
        yield (f"| {bar['what']} | {number(bar['value'])} | {sign} {number(bar['bound'])}"
               f" | {'met' if bar['met'] else '**missed**'} |")


BEGIN, END = "<!-- side-by-side: begin -->", "<!-- side-by-side: end -->"


def write_docs(text):
    with open(DOCS, encoding="utf-8") as f:
        page = f.read()
    if BEGIN not in page or END not in page:
        fail(f"{DOCS} has lost the marks {BEGIN} and {END}")
    before, rest = page.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    with open(DOCS, "w", encoding="utf-8") as f:
        f.write(f"{before}{BEGIN}\n{text}\n{END}{after}")


# ---- the machine ----


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def cpu_model():
    with open("/proc/cpuinfo") as f:
        for line in f:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.machine()


def machine(run):
    version = output(run.python, "-c",
                     "import aiohttp, platform; print(platform.python_version(),"
                     " aiohttp.__version__)").stdout.split()
    java = output(run.java, "-version").stderr.splitlines()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return {
        "cpus": os.cpu_count(),
        "cpu": cpu_model(),
        "memory_gib": round(memory),
        "kernel": platform.release(),
        "java": java[1].split(" (")[0] + " " + java[0].split('"')[1] if len(java) > 1 else "",
        "jvm_options": JVM,
        "python": version[0],
        "aiohttp": version[1],
        "gcc": "gcc " + output("gcc", "-dumpfullversion").stdout.strip(),
    }


def options():
    parser = argparse.ArgumentParser(prog="benchmarks/side-by-side/run")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--warmup", type=float, default=10,
                        help="seconds; half of it where streams go as fast as they can")
    parser.add_argument("--window", type=float, default=4, help="seconds")
    parser.add_argument("--only", default="", help="scenarios, by comma: " + ", ".join(SCENARIOS))
    parser.add_argument("--clients", default="", help="clients, by comma: " + ", ".join(NAMES))
    parser.add_argument("--result", default=os.path.join(HERE, "result.json"))
    parser.add_argument("--merge", action="store_true",
                        help="add the rounds to those in the result file, of the same build")
    parser.add_argument("--write-docs", action="store_true",
                        help="put the tables into docs/performance.md")
    parser.add_argument("--wrk", default="", help=argparse.SUPPRESS)
    parser.add_argument("--java", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--python", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--class-path", required=True, help=argparse.SUPPRESS)
    return parser.parse_args()


def turns(scenario, clients):
    """The clients of a round, those that have several turns alternating."""
    most = max((MORE_TURNS.get((scenario, c), 1) for c in clients), default=0)
    return [c for turn in range(most) for c in clients
            if turn < MORE_TURNS.get((scenario, c), 1)]


def measure(run):
    wanted = run.only.split(",") if run.only else list(SCENARIOS)
    chosen = run.clients.split(",") if run.clients else list(NAMES)
    for name in wanted + chosen:
        if name not in SCENARIOS and name not in NAMES:
            fail(f"there is no {name}")
    cells = []
    for number_of_round in range(run.rounds):
        for scenario in wanted:
            clients = [c for c in SCENARIOS[scenario][1] if c in chosen
                       and (number_of_round == 0 or not {c, scenario} & set(ONCE))]
            if "wrk" in clients and not run.wrk:
                print("wrk is not there: short answers are measured without a ceiling"
                      " (Debian: apt-get install wrk)", flush=True)
                clients.remove("wrk")
            shift = number_of_round % max(1, len(clients))
            for client in turns(scenario, clients[shift:] + clients[:shift]):
                cell = run_cell(scenario, client, run)
                cell["round"] = number_of_round
                cells.append(cell)
                print(f"{number_of_round + 1} {scenario:10s} {client:15s}"
                      f" {cell['cpu_us_per_token']:8.2f} µs/token {cell['client_cores']:5.2f} cores"
                      f" {cell['tokens_per_second']:11,.0f} tokens/s, server"
                      f" {cell['server_cores']:.2f}"
                      + (f", lag {time_text(cell['lag_p50_us'])} / {time_text(cell['lag_p99_us'])}"
                         f", TTFT lag {time_text(cell['ttft_lag_p99_us'])}"
                         if "lag_p50_us" in cell else ""),
                      flush=True)
                if cell["failed"]:
                    print(f"  {cell['failed']} requests failed", flush=True)
    return cells


def main():
    run = options()
    cells = measure(run)
    if run.merge:
        with open(run.result, encoding="utf-8") as f:
            earlier = json.load(f)
        cells = earlier["cells"] + [dict(c, round=c["round"] + earlier["rounds"]) for c in cells]
    middle = medians(cells)
    rounds = int(max(m["rounds"] for key, m in middle.items() if key not in MORE_TURNS))
    result = {
        "date": datetime.date.today().isoformat(),
        "revision": output("git", "-C", ROOT, "rev-parse", "--short", "HEAD").stdout.strip(),
        "machine": machine(run),
        "rounds": rounds,
        "warmup_seconds": run.warmup,
        "window_seconds": run.window,
        "bars": judge(middle),
        "medians": [dict(scenario=k[0], client=k[1], **v) for k, v in middle.items()],
        "cells": cells,
    }
    with open(run.result, "w", encoding="utf-8") as f:
        json.dump(result, f, indent=1, ensure_ascii=False)
        f.write("\n")
    text = "\n".join(markdown(result, middle))
    print("\n" + text)
    if run.write_docs:
        write_docs(text)


if __name__ == "__main__":
    main()
