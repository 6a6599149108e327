package io.tokenstorm.coordinator.actor;

import akka.actor.typed.ActorRef;
import io.tokenstorm.coordinator.queue.RunEntry;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.coordinator.run.RunMachine;
import io.tokenstorm.coordinator.run.spec.EndReason;
import io.tokenstorm.coordinator.run.spec.RunSpec;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.wire.LiveSketch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The run that is under way, or the last one: its machine, its files, what is shown of it. */
final class ActiveRun {
  private final RunEntry entry;
  private final RunSpec spec;
  private final RunMachine machine;
  private final ActorRef<RunArchive.Command> archive;
  private final long startedAtNanos;
  private final List<StampedEvent> events = new ArrayList<>();
  private final Map<String, LiveSketch> sketches = new TreeMap<>();
  private final Map<String, RunEvent.ReplicaReading> readings = new TreeMap<>();
  private @Nullable ActorRef<ReplicaScraper.Command> scraper;
  private @Nullable EndReason end;

  ActiveRun(
      RunEntry entry,
      RunSpec spec,
      RunMachine machine,
      ActorRef<RunArchive.Command> archive,
      long startedAtNanos) {
    this.entry = entry;
    this.spec = spec;
    this.machine = machine;
    this.archive = archive;
    this.startedAtNanos = startedAtNanos;
  }

  RunEntry entry() {
    return entry;
  }

  RunSpec spec() {
    return spec;
  }

  RunMachine machine() {
    return machine;
  }

  long startedAtNanos() {
    return startedAtNanos;
  }

  void tell(RunArchive.Command command) {
    archive.tell(command);
  }

  void noted(StampedEvent event) {
    if (event.event() instanceof RunEvent.ReplicaReading reading) {
      readings.put(reading.replica(), reading);
    } else if (!(event.event() instanceof RunEvent.ClientSecond)) { // each second: no fact
      events.add(event);
    }
  }

  /** The latest of each replica. */
  Map<String, RunEvent.ReplicaReading> readings() {
    return Map.copyOf(readings);
  }

  void scrapedBy(ActorRef<ReplicaScraper.Command> actor) {
    scraper = actor;
  }

  /** Who asks the replicas for their own metrics; null if nobody does. */
  @Nullable ActorRef<ReplicaScraper.Command> scraper() {
    return scraper;
  }

  List<StampedEvent> events() {
    return events;
  }

  /** Keeps the latest of each worker and window; older epochs go. */
  void sketch(LiveSketch sketch) {
    if (sketch.run().equals(spec.run()) && sketch.epoch() == machine.currentEpoch()) {
      sketches.put(sketch.worker() + '/' + sketch.stage(), sketch);
    }
  }

  List<LiveSketch> sketches() {
    return sketches.values().stream().filter(s -> s.epoch() == machine.currentEpoch()).toList();
  }

  /** The opening of the run's first measured window; {@link Long#MAX_VALUE} before it is set. */
  long firstWindowNanos() {
    return events.stream()
        .map(StampedEvent::event)
        .filter(RunEvent.StageOpened.class::isInstance)
        .map(RunEvent.StageOpened.class::cast)
        .filter(e -> e.stage() == LoadStage.MEASURE)
        .mapToLong(RunEvent.StageOpened::opensAtNanos)
        .findFirst()
        .orElse(Long.MAX_VALUE);
  }

  void endsBy(EndReason reason) {
    end = reason;
  }

  /** Why it ended; null while it runs. */
  @Nullable EndReason end() {
    return end;
  }
}
