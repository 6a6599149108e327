package io.tokenstorm.worker.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tokenstorm.protocol.plan.Api;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** One scripted behaviour of a server, and what a client that measures must make of it. */
public record QuirkCase(
    String id, JsonNode request, JsonNode client, List<Step> steps, JsonNode root) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** One action of the server: at most one of send, close, reset. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Step(byte[] send, int sleepMillis, int each, int gapMillis, End end) {
    /** The same, at least so long after the step before. */
    public Step after(int millis) {
      return new Step(send, Math.max(millis, sleepMillis), each, gapMillis, end);
    }
  }

  /** How a step ends the connection. */
  public enum End {
    NONE,
    CLOSE,
    RESET
  }

  /**
   * All cases: of OpenAI's older APIs, of the others, and those that follow from the definitions
   * word by word ({@code docs/metrics.md}) and were written before the client was asked.
   */
  public static List<QuirkCase> all() {
    List<QuirkCase> cases = new ArrayList<>();
    read("/cases/streams.jsonl", cases);
    read("/cases/apis.jsonl", cases);
    read("/cases/law.jsonl", cases);
    return cases;
  }

  private static void read(String file, List<QuirkCase> cases) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(QuirkCase.class.getResourceAsStream(file)),
                StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        cases.add(of(JSON.readTree(line)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static QuirkCase of(JsonNode root) {
    return new QuirkCase(
        root.get("id").asText(),
        root.get("request"),
        root.path("client"),
        steps(root.get("steps")),
        root);
  }

  private static List<Step> steps(JsonNode list) {
    List<Step> steps = new ArrayList<>();
    for (JsonNode step : list) {
      if (step.has("outage_ms")) {
        throw new IllegalArgumentException("outages are not played");
      }
      byte[] once = step.path("send").asText("").getBytes(StandardCharsets.ISO_8859_1);
      int repeat = step.path("repeat").asInt(1);
      byte[] all = new byte[once.length * repeat];
      for (int i = 0; i < repeat; i++) {
        System.arraycopy(once, 0, all, i * once.length, once.length);
      }
      End end =
          step.path("close").asBoolean()
              ? End.CLOSE
              : step.path("reset").asBoolean() ? End.RESET : End.NONE;
      steps.add(
          new Step(
              all,
              step.path("sleep_ms").asInt(0),
              step.path("each").asInt(0),
              step.path("gap_ms").asInt(0),
              end));
    }
    return steps;
  }

  /** The steps for a request: a variant's where one applies. */
  public List<Step> stepsFor(boolean reused) {
    for (JsonNode variant : root.path("variants")) {
      JsonNode when = variant.get("when");
      if (when.size() != 1 || !when.has("reused")) {
        throw new IllegalArgumentException("a variant that is not played: " + when);
      }
      if (when.get("reused").asBoolean() == reused) {
        return steps(variant.get("steps"));
      }
    }
    return steps;
  }

  /** All that is sent, in one piece. */
  public byte[] bytes() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    steps.forEach(step -> all.writeBytes(step.send()));
    return all.toByteArray();
  }

  /** Where the body begins in {@link #bytes}; beyond them if there is none. */
  public int bodyStart() {
    int head = new String(bytes(), StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n");
    return head < 0 ? bytes().length : head + 4;
  }

  public JsonNode expect() {
    return root.get("expect");
  }

  /** What Akka HTTP makes of it, where that is to blame; the case says why. */
  public JsonNode expectOfAkkaHttp() {
    ObjectNode expect = root.get("expect").deepCopy();
    root.path("akka_http").properties().forEach(e -> expect.set(e.getKey(), e.getValue()));
    return expect;
  }

  /** Whether Akka HTTP refuses the answer as a whole. */
  public boolean beyondAkkaHttp() {
    return root.path("akka_http").has("outcome");
  }

  public boolean streaming() {
    return request.path("body").path("stream").asBoolean();
  }

  /** The API spoken; the older cases are read as chat, whatever they are. */
  public Api api() {
    String label = root.path("api").asText(Api.OPENAI_CHAT.label());
    return Arrays.stream(Api.values()).filter(a -> a.label().equals(label)).findAny().orElseThrow();
  }

  public int requests() {
    return client.path("requests").asInt(1);
  }

  @Override
  public String toString() {
    return id;
  }
}
