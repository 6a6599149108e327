package io.tokenstorm.benchmarks.recordpath;

import io.tokenstorm.coordinator.node.CoordinatorNode;
import io.tokenstorm.coordinator.node.CoordinatorOptions;
import io.tokenstorm.coordinator.plan.PlanReader;
import io.tokenstorm.coordinator.plan.PlanResult;
import io.tokenstorm.coordinator.plan.ReadOptions;
import io.tokenstorm.coordinator.plan.ResolvedPlan;
import io.tokenstorm.coordinator.service.RunOutcome;
import io.tokenstorm.coordinator.service.SubmitRequest;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.replica.ReplicaSet;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A coordinator as a process that makes one run of so many requests: {@code RESULTS WORKERS
 * REQUESTS}. Says where workers join, where the run's directory is, and at the end how it went and
 * what it cost. The simulated replica in this process answers the probes only.
 */
public final class RecordPathCoordinator {
  static final String VERSION = "record-path";
  private static final int SLOTS = 64;

  private RecordPathCoordinator() {}

  public static void main(String[] args) throws Exception {
    Cost cost = Cost.watch();
    int workers = Integer.parseInt(args[1]);
    try (ReplicaSet target = ReplicaSet.pair("fast");
        CoordinatorNode node =
            CoordinatorNode.start(
                CoordinatorOptions.onLoopback(Path.of(args[0]), VERSION)
                    .needing(workers, Duration.ofSeconds(60)))) {
      System.out.println("remoting " + node.remotingAddress());
      Merging merging = new Merging(cost);
      node.service().observe((run, worker, records) -> merging.merged(records.size()));
      Plan plan = plan(target, Long.parseLong(args[2]));
      String run =
          node.service()
              .submit(new SubmitRequest(plan, ResolvedPlan.write(plan), "salt", 1, List.of()))
              .toCompletableFuture()
              .get()
              .run();
      System.out.println("directory " + Path.of(args[0]).resolve(run));
      RunOutcome outcome = node.service().whenEnded(run).toCompletableFuture().get();
      System.out.println("merging " + merging.json());
      System.out.println("outcome " + outcome.verdict() + " " + outcome.reason());
    }
    System.out.println("cost " + cost.json());
    System.exit(0);
  }

  private static Plan plan(ReplicaSet target, long requests) {
    String text =
        """
        name: record-path
        model: tokenstorm-sim
        seed: 11
        routes:
          one: {url: "%s"}
        defaults:
          output_tokens: 256
          warmup: {requests_per_slot: 1}
        workloads:
          short: {input_tokens: 120}
        phases:
          - {name: all, route: one, workload: short, concurrency: %d, measure: {requests: %d}}
        """
            .formatted(target.replica("r1").url(), SLOTS, requests);
    PlanResult result =
        PlanReader.read("plan.yaml", text.getBytes(StandardCharsets.UTF_8), ReadOptions.NONE);
    if (result instanceof PlanResult.Accepted accepted) {
      return accepted.plan();
    }
    throw new IllegalArgumentException(((PlanResult.Refused) result).render());
  }

  /** When records were merged, and what it cost. */
  private static final class Merging {
    private final Cost cost;
    private final AtomicLong count = new AtomicLong();
    private volatile long firstNanos;
    private volatile long lastNanos;
    private volatile long firstCpuNanos;
    private volatile long lastCpuNanos;

    Merging(Cost cost) {
      this.cost = cost;
    }

    void merged(int records) {
      long now = System.nanoTime();
      if (count.getAndAdd(records) == 0) {
        firstNanos = now;
        firstCpuNanos = cost.cpuNanos();
      }
      if (now - lastNanos > 100_000_000L || count.get() % 1000 != 0) {
        lastCpuNanos = cost.cpuNanos();
      }
      lastNanos = now;
    }

    String json() {
      return String.format(
          Locale.ROOT,
          "{\"records\": %d, \"first_nanos\": %d, \"last_nanos\": %d, \"cpu_nanos\": %d}",
          count.get(),
          firstNanos,
          lastNanos,
          lastCpuNanos - firstCpuNanos);
    }
  }
}
