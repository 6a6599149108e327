package io.tokenstorm.cluster.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.export.tool.AiperfTool;
import io.tokenstorm.coordinator.export.tool.SglangTool;
import io.tokenstorm.coordinator.export.tool.Tool;
import io.tokenstorm.coordinator.export.tool.ToolRequest;
import io.tokenstorm.coordinator.export.tool.VllmTool;
import io.tokenstorm.protocol.metric.RequestMetric;
import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.RequestSpec;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.worker.answer.Exchange;
import io.tokenstorm.worker.answer.ExchangeSettings;
import io.tokenstorm.worker.api.ApiDialect;
import io.tokenstorm.worker.http.ResponseReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * The stream that {@code docs/metrics.md} works by hand, from the bytes on the wire to the figures
 * of each tool: a role chunk, chunks of several tokens, a late usage chunk.
 */
class WorkedStreamTest {
  private static final long MS = 1_000_000;

  private static RequestRecord stream() {
    Exchange exchange =
        new Exchange(
            new ExchangeSettings(
                true, "pod", "target:80", 9, ApiDialect.of(Api.OPENAI_CHAT), null));
    ResponseReader reader = new ResponseReader(exchange);
    exchange.start(new RequestKey(1, 0, LoadStage.MEASURE, 0, 0), 0, 0);
    read(exchange, reader, 90, "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n");
    event(exchange, reader, 100, choice("{\"role\":\"assistant\",\"content\":\"\"}", "null"));
    event(exchange, reader, 120, choice("{\"content\":\"three tokens here\"}", "null"));
    event(exchange, reader, 150, choice("{\"content\":\" two more\"}", "null"));
    event(exchange, reader, 190, choice("{}", "\"stop\""));
    event(
        exchange,
        reader,
        250,
        "{\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":5}}");
    event(exchange, reader, 260, "[DONE]");
    return exchange.record();
  }

  private static String choice(String delta, String finish) {
    return "{\"choices\":[{\"index\":0,\"delta\":%s,\"finish_reason\":%s}]}"
        .formatted(delta, finish);
  }

  private static void event(Exchange exchange, ResponseReader reader, long millis, String data) {
    read(exchange, reader, millis, "data: " + data + "\n\n");
  }

  private static void read(Exchange exchange, ResponseReader reader, long millis, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    exchange.arrived(bytes.length, millis * MS);
    reader.feed(bytes, 0, bytes.length);
  }

  private static List<Double> figures(Tool tool) {
    ToolRequest request = Objects.requireNonNull(tool.measured(stream()));
    return List.of(
        (double) request.ttftNanos() / MS,
        (double) request.latencyNanos() / MS,
        request.tpotNanos() / MS);
  }

  private static List<Long> gaps(Tool tool) {
    ToolRequest request = Objects.requireNonNull(tool.measured(stream()));
    return Objects.requireNonNull(request.gaps()).stream().map(g -> g / MS).boxed().toList();
  }

  @Test
  void stream_ofTheDocuments_givesEachToolItsOwnTtftE2eTpotAndItl() {
    RequestSpec spec = new RequestSpec(Api.OPENAI_CHAT, 5, true, true, Map.of(), Map.of());
    RequestRecord record = stream();
    assertThat(RequestMetric.TTFT.nanosOf(record)).isEqualTo(120.0 * MS);
    assertThat(RequestMetric.E2E.nanosOf(record)).isEqualTo(150.0 * MS);
    assertThat(RequestMetric.TPOT.nanosOf(record)).isEqualTo(7.5 * MS);
    assertThat(record.gaps().stream()).containsExactly(30 * MS);

    assertThat(figures(new VllmTool(true))).containsExactly(100.0, 190.0, 22.5);
    assertThat(gaps(new VllmTool(true))).containsExactly(20L, 30L, 40L);
    assertThat(figures(new SglangTool(spec))).containsExactly(120.0, 260.0, 35.0);
    assertThat(gaps(new SglangTool(spec))).containsExactly(30L);
    assertThat(figures(new AiperfTool(true))).containsExactly(120.0, 150.0, 7.5);
    assertThat(gaps(new AiperfTool(true))).containsExactly(30L);
  }
}
