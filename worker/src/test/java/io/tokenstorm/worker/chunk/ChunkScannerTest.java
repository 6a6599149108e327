package io.tokenstorm.worker.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkScannerTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ChunkScanner scanner = new ChunkScanner();

  /** What a chunk says, comparable. */
  record Said(
      List<String> choices,
      boolean output,
      boolean answer,
      String finishReason,
      boolean usage,
      int prompt,
      int completion,
      boolean error,
      String message) {}

  private boolean scan(String json) {
    byte[] bytes = ("##" + json + "##").getBytes(StandardCharsets.UTF_8);
    return scanner.scan(bytes, 2, bytes.length - 4);
  }

  private Said said() {
    ChunkFacts f = scanner.facts();
    List<String> choices = new ArrayList<>();
    for (int i = 0; i < f.choiceCount(); i++) {
      choices.add(f.choiceIndex(i) + (f.choiceFinished(i) ? " finished" : ""));
    }
    return new Said(
        choices,
        f.outputBearing(),
        f.answerBearing(),
        f.finishReason(),
        f.hasUsage(),
        f.promptTokens(),
        f.completionTokens(),
        f.hasError(),
        f.message());
  }

  @Property(tries = 4_000)
  void scan_anyChunkLikeObject_saysWhatATreeSays(@ForAll long seed) throws Exception {
    String json = new OddJson(seed).object();
    assertThat(scan(json)).as(json).isTrue();
    assertThat(said()).as(json).isEqualTo(byTree(JSON.readTree(json)));
  }

  @Property(tries = 4_000)
  void scan_damagedObject_neverThrowsAndAcceptsAllThatIsJson(
      @ForAll long seed, @ForAll @IntRange(max = 10_000) int at, @ForAll byte damage) {
    byte[] json = new OddJson(seed).object().getBytes(StandardCharsets.UTF_8);
    json[at % json.length] = damage;
    boolean accepted = scanner.scan(json, 0, json.length);
    if (!accepted) {
      assertThat(isJsonObject(json)).as(new String(json, StandardCharsets.UTF_8)).isFalse();
    }
  }

  @Property(tries = 2_000)
  void scan_anyBytes_neverThrows(@ForAll byte[] bytes) {
    scanner.scan(bytes, 0, bytes.length);
  }

  @Property(tries = 100)
  void scan_objectCutShort_isRefused(@ForAll long seed) {
    byte[] json = new OddJson(seed).object().strip().getBytes(StandardCharsets.UTF_8);
    for (int length = 0; length < json.length; length++) {
      assertThat(scanner.scan(json, 0, length)).isFalse();
    }
  }

  private static boolean isJsonObject(byte[] json) {
    try (var parser = JSON.createParser(new String(json, StandardCharsets.UTF_8))) {
      JsonNode tree = JSON.readTree(parser);
      return tree != null && tree.isObject() && parser.nextToken() == null;
    } catch (JsonProcessingException e) {
      return false;
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** The same facts the slow way, from a tree. */
  private static Said byTree(JsonNode top) {
    List<String> choices = new ArrayList<>();
    boolean output = false;
    boolean answer = false;
    String reason = null;
    JsonNode list = top.path("choices");
    for (int i = 0; list.isArray() && i < list.size(); i++) {
      JsonNode choice = list.get(i);
      if (!choice.isObject()) {
        continue;
      }
      String finish = finishOf(choice.path("finish_reason"));
      choices.add(
          (count(choice.path("index")) < 0 ? i : count(choice.path("index")))
              + (finish == null ? "" : " finished"));
      reason = finish == null ? reason : finish;
      for (JsonNode part : List.of(choice, choice.path("delta"), choice.path("message"))) {
        if (part.isObject()) {
          answer |= any(part, "content", "text", "tool_calls");
          output |= any(part, "content", "text", "tool_calls", "reasoning", "reasoning_content");
        }
      }
    }
    JsonNode usage = top.path("usage");
    JsonNode error = top.path("error");
    boolean objectError = top.path("object").asText("").equals("error");
    boolean hasError =
        top.has("error")
            && !error.isNull()
            && !error.equals(JSON.getNodeFactory().booleanNode(false))
            && !(error.isTextual() && error.asText().isEmpty());
    String message = messageOf(error);
    if (!hasError && objectError && top.path("object").isTextual()) {
      return new Said(
          choices,
          output,
          answer,
          reason,
          usage.isObject(),
          prompt(usage),
          completion(usage),
          true,
          top.path("message").isTextual() ? top.path("message").asText() : null);
    }
    return new Said(
        choices,
        output,
        answer,
        reason,
        usage.isObject(),
        prompt(usage),
        completion(usage),
        hasError,
        message);
  }

  private static String messageOf(JsonNode error) {
    if (error.isTextual()) {
      return error.asText();
    }
    JsonNode message = error.path("message");
    return error.isObject() && message.isTextual() && !message.asText().isEmpty()
        ? message.asText()
        : null;
  }

  private static int prompt(JsonNode usage) {
    return usage.isObject() ? count(usage.path("prompt_tokens")) : -1;
  }

  private static int completion(JsonNode usage) {
    return usage.isObject() ? count(usage.path("completion_tokens")) : -1;
  }

  private static int count(JsonNode n) {
    boolean count = n.isNumber() && n.asDouble() >= 0 && n.asDouble() < Integer.MAX_VALUE + 1.0;
    return count ? (int) n.asDouble() : -1;
  }

  private static String finishOf(JsonNode n) {
    JsonNode text = n.isObject() ? n.path("type") : n;
    return text.isTextual() && !text.asText().isEmpty() ? text.asText() : null;
  }

  private static boolean any(JsonNode part, String... names) {
    for (String name : names) {
      JsonNode value = part.path(name);
      if (value.isTextual()
          ? !value.asText().isEmpty()
          : value.isContainerNode() && !value.isEmpty()) {
        return true;
      }
    }
    return false;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]}",
        "{\"choices\":[{\"text\":\" \"}]}",
        "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0}]}}]}",
        "{\"choices\":[{\"delta\":{\"content\":\"\"}},{\"delta\":{\"content\":\"b\"}}]}",
        "{\"choices\":[{\"delta\":{\"\\u0063ontent\":\"a\"}}]}",
      })
  void scan_outputInSomeChoice_bearsOutput(String json) {
    assertThat(scan(json)).isTrue();
    assertThat(scanner.facts().outputBearing()).isTrue();
    assertThat(scanner.facts().answerBearing()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"type\":\"ping\"}",
        "{\"choices\":[]}",
        "{\"choices\":null}",
        "{\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}",
        "{\"choices\":[{\"delta\":{\"content\":null,\"tool_calls\":[]}}]}",
        "{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}",
        "{\"choices\":[{\"delta\":{\"content\":\"a\",\"content\":\"\"}}]}",
        "{\"choices\":[{\"logprobs\":{\"content\":[{\"token\":\"x\"}]},\"delta\":{}}]}",
        "{\"content\":\"outside\",\"usage\":{\"content\":\"x\"}}",
      })
  void scan_noOutputInAnyChoice_bearsNone(String json) {
    assertThat(scan(json)).isTrue();
    assertThat(scanner.facts().outputBearing()).isFalse();
  }

  @Test
  void scan_reasoningOnly_isOutputButNoAnswer() {
    scan("{\"choices\":[{\"delta\":{\"reasoning_content\":\"hm\",\"content\":null}}]}");
    assertThat(scanner.facts().outputBearing()).isTrue();
    assertThat(scanner.facts().answerBearing()).isFalse();
  }

  @Test
  void scan_errorNull_isNoError() {
    scan("{\"error\":null,\"choices\":[]}");
    assertThat(scanner.facts().hasError()).isFalse();
  }

  @Test
  void scan_objectError_isAnErrorWithItsMessage() {
    scan("{\"object\":\"error\",\"message\":\"model is unknown\",\"code\":404}");
    assertThat(scanner.facts().hasError()).isTrue();
    assertThat(scanner.facts().message()).isEqualTo("model is unknown");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "[]", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{}{}", "{\"a\":[}", "\"x\""})
  void scan_noJsonObject_isRefused(String json) {
    assertThat(scan(json)).isFalse();
  }

  @Test
  void scan_nestedBeyondTheBound_isRefused() {
    assertThat(scan("{\"a\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}")).isFalse();
  }
}
