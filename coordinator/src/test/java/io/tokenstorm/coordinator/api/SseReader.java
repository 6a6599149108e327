package io.tokenstorm.coordinator.api;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;

/** Reads server-sent events as a browser would, on a thread of its own. */
final class SseReader implements AutoCloseable {
  /** One event. */
  record Event(long id, String name, String data) {}

  private final List<Event> events = new ArrayList<>();
  private final CompletableFuture<Integer> ended = new CompletableFuture<>();
  private volatile InputStream body = InputStream.nullInputStream();

  static SseReader open(HttpClient client, URI uri, long lastEventId, ExecutorService threads) {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri);
    if (lastEventId >= 0) {
      request.header("Last-Event-ID", Long.toString(lastEventId));
    }
    SseReader reader = new SseReader();
    threads.execute(() -> reader.read(client, request.build()));
    return reader;
  }

  private void read(HttpClient client, HttpRequest request) {
    try {
      HttpResponse<InputStream> response =
          client.send(request, HttpResponse.BodyHandlers.ofInputStream());
      body = response.body();
      parse(new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8)));
      ended.complete(response.statusCode());
    } catch (IOException | InterruptedException | RuntimeException e) {
      ended.completeExceptionally(e);
    }
  }

  private void parse(BufferedReader lines) throws IOException {
    long id = -1;
    String name = "";
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("id: ")) {
        id = Long.parseLong(line.substring(4));
      } else if (line.startsWith("event: ")) {
        name = line.substring(7);
      } else if (line.startsWith("data: ")) {
        synchronized (events) {
          events.add(new Event(id, name, line.substring(6)));
        }
      }
    }
  }

  List<Event> events() {
    synchronized (events) {
      return List.copyOf(events);
    }
  }

  /** The status, once the stream has ended by itself. */
  CompletableFuture<Integer> ended() {
    return ended;
  }

  @Override
  public void close() {
    try {
      body.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
