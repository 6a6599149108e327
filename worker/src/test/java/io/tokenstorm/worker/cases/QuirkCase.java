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
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** One scripted behaviour of a server, and what a client that measures must make of it. */
public record QuirkCase(
    String id, JsonNode request, JsonNode client, List<Step> steps, JsonNode root) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LARGE = 32 * 1024;

  /**
   * One action of the server: at most one of send, close, reset, outage.
   *
   * @param outageMillis how long the server is away
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Step(
      byte[] send, int sleepMillis, int each, int gapMillis, End end, int outageMillis) {
    /** One that begins no outage. */
    public Step(byte[] send, int sleepMillis, int each, int gapMillis, End end) {
      this(send, sleepMillis, each, gapMillis, end, 0);
    }

    /** Sends one byte a character, at once. */
    public static Step of(String latin1) {
      return new Step(latin1.getBytes(StandardCharsets.ISO_8859_1), 0, 0, 0, End.NONE);
    }

    /** The same, at least so long after the step before. */
    public Step after(int millis) {
      return new Step(send, Math.max(millis, sleepMillis), each, gapMillis, end, outageMillis);
    }
  }

  /** How a step ends the connection. */
  public enum End {
    NONE,
    CLOSE,
    RESET,
    /** Every connection is reset, and for a time connects are refused. */
    OUTAGE
  }

  /**
   * What is played to one request, and what must come of it.
   *
   * @param variant whether it is a variant of the case
   */
  public record Part(List<Step> steps, JsonNode expect, boolean variant) {}

  /**
   * All cases: of OpenAI's older APIs, of the others, those that follow from the definitions word
   * by word ({@code docs/metrics.md}) and were written before the client was asked, and those whose
   * server behaves differently from request to request.
   */
  public static List<QuirkCase> all() {
    List<QuirkCase> cases = new ArrayList<>();
    read("/cases/streams.jsonl", cases);
    read("/cases/apis.jsonl", cases);
    read("/cases/law.jsonl", cases);
    read("/cases/turns.jsonl", cases);
    return cases;
  }

  /**
   * Every answer of every case as a case of its own: what one request meets, without the others.
   */
  public static List<QuirkCase> answers() {
    return all().stream().flatMap(QuirkCase::parts).toList();
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
      byte[] once = step.path("send").asText("").getBytes(StandardCharsets.ISO_8859_1);
      int repeat = step.path("repeat").asInt(1);
      byte[] all = new byte[once.length * repeat];
      for (int i = 0; i < repeat; i++) {
        System.arraycopy(once, 0, all, i * once.length, once.length);
      }
      steps.add(
          new Step(
              all,
              step.path("sleep_ms").asInt(0),
              step.path("each").asInt(0),
              step.path("gap_ms").asInt(0),
              end(step),
              step.path("outage_ms").asInt(0)));
    }
    return steps;
  }

  private static End end(JsonNode step) {
    if (step.has("outage_ms")) {
      return End.OUTAGE;
    }
    return step.path("close").asBoolean()
        ? End.CLOSE
        : step.path("reset").asBoolean() ? End.RESET : End.NONE;
  }

  /**
   * What is played to a request: the first variant whose conditions all hold, else the case's own.
   *
   * @param ordinal the number of the request, from 1
   */
  public Part partFor(CaseServer.Truth request, int ordinal) {
    for (JsonNode variant : root.path("variants")) {
      if (holds(variant.get("when"), request, ordinal)) {
        return new Part(steps(variant.get("steps")), expectOfVariant(variant), true);
      }
    }
    return new Part(steps, expect(), false);
  }

  private static boolean holds(JsonNode when, CaseServer.Truth request, int ordinal) {
    return when.properties().stream()
        .allMatch(
            condition -> {
              JsonNode value = condition.getValue();
              return switch (condition.getKey()) {
                case "ordinal" -> ordinal == value.asInt();
                case "min_ordinal" -> ordinal >= value.asInt();
                case "reused" -> request.reused == value.asBoolean();
                case "method" -> request.method.equals(value.asText());
                case "not_method" -> !request.method.equals(value.asText());
                case "path_has" -> request.path.contains(value.asText());
                default -> throw new IllegalArgumentException("an unknown condition: " + when);
              };
            });
  }

  /** A case of others may say it only for the request that meets the variant. */
  private JsonNode expectOfVariant(JsonNode variant) {
    if (variant.has("expect")) {
      return variant.get("expect");
    }
    for (JsonNode other : root.path("also_acceptable")) {
      if (other.has("for_request") && other.has("error_kind")) {
        return ((ObjectNode) other.deepCopy()).put("chunks", 0);
      }
    }
    throw new IllegalArgumentException("a variant without an outcome: " + id);
  }

  /** Each of its variants as a case of its own, beside itself. */
  private Stream<QuirkCase> parts() {
    Stream<QuirkCase> variants =
        StreamSupport.stream(root.path("variants").spliterator(), false)
            .filter(variant -> variant.has("expect"))
            .map(this::alone);
    return Stream.concat(Stream.of(this), variants);
  }

  private QuirkCase alone(JsonNode variant) {
    ObjectNode single = root.deepCopy();
    single.remove(List.of("variants", "expect_insecure"));
    single.put("id", id + " when " + variant.get("when"));
    single.set("steps", variant.get("steps"));
    single.set("expect", variant.get("expect"));
    return of(single);
  }

  /** Whether its server goes away for a time. */
  public boolean hasOutage() {
    return root.findValue("outage_ms") != null;
  }

  /** All that is sent, in one piece. */
  public byte[] bytes() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    steps.forEach(step -> all.writeBytes(step.send()));
    return all.toByteArray();
  }

  /** Too large to be cut everywhere. */
  public boolean large() {
    return bytes().length > LARGE;
  }

  /** Where the body begins in {@link #bytes}; beyond them if there is none. */
  public int bodyStart() {
    int head = new String(bytes(), StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n");
    return head < 0 ? bytes().length : head + 4;
  }

  public JsonNode expect() {
    return root.get("expect");
  }

  /**
   * What Akka HTTP makes of a part of it, where that is to blame; the case says why.
   *
   * @param ofPart what must come of the part
   */
  public JsonNode expectOfAkkaHttp(JsonNode ofPart) {
    ObjectNode expect = ofPart.deepCopy();
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
