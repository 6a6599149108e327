package io.tokenstorm.coordinator.resume;

import io.tokenstorm.coordinator.clock.ClockEstimate;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.RunEvent.WorkerJoined;
import io.tokenstorm.coordinator.run.spec.Legacy;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.shard.SlotRange;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerHello;
import io.tokenstorm.protocol.wire.WireTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What was noted of one arming. */
final class ArmingFacts {
  private final RunEvent.PhaseArmed armed;
  private final Map<String, WorkerJoined> members = new TreeMap<>();
  private RunEvent.@Nullable StageOpened warmup;
  private RunEvent.@Nullable StageOpened measure;
  private RunEvent.@Nullable EdgesSet edges;
  private List<RunEvent.Tally> stated = List.of();
  private String lostInWindow = "";
  private boolean closed;
  private boolean settled;

  /**
   * @param joined who was in the cluster, by worker
   */
  ArmingFacts(RunEvent.PhaseArmed armed, Map<String, WorkerJoined> joined) {
    this.armed = armed;
    for (RunEvent.Share share : armed.shares()) {
      WorkerJoined member = joined.get(share.worker());
      if (member != null) {
        members.put(share.worker(), member);
      }
    }
  }

  int phase() {
    return armed.phase();
  }

  double lengthFactor() {
    return armed.lengthFactor();
  }

  /** Its member of this name; null if it had none. */
  @Nullable WorkerJoined member(String worker) {
    return members.get(worker);
  }

  void opened(RunEvent.StageOpened opened) {
    if (opened.stage() == LoadStage.WARMUP) {
      warmup = opened;
    } else {
      measure = opened;
    }
  }

  void edges(RunEvent.EdgesSet set) {
    edges = set;
  }

  void closed() {
    closed = true;
  }

  void lost(RunEvent.WorkerLost lost) {
    if (lost.stage().equals("MEASURE") && lostInWindow.isEmpty()) {
      lostInWindow =
          "worker '%s' was lost in the measured window of phase '%s': %s"
              .formatted(lost.worker(), armed.name(), lost.reason());
    }
  }

  void givenUp(List<RunEvent.Tally> tallies) {
    stated = tallies;
  }

  void settled(List<RunEvent.Tally> tallies) {
    stated = tallies;
    settled = true;
  }

  /** Whether its phase needs no other arming: its window was measured and its balance drawn. */
  boolean isSettled() {
    return settled && closed && measure != null;
  }

  /** What limits the phase's result; empty if nothing does. */
  String limit() {
    if (!lostInWindow.isEmpty()) {
      return lostInWindow;
    }
    return stated.stream()
        .filter(t -> t.stage() == LoadStage.MEASURE && !isWhole(t))
        .map(t -> "records of worker '" + t.worker() + "' in phase '" + armed.name() + "' are lost")
        .findFirst()
        .orElse("");
  }

  /** Whether something of it may still come. */
  boolean isOpen() {
    boolean opened = warmup != null || measure != null;
    return opened && (stated.isEmpty() || !stated.stream().allMatch(ArmingFacts::isWhole));
  }

  private static boolean isWhole(RunEvent.Tally tally) {
    Long most = tally.lostAtMost();
    return tally.issued() >= 0 && tally.lostAtLeast() == 0 && most != null && most == 0;
  }

  Legacy.Arming legacy() {
    List<Legacy.Member> parts = new ArrayList<>();
    List<Integer> weights = new ArrayList<>();
    for (RunEvent.Share share : armed.shares()) {
      WorkerJoined joined = members.get(share.worker());
      if (joined != null) {
        parts.add(
            new Legacy.Member(hello(joined), new SlotRange(share.firstSlot(), share.slots())));
        weights.add(joined.weight());
      }
    }
    RunEvent.EdgesSet set = edges;
    return new Legacy.Arming(
        armed.epoch(),
        armed.phase(),
        armed.lengthFactor(),
        weights,
        parts,
        opening(warmup, armed.clocks()),
        opening(measure, set == null ? armed.clocks() : set.clocks()),
        stated,
        !settled);
  }

  private static Legacy.@Nullable Opening opening(
      RunEvent.@Nullable StageOpened opened, List<RunEvent.ClockBound> bounds) {
    Map<String, ClockEstimate> clocks = new TreeMap<>();
    bounds.forEach(
        b -> clocks.put(b.worker(), new ClockEstimate(-b.offsetNanos(), b.errorNanos())));
    return opened == null ? null : new Legacy.Opening(opened.opensAtNanos(), clocks);
  }

  private static WorkerHello hello(WorkerJoined joined) {
    return new WorkerHello(
        joined.worker(),
        joined.incarnation(),
        joined.processKey(),
        joined.tokenstormVersion(),
        WireTypes.VERSION,
        "",
        joined.host(),
        joined.pid(),
        joined.cores(),
        joined.weight(),
        joined.spoolPath(),
        List.of());
  }
}
