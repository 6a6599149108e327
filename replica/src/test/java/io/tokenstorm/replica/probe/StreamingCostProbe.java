package io.tokenstorm.replica.probe;

import com.sun.management.ThreadMXBean;
import io.tokenstorm.replica.ReplicaConfig;
import io.tokenstorm.replica.SimulatedReplica;
import io.tokenstorm.replica.engine.EngineParameters;
import io.tokenstorm.replica.serve.ServeSettings;
import io.tokenstorm.replica.serve.ServeSettings.Answers;
import io.tokenstorm.replica.truth.TokenTrace;
import io.tokenstorm.replica.truth.TruthRecord;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;

/**
 * What a streamed token costs the replica, by hand: streams, step in µs, spread in µs, seconds. The
 * CPU time is that of the event loop's thread; what it spends outside the kernel is the path apart
 * from the system calls. Lateness is the truth log's own.
 */
final class StreamingCostProbe {
  private StreamingCostProbe() {}

  public static void main(String[] args) throws Exception {
    int streams = Integer.parseInt(args[0]);
    long stepNanos = Long.parseLong(args[1]) * 1_000;
    long spreadNanos = Long.parseLong(args[2]) * 1_000;
    int seconds = Integer.parseInt(args[3]);
    ReplicaConfig base = ReplicaConfig.load("default");
    ServeSettings usual = base.serve();
    ReplicaConfig config =
        new ReplicaConfig(
            new ServeSettings(
                usual.model(),
                engine(usual.engine(), stepNanos),
                new Answers(1, spreadNanos, usual.answers().naturalTokens()),
                usual.metricNames(),
                usual.refuses()),
            base.gateway());
    List<TruthRecord> records = new CopyOnWriteArrayList<>();
    SimulatedReplica replica = SimulatedReplica.start(config, "r1", 0, records::add);
    try (ManyStreams clients = new ManyStreams(replica.port(), streams, 100_000)) {
      clients.readUntil(System.nanoTime() + 5_000_000_000L);
      long bytesBefore = clients.bytes();
      long cpuBefore = cpuNanos(replica);
      long userBefore = userNanos(replica);
      long from = System.nanoTime();
      clients.readUntil(from + seconds * 1_000_000_000L);
      long until = System.nanoTime();
      long cpu = cpuNanos(replica) - cpuBefore;
      long user = userNanos(replica) - userBefore;
      long bytes = clients.bytes() - bytesBefore;
      replica.close();
      report(records, new Cost(from, until, cpu, user, bytes));
    }
  }

  private record Cost(long from, long until, long cpuNanos, long userNanos, long bytes) {}

  private static void report(List<TruthRecord> records, Cost cost) {
    long[] late =
        records.stream()
            .map(TruthRecord::trace)
            .flatMapToLong(trace -> lateness(trace, cost))
            .sorted()
            .toArray();
    double seconds = (cost.until() - cost.from()) / 1e9;
    System.out.printf(
        "tokens/s %.0f, CPU %.2f of a core, µs a token: %.2f in all, %.2f of it outside the kernel%n",
        late.length / seconds,
        cost.cpuNanos() / 1e9 / seconds,
        cost.cpuNanos() / 1e3 / late.length,
        cost.userNanos() / 1e3 / late.length);
    System.out.printf("a core's worth: %.0f tokens/s%n", late.length * 1e9 / cost.cpuNanos());
    System.out.printf(
        "lateness µs: p50 %.0f, p90 %.0f, p99 %.0f, max %.0f; bytes a token %.0f%n",
        late[late.length / 2] / 1e3,
        late[late.length / 10 * 9] / 1e3,
        late[late.length / 100 * 99] / 1e3,
        late[late.length - 1] / 1e3,
        (double) cost.bytes() / late.length);
  }

  private static LongStream lateness(TokenTrace trace, Cost cost) {
    long[] late = new long[trace.size()];
    int count = 0;
    for (int i = 0; i < trace.size(); i++) {
      if (trace.writtenNanos(i) >= cost.from() && trace.writtenNanos(i) < cost.until()) {
        late[count++] = trace.lateNanos(i);
      }
    }
    return Arrays.stream(late, 0, count);
  }

  private static long userNanos(SimulatedReplica replica) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    return threads.getThreadUserTime(replica.loopThread().getId());
  }

  private static long cpuNanos(SimulatedReplica replica) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    return threads.getThreadCpuTime(replica.loopThread().getId());
  }

  private static EngineParameters engine(EngineParameters p, long stepNanos) {
    return new EngineParameters(
        stepNanos,
        0,
        0,
        0,
        1e9,
        0,
        0,
        0,
        0,
        0,
        0,
        65_536,
        4_096,
        p.blockTokens(),
        100_000_000,
        1_000_000,
        false,
        p.lazyShapes(),
        p.routeStall());
  }
}
