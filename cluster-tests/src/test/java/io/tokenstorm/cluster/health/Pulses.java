package io.tokenstorm.cluster.health;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * Takes the CPU away from a process again and again, as a busy process of higher priority does: it
 * is stopped for 60 ms, then may run for 60 ms. Goes on when this is closed.
 */
final class Pulses implements AutoCloseable {
  private final Process shell;
  private final long pid;

  private Pulses(Process shell, long pid) {
    this.shell = shell;
    this.pid = pid;
  }

  static Pulses on(long pid) throws IOException {
    String loop =
        "while kill -STOP %d; do sleep 0.06; kill -CONT %d || exit; sleep 0.06; done"
            .formatted(pid, pid);
    return new Pulses(new ProcessBuilder("sh", "-c", loop).redirectErrorStream(true).start(), pid);
  }

  @Override
  public void close() throws Exception {
    shell.destroyForcibly();
    shell.waitFor(10, TimeUnit.SECONDS);
    new ProcessBuilder("kill", "-CONT", String.valueOf(pid)).start().waitFor();
  }
}
