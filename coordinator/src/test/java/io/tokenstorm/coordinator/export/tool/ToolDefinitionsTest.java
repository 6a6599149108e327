package io.tokenstorm.coordinator.export.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.metric.RequestMetric;
import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.RequestSpec;
import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.SilentEvents;
import io.tokenstorm.protocol.record.TokenCounts;
import io.tokenstorm.protocol.record.TokenSource;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The definitions of each tool, worked by hand on {@link WorkedExample}. */
class ToolDefinitionsTest {
  private static final long MS = 1_000_000;
  private static final RequestRecord EXAMPLE = WorkedExample.record(0, 7 * MS);
  private static final SilentEvents ROLE_AND_FINISH = SilentEvents.of(100 * MS, 190 * MS);

  private static RequestSpec spec(Api api, boolean stream) {
    return new RequestSpec(api, 256, stream, true, Map.of(), Map.of());
  }

  private static ToolRequest measured(Tool tool, RequestRecord record) {
    ToolRequest request = tool.measured(record);
    assertThat(request).isNotNull();
    return request;
  }

  private static LongStream millis(@Nullable Gaps gaps) {
    assertThat(gaps).isNotNull();
    return gaps.stream().map(nanos -> nanos / MS);
  }

  @Test
  void ours_ofTheExample_areTheGround() {
    assertThat(RequestMetric.TTFT.nanosOf(EXAMPLE)).isEqualTo(120.0 * MS);
    assertThat(RequestMetric.E2E.nanosOf(EXAMPLE)).isEqualTo(150.0 * MS);
    assertThat(RequestMetric.TPOT.nanosOf(EXAMPLE)).isEqualTo(7.5 * MS);
    assertThat(millis(EXAMPLE.gaps())).containsExactly(30L);
  }

  @Test
  void vllm_ofTheExample_takesRoleAndFinishForTokens() {
    ToolRequest request = measured(new VllmTool(true), EXAMPLE);
    assertThat(request.ttftNanos()).isEqualTo(100 * MS);
    assertThat(request.latencyNanos()).isEqualTo(190 * MS);
    assertThat(millis(request.gaps())).containsExactly(20L, 30L, 40L);
    // (190 − 100) / (5 − 1)
    assertThat(request.tpotNanos()).isEqualTo(22.5 * MS);
    assertThat(request.outputTokens()).isEqualTo(5);
    assertThat(request.inputTokens()).isEqualTo(9);
  }

  @Test
  void sglang_ofTheExample_endsWithTheLastLine() {
    ToolRequest request = measured(new SglangTool(spec(Api.OPENAI_CHAT, true)), EXAMPLE);
    assertThat(request.ttftNanos()).isEqualTo(120 * MS);
    assertThat(request.latencyNanos()).isEqualTo(260 * MS);
    assertThat(millis(request.gaps())).containsExactly(30L);
    // (260 − 120) / (5 − 1)
    assertThat(request.tpotNanos()).isEqualTo(35.0 * MS);
    assertThat(request.outputTokens()).isEqualTo(5);
  }

  @Test
  void aiperf_ofTheExample_boundsByContent() {
    ToolRequest request = measured(new AiperfTool(true), EXAMPLE);
    assertThat(request.ttftNanos()).isEqualTo(120 * MS);
    assertThat(request.latencyNanos()).isEqualTo(150 * MS);
    assertThat(millis(request.gaps())).containsExactly(30L);
    assertThat(request.tpotNanos()).isEqualTo(7.5 * MS);
  }

  @Test
  void vllm_silentEventsNotNoted_knowsNoTimes() {
    ToolRequest request =
        measured(new VllmTool(true), WorkedExample.record(0, 0, SilentEvents.UNKNOWN));
    assertThat(request.ttftNanos()).isEqualTo(ToolRequest.UNKNOWN);
    assertThat(request.latencyNanos()).isEqualTo(ToolRequest.UNKNOWN);
    assertThat(request.gaps()).isNull();
    assertThat(request.knowsTpot()).isFalse();
    assertThat(request.outputTokens()).isEqualTo(5);
  }

  @Test
  void vllm_silentEventsInBetween_areTokensInTheirPlaces() {
    ToolRequest request =
        measured(new VllmTool(true), WorkedExample.record(0, 0, SilentEvents.of(130 * MS)));
    assertThat(request.ttftNanos()).isEqualTo(120 * MS);
    assertThat(request.latencyNanos()).isEqualTo(150 * MS);
    assertThat(millis(request.gaps())).containsExactly(10L, 20L);
  }

