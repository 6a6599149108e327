package io.tokenstorm.protocol.server;

import java.util.List;
import java.util.Map;

/**
 * A server as a worker is told to run it on its host.
 *
 * @param name what messages call it
 * @param argv the command and its arguments; no shell reads them
 * @param environment variables added to the worker's own
 * @param directory where it runs, on the worker's host
 * @param base where it will answer HTTP, with a port
 * @param headers sent with all that it is asked
 * @param model name that it must list; empty: any
 * @param ready when it counts as ready
 * @param stop how it is stopped
 */
public record ServerSpec(
    String name,
    List<String> argv,
    Map<String, SecretText> environment,
    String directory,
    String base,
    Map<String, SecretText> headers,
    String model,
    Ready ready,
    Stop stop) {

  /**
   * When it counts as ready.
   *
   * @param healthPath answers 200 then
   * @param withinNanos from the start of the process
   * @param pollNanos between two looks
   * @param warmRequest whether one request must be answered
   */
  public record Ready(String healthPath, long withinNanos, long pollNanos, boolean warmRequest) {}

  /**
   * How it is stopped.
   *
   * @param graceNanos between SIGTERM and SIGKILL
   * @param check a command that must exit with 0 after it; empty: none
   * @param checkNanos how long that is tried for
   */
  public record Stop(long graceNanos, List<String> check, long checkNanos) {}
}
