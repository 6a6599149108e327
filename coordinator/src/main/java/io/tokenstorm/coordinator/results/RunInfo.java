package io.tokenstorm.coordinator.results;

import java.time.Instant;
import java.util.List;

/**
 * What a run was, fixed when it starts; {@code run.json} in its directory.
 *
 * @param run id, also the name of the directory
 * @param planHash {@link io.tokenstorm.protocol.plan.PlanHash} of the resolved plan
 * @param salt of the prompts
 * @param startedAt wall clock, for people only; enters no duration
 * @param originNanos the coordinator's ticker at {@code startedAt}; all {@code …Nanos} of the
 *     events and the {@code sent} of each record lie on the same ticker
 * @param timeScale factor on durations of windows and the instants of events
 * @param command as the user typed it
 */
public record RunInfo(
    String run,
    String planHash,
    String salt,
    Instant startedAt,
    long originNanos,
    Versions versions,
    Host host,
    double timeScale,
    List<String> command) {

  /** What ran. */
  public record Versions(String tokenstorm, String java, String akka) {}

  /**
   * Where the coordinator ran.
   *
   * @param cores that the JVM may use
   * @param memoryBytes of the machine
   */
  public record Host(String name, String os, int cores, long memoryBytes) {}
}
