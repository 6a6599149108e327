package io.tokenstorm.path;

import io.tokenstorm.worker.engine.EngineOptions;
import io.tokenstorm.worker.engine.Engines;
import io.tokenstorm.worker.node.WorkerNode;
import io.tokenstorm.worker.node.WorkerOptions;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;

/** A worker as a process of its own, so that it can be killed. */
final class WorkerProcess {
  private WorkerProcess() {}

  /** Arguments: id, version, {@code host:port} to join, spool directory. */
  public static void main(String[] args) throws Exception {
    WorkerNode.start(
            WorkerOptions.of(
                args[0],
                args[1],
                args[2],
                Path.of(args[3]),
                () -> Engines.direct(EngineOptions.DEFAULT)))
        .whenEnded()
        .toCompletableFuture()
        .get();
  }

  static Process start(String id, String version, String join, Path spool) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            WorkerProcess.class.getName(),
            id,
            version,
            join,
            spool.toString())
        .redirectErrorStream(true)
        .redirectOutput(new File(spool.getParent().toFile(), id + ".out"))
        .start();
  }
}
