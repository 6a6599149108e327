package io.tokenstorm.benchmarks.recordpath;

import io.tokenstorm.worker.actor.WorkerEnd;
import io.tokenstorm.worker.node.WorkerNode;
import io.tokenstorm.worker.node.WorkerOptions;
import java.nio.file.Path;

/**
 * A worker as a process, whole but for its requests, which are made up: {@code ID JOIN SPOOLS
 * GAPS}. Says at its end what it cost.
 */
public final class RecordPathWorker {
  private RecordPathWorker() {}

  public static void main(String[] args) throws Exception {
    Cost cost = Cost.watch();
    int gaps = Integer.parseInt(args[3]);
    WorkerNode node =
        WorkerNode.start(
            WorkerOptions.of(
                args[0],
                RecordPathCoordinator.VERSION,
                args[1],
                Path.of(args[2]),
                () -> new MakingEngine(gaps)));
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  System.out.println("cost " + cost.json());
                  System.out.flush();
                }));
    WorkerEnd end = node.whenEnded().toCompletableFuture().get();
    System.out.println("ended " + end.reason() + ": " + end.detail());
    System.exit(0);
  }
}
