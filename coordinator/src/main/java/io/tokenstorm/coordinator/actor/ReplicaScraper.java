package io.tokenstorm.coordinator.actor;

import akka.Done;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.scrape.EngineReading;
import io.tokenstorm.coordinator.scrape.MetricsTextException;
import io.tokenstorm.coordinator.target.MetricsCall;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.time.Ticker;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks the replicas of one run for their own metrics, as often as the plan says and at the edges of
 * its windows. Invariant: a replica is asked again only after it answered or its time was up, so a
 * slow one costs itself readings and nobody else anything.
 */
final class ReplicaScraper extends AbstractBehavior<ReplicaScraper.Command> {

  /** What the scraper is told. */
  sealed interface Command {}

  /**
   * A window is about to open, or all of its requests have ended: ask everyone now.
   *
   * @param readTo is told when nobody is being asked any more
   */
  record Edge(ActorRef<Done> readTo) implements Command {}

  /** The run is over: stop once every answer is there. */
  record Finish() implements Command {}

  private record Due() implements Command {}

  private record Answered(String replica, long askedAtNanos, String text, String error)
      implements Command {}

  /**
   * Whom to ask, and for whom.
   *
   * @param run its id
   * @param coordinator is told of each reading
   */
  record Order(
      String run, Plan.Scrape scrape, Ticker ticker, ActorRef<CoordinatorCommand> coordinator) {}

  private final Order order;
  private final Function<URI, CompletionStage<String>> call;
  private final Set<String> asking = new HashSet<>();
  private final Set<String> askAgain = new HashSet<>();
  private final Set<String> failing = new HashSet<>();
  private final List<ActorRef<Done>> waiting = new ArrayList<>();
  private boolean finishing;

  private ReplicaScraper(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      Order order,
      Function<URI, CompletionStage<String>> call) {
    super(context);
    context.setLoggerName(ReplicaScraper.class);
    this.order = order;
    this.call = call;
    timers.startTimerAtFixedRate(new Due(), order.scrape().every());
    askAll(false);
  }

  /**
   * @param call gives the text at a URL; may fail, and comes within seconds either way
   */
  static Behavior<Command> of(Order order, Function<URI, CompletionStage<String>> call) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(timers -> new ReplicaScraper(context, timers, order, call)));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Due.class, due -> finishing ? this : askAll(false))
        .onMessage(Edge.class, this::edge)
        .onMessage(Answered.class, this::answered)
        .onMessage(Finish.class, finish -> finish())
        .build();
  }

  /**
   * Asks all that are not being asked.
   *
   * @param edge whether an answer to an earlier question is not good enough
   */
  private Behavior<Command> askAll(boolean edge) {
    for (Map.Entry<String, URI> endpoint : order.scrape().endpoints().entrySet()) {
      if (!asking.contains(endpoint.getKey())) {
        ask(endpoint.getKey(), endpoint.getValue());
      } else if (edge) {
        askAgain.add(endpoint.getKey());
      }
    }
    return this;
  }

  private Behavior<Command> edge(Edge edge) {
    waiting.add(edge.readTo());
    return askAll(true);
  }

  private void ask(String replica, URI url) {
    asking.add(replica);
    long askedAt = order.ticker().nanos();
    getContext()
        .pipeToSelf(
            call.apply(url),
            (text, error) ->
                new Answered(
                    replica,
                    askedAt,
                    error == null ? text : "",
                    error == null ? "" : MetricsCall.causeOf(error)));
  }

  private Behavior<Command> answered(Answered answer) {
    String replica = answer.replica();
    asking.remove(replica);
    RunEvent.ReplicaReading reading = reading(answer);
    tell(replica, reading.error());
    order.coordinator().tell(new CoordinatorCommand.ReplicaRead(order.run(), reading));
    URI url = order.scrape().endpoints().get(replica);
    if (askAgain.remove(replica) && url != null) {
      ask(replica, url);
    }
    if (asking.isEmpty()) {
      waiting.forEach(who -> who.tell(Done.getInstance()));
      waiting.clear();
    }
    return stoppedIfDone();
  }

  private RunEvent.ReplicaReading reading(Answered answer) {
    long answeredAt = order.ticker().nanos();
    EngineReading read = null;
    String error = answer.error();
    if (error.isEmpty()) {
      try {
        read = EngineReading.of(answer.text());
      } catch (MetricsTextException e) {
        error = "not metrics of a known engine: " + e.getMessage();
      }
    }
    return reading(answer, answeredAt, read, error);
  }

  private static RunEvent.ReplicaReading reading(
      Answered answer, long answeredAtNanos, @Nullable EngineReading read, String error) {
    return new RunEvent.ReplicaReading(
        answer.replica(),
        answer.askedAtNanos(),
        answeredAtNanos,
        read == null ? "" : read.engine(),
        read == null ? Map.of() : read.figures(),
        error);
  }

  /** The first of a row of failures, and its end. */
  private void tell(String replica, String error) {
    if (!error.isEmpty() && failing.add(replica)) {
      getContext().getLog().warn("the metrics of {} could not be read: {}", replica, error);
    } else if (error.isEmpty() && failing.remove(replica)) {
      getContext().getLog().info("the metrics of {} can be read again", replica);
    }
  }

  private Behavior<Command> finish() {
    finishing = true;
    return stoppedIfDone();
  }

  private Behavior<Command> stoppedIfDone() {
    return finishing && asking.isEmpty() ? Behaviors.stopped() : this;
  }
}
