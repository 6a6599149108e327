package io.tokenstorm.coordinator.report.history;

import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.protocol.record.LoadStage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The events of a run, asked by what a report needs. A phase counts as settled only with all of its
 * facts: armed, measured window opened and closed, settled, all in one epoch.
 */
public final class RunHistory {
  private final List<RunEvent> events;

  public RunHistory(List<StampedEvent> events) {
    this.events = events.stream().map(StampedEvent::event).toList();
  }

  /** All events of one kind, in order. */
  public <E extends RunEvent> List<E> all(Class<E> kind) {
    return events.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** The last event of a kind that fits; {@code null} if there is none. */
  private <E extends RunEvent> @Nullable E last(Class<E> kind, Predicate<E> fits) {
    List<E> found = all(kind).stream().filter(fits).toList();
    return found.isEmpty() ? null : found.get(found.size() - 1);
  }

  /** How the run ended; {@code null} if it never did. */
  public RunEvent.@Nullable RunEnded ended() {
    return last(RunEvent.RunEnded.class, e -> true);
  }

  /** Whether the user asked for the end. */
  public boolean cancelled() {
    return !all(RunEvent.CancelRequested.class).isEmpty();
  }

  /** Settled phases in the order they ran; of each what was stated of it last. */
  public List<PhaseFacts> settled() {
    Map<Integer, PhaseFacts> phases = new LinkedHashMap<>();
    for (RunEvent.PhaseSettled settled : all(RunEvent.PhaseSettled.class)) {
      PhaseFacts facts = facts(settled);
      if (facts != null) {
        phases.put(facts.phase(), facts);
      }
    }
    return List.copyOf(phases.values());
  }

  /**
   * The zero of all offsets: the opening of the first measured window of a settled phase, else of
   * any, else {@code otherwise}.
   */
  public long zeroNanos(long otherwise) {
    List<PhaseFacts> settled = settled();
    if (!settled.isEmpty()) {
      return settled.get(0).opensAtNanos();
    }
    return all(RunEvent.StageOpened.class).stream()
        .filter(e -> e.stage() == LoadStage.MEASURE)
        .mapToLong(RunEvent.StageOpened::opensAtNanos)
        .findFirst()
        .orElse(otherwise);
  }

  private @Nullable PhaseFacts facts(RunEvent.PhaseSettled settled) {
    int phase = settled.phase();
    int epoch = settled.epoch();
    RunEvent.PhaseArmed armed =
        last(RunEvent.PhaseArmed.class, e -> e.phase() == phase && e.epoch() == epoch);
    RunEvent.StageOpened opened =
        last(
            RunEvent.StageOpened.class,
            e -> e.phase() == phase && e.epoch() == epoch && e.stage() == LoadStage.MEASURE);
    RunEvent.WindowClosed closed =
        last(RunEvent.WindowClosed.class, e -> e.phase() == phase && e.epoch() == epoch);
    RunEvent.EdgesSet edges =
        last(RunEvent.EdgesSet.class, e -> e.phase() == phase && e.epoch() == epoch);
    if (armed == null || opened == null || closed == null) {
      return null;
    }
    return new PhaseFacts(
        phase,
        epoch,
        opened.opensAtNanos(),
        // a window closed before it opened was never open
        Math.max(closed.closedAtNanos(), opened.opensAtNanos()),
        closed.reason(),
        settled.skewNanos(),
        armed.lengthFactor(),
        all(RunEvent.LengthFound.class),
        settled.tallies(),
        edges == null ? armed.clocks() : edges.clocks(),
        all(RunEvent.PlanEventFired.class).stream()
            // one that was given up may have called them, too
            .filter(e -> e.phase() == phase && e.firedAtNanos() >= opened.opensAtNanos())
            .toList(),
        all(RunEvent.PhaseRestarted.class).stream().filter(e -> e.phase() == phase).toList(),
        health(phase));
  }

  private Map<String, Map<String, Double>> health(int phase) {
    Map<String, Map<String, Double>> byWorker = new TreeMap<>();
    for (RunEvent.ClientHealth health : all(RunEvent.ClientHealth.class)) {
      if (health.phase() == phase) {
        byWorker.put(health.worker(), new TreeMap<>(health.figures()));
      }
    }
    return byWorker;
  }
}
