"""A closed-loop streaming client on aiohttp, in the shape of `vllm bench serve`.

One session with one connector for all streams, the payload serialized for each request, the body
read with iter_any(), events split off a text buffer at blank lines, the stamp taken before
json.loads, the delta's content appended to the answer. Takes the options of the Java clients and
speaks the same lines on stdout: WINDOW when the window begins, then END and its figures as JSON.
"""

import argparse
import asyncio
import gc
import json
import struct
import sys
import time

import aiohttp


class EventBuffer:
    """Gives the complete messages of a stream as text, piece by piece."""

    def __init__(self):
        self.rest = ""

    def add(self, piece):
        self.rest += piece.decode("utf-8")
        messages = []
        while "\n\n" in self.rest:
            message, self.rest = self.rest.split("\n\n", 1)
            message = message.strip()
            if message:
                messages.append(message)
        return messages


class Load:
    def __init__(self, options):
        self.options = options
        self.url = f"http://127.0.0.1:{options.port}/v1/chat/completions"
        self.tokens = 0
        self.reads = 0
        self.finished = 0
        self.failed = 0
        self.last_failure = ""
        self.answers = []  # (request id, stamps), those under way included
        self.stopping = False

    async def request(self, session, request_id, prompt):
        payload = {
            "model": "m",
            "messages": [{"role": "user", "content": [{"type": "text", "text": prompt}]}],
            "temperature": 0.0,
            "max_completion_tokens": self.options.tokens,
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        headers = {
            "Content-Type": "application/json",
            "Authorization": "Bearer none",
            "x-request-id": request_id,
        }
        stamps = []
        if self.options.stamps:
            self.answers.append((request_id, stamps))
        text = ""
        output_tokens = 0
        async with session.post(url=self.url, json=payload, headers=headers) as response:
            if response.status != 200:
                raise RuntimeError(f"status {response.status}")
            buffer = EventBuffer()
            async for piece in response.content.iter_any():
                self.reads += 1
                for message in buffer.add(piece):
                    if message.startswith(":"):
                        continue
                    chunk = message.removeprefix("data: ")
                    if chunk == "[DONE]":
                        continue
                    timestamp = time.monotonic_ns()
                    data = json.loads(chunk)
                    if choices := data.get("choices"):
                        content = choices[0]["delta"].get("content")
                        if content:
                            stamps.append(timestamp)
                            self.tokens += 1
                            text += content
                    elif usage := data.get("usage"):
                        output_tokens = usage.get("completion_tokens")
        if output_tokens != self.options.tokens:
            raise RuntimeError(f"{output_tokens} tokens by usage")
        self.finished += 1

    async def slot(self, session, slot):
        prompt = "word " * 50
        number = 0
        while not self.stopping:
            try:
                await self.request(session, f"a-{slot}-{number}", prompt)
            except (aiohttp.ClientError, RuntimeError, ValueError) as e:
                if not self.stopping:
                    self.failed += 1
                    self.last_failure = repr(e)
                    await asyncio.sleep(0.1)
            number += 1

    async def run(self):
        connector = aiohttp.TCPConnector(
            limit=self.options.streams,
            limit_per_host=self.options.streams,
            ttl_dns_cache=300,
            use_dns_cache=True,
            keepalive_timeout=60,
            enable_cleanup_closed=True,
            force_close=False,
        )
        timeout = aiohttp.ClientTimeout(total=6 * 60 * 60)
        async with aiohttp.ClientSession(
            connector=connector, trust_env=True, timeout=timeout
        ) as session:
            slots = [
                asyncio.create_task(self.slot(session, i)) for i in range(self.options.streams)
            ]
            await asyncio.sleep(self.options.warmup)
            print("WINDOW", flush=True)
            before = self.usage()
            await asyncio.sleep(self.options.window)
            after = self.usage()
            print("WINDOW-END", flush=True)
            await asyncio.sleep(self.options.tail)
            self.stopping = True
            end = time.monotonic_ns()
            for task in slots:
                task.cancel()
            await asyncio.gather(*slots, return_exceptions=True)
        self.report(before, after, end)

    def usage(self):
        return {
            "at": time.monotonic_ns(),
            "cpu": time.process_time_ns(),
            "tokens": self.tokens,
            "reads": self.reads,
            "collections": sum(g["collections"] for g in gc.get_stats()),
        }

    def report(self, before, after, end):
        if self.options.stamps:
            with open(self.options.stamps, "wb") as out:
                for request_id, stamps in self.answers:
                    out.write(struct.pack("<64sq", request_id.encode(), len(stamps)))
                    out.write(struct.pack(f"<{len(stamps)}q", *stamps))
        figures = {
            "start_nanos": before["at"],
            "end_nanos": after["at"],
            "stopped_nanos": end,
            "cpu_nanos": after["cpu"] - before["cpu"],
            "tokens": after["tokens"] - before["tokens"],
            "reads": after["reads"] - before["reads"],
            "gc_count": after["collections"] - before["collections"],
            "finished": self.finished,
            "failed": self.failed,
            "last_failure": self.last_failure,
        }
        print("END " + json.dumps(figures), flush=True)


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--streams", type=int, required=True)
    parser.add_argument("--tokens", type=int, required=True)
    parser.add_argument("--warmup", type=float, default=3)
    parser.add_argument("--window", type=float, default=4)
    parser.add_argument("--tail", type=float, default=0.3)
    parser.add_argument("--stamps", default="")
    return parser.parse_args()


if __name__ == "__main__":
    asyncio.run(Load(options()).run())
    sys.exit(0)
