package io.tokenstorm.cluster.scene;

import io.tokenstorm.worker.actor.WorkerEnd;
import io.tokenstorm.worker.engine.EngineOptions;
import io.tokenstorm.worker.engine.Engines;
import io.tokenstorm.worker.node.WorkerNode;
import io.tokenstorm.worker.node.WorkerOptions;
import java.nio.file.Path;

/** A worker as a process: {@code ID JOIN SPOOLS}. Says {@code ended REASON: DETAIL} at its end. */
public final class WorkerMain {
  private WorkerMain() {}

  public static void main(String[] args) throws Exception {
    WorkerNode node =
        WorkerNode.start(
            WorkerOptions.of(
                args[0],
                Cluster.VERSION,
                args[1],
                Path.of(args[2]),
                () -> Engines.direct(EngineOptions.DEFAULT)));
    WorkerEnd end = node.whenEnded().toCompletableFuture().get();
    System.out.println("ended " + end.reason() + ": " + end.detail());
  }
}
