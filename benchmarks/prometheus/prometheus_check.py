"""A run as a real Prometheus sees it; see ./run. Only the standard library."""

import argparse
import json
import math
import os
import re
import subprocess
import sys
import time
import urllib.parse
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import processes  # noqa: E402
import tokenstorm_cluster  # noqa: E402

BOARD = os.path.join(processes.ROOT, "deploy", "grafana", "tokenstorm.json")
CONFIG = os.path.join(processes.ROOT, "deploy", "grafana", "prometheus.yml")
# what Grafana puts there for a scrape interval of a second: four of them
RATE_INTERVAL = "4s"
FAILURES = 3
PLAN = """
name: as-prometheus-sees-it
model: tokenstorm-sim
seed: 11
routes:
  direct: {{replicas: [{urls}]}}
replica_metrics: {{every: 500ms}}
defaults:
  output_tokens: 32
  sampling: {{temperature: 0, ignore_eos: true}}
  warmup: {{requests_per_slot: 2}}
  measure: {{at_least: {seconds}s}}
workloads:
  short: {{input_tokens: 256}}
phases:
  - {{name: steady, route: direct, workload: short, concurrency: 8}}
  - name: faulty
    route: direct
    workload: short
    concurrency: 4
    events:
      - {{at: 3s, http: {{post: "{first}/admin/fault?kind=reset&count={failures}"}}}}
      - {{at: 5s, http: {{post: "{first}/admin/fault?kind=status&status=503&count=1"}}}}
"""
FIGURES = {
    "ttft": "tokenstorm_time_to_first_token_seconds",
    "tpot": "tokenstorm_time_per_output_token_seconds",
    "e2e": "tokenstorm_request_duration_seconds",
    "itl": "tokenstorm_inter_token_latency_seconds",
}


class Results:
    """What was compared and did not hold."""

    def __init__(self):
        self.failed, self.held = [], 0

    def check(self, holds, what):
        print(("ok      " if holds else "FAILED  ") + what)
        if holds:
            self.held += 1
        else:
            self.failed.append(what)

    def near(self, seen, told, tolerance, what):
        close = abs(seen - told) <= tolerance * max(abs(told), 1e-12)
        self.check(close, f"{what}: Prometheus {seen:.6g}, report {told:.6g} (± {tolerance:.1%})")


class Prometheus:
    """A server of its own, on loopback, with its data below a folder."""

    def __init__(self, binary, folder, targets):
        self.port = tokenstorm_cluster.free_port()
        config = os.path.join(folder, "prometheus.yml")
        with open(CONFIG, encoding="utf-8") as shipped, open(config, "w", encoding="utf-8") as ours:
            text = shipped.read()
            for placeholder, addresses in targets.items():
                if placeholder not in text:
                    sys.exit(f"{CONFIG} does not name {placeholder}")
                text = text.replace(placeholder, ", ".join(f'"{a}"' for a in addresses))
            ours.write(text)
        self.config = config
        self.server = processes.Child(
            "prometheus",
            [binary, f"--config.file={config}", f"--web.listen-address=127.0.0.1:{self.port}"]
            + [f"--storage.tsdb.path={os.path.join(folder, 'prometheus')}"],
            os.path.join(folder, "prometheus.log"),
        )
        self.server.wait_for(r"(Server is ready)")

    def _get(self, path, **parameters):
        url = f"http://127.0.0.1:{self.port}/api/v1/{path}?" + urllib.parse.urlencode(parameters)
        with urllib.request.urlopen(url, timeout=30) as answer:
            body = json.loads(answer.read())
        if body["status"] != "success" or body.get("warnings"):
            sys.exit(f"Prometheus did not like {parameters}: {body}")
        return body["data"]["result"]

    def range(self, expression, start, end):
        return self._get("query_range", query=expression, start=start, end=end, step="1s")

    def now(self, expression, at):
        """Series of one instant: (labels, value) pairs, those that are no number left out."""
        series = self._get("query", query=expression, time=at)
        pairs = [(s["metric"], float(s["value"][1])) for s in series]
        return [(labels, value) for labels, value in pairs if not math.isnan(value)]

    def value(self, expression, at):
        found = self.now(expression, at)
        if len(found) != 1:
            sys.exit(f"{expression} has {len(found)} values at {at}, not one")
        return found[0][1]

    def targets_up(self, at):
        return self.now("up", at)


def scrape(url):
    with urllib.request.urlopen(url, timeout=10) as answer:
        return answer.read().decode()


def promtool_complaints(promtool, text):
    """What promtool says of metrics; how an engine names and explains its own is its affair."""
    done = subprocess.run(
        [promtool, "check", "metrics"], input=text, capture_output=True, text=True, timeout=30
    )
    lines = (done.stdout + done.stderr).splitlines()
    return [line for line in lines if not re.match(r"(vllm|sglang):\S+ (metric names should not|no help text)", line)]


def lint(args, results, pages, when):
    for name, url in pages.items():
        complaints = promtool_complaints(args.promtool, scrape(url))
        text = "; ".join(complaints[:5]) or "nothing"
        results.check(not complaints, f"promtool on {name} {when} the run says {text}")


