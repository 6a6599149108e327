package io.tokenstorm.server.life;

import io.tokenstorm.server.ReadyTerms;
import io.tokenstorm.server.Stage;
import io.tokenstorm.server.StopTerms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The life of one server, from a look at its port to the last check after its end. Whatever
 * happens, it ends in one {@link LifeOutput.StartFailed} or one {@link LifeOutput.Stopped}, and
 * before that has asked for the end of all processes it let start. Instants are a ticker's
 * nanoseconds.
 */
public final class ServerLife {
  private static final Duration ASK_LIMIT = Duration.ofSeconds(5);

  /** How long something unlikely is waited for; a model may be loaded after the first one. */
  private static final Duration DOUBT = Duration.ofMinutes(1);

  private static final String STOPPED_EARLY = "was stopped before it was ready";

  private final ReadyTerms ready;
  private final Ending ending;
  private final List<LifeOutput> out = new ArrayList<>();
  private @Nullable Stage stage;
  private @Nullable LifeFault startFault;
  private long launchedAtNanos;
  private OptionalInt exit = OptionalInt.empty();
  private String lastSaid = "";
  private OptionalLong doubtedSinceNanos = OptionalLong.empty();

  public ServerLife(ReadyTerms ready, StopTerms stop) {
    this.ready = ready;
    this.ending = new Ending(stop, ready.poll(), out);
  }

  /** Begins it; to be called once, first. */
  public List<LifeOutput> begin() {
    stage = Stage.PORT_CHECK;
    return List.of(new LifeOutput.LookAtPort(Stage.PORT_CHECK));
  }

  /** Takes what was learned; what is to be done about it, in order. */
  public List<LifeOutput> on(LifeInput input, long nowNanos) {
    Stage now = stage;
    out.clear();
    if (now != null) {
      if (now.compareTo(Stage.SERVING) > 0) {
        stage = ending.on(now, input, nowNanos);
        settleIfOver();
      } else {
        living(now, input, nowNanos);
      }
    }
    return List.copyOf(out);
  }

  private void living(Stage now, LifeInput input, long nowNanos) {
    if (input instanceof LifeInput.PortSeen seen && now == Stage.PORT_CHECK) {
      portSeen(seen);
    } else if (input instanceof LifeInput.LaunchFailed failed && now == Stage.LAUNCH) {
      refuse(failed.why());
    } else if (input instanceof LifeInput.Launched && now == Stage.LAUNCH) {
      launchedAtNanos = nowNanos;
      enter(Stage.HEALTH, nowNanos);
    } else if (input instanceof LifeInput.Answered answered && answered.stage() == now) {
      answered(now, answered.answer(), nowNanos);
    } else if (input instanceof LifeInput.Woken woken && woken.stage() == now) {
      ask(now, nowNanos);
    } else if (input instanceof LifeInput.Exited exited) {
      exit = OptionalInt.of(exited.status());
      processEnded(now, ExitWords.of(exited.status()), nowNanos);
    } else if (input instanceof LifeInput.Gone) {
      ending.markGone();
      processEnded(now, "was lost: what watches over it was ended", nowNanos);
    } else if (input instanceof LifeInput.StopAsked) {
      stopAsked(now, nowNanos);
    }
  }

  private void portSeen(LifeInput.PortSeen seen) {
    if (seen.inUse()) {
      refuse("was not started: its port is in use by something else");
    } else {
      stage = Stage.LAUNCH;
      out.add(new LifeOutput.Launch());
    }
  }

  private void enter(Stage next, long nowNanos) {
    stage = next;
    lastSaid = "";
    doubtedSinceNanos = OptionalLong.empty();
    ask(next, nowNanos);
  }

  private void ask(Stage now, long nowNanos) {
    Duration left = ready.deadline().minusNanos(nowNanos - launchedAtNanos);
    if (left.isZero() || left.isNegative()) {
      fail(
          now,
          "was not ready within %s, waiting for %s%s"
              .formatted(
                  DurationWords.of(ready.deadline()),
                  now.awaited(),
                  lastSaid.isEmpty() ? "" : " (" + lastSaid + ")"),
          nowNanos);
    } else {
      boolean brief = now != Stage.WARM_REQUEST && left.compareTo(ASK_LIMIT) > 0;
      out.add(new LifeOutput.Ask(now, brief ? ASK_LIMIT : left));
    }
  }

  private void answered(Stage now, StageAnswer answer, long nowNanos) {
    switch (answer.verdict()) {
      case YES -> advance(now, nowNanos);
      case NEVER ->
          fail(now, "is not usable, waiting for " + now.awaited() + ": " + answer.said(), nowNanos);
      case UNLIKELY -> doubt(now, answer.said(), nowNanos);
      case NOT_YET -> {
        doubtedSinceNanos = OptionalLong.empty();
        askLater(now, answer.said(), nowNanos);
      }
    }
  }

  private void doubt(Stage now, String said, long nowNanos) {
    long sinceNanos = doubtedSinceNanos.orElse(nowNanos);
    doubtedSinceNanos = OptionalLong.of(sinceNanos);
    if (nowNanos - sinceNanos < DOUBT.toNanos()) {
      askLater(now, said, nowNanos);
    } else {
      fail(
          now,
          "is not usable, waiting for %s: for %s %s"
              .formatted(now.awaited(), DurationWords.of(DOUBT), said),
          nowNanos);
    }
  }

  private void askLater(Stage now, String said, long nowNanos) {
    lastSaid = said;
    Duration left = ready.deadline().minusNanos(nowNanos - launchedAtNanos);
    Duration pause = left.compareTo(ready.poll()) < 0 ? left : ready.poll();
    out.add(new LifeOutput.WakeAfter(now, pause.isNegative() ? Duration.ZERO : pause));
  }

  private void advance(Stage done, long nowNanos) {
    if (done == Stage.HEALTH) {
      enter(Stage.MODEL, nowNanos);
    } else if (done == Stage.MODEL && ready.warmRequest()) {
      enter(Stage.WARM_REQUEST, nowNanos);
    } else {
      stage = Stage.SERVING;
      out.add(new LifeOutput.Ready(Duration.ofNanos(nowNanos - launchedAtNanos)));
    }
  }

  /** By itself: nobody asked for it. */
  private void processEnded(Stage now, String how, long nowNanos) {
    if (now == Stage.SERVING) {
      out.add(new LifeOutput.Died(new LifeFault(now, exit, how + " while it was serving")));
      end(nowNanos);
    } else {
      fail(now, how + ", waiting for " + now.awaited(), nowNanos);
    }
  }

  private void stopAsked(Stage now, long nowNanos) {
    if (now == Stage.PORT_CHECK) {
      stage = Stage.LAUNCH;
      refuse(STOPPED_EARLY);
    } else if (now == Stage.SERVING) {
      ending.markAsked();
      end(nowNanos);
    } else {
      fail(now, STOPPED_EARLY, nowNanos);
    }
  }

  /** There never was a process. */
  private void refuse(String why) {
    startFault = new LifeFault(stage == null ? Stage.LAUNCH : stage, exit, why);
    stage = null;
    settleIfOver();
  }

  private void fail(Stage now, String why, long nowNanos) {
    startFault = new LifeFault(now, exit, why);
    end(nowNanos);
  }

  private void end(long nowNanos) {
    stage = ending.begin(nowNanos);
  }

  private void settleIfOver() {
    if (stage == null) {
      out.add(
          startFault == null
              ? new LifeOutput.Stopped(ending.leftover())
              : new LifeOutput.StartFailed(startFault, ending.leftover()));
    }
  }
}
