package io.tokenstorm.coordinator.target;

import akka.actor.ClassicActorSystemProvider;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.headers.RawHeader;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.TlsOptions;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Asks replicas for their own metrics, each time on a connection of its own. */
public final class MetricsCall {
  private static final Duration CONNECT = Duration.ofSeconds(2);
  private static final Duration TOTAL = Duration.ofSeconds(3);

  private final TargetHttp http;
  private final Plan plan;

  public MetricsCall(ClassicActorSystemProvider system, Plan plan) {
    this.http = new TargetHttp(system, CONNECT, TOTAL);
    this.plan = plan;
  }

  /**
   * The text at a URL. Comes, or fails, within a few seconds.
   *
   * @return fails with {@link TargetException} if there is no answer, or none of status 200
   */
  public CompletionStage<String> text(URI url) {
    HttpRequest request =
        HttpRequest.create(url.toString())
            .addHeader(RawHeader.create("Accept", "text/plain;version=0.0.4"));
    try {
      return http.send(request, tls(url), TOTAL).thenApply(answer -> body(answer, url));
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** What went wrong with a call, in words for the user. */
  public static String causeOf(Throwable error) {
    return TargetException.causeOf(error);
  }

  private static String body(TargetHttp.Answer answer, URI url) {
    if (answer.status() != 200) {
      throw new TargetException("HTTP " + answer.status() + " at " + url.getRawPath());
    }
    return answer.body();
  }

  /** As the route says that leads to the same server. */
  private TlsOptions tls(URI url) {
    return plan.routes().values().stream()
        .filter(
            route ->
                route.targets().stream()
                    .anyMatch(target -> url.getRawAuthority().equals(target.getRawAuthority())))
        .map(route -> route.tls())
        .findFirst()
        .orElse(TlsOptions.DEFAULT);
  }
}