def evaluate_board(prometheus, results, start, end):
    """Every expression of the dashboard, as Grafana would send it, has a number in the run."""
    with open(BOARD, encoding="utf-8") as file:
        board = json.load(file)
    expressions = [
        (panel["title"], target["expr"])
        for panel in board["panels"]
        for target in panel.get("targets", [])
    ]
    for title, expression in expressions:
        asked = expression.replace("$__rate_interval", RATE_INTERVAL).replace("$instance", ".*")
        values = [
            float(value)
            for series in prometheus.range(asked, start, end)
            for _, value in series["values"]
            if not math.isnan(float(value))
        ]
        seen = f"{len(values)} values, {min(values):.4g} … {max(values):.4g}" if values else "nothing"
        results.check(bool(values), f"{title}: {asked}: {seen}")
    results.check(len(expressions) > 20, f"the dashboard asks {len(expressions)} expressions")


def compare_counts(prometheus, results, report, at):
    phases = report["phases"]
    kinds = {}
    for phase in phases:
        for kind, told in phase["errors_by_kind"].items():
            kinds[kind] = kinds.get(kind, 0) + told["count"]
    told = {
        "requests_succeeded": sum(p["success"] for p in phases),
        "requests_sent": sum(p["requests"] for p in phases),
        "output_tokens": round(
            sum(p["output_tokens_per_second"] * p["elapsed"] for p in phases)
        ),
    }
    for name, value in told.items():
        seen = prometheus.value(f'tokenstorm_{name}_total{{stage="measure"}}', at)
        results.near(seen, value, 0, name + " of all measured windows")
    failed = prometheus.now('tokenstorm_requests_failed_total{stage="measure"} > 0', at)
    seen = {labels["kind"]: value for labels, value in failed}
    results.check(seen == kinds and len(kinds) > 1, f"failures by kind: Prometheus {seen}, report {kinds}")
    risen = prometheus.now(
        'sum by (kind) (increase(tokenstorm_requests_failed_total{stage="measure"}[2m])) > 0', at
    )
    results.check(
        {labels["kind"] for labels, _ in risen} == set(kinds),
        f"failures that increase() sees: {risen}",
    )
    results.near(
        prometheus.value('tokenstorm_runs_ended_total{verdict="valid"}', at),
        1 if report["verdict"] == "VALID" else 0,
        0,
        "runs that ended as VALID",
    )


def bucket(bounds, value):
    return sum(1 for bound in bounds if bound < value)


def compare_phase(prometheus, results, phase, window):
    opens, closes = window
    # a sketch a second, and a scrape a second: a phase's last figures are there two seconds later
    after = closes + 2.5
    span = f"{round((after - (opens - 0.5)) * 1000)}ms"
    for figure, name in FIGURES.items():
        told = phase[figure]
        before = {l["le"]: v for l, v in prometheus.now(f'{name}_bucket{{stage="measure"}}', opens - 0.1)}
        at_end = {l["le"]: v for l, v in prometheus.now(f'{name}_bucket{{stage="measure"}}', after)}
        counts = {le: v - before.get(le, 0) for le, v in at_end.items()}
        results.near(counts["+Inf"], told["count"], 0, f"{phase['phase']}: count of {figure}")
        bounds = sorted(float(le) for le in counts if le != "+Inf")
        for quantile in (0.5, 0.9, 0.99):
            expression = f'histogram_quantile({quantile}, sum by (le) (increase({name}_bucket{{stage="measure"}}[{span}])))'
            seen = prometheus.value(expression, after)
            exact = told[f"p{round(quantile * 100)}"]
            results.check(
                abs(bucket(bounds, seen) - bucket(bounds, exact)) <= 1
                and 0.5 < seen / exact < 2,
                f"{phase['phase']}: {figure} p{round(quantile * 100)} by its buckets:"
                f" Prometheus {seen:.5g} s, report {exact:.5g} s",
            )
    seconds = int(closes - opens) - 2
    for name, key in (
        ("output_tokens", "output_tokens_per_second"),
        ("requests_succeeded", "request_rate"),
    ):
        expression = f'rate(tokenstorm_{name}_total{{stage="measure"}}[{seconds}s])'
        results.near(
            prometheus.value(expression, closes), phase[key], 0.1, f"{phase['phase']}: {key}"
        )
    for name in ("tokenstorm_requests_in_flight", "tokenstorm_phase_concurrency"):
        seen = prometheus.value(f"max_over_time({name}[{seconds}s])", closes)
        results.near(seen, phase["concurrency"], 0, f"{phase['phase']}: {name}")
    infos = prometheus.now("tokenstorm_phase_info", (opens + closes) / 2)
    labels = infos[0][0] if infos else {}
    results.check(
        (labels.get("phase"), labels.get("stage")) == (phase["phase"], "measure"),
        f"{phase['phase']}: the phase that is on is {labels.get('phase')}, {labels.get('stage')}",
    )


