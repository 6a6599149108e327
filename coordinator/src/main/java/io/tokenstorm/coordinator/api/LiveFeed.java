package io.tokenstorm.coordinator.api;

import akka.actor.typed.Behavior;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.util.ByteString;
import io.tokenstorm.coordinator.live.LiveAggregator;
import io.tokenstorm.coordinator.live.LiveFrame;
import io.tokenstorm.coordinator.live.LiveJson;
import io.tokenstorm.coordinator.service.LiveSnapshot;
import io.tokenstorm.coordinator.service.RunService;
import io.tokenstorm.coordinator.service.RunState;
import io.tokenstorm.coordinator.service.RunSummary;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.time.Beat;
import io.tokenstorm.protocol.time.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes the frames of all runs that have not ended, one each interval, and the last one as soon as
 * a run has ended. It looks at the run service ten times an interval, since the moment it first
 * sees a sketch stands for its arrival. Frames keep to a {@link Beat}: they come late by as much as
 * the timer does, and no later the longer it runs.
 */
final class LiveFeed extends AbstractBehavior<LiveFeed.Command> {
  private static final int LOOKS_PER_FRAME = 10;

  sealed interface Command {}

  private enum Look implements Command {
    INSTANCE
  }

  /** Records were merged. */
  record Merged(String run, List<RequestRecord> records) implements Command {}

  private final RunService service;
  private final LiveChannels channels;
  private final Map<String, LiveAggregator> aggregators = new HashMap<>();
  private final Set<String> ended = new HashSet<>();
  private final Clock clock;

  /** When to look and when to make frames. */
  private record Clock(TimerScheduler<Command> timers, Ticker ticker, Beat looks, Beat frames) {
    static Clock start(TimerScheduler<Command> timers, Ticker ticker, Duration frameInterval) {
      long now = ticker.nanos();
      Beat looks = new Beat(now, frameInterval.dividedBy(LOOKS_PER_FRAME));
      return new Clock(timers, ticker, looks, new Beat(now, frameInterval));
    }

    void lookAgain() {
      timers.startSingleTimer(Look.INSTANCE, looks.untilNext(ticker.nanos()));
    }

    boolean isFrameDue() {
      return frames.isDue(ticker.nanos());
    }
  }

  private LiveFeed(
      ActorContext<Command> context, RunService service, LiveChannels channels, Clock clock) {
    super(context);
    this.service = service;
    this.channels = channels;
    this.clock = clock;
    clock.lookAgain();
    service.observe(
        (run, worker, records) -> context.getSelf().tell(new Merged(run, List.copyOf(records))));
  }

  static Behavior<Command> create(
      RunService service, LiveChannels channels, Duration frameInterval) {
    return Behaviors.withTimers(
        timers -> {
          Clock clock = Clock.start(timers, Ticker.system(), frameInterval);
          return Behaviors.<Command>supervise(
                  Behaviors.setup(context -> new LiveFeed(context, service, channels, clock)))
              .onFailure(SupervisorStrategy.resume());
        });
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Look.class, look -> onLook())
        .onMessage(Merged.class, this::onMerged)
        .build();
  }

  private Behavior<Command> onMerged(Merged merged) {
    if (!ended.contains(merged.run())) {
      aggregator(merged.run()).onRecords(merged.records());
    }
    return this;
  }

  private Behavior<Command> onLook() {
    // first of all: a failure below must not end the looking
    clock.lookAgain();
    boolean frameDue = clock.isFrameDue();
    LiveSnapshot snapshot = service.liveSnapshot();
    for (RunSummary summary : snapshot.runs()) {
      if (!ended.contains(summary.run())) {
        look(summary, snapshot, frameDue);
      }
    }
    return this;
  }

  private void look(RunSummary summary, LiveSnapshot snapshot, boolean frameDue) {
    LiveAggregator aggregator = aggregator(summary.run());
    if (summary.state() == RunState.ENDED) {
      publish(aggregator.frame(snapshot));
      ended.add(summary.run());
      aggregators.remove(summary.run());
    } else if (frameDue) {
      publish(aggregator.frame(snapshot));
    } else {
      aggregator.observe(snapshot);
    }
  }

  private LiveAggregator aggregator(String run) {
    return aggregators.computeIfAbsent(run, LiveAggregator::new);
  }

  private void publish(LiveFrame frame) {
    channels.timeline(frame.run()).add(frame);
    channels
        .of(frame.run())
        .publish(new LiveChannel.Rendered(frame.sequence(), event(frame), frame.ended()));
  }

  /** The server-sent event; the last one is named {@code end}, the others {@code frame}. */
  static ByteString event(LiveFrame frame) {
    String name = frame.ended() ? "end" : "frame";
    return ByteString.fromString("id: " + frame.sequence() + "\nevent: " + name + "\ndata: ")
        .concat(ByteString.fromArray(LiveJson.bytes(frame)))
        .concat(ByteString.fromString("\n\n"));
  }
}
