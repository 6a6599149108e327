package io.tokenstorm.coordinator.run.state;

import io.tokenstorm.coordinator.fleet.FleetMember;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.run.spec.Legacy;
import io.tokenstorm.coordinator.run.spec.RunSpec;
import io.tokenstorm.protocol.prompt.PromptRecipe;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.shard.ShardMap;
import io.tokenstorm.protocol.shard.SlotRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One arming of a phase: who takes part, with which slots, and which windows were opened. Members
 * and slots never change within it.
 */
public final class Epoch {
  private final int number;
  private final int phase;
  private final Target target;
  private final List<Participant> members = new ArrayList<>();
  private final List<Integer> weights;
  private @Nullable WindowPlan warmup;
  private @Nullable WindowPlan measure;
  private long closedAtNanos = Long.MAX_VALUE;
  private List<RunEvent.Tally> stated = List.of();
  private boolean givenUp;
  private long stalledNanos;
  private long stalledFromNanos;
  private long stalledToNanos = Long.MIN_VALUE;

  Epoch(int number, int phase, RunSpec spec, Target target, List<FleetMember> fleet) {
    this.number = number;
    this.phase = phase;
    this.target = target;
    this.weights = fleet.stream().map(m -> m.hello().weight()).toList();
    List<SlotRange> slots = ShardMap.slots(spec.phase(phase).concurrency(), weights);
    for (int i = 0; i < fleet.size(); i++) {
      members.add(new Participant(fleet.get(i).hello(), i, slots.get(i), spec.run()));
    }
  }

  /** An arming of an earlier coordinator: all of its members count as lost. */
  Epoch(Legacy.Arming before, RunSpec spec, long nowNanos) {
    this.number = before.epoch();
    this.phase = before.phase();
    this.target = new Target(before.lengthFactor(), null, true); // it is over: asked no more
    this.weights = before.weights();
    this.stated = before.stated();
    this.givenUp = before.givenUp();
    this.warmup = window(before.warmup());
    this.measure = window(before.measure());
    for (Legacy.Member member : before.members()) {
      Participant part =
          new Participant(member.hello(), members.size(), member.slots(), spec.run());
      part.leased(nowNanos + spec.timings().lease().toNanos());
      part.lose("the coordinator ended", nowNanos);
      members.add(part);
    }
  }

  private static @Nullable WindowPlan window(Legacy.@Nullable Opening opening) {
    return opening == null
        ? null
        : new WindowPlan(new WindowPlan.Edge(opening.atNanos(), opening.clocks()), null, 0);
  }

  /**
   * What was found out about the target before the phase.
   *
   * @param lengthFactor words of prompt per token aimed at
   * @param recipe how prompts get their exact length; null: by the factor alone
   * @param takesUsage whether it takes {@code stream_options}
   */
  record Target(double lengthFactor, @Nullable PromptRecipe recipe, boolean takesUsage) {}

  public int number() {
    return number;
  }

  public int phase() {
    return phase;
  }

  public double lengthFactor() {
    return target.lengthFactor();
  }

  @Nullable PromptRecipe recipe() {
    return target.recipe();
  }

  /** Whether streams may be asked for usage. */
  public boolean takesUsage() {
    return target.takesUsage();
  }

  public List<Participant> members() {
    return members;
  }

  /** Members that own slots and are not lost. */
  public List<Participant> serving() {
    return members.stream().filter(p -> !p.isLost() && p.slots().count() > 0).toList();
  }

  List<Integer> weights() {
    return weights;
  }

  public @Nullable WindowPlan warmup() {
    return warmup;
  }

  public @Nullable WindowPlan measure() {
    return measure;
  }

  /** Sets the warmup's window; may be set again with an earlier end. */
  public void warmup(WindowPlan plan) {
    warmup = plan;
  }

  /** Sets the measured window, once. */
  public void measure(WindowPlan plan) {
    measure = plan;
  }

  /** When the measured window closed, coordinator's ticker; {@link Long#MAX_VALUE}: not yet. */
  public long closedAtNanos() {
    return closedAtNanos;
  }

  /** Whether its measured window has closed. */
  public boolean isClosed() {
    return closedAtNanos != Long.MAX_VALUE;
  }

  public void closedAt(long nanos) {
    closedAtNanos = nanos;
  }

  void stoodStill(long fromNanos, long toNanos) {
    stalledNanos += toNanos - fromNanos;
    stalledFromNanos = fromNanos;
    stalledToNanos = toNanos;
  }

  /** For how long the coordinator stood still since it was armed: no deadline counts that. */
  public long stalledNanos() {
    return stalledNanos;
  }

  /**
   * For how long the coordinator stood still in the measured window, the last time; zero if that
   * was so short, or so near its edge, that no lease had lapsed in it.
   */
  public Duration gap(Duration lease) {
    WindowPlan window = measure;
    boolean gap =
        window != null
            && stalledToNanos > window.opens().atNanos()
            && stalledFromNanos + lease.toNanos()
                < Math.min(stalledToNanos, window.closesAtNanos());
    return gap ? Duration.ofNanos(stalledToNanos - stalledFromNanos) : Duration.ZERO;
  }

  /**
   * Takes down what is stated of its requests.
   *
   * @return whether it is another statement than the last
   */
  public boolean state(List<RunEvent.Tally> tallies) {
    boolean changed = !tallies.equals(stated);
    stated = tallies;
    return changed;
  }

  /** It was given up: another arming of the phase took its place. */
  public void giveUp() {
    givenUp = true;
  }

  public boolean isGivenUp() {
    return givenUp;
  }

  /** Whether any window was opened. */
  public boolean opened() {
    return warmup != null || measure != null;
  }

  /** The plan of the window a record belongs to; null if it was never opened. */
  @Nullable WindowPlan window(LoadStage stage) {
    return stage == LoadStage.WARMUP ? warmup : measure;
  }

  /** The slots, as the run's events tell them. */
  public List<RunEvent.Share> shares() {
    return members.stream()
        .map(p -> new RunEvent.Share(p.worker(), p.slots().first(), p.slots().count()))
        .toList();
  }
}
