package io.tokenstorm.cli.client;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.coordinator.live.LiveFrame;
import io.tokenstorm.coordinator.live.LiveJson;
import io.tokenstorm.protocol.time.Ticker;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Watches one run to its end. A connection that breaks or falls silent is made anew and goes on
 * where it stopped ({@code Last-Event-ID}), for as long as {@link Patience} lasts.
 */
public final class RunWatch implements AutoCloseable {
  /**
   * How long to wait for what.
   *
   * @param silence a connection without an event for so long is given up
   * @param retry between two attempts
   * @param total without any event for so long the coordinator is given up
   */
  public record Patience(Duration silence, Duration retry, Duration total) {
    public static final Patience DEFAULT =
        new Patience(Duration.ofSeconds(10), Duration.ofSeconds(1), Duration.ofSeconds(60));
  }

  private final ApiClient client;
  private final WatchListener listener;
  private final Ticker ticker;
  private final Patience patience;
  private final CountDownLatch closed = new CountDownLatch(1);
  private String run;
  private long lastEventId;
  private @Nullable LiveFrame last;

  /**
   * A watch of a run from now on.
   *
   * @param run its id, or {@link ApiClient#CURRENT}
   */
  public RunWatch(ApiClient client, String run, WatchListener listener, Ticker ticker) {
    this(client, run, listener, ticker, Patience.DEFAULT);
  }

  RunWatch(ApiClient client, String run, WatchListener listener, Ticker ticker, Patience patience) {
    this.client = client;
    this.run = run;
    this.listener = listener;
    this.ticker = ticker;
    this.patience = patience;
  }

  /**
   * Watches until the run ends.
   *
   * @return its last frame; empty if this was closed before
   * @throws CommandFailure if the coordinator does not answer, or does not know the run
   */
  public Optional<LiveFrame> toEnd() throws InterruptedException {
    long heardNanos = ticker.nanos();
    while (closed.getCount() > 0) {
      long before = lastEventId;
      Optional<Throwable> trouble = connectOnce();
      if (last != null && last.ended()) {
        return Optional.of(last);
      }
      if (closed.getCount() == 0) {
        break; // nothing was heard because nobody listened: not the coordinator's fault
      }
      if (lastEventId != before) {
        heardNanos = ticker.nanos();
      }
      Throwable why = trouble.orElseGet(() -> new IOException("the connection ended"));
      if (last == null || ticker.nanos() - heardNanos > patience.total().toNanos()) {
        throw client.unreachable(why);
      }
      if (!awaitClosed(patience.retry())) {
        listener.onSilence(text(why));
      }
    }
    return Optional.empty();
  }

  /** Makes {@link #toEnd} return soon. From any thread. */
  @Override
  public void close() {
    closed.countDown();
  }

  private boolean awaitClosed(Duration wait) throws InterruptedException {
    return closed.await(wait.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static String text(Throwable why) {
    return why.getMessage() == null ? why.getClass().getSimpleName() : why.getMessage();
  }

  /** One connection, to its end; what went wrong with it. */
  private Optional<Throwable> connectOnce() throws InterruptedException {
    SseLines lines = new SseLines();
    HttpRequest.Builder request = client.live(run);
    if (last != null) {
      request.header("Last-Event-ID", Long.toString(lastEventId));
    }
    CompletableFuture<HttpResponse<Void>> response =
        client.http().sendAsync(request.build(), info -> bodyOf(info, lines));
    try {
      return read(lines, response);
    } finally {
      lines.cancel();
      response.cancel(true);
    }
  }

  private static HttpResponse.BodySubscriber<Void> bodyOf(
      HttpResponse.ResponseInfo info, SseLines lines) {
    return info.statusCode() == 200
        ? HttpResponse.BodySubscribers.fromLineSubscriber(
            lines, ignored -> null, StandardCharsets.UTF_8, null)
        : HttpResponse.BodySubscribers.mapping(
            HttpResponse.BodySubscribers.ofString(StandardCharsets.UTF_8),
            body -> {
              throw new RefusedBody(info.statusCode(), body);
            });
  }

  private Optional<Throwable> read(SseLines lines, CompletableFuture<HttpResponse<Void>> response)
      throws InterruptedException {
    Duration slice = Duration.ofMillis(100);
    long heardNanos = ticker.nanos();
    while (closed.getCount() > 0) {
      Optional<SseLines.Item> item = lines.take(slice);
      if (item.isPresent() && item.get() instanceof SseLines.Over over) {
        return Optional.ofNullable(over.failure());
      }
      if (item.isPresent() && item.get() instanceof SseLines.Arrived arrived) {
        heardNanos = ticker.nanos();
        if (take(arrived.event())) {
          return Optional.empty();
        }
      } else if (response.isCompletedExceptionally()) {
        return Optional.of(failureOf(response));
      } else if (ticker.nanos() - heardNanos > patience.silence().toNanos()) {
        return Optional.of(new IOException("silent for " + patience.silence().toSeconds() + " s"));
      }
    }
    return Optional.empty();
  }

  /** Says whether this was the last one. */
  private boolean take(SseParser.Event event) {
    LiveFrame frame = LiveJson.read(event.data(), LiveFrame.class);
    lastEventId = event.id().orElse(frame.sequence());
    run = frame.run();
    last = frame;
    listener.onFrame(frame);
    return frame.ended();
  }

  private static Throwable failureOf(CompletableFuture<?> response) throws InterruptedException {
    try {
      response.get(0, TimeUnit.SECONDS);
      return new IOException("the connection ended");
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      for (Throwable t = cause; t != null; t = t.getCause()) {
        if (t instanceof RefusedBody refused) {
          throw refused.toFailure();
        }
      }
      return cause == null ? e : cause;
    } catch (TimeoutException e) {
      return e;
    }
  }

  /** An answer that is no stream. */
  private static final class RefusedBody extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String body;

    RefusedBody(int status, String body) {
      super("status " + status);
      this.status = status;
      this.body = body;
    }

    CommandFailure toFailure() {
      return status == 204
          ? new CommandFailure(ExitCode.USAGE, "the run has ended")
          : ApiClient.refused(status, body);
    }
  }
}
