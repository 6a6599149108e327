package io.tokenstorm.coordinator.target;

import akka.actor.ClassicActorSystemProvider;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpMethods;
import akka.http.javadsl.model.HttpRequest;
import io.tokenstorm.coordinator.run.spec.RunInput;
import io.tokenstorm.coordinator.run.spec.RunOutput;
import io.tokenstorm.protocol.plan.PhaseEvent;
import io.tokenstorm.protocol.plan.TlsOptions;
import io.tokenstorm.protocol.time.Ticker;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Makes the HTTP calls of a plan's events, each once. */
public final class PlanEventCaller {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration TOTAL = Duration.ofSeconds(20);

  private final TargetHttp http;
  private final Ticker ticker;

  public PlanEventCaller(ClassicActorSystemProvider system, Ticker ticker) {
    this.http = new TargetHttp(system, CONNECT, TOTAL);
    this.ticker = ticker;
  }

  /** Makes one call; never fails. */
  public CompletionStage<RunInput.EventFired> call(RunOutput.FireEvent event) {
    long firedAt = ticker.nanos();
    try {
      return http.send(request(event.call()), TlsOptions.DEFAULT, TOTAL)
          .handle(
              (answer, error) ->
                  error == null
                      ? fired(event, firedAt, answer.status(), "")
                      : fired(event, firedAt, 0, TargetException.causeOf(error)));
    } catch (RuntimeException e) {
      return CompletableFuture.completedFuture(
          fired(event, firedAt, 0, TargetException.causeOf(e)));
    }
  }

  private static RunInput.EventFired fired(
      RunOutput.FireEvent event, long firedAtNanos, int status, String error) {
    return new RunInput.EventFired(
        event.phase(), event.event(), event.scheduledAtNanos(), firedAtNanos, status, error);
  }

  private static HttpRequest request(PhaseEvent call) {
    HttpRequest request =
        HttpRequest.create(call.url().toString())
            .withMethod(
                HttpMethods.lookup(call.method())
                    .orElseThrow(() -> new TargetException("no HTTP method " + call.method())));
    return call.body().isEmpty()
        ? request
        : request.withEntity(ContentTypes.APPLICATION_JSON, call.body());
  }
}