def compare_replicas(prometheus, results, phase, window):
    opens, closes = window
    seconds = int(closes - opens) - 2
    for gauge, name in (("running", "requests_running"), ("kv_usage", "kv_usage_ratio")):
        for replica, told in phase["replica_metrics"].items():
            series = f'tokenstorm_replica_{name}{{replica="{replica}"}}'
            seen = prometheus.value(f"avg_over_time({series}[{seconds}s])", closes)
            most = prometheus.value(f"max_over_time({series}[{seconds}s])", closes)
            # the readings of both are samples of a figure that moves; the least to ask is that they agree
            results.check(
                abs(seen - told[gauge]["mean"]) <= max(0.35 * told[gauge]["mean"], 0.005)
                and most <= told[gauge]["max"],
                f"{phase['phase']}: {gauge} of {replica}: Prometheus mean {seen:.4g} max {most:.4g},"
                f" report mean {told[gauge]['mean']:.4g} max {told[gauge]['max']:.4g}",
            )


def windows(cluster, run, phases):
    """Opening and close of each measured window, seconds of the wall clock."""
    wall = time.time() - time.monotonic()
    events = cluster.events(run)
    pairs = [tokenstorm_cluster.window(events, index) for index in range(phases)]
    return [(opens / 1e9 + wall, closes / 1e9 + wall) for opens, closes in pairs]


def compare(args, cluster, prometheus, results, run, start):
    report = cluster.report(run)
    end = time.time()
    evaluate_board(prometheus, results, start, end)
    compare_counts(prometheus, results, report, end)
    of_phases = windows(cluster, run, len(report["phases"]))
    for phase, window in zip(report["phases"], of_phases):
        compare_phase(prometheus, results, phase, window)
        compare_replicas(prometheus, results, phase, window)
    down = [labels for labels, up in prometheus.targets_up(end) if up != 1]
    results.check(not down, f"targets that Prometheus cannot read: {down}")


def await_measuring(cluster, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if 'stage="measure"' in scrape(cluster.url("/metrics")):
            text = scrape(cluster.url("/metrics"))
            if re.search(r'tokenstorm_phase_info\{[^}]*stage="measure"', text):
                return
        time.sleep(0.2)
    sys.exit("the run did not come to its measured window")


def measure(args, results):
    ports = {"w1": tokenstorm_cluster.free_port(), "w2": tokenstorm_cluster.free_port()}
    cluster = tokenstorm_cluster.Cluster(args.command, args.out, args.profile, 2, 2)
    prometheus = None
    try:
        for name, port in ports.items():
            cluster.add_worker(name, "-Xmx128m", "--metrics-port", str(port))
        cluster.await_workers(2, 60)
        prometheus = Prometheus(
            args.prometheus,
            args.out,
            {
                '"127.0.0.1:7380"': [f"127.0.0.1:{cluster.http}"],
                '"127.0.0.1:9464"': [f"127.0.0.1:{port}" for port in ports.values()],
            },
        )
        pages = {"the coordinator": cluster.url("/metrics")}
        pages.update({f"worker {n}": f"http://127.0.0.1:{p}/metrics" for n, p in ports.items()})
        pages.update({f"replica {u[-5:]}": u + "/metrics" for u in cluster.urls})
        lint(args, results, pages, "before")
        start = time.time()
        # Prometheus sees what a counter rises by only from the second scrape on
        time.sleep(2)
        run = cluster.submit(
            PLAN.format(
                urls=", ".join(f'"{u}"' for u in cluster.urls),
                first=cluster.urls[0],
                seconds=args.seconds,
                failures=FAILURES,
            )
        )
        await_measuring(cluster)
        lint(args, results, pages, "during")
        cluster.await_end(run, args.seconds * 2 + 90)
        time.sleep(3)
        lint(args, results, pages, "after")
        compare(args, cluster, prometheus, results, run, start)
    finally:
        if prometheus is not None:
            prometheus.server.end()
        cluster.end()


def binary(folder, name):
    path = os.path.join(folder, name) if folder else name
    try:
        said = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=30)
    except OSError:
        sys.exit(f"needs {name}, which is not there: Debian's package is prometheus; or name its folder by --prometheus")
    print((said.stdout + said.stderr).splitlines()[0])
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--command", default=os.path.join(processes.ROOT, "tokenstorm"))
    parser.add_argument("--prometheus", default="", help="folder of prometheus and promtool")
    parser.add_argument("--profile", default="default")
    parser.add_argument("--seconds", type=int, default=12, help="of each of the two windows")
    parser.add_argument(
        "--out", default=os.path.join(processes.ROOT, "benchmarks", "target", "prometheus")
    )
    args = parser.parse_args()
    args.promtool = binary(args.prometheus, "promtool")
    args.prometheus = binary(args.prometheus, "prometheus")
    args.out = os.path.abspath(args.out)
    results = Results()
    measure(args, results)
    print(f"{results.held} held, {len(results.failed)} did not; everything is in {args.out}")
    for what in results.failed:
        print("FAILED  " + what)
    sys.exit(1 if results.failed else 0)


if __name__ == "__main__":
    main()
