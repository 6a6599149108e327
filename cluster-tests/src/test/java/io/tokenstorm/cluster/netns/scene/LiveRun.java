package io.tokenstorm.cluster.netns.scene;

import io.tokenstorm.cluster.evidence.Evidence;
import io.tokenstorm.cluster.evidence.Evidence.RequestName;
import io.tokenstorm.cluster.evidence.RunChecks;
import io.tokenstorm.cluster.netns.net.Machine;
import io.tokenstorm.coordinator.results.RunDirectory;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.replica.truth.TruthLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/**
 * A run that is on: what its coordinator has noted so far, and what the replicas have seen. Faults
 * wait for one or the other, never for a time.
 */
public final class LiveRun {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final NetworkScene scene;
  private final Path directory;

  LiveRun(NetworkScene scene, Path directory) {
    this.scene = scene;
    this.directory = directory;
  }

  public Path directory() {
    return directory;
  }

  public String id() {
    return directory.getFileName().toString();
  }

  /** The facts of one kind noted so far. */
  public <E extends RunEvent> List<E> noted(Class<E> kind) {
    return Files.exists(directory.resolve("events.jsonl"))
        ? RunDirectory.open(directory).events().stream()
            .map(stamped -> stamped.event())
            .filter(kind::isInstance)
            .map(kind::cast)
            .toList()
        : List.of();
  }

  /** Waits for a fact. */
  public <E extends RunEvent> E await(Class<E> kind, Predicate<E> which) {
    until(() -> noted(kind).stream().anyMatch(which));
    return noted(kind).stream().filter(which).findFirst().orElseThrow();
  }

  /** Waits until each of these workers had answers to so many requests of the first window. */
  public void awaitMeasuring(int requests, Machine... machines) {
    Set<String> workers = List.of(machines).stream().map(Machine::node).collect(Collectors.toSet());
    RunEvent.StageOpened opened =
        await(RunEvent.StageOpened.class, o -> o.stage() == LoadStage.MEASURE);
    RunEvent.PhaseArmed armed = await(RunEvent.PhaseArmed.class, a -> a.epoch() == opened.epoch());
    until(
        () ->
            seen().stream()
                    .filter(name -> name.epoch() == opened.epoch() && name.stage().equals("m"))
                    .map(name -> RunChecks.ownerOf(name.slot(), armed))
                    .filter(workers::contains)
                    .collect(Collectors.groupingBy(worker -> worker, Collectors.counting()))
                    .values()
                    .stream()
                    .filter(count -> count >= requests)
                    .count()
                == workers.size());
  }

  /** Waits for the verdict and the report. */
  public RunEvent.RunEnded awaitEnd() {
    RunEvent.RunEnded ended = await(RunEvent.RunEnded.class, e -> true);
    until(() -> Files.exists(directory.resolve("report.json")));
    return ended;
  }

  /** The arming that was made last. */
  public int lastEpoch() {
    return noted(RunEvent.PhaseArmed.class).stream()
        .mapToInt(RunEvent.PhaseArmed::epoch)
        .max()
        .orElseThrow();
  }

  /** All that is left of it; ends the replicas. */
  public Evidence evidence() throws IOException, InterruptedException {
    return Evidence.read(directory, scene.endOfReplicas());
  }

  /** The requests of this run that the replicas have seen to their end. */
  public List<RequestName> seen() {
    try {
      return TruthLog.read(scene.folder(Machine.REPLICAS).resolve("truth.jsonl")).stream()
          .map(truth -> truth.requestId())
          .filter(id -> id.startsWith(id() + "/"))
          .map(RequestName::of)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits, and says what all processes said if that was in vain. */
  public void until(Callable<Boolean> condition) {
    try {
      Awaitility.await().atMost(PATIENCE).until(condition);
    } catch (RuntimeException e) {
      throw new AssertionError(noted(RunEvent.class) + scene.story(), e);
    }
  }
}
