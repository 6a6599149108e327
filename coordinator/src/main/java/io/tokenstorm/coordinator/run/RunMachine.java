package io.tokenstorm.coordinator.run;

import io.tokenstorm.coordinator.fleet.Fleet;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.run.spec.EndReason;
import io.tokenstorm.coordinator.run.spec.Legacy;
import io.tokenstorm.coordinator.run.spec.RunInput;
import io.tokenstorm.coordinator.run.spec.RunOutput;
import io.tokenstorm.coordinator.run.spec.RunSpec;
import io.tokenstorm.coordinator.run.state.Epoch;
import io.tokenstorm.coordinator.run.state.Intake;
import io.tokenstorm.coordinator.run.state.RunContext;
import io.tokenstorm.coordinator.service.EndCause;
import io.tokenstorm.protocol.wire.WorkerProtocol;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * One run, from the first probe of its target to its verdict: a total function of its inputs, the
 * fleet's facts and the time that is passed in. Feed the fleet first, then the machine; give it a
 * {@link RunInput.Tick} at least ten times a second, and do what it puts out, in order.
 *
 * <p>Invariants: a worker is given leave to send only while the phase's membership is frozen and
 * nothing of a lost worker can still run; the machine ends, whatever happens, as every wait has a
 * deadline.
 */
public final class RunMachine {
  /** Ten times longer than it may be left alone. */
  private static final Duration STANDSTILL = Duration.ofSeconds(1);

  private final RunContext run;
  private final Intake intake;
  private RunStage stage;
  private long stageSinceNanos;
  private long handledNanos;

  /** A run from its beginning. */
  public RunMachine(RunSpec spec, Fleet fleet, long nowNanos) {
    this(spec, fleet, Legacy.NONE, nowNanos);
  }

  /** A run that goes on with what an earlier coordinator left, or only waits for its quiet. */
  public RunMachine(RunSpec spec, Fleet fleet, Legacy legacy, long nowNanos) {
    this.run = new RunContext(spec, fleet, legacy, nowNanos);
    this.intake = new Intake(run);
    this.stage = first(nowNanos);
    this.stageSinceNanos = nowNanos;
    this.handledNanos = nowNanos;
  }

  private RunStage first(long nowNanos) {
    Legacy legacy = run.legacy();
    if (legacy.over()) {
      run.ending().end(legacy.reason());
    }
    boolean goesOn = legacy.phase() < run.spec().plan().phases().size();
    if (goesOn && legacy.collectOnly()) {
      run.ending()
          .end(
              new EndReason(
                  Verdict.INVALID,
                  EndCause.DONE,
                  "the coordinator ended before phase '%s' was settled"
                      .formatted(run.phase().name())));
    }
    return goesOn && !run.ending().isEnding()
        ? new ProbingTargets(nowNanos)
        : new HandingIn(null, nowNanos);
  }

  /**
   * Takes one input.
   *
   * @param nowNanos the coordinator's ticker; never less than at the last call
   * @return what is to be done, in order; nothing once the run has ended
   */
  public List<RunOutput> handle(RunInput input, long nowNanos) {
    if (isOver()) {
      return List.of();
    }
    noticeStandstill(nowNanos);
    intake.take(input, nowNanos);
    RunStage before;
    do {
      before = stage;
      run.accounts().step(nowNanos);
      stage = before.advance(run, nowNanos);
      stageSinceNanos =
          stage.orders().stage() == before.orders().stage() ? stageSinceNanos : nowNanos;
    } while (stage != before);
    if (!isOver()) {
      run.write(stage.orders(), stage.epoch(), nowNanos);
    }
    return run.takeOutputs();
  }

  private void noticeStandstill(long nowNanos) {
    if (nowNanos - handledNanos > STANDSTILL.toNanos()) {
      run.stoodStill(stage.epoch(), handledNanos, nowNanos);
    }
    handledNanos = nowNanos;
  }

  /** Whether the run has ended: the last outputs were given. */
  public boolean isOver() {
    return stage instanceof Over;
  }

  /**
   * What those workers are told that have handed in everything, once the run is over; may be told
   * again.
   */
  public Map<String, WorkerProtocol> releases() {
    return isOver() ? Over.releases(run) : Map.of();
  }

  /** How the run stands: the verdict so far. */
  public EndReason reason() {
    return run.ending().reason();
  }

  /** The run at this moment, for those who watch. */
  public RunView view(long nowNanos) {
    Epoch epoch = stage.epoch();
    return new RunView(
        !(stage instanceof AwaitingWorkers),
        run.everArmed() ? run.phaseIndex() : -1,
        epoch != null && epoch.phase() == run.phaseIndex() ? epoch : null,
        stage.orders().stage(),
        stageSinceNanos,
        stage.waitingFor(run, nowNanos));
  }

  /** The highest epoch of this run; the next run goes on above it. */
  public int currentEpoch() {
    return run.currentEpoch();
  }
}
