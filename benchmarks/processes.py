"""What the benchmarks of the cluster share: child processes, what they cost, tables in a page.

Only the standard library; Linux, as it reads /proc.
"""

import datetime
import json
import os
import platform
import re
import signal
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
DOCS = os.path.join(ROOT, "docs")
TICKS = os.sysconf("SC_CLK_TCK")


class Child:
    """A process whose output is read line by line, and kept."""

    def __init__(self, name, command, log, **options):
        self.name = name
        self.lines = []
        self.log = open(log, "w", encoding="utf-8")
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options
        )
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            self.log.write(line)
            self.log.flush()

    def find(self, pattern):
        for line in list(self.lines):
            match = re.search(pattern, line)
            if match:
                return match.group(1)
        return None

    def wait_for(self, pattern, seconds=60):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = self.find(pattern)
            if found is not None:
                return found
            if self.process.poll() is not None:
                self.reader.join(5)
                found = self.find(pattern)
                if found is not None:
                    return found
                sys.exit(f"{self.name} ended with {self.process.returncode}; see {self.log.name}")
            time.sleep(0.02)
        sys.exit(f"{self.name} did not say {pattern!r} within {seconds} s; see {self.log.name}")

    def wait(self, seconds):
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            sys.exit(f"{self.name} did not end within {seconds} s; see {self.log.name}")
        self.reader.join(5)
        return self.process.returncode

    def end(self, seconds=30):
        """Asks it to end; kills it if it does not."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(seconds)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.reader.join(5)
        self.log.close()

    def cpu_seconds(self):
        """User and system time of the whole process so far; 0 once it has ended."""
        try:
            with open(f"/proc/{self.process.pid}/stat", encoding="utf-8") as stat:
                fields = stat.read().rsplit(")", 1)[1].split()
            return (int(fields[11]) + int(fields[12])) / TICKS
        except (FileNotFoundError, ProcessLookupError):
            return 0.0

    def resident_mib(self):
        try:
            with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as status:
                found = re.search(r"VmRSS:\s+(\d+) kB", status.read())
            return int(found.group(1)) / 1024 if found else 0.0
        except (FileNotFoundError, ProcessLookupError):
            return 0.0


def machine_cpu_seconds():
    """Busy time of all processors so far."""
    with open("/proc/stat", encoding="utf-8") as stat:
        fields = [int(f) for f in stat.readline().split()[1:]]
    return (sum(fields[:3]) + sum(fields[5:8])) / TICKS


def machine():
    model = "unknown processor"
    with open("/proc/cpuinfo", encoding="utf-8") as info:
        found = re.search(r"model name\s*:\s*(.*)", info.read())
        model = found.group(1).strip() if found else model
    with open("/proc/meminfo", encoding="utf-8") as info:
        kib = int(re.search(r"MemTotal:\s+(\d+)", info.read()).group(1))
    return {
        "date": datetime.date.today().isoformat(),
        "processors": os.cpu_count(),
        "model": model,
        "memory_gib": round(kib / 1024 / 1024),
        "kernel": platform.release(),
        "revision": subprocess.run(
            ["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True
        ).stdout.strip(),
    }


def machine_words(about):
    return (
        f"Measured {about['date']} on {about['processors']} virtual cores ({about['model']},"
        f" {about['memory_gib']} GiB), Linux {about['kernel']}; revision {about['revision']}."
    )


def busy_words(cores):
    words = f"What else ran on the machine meanwhile: {cores:.2f} cores."
    if cores > 0.2:
        words += " **It was not idle, so rates and latencies are those of a busy machine.**"
    return words


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def write_docs(marker, text, page="performance.md"):
    """Puts a text between this benchmark's own markers in a page of the documentation."""
    page = os.path.join(DOCS, page)
    begin, end = f"<!-- {marker}: begin -->", f"<!-- {marker}: end -->"
    with open(page, encoding="utf-8") as file:
        whole = file.read()
    if begin not in whole or end not in whole:
        sys.exit(f"{page} has no place for {marker}: {begin} and {end} are missing")
    before, rest = whole.split(begin, 1)
    after = rest.split(end, 1)[1]
    with open(page, "w", encoding="utf-8") as file:
        file.write(before + begin + "\n" + text.rstrip("\n") + "\n" + end + after)


def publish(name, text, figures, args, page="performance.md"):
    """Prints the text; keeps the figures, with --write-docs beside the benchmark and the text in the page."""
    print(text)
    os.makedirs(args.out, exist_ok=True)
    place = os.path.join(HERE, name) if args.write_docs else args.out
    with open(os.path.join(place, "result.json"), "w", encoding="utf-8") as file:
        json.dump(figures, file, indent=1)
        file.write("\n")
    if args.write_docs:
        write_docs(name, text, page)