  @Test
  void vllm_moreSilentEventsThanKept_knowsTheEndsButNotTheGaps() {
    long[] kept = LongStream.range(0, 16).map(i -> i == 15 ? 190 * MS : (100 + i) * MS).toArray();
    ToolRequest request =
        measured(new VllmTool(true), WorkedExample.record(0, 0, SilentEvents.of(kept, 40)));
    assertThat(request.ttftNanos()).isEqualTo(100 * MS);
    assertThat(request.latencyNanos()).isEqualTo(190 * MS);
    assertThat(request.gaps()).isNull();
  }

  @Test
  void tools_answerWithoutUsage_countAsEachWould() {
    RequestRecord record =
        WorkedExample.record(
            0,
            0,
            ROLE_AND_FINISH,
            new TokenCounts(2, TokenSource.EVENTS, 10, TokenSource.PLANNED, 10, 2));
    assertThat(measured(new VllmTool(true), record).outputTokens()).isEqualTo(ToolRequest.UNKNOWN);
    assertThat(measured(new AiperfTool(true), record).outputTokens())
        .isEqualTo(ToolRequest.UNKNOWN);
    // the length that was asked for
    assertThat(measured(new SglangTool(spec(Api.OPENAI_CHAT, true)), record).outputTokens())
        .isEqualTo(256);
  }

  @Test
  void sglang_nativeApi_hasNoItl() {
    Tool tool = new SglangTool(spec(Api.SGLANG_GENERATE, true));
    assertThat(measured(tool, EXAMPLE).gaps()).isNull();
  }

  @Test
  void tools_failedRequest_failsInEach() {
    RequestRecord failed = WorkedExample.failed(0, 0);
    assertThat(new VllmTool(true).measured(failed)).isNull();
    assertThat(new SglangTool(spec(Api.OPENAI_CHAT, true)).measured(failed)).isNull();
    assertThat(new AiperfTool(true).measured(failed)).isNull();
  }

  private static RequestRecord withoutText(SilentEvents silent) {
    return new RequestRecord(
        new RequestKey(1, 0, LoadStage.MEASURE, 0, 0),
        "r1",
        new Instants(0, 0, -1, 0, 9 * MS, -1, -1, -1, 60 * MS),
        Gaps.NONE,
        Outcome.COMPLETED,
        new TokenCounts(0, TokenSource.USAGE, 9, TokenSource.USAGE, 10, 0),
        "stop",
        200,
        silent);
  }

  @Test
  void tools_answerWithoutText_areOfThreeMinds() {
    RequestRecord record = withoutText(SilentEvents.of(40 * MS, 50 * MS));
    ToolRequest vllm = measured(new VllmTool(true), record);
    assertThat(vllm.ttftNanos()).isEqualTo(40 * MS);
    assertThat(vllm.latencyNanos()).isEqualTo(50 * MS);
    assertThat(millis(vllm.gaps())).containsExactly(10L);
    ToolRequest sglang = measured(new SglangTool(spec(Api.OPENAI_CHAT, true)), record);
    assertThat(sglang.ttftNanos()).isZero();
    assertThat(sglang.latencyNanos()).isEqualTo(60 * MS);
    assertThat(new AiperfTool(true).measured(record)).isNull();
    assertThat(new VllmTool(true).measured(withoutText(SilentEvents.NONE))).isNull();
  }

  @Test
  void tools_wholeAnswer_haveNoFirstTokenButSglang() {
    RequestRecord record =
        new RequestRecord(
            EXAMPLE.key(),
            "r1",
            new Instants(0, 0, -1, 0, 9 * MS, -1, -1, 200 * MS, 200 * MS),
            Gaps.NONE,
            Outcome.COMPLETED,
            new TokenCounts(5, TokenSource.USAGE, 9, TokenSource.USAGE, 10, 1),
            "stop",
            900,
            SilentEvents.NONE);
    assertThat(measured(new VllmTool(false), record).latencyNanos()).isEqualTo(ToolRequest.UNKNOWN);
    ToolRequest sglang = measured(new SglangTool(spec(Api.OPENAI_CHAT, false)), record);
    assertThat(sglang.ttftNanos()).isEqualTo(200 * MS);
    assertThat(sglang.latencyNanos()).isEqualTo(200 * MS);
    ToolRequest aiperf = measured(new AiperfTool(false), record);
    assertThat(aiperf.ttftNanos()).isEqualTo(ToolRequest.UNKNOWN);
    assertThat(aiperf.latencyNanos()).isEqualTo(200 * MS);
    assertThat(aiperf.gaps()).isNull();
  }
}
