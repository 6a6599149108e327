package io.tokenstorm.benchmarks.engine;

import com.sun.management.ThreadMXBean;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.worker.engine.EngineOptions;
import io.tokenstorm.worker.engine.Engines;
import io.tokenstorm.worker.engine.MeasuringEngine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * CPU and allocation a token of the engine's loop thread, and of a bare selector loop beside it,
 * against the same server in this process. Arguments: streams, tokens a stream, tokens a second and
 * stream (0: as fast as possible), events a write, seconds.
 */
public final class EngineCost {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private EngineCost() {}

  public static void main(String[] args) throws Exception {
    int streams = number(args, 0, 256);
    int tokens = number(args, 1, 500);
    int rate = number(args, 2, 0);
    int eventsAWrite = number(args, 3, 60);
    int seconds = number(args, 4, 5);
    long gap = rate == 0 ? 0 : 1_000_000_000L / rate * eventsAWrite;
    for (int round = 0; round < Integer.getInteger("rounds", 3); round++) {
      try (PacedServer server = new PacedServer(tokens, gap, eventsAWrite)) {
        bare(server, streams, seconds);
      }
      try (PacedServer server = new PacedServer(tokens, gap, eventsAWrite)) {
        engine(server, streams, seconds);
      }
    }
  }

  private static int number(String[] args, int at, int otherwise) {
    return args.length > at ? Integer.parseInt(args[at]) : otherwise;
  }

  private static void bare(PacedServer server, int streams, int seconds) throws IOException {
    try (BareClient client = new BareClient(server.port(), streams)) {
      pause(2);
      Usage before = Usage.of(client.thread().getId(), client.events());
      pause(seconds);
      before.print("bare loop", Usage.of(client.thread().getId(), client.events()));
    }
  }

  private static void engine(PacedServer server, int streams, int seconds) {
    LongAdder tokens = new LongAdder();
    LongAdder failures = new LongAdder();
    try (MeasuringEngine engine = Engines.direct(new EngineOptions(1))) {
      OpenPhase phase = new OpenPhase(streams);
      engine.prepare(
          phase.work("http://127.0.0.1:" + server.port(), 500),
          phase,
          record -> count(record, tokens, failures));
      pause(2);
      long loop = loopThread();
      Usage before = Usage.of(loop, tokens.sum());
      pause(seconds);
      before.print("direct engine", Usage.of(loop, tokens.sum()));
    }
    if (failures.sum() > streams) { // those under way at the end are cut
      System.out.println("failed requests: " + failures.sum());
    }
  }

  private static void count(RequestRecord record, LongAdder tokens, LongAdder failures) {
    if (record.succeeded()) {
      tokens.add(record.tokens().events());
    } else {
      failures.increment();
    }
  }

  private static long loopThread() {
    for (long id : THREADS.getAllThreadIds()) {
      var info = THREADS.getThreadInfo(id);
      if (info != null && info.getThreadName().contains("tokenstorm-loop-")) {
        return id;
      }
    }
    throw new IllegalStateException("no event loop runs");
  }

  private static void pause(int seconds) {
    LockSupport.parkNanos(seconds * 1_000_000_000L);
  }

  /** What a thread had used when so many tokens had come. */
  private record Usage(long cpuNanos, long bytes, long tokens, long atNanos) {
    static Usage of(long thread, long tokens) {
      return new Usage(
          THREADS.getThreadCpuTime(thread),
          THREADS.getThreadAllocatedBytes(thread),
          tokens,
          System.nanoTime());
    }

    void print(String name, Usage after) {
      double n = Math.max(1, after.tokens - tokens);
      double cpu = after.cpuNanos - cpuNanos;
      System.out.printf(
          "%-14s %9.0f tokens/s  %6.3f us CPU/token  %5.2f cores  %6.1f bytes/token%n",
          name,
          n * 1e9 / (after.atNanos - atNanos),
          cpu / n / 1000,
          cpu / (after.atNanos - atNanos),
          (after.bytes - bytes) / n);
    }
  }
}
