package io.tokenstorm.coordinator.resume;

import io.tokenstorm.coordinator.report.StoredPlan;
import io.tokenstorm.coordinator.results.RecordFrame;
import io.tokenstorm.coordinator.results.RecordLogReader;
import io.tokenstorm.coordinator.results.ResultsException;
import io.tokenstorm.coordinator.results.RunDirectory;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.RunInfo;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.PlanHash;
import io.tokenstorm.protocol.time.Ticker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The directory of a run that has no orderly end, as it was found.
 *
 * @param directory of the run
 * @param info what the run was
 * @param plan what it runs
 * @param resolvedPlan the same as text
 * @param events whole ones, in order
 * @param reader has taken all events and records
 * @param logBytes how much of the record log is whole
 */
public record RunRemains(
    Path directory,
    RunInfo info,
    Plan plan,
    String resolvedPlan,
    List<StampedEvent> events,
    LegacyReader reader,
    long logBytes) {
  /** Wall clocks of one machine are set by less than this while a run goes on. */
  private static final Duration WALL_CLOCK = Duration.ofSeconds(60);

  /**
   * Reads a directory.
   *
   * @throws ResultsException if it is no run's directory, damaged, or the run has ended in order
   */
  public static RunRemains open(Path path) {
    RunDirectory directory = RunDirectory.open(path);
    RunInfo info = directory.info();
    Plan plan = StoredPlan.of(directory);
    if (!PlanHash.of(plan).equals(info.planHash())) {
      throw refused(path + " holds another plan than the run was started with");
    }
    List<StampedEvent> events = directory.events();
    for (StampedEvent event : events) {
      if (event.event() instanceof RunEvent.RunEnded ended) {
        throw refused(
            "%s has ended as %s: there is nothing to go on with; 'tokenstorm report %s' shows it"
                .formatted(info.run(), ended.verdict(), path));
      }
    }
    LegacyReader reader = new LegacyReader(info.run(), plan);
    events.forEach(e -> reader.event(e.event()));
    return new RunRemains(
        path, info, plan, directory.resolvedPlan(), events, reader, read(directory, reader));
  }

  private static long read(RunDirectory directory, LegacyReader reader) {
    if (!Files.exists(directory.recordLog())) {
      return 0;
    }
    try (RecordLogReader log = RecordLogReader.open(directory.recordLog())) {
      for (RecordFrame frame = log.next(); frame != null; frame = log.next()) {
        reader.records(frame.worker(), frame.firstSequence(), frame.records());
      }
      if (!log.damages().isEmpty()) {
        throw refused(
            "%s is damaged at byte %d: restore it from a copy; 'tokenstorm report' shows what can be read"
                .formatted(directory.recordLog(), log.damages().get(0).offset()));
      }
      return log.position();
    }
  }

  private static ResultsException refused(String text) {
    return new ResultsException(ResultsException.Kind.DAMAGED, text, null);
  }

  /** Where the workers' spools of this machine lay; empty if no worker was noted. */
  public Optional<Path> spools() {
    return events.stream()
        .map(StampedEvent::event)
        .filter(RunEvent.WorkerJoined.class::isInstance)
        .map(e -> Path.of(((RunEvent.WorkerJoined) e).spoolPath()))
        .filter(path -> path.isAbsolute() && path.getNameCount() > 2)
        .map(path -> path.resolve("../..").normalize())
        .reduce((first, last) -> last);
  }

  /**
   * A ticker on the run's own time line: the same one if the machine still runs that the run began
   * on, else one that goes on where the wall clock says.
   */
  public Ticker ticker(Ticker machine, Instant now) {
    long expected = info.originNanos() + Duration.between(info.startedAt(), now).toNanos();
    long last = events.stream().mapToLong(StampedEvent::atNanos).max().orElse(info.originNanos());
    long actual = machine.nanos();
    if (Math.abs(expected - actual) < WALL_CLOCK.toNanos() && actual >= last) {
      return machine;
    }
    long ahead = Math.max(expected, last + 1) - actual;
    return () -> machine.nanos() + ahead;
  }
}
