package io.tokenstorm.server.life;

import io.tokenstorm.server.Stage;
import io.tokenstorm.server.StopTerms;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The last stages of a life: no process is left, the port is free, the user's check passes. Each
 * has a limit, so that it is over in any case. The stages it gives are the next ones; null: it is
 * over.
 */
final class Ending {
  /** What SIGKILL may take; the supervisor waits for a minute. */
  private static final Duration KILL_LIMIT = Duration.ofSeconds(90);

  private static final Duration PORT_LIMIT = Duration.ofSeconds(30);

  private final StopTerms terms;
  private final Duration poll;
  private final List<LifeOutput> out;
  private @Nullable LifeFault leftover;
  private boolean gone;
  private boolean asked;
  private long limitNanos;

  Ending(StopTerms terms, Duration poll, List<LifeOutput> out) {
    this.terms = terms;
    this.poll = poll;
    this.out = out;
  }

  /** Nothing watches over processes any more. */
  void markGone() {
    gone = true;
  }

  /** Somebody wants to hear that the process exited. */
  void markAsked() {
    asked = true;
  }

  /** What did not come about. */
  Optional<LifeFault> leftover() {
    return Optional.ofNullable(leftover);
  }

  Stage begin(long nowNanos) {
    out.add(new LifeOutput.EndProcesses());
    if (gone) {
      return releasePort(nowNanos);
    }
    // one grace for its first process, one for those that it leaves
    out.add(new LifeOutput.WakeAfter(Stage.STOP, terms.grace().multipliedBy(2).plus(KILL_LIMIT)));
    return Stage.STOP;
  }

  @Nullable Stage on(Stage stage, LifeInput input, long nowNanos) {
    if (input instanceof LifeInput.Exited && asked) {
      out.add(new LifeOutput.Quit());
    } else if (input instanceof LifeInput.Gone done && stage == Stage.STOP) {
      return done.left().isEmpty() ? releasePort(nowNanos) : over(stage, done.left());
    } else if (input instanceof LifeInput.LaunchFailed && stage == Stage.STOP) {
      return releasePort(nowNanos);
    } else if (input instanceof LifeInput.PortSeen seen && seen.stage() == stage) {
      return portSeen(seen, nowNanos);
    } else if (input instanceof LifeInput.Checked checked && stage == Stage.CHECK) {
      return checked(checked, nowNanos);
    } else if (input instanceof LifeInput.Woken woken && woken.stage() == stage) {
      return woken(stage, nowNanos);
    }
    return stage;
  }

  private Stage releasePort(long nowNanos) {
    limitNanos = nowNanos + PORT_LIMIT.toNanos();
    out.add(new LifeOutput.LookAtPort(Stage.PORT_RELEASE));
    return Stage.PORT_RELEASE;
  }

  private @Nullable Stage portSeen(LifeInput.PortSeen seen, long nowNanos) {
    if (!seen.inUse()) {
      return check(nowNanos);
    }
    if (nowNanos - limitNanos >= 0) {
      return over(seen.stage(), "left its port in use after all its processes had ended");
    }
    out.add(new LifeOutput.WakeAfter(seen.stage(), poll));
    return seen.stage();
  }

  private @Nullable Stage check(long nowNanos) {
    if (terms.checkArgv().isEmpty()) {
      return null;
    }
    limitNanos = nowNanos + terms.checkDeadline().toNanos();
    out.add(new LifeOutput.RunCheck(terms.checkDeadline()));
    return Stage.CHECK;
  }

  private @Nullable Stage checked(LifeInput.Checked checked, long nowNanos) {
    if (checked.status() == 0) {
      return null;
    }
    if (nowNanos - limitNanos >= 0) {
      return over(
          Stage.CHECK,
          "was stopped, but the check after it did not pass within %s: it %s"
              .formatted(DurationWords.of(terms.checkDeadline()), ExitWords.of(checked.status())));
    }
    Duration left = Duration.ofNanos(limitNanos - nowNanos);
    out.add(new LifeOutput.WakeAfter(Stage.CHECK, left.compareTo(poll) < 0 ? left : poll));
    return Stage.CHECK;
  }

  private @Nullable Stage woken(Stage stage, long nowNanos) {
    switch (stage) {
      case STOP -> {
        return over(stage, "has processes that outlive SIGKILL");
      }
      case PORT_RELEASE -> out.add(new LifeOutput.LookAtPort(stage));
      default ->
          out.add(new LifeOutput.RunCheck(Duration.ofNanos(Math.max(1, limitNanos - nowNanos))));
    }
    return stage;
  }

  private @Nullable Stage over(Stage stage, String why) {
    leftover = new LifeFault(stage, OptionalInt.empty(), why);
    return null;
  }
}
