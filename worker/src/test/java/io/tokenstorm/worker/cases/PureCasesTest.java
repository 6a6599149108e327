package io.tokenstorm.worker.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tokenstorm.protocol.metric.RequestMetric;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.worker.cases.QuirkCase.End;
import io.tokenstorm.worker.cases.QuirkCase.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every scripted case without sockets: instants to the step, and every cut of the bytes. */
class PureCasesTest {
  static Stream<QuirkCase> cases() {
    return QuirkCase.answers().stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void case_oneReadAStep_stampsTheStepsThatTheTruthNames(QuirkCase quirk) {
    Wire wire = new Wire(quirk.streaming(), quirk.api());
    List<Step> steps = quirk.steps();
    for (int i = 0; i < steps.size(); i++) {
      play(wire, steps.get(i), i);
    }
    check(expectedWithoutTime(quirk), finished(wire, steps.size()));
  }

  private static void play(Wire wire, Step step, int stamp) {
    int each = step.each() > 0 ? step.each() : Math.max(1, step.send().length);
    for (int at = 0; at < step.send().length; at += each) {
      wire.read(step.send(), at, Math.min(each, step.send().length - at), stamp);
    }
    if (step.end() == End.CLOSE) {
      wire.close(stamp);
    } else if (step.end() != End.NONE) {
      wire.reset(stamp);
    }
  }

  private static RequestRecord finished(Wire wire, long nanos) {
    return wire.exchange().decided() ? wire.record() : wire.timeout(nanos).record();
  }

  private static JsonNode expectedWithoutTime(QuirkCase quirk) {
    return switch (quirk.id()) {
      case "idle-stall" -> quirk.root().get("also_acceptable").get(0);
      default ->
          quirk.root().path("expect_insecure").isObject()
              ? quirk.root().get("expect_insecure")
              : quirk.expect();
    };
  }

  private static void check(JsonNode expect, RequestRecord record) {
    Instants t = record.instants();
    if (expect.get("outcome").asText().equals("success")) {
      assertThat(record.outcome()).isEqualTo(Outcome.COMPLETED);
      assertThat(record.tokens().output()).isEqualTo(expect.get("output_tokens").asInt());
      assertThat(record.finishReason())
          .isEqualTo(expect.path("finish_reason").asText(record.finishReason()));
      String source = expect.path("tokens_from").asText("usage");
      assertThat(record.tokens().outputSource().label()).isEqualTo(source);
      int input = expect.path("input_tokens").asInt(record.tokens().input());
      assertThat(record.tokens().input()).isEqualTo(input);
      assertThat(t.firstTokenNanos()).isEqualTo(step(expect, "ttft_from_step"));
      assertThat(t.lastTokenNanos()).isEqualTo(step(expect, "e2e_to_step"));
      checkTimePerToken(expect, record);
      JsonNode answer = expect.path("ttft_answer_from_step");
      if (answer.isInt()) {
        assertThat(t.firstAnswerNanos()).isEqualTo(answer.asInt());
      }
    } else {
      assertThat(record.outcome()).isInstanceOf(Outcome.Failed.class);
      assertThat(((Outcome.Failed) record.outcome()).kind().label())
          .isEqualTo(expect.get("error_kind").asText());
      assertThat(((Outcome.Failed) record.outcome()).httpStatus())
          .isEqualTo(expect.path("http_status").asInt(0));
    }
    assertThat(record.tokens().events()).isEqualTo(chunks(expect));
    if (expect.path("response_end_step").isInt()) {
      assertThat(t.endNanos()).isEqualTo(expect.get("response_end_step").asInt());
    }
    assertThat(stamps(record)).isEqualTo(numbers(expect.get("token_steps")));
  }

  private static void checkTimePerToken(JsonNode expect, RequestRecord record) {
    double nanos = RequestMetric.TPOT.nanosOf(record);
    boolean defined = !Double.isNaN(nanos);
    assertThat(defined).isEqualTo(expect.path("tpot_defined").asBoolean(defined));
    if (expect.has("tpot_denominator")) {
      Instants t = record.instants();
      long between = t.lastTokenNanos() - t.firstTokenNanos();
      assertThat(nanos).isEqualTo((double) between / expect.get("tpot_denominator").asInt());
    }
  }

  private static int chunks(JsonNode expect) {
    return expect.path("chunks").asInt(expect.path("token_steps").size());
  }

  private static long step(JsonNode expect, String name) {
    return expect.path(name).asLong(Instants.NONE);
  }

  private static List<Long> stamps(RequestRecord record) {
    List<Long> stamps = new ArrayList<>();
    if (record.instants().firstTokenNanos() != Instants.NONE) {
      stamps.add(record.instants().firstTokenNanos());
      record.gaps().stream().forEach(gap -> stamps.add(stamps.get(stamps.size() - 1) + gap));
    }
    return stamps;
  }

  private static List<Long> numbers(JsonNode list) {
    List<Long> numbers = new ArrayList<>();
    list.forEach(n -> numbers.add(n.asLong()));
    return numbers;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void case_cutInTwoAnywhereOrIntoSingleBytes_givesTheSameRecord(QuirkCase quirk) {
    byte[] all = quirk.bytes();
    String whole = cut(quirk, all, all.length);
    int stride = quirk.large() ? all.length / 199 : 1;
    for (int at = 1; at < all.length; at += stride) {
      Wire wire = new Wire(quirk.streaming(), quirk.api());
      wire.read(all, 0, at, 5).read(all, at, all.length - at, 5);
      assertThat(end(quirk, wire)).as("cut at %s", at).isEqualTo(whole);
    }
    for (int size : new int[] {1, 2, 3, 7}) {
      assertThat(cut(quirk, all, size)).as("pieces of %s", size).isEqualTo(whole);
    }
  }

  private static String cut(QuirkCase quirk, byte[] all, int size) {
    Wire wire = new Wire(quirk.streaming(), quirk.api());
    for (int at = 0; at < all.length; at += size) {
      wire.read(all, at, Math.min(size, all.length - at), 5);
    }
    return end(quirk, wire);
  }

  private static String end(QuirkCase quirk, Wire wire) {
    End last = quirk.steps().get(quirk.steps().size() - 1).end();
    if (last == End.CLOSE) {
      wire.close(5);
    } else if (last != End.NONE) {
      wire.reset(5);
    }
    String said = finished(wire, 5).toString();
    return wire.beyond() ? said.replaceFirst("responseBytes=\\d+", "") : said;
  }
}
