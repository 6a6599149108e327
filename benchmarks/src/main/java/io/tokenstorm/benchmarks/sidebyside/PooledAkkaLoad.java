package io.tokenstorm.benchmarks.sidebyside;

import akka.actor.ActorSystem;
import akka.http.javadsl.Http;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.headers.RawHeader;
import akka.stream.javadsl.Framing;
import akka.stream.javadsl.FramingTruncation;
import akka.util.ByteString;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.typesafe.config.ConfigFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;

/**
 * The usual way with Akka HTTP: requests through the host connection pool, the body framed at blank
 * lines, each event made a String and a tree. The stamp is taken when an event leaves the framing,
 * before it is parsed. The pool's limits and time-outs that would falsify the load are lifted.
 */
final class PooledAkkaLoad implements ClientLoad {
  private static final ByteString BLANK_LINE = ByteString.fromString("\n\n");
  private static final int MAX_EVENT_BYTES = 64 * 1024;
  private static final String PREFIX = "data: ";
  private static final String DONE = "[DONE]";

  private final ClientOptions options;
  private final StampFile stamps;
  private final ActorSystem system;
  private final ObjectMapper json = new ObjectMapper();
  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
  private final LongAdder tokens = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private volatile boolean stopping;

  PooledAkkaLoad(ClientOptions options, StampFile stamps) {
    this.options = options;
    this.stamps = stamps;
    this.system =
        ActorSystem.create(
            "usual",
            ConfigFactory.parseString(config(options.streams()))
                .withFallback(ConfigFactory.load()));
  }

  private static String config(int streams) {
    int openRequests = Integer.highestOneBit(Math.max(1, streams)) * 2;
    return String.format(
        Locale.ROOT,
        """
        akka.log-dead-letters = off
        akka.http.client.idle-timeout = infinite
        akka.http.host-connection-pool {
          max-connections = %d
          max-open-requests = %d
          max-retries = 0
          idle-timeout = infinite
          response-entity-subscription-timeout = 60s
          client.idle-timeout = infinite
        }
        """,
        streams,
        openRequests);
  }

  @Override
  public void start() {
    for (int slot = 0; slot < options.streams(); slot++) {
      next(slot, 0);
    }
  }

  private void next(int slot, int ordinal) {
    if (stopping) {
      return;
    }
    Answer answer = new Answer("u-" + slot + "-" + ordinal);
    if (options.stamps() != null) {
      answers.add(answer);
    }
    Http.get(system)
        .singleRequest(request(answer.id))
        .thenCompose(response -> read(response, answer))
        .whenComplete(
            (done, error) -> {
              if (error != null && !stopping) {
                failures.increment();
              }
              next(slot, ordinal + 1);
            });
  }

  private HttpRequest request(String id) {
    String body =
        "{\"model\":\"m\",\"stream\":true,\"stream_options\":{\"include_usage\":true},"
            + "\"messages\":[{\"role\":\"user\",\"content\":\""
            + "word ".repeat(50)
            + "\"}]}";
    return HttpRequest.POST(options.url() + "/v1/chat/completions")
        .addHeader(RawHeader.create("x-request-id", id))
        .withEntity(ContentTypes.APPLICATION_JSON, body);
  }

  private CompletionStage<?> read(HttpResponse response, Answer answer) {
    return response
        .entity()
        .getDataBytes()
        .via(Framing.delimiter(BLANK_LINE, MAX_EVENT_BYTES, FramingTruncation.ALLOW))
        .map(ByteString::utf8String)
        .runForeach(event -> take(event, answer), system);
  }

  private void take(String event, Answer answer) {
    long now = System.nanoTime();
    if (!event.startsWith(PREFIX) || event.endsWith(DONE)) {
      return;
    }
    if (!contentOf(event.substring(PREFIX.length())).isEmpty()) {
      answer.add(now);
      tokens.increment();
    }
  }

  private String contentOf(String data) {
    try {
      JsonNode choices = json.readTree(data).path("choices");
      return choices.path(0).path("delta").path("content").asText("");
    } catch (JsonProcessingException e) {
      throw new CompletionException(e);
    }
  }

  @Override
  public long tokens() {
    return tokens.sum();
  }

  @Override
  public long reads() {
    return -1;
  }

  @Override
  public long failures() {
    return failures.sum();
  }

  @Override
  public void stop() throws InterruptedException {
    stopping = true;
    try {
      system.terminate();
      system.getWhenTerminated().toCompletableFuture().get(10, TimeUnit.SECONDS);
    } catch (java.util.concurrent.ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the actor system did not end", e);
    }
    for (Answer answer : answers) {
      stamps.append(answer.id, answer.count, i -> answer.nanos[i]);
    }
  }

  /** The stamps of one answer; written by its stream, read when the system has ended. */
  private static final class Answer {
    private final String id;
    private long[] nanos = new long[64];
    private int count;

    Answer(String id) {
      this.id = id;
    }

    void add(long now) {
      if (count == nanos.length) {
        nanos = Arrays.copyOf(nanos, count * 2);
      }
      nanos[count++] = now;
    }
  }
}
