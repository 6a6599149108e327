package io.tokenstorm.protocol.wire;

import io.tokenstorm.protocol.health.LagSpread;
import io.tokenstorm.protocol.live.LatencySketch;
import io.tokenstorm.protocol.prompt.PromptRecipe;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.TokenCounts;
import io.tokenstorm.protocol.record.TokenSource;
import io.tokenstorm.protocol.server.SecretText;
import io.tokenstorm.protocol.server.ServerFacts;
import io.tokenstorm.protocol.server.ServerFault;
import io.tokenstorm.protocol.server.ServerSpec;
import io.tokenstorm.protocol.server.ServerState;
import io.tokenstorm.protocol.spool.IssuedCount;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One fixed message of each type, by its name on the wire. */
final class WireSamples {
  private WireSamples() {}

  static Map<String, WireMessage> all() {
    Map<String, WireMessage> samples = new TreeMap<>();
    samples.put("directive", directive());
    samples.put("welcome", new WorkerProtocol.Welcome("0.1.0"));
    samples.put("refused", new WorkerProtocol.Refused("wire version 2 ≠ 1"));
    samples.put("clock-probe", new WorkerProtocol.ClockProbe(7, 123_456_789_012L));
    samples.put(
        "plan-assignment", new WorkerProtocol.PlanAssignment("run-1", "ab12", "salt", "{\"a\":1}"));
    samples.put("pull-records", new WorkerProtocol.PullRecords("run-1", "p-1", 2, 70_000, 8));
    samples.put("release-run", new WorkerProtocol.ReleaseRun("run-1"));
    samples.put("worker-hello", hello());
    samples.put("worker-status", status());
    samples.put("worker-leaving", new CoordinatorProtocol.WorkerLeaving("w1", 2, "asked to"));
    samples.put(
        "clock-reply",
        new CoordinatorProtocol.ClockReply("w1", 2, 7, 123_456_789_012L, -987_654_321L));
    samples.put("record-batch", batch());
    samples.put("live-sketch", sketch());
    samples.put("server-order", serverOrder());
    samples.put("server-report", serverReport());
    return samples;
  }

  private static Directive directive() {
    return new Directive(
        4_000_000_000L,
        "run-1",
        3,
        13,
        Stage.MEASURE,
        "ab12",
        32,
        List.of(1, 2, 1),
        1,
        0.8125,
        new PromptRecipe(12, "11.2z"),
        false,
        new SendWindow(1_000, Long.MAX_VALUE, 64),
        new SendWindow(5_000_000_000L, 65_000_000_000L, 0),
        Long.MAX_VALUE,
        7_000_000_000L);
  }

  private static WorkerProtocol.ServerOrder serverOrder() {
    return new WorkerProtocol.ServerOrder(
        "run-1-001-a-8192-server-1f",
        "p-1",
        true,
        10_000_000_000L,
        new ServerSpec(
            "a 8192",
            List.of("vllm", "serve", "m"),
            Map.of("VLLM_API_KEY", new SecretText("", "KEY")),
            "/srv",
            "http://10.0.0.2:8000",
            Map.of("Authorization", new SecretText("Bearer ", "KEY")),
            "m",
            new ServerSpec.Ready("/health", 1_800_000_000_000L, 250_000_000, true),
            new ServerSpec.Stop(30_000_000_000L, List.of("check"), 60_000_000_000L)));
  }

  private static CoordinatorProtocol.ServerReport serverReport() {
    return new CoordinatorProtocol.ServerReport(
        "w1",
        2,
        "run-1-001-a-8192-server-1f",
        new ServerFacts(
            ServerState.FAILED,
            -1,
            new ServerFault(
                "server failed to start",
                "HEALTH",
                1,
                List.of("ValueError: too long"),
                "CONTEXT_TOO_LONG",
                "too long",
                1_048_576)));
  }

  private static CoordinatorProtocol.WorkerHello hello() {
    return new CoordinatorProtocol.WorkerHello(
        "w1",
        2,
        "c0ffee",
        "0.1.0",
        1,
        "akka://tokenstorm@127.0.0.1:7355/user/worker#1",
        "host",
        4711,
        2,
        1,
        "/var/spool/w1",
        List.of(
            new HeldSpool(
                "run-1", "p-0", 1, 99, List.of(new IssuedCount(3, 0, LoadStage.WARMUP, 101)))));
  }

  private static CoordinatorProtocol.WorkerStatus status() {
    return new CoordinatorProtocol.WorkerStatus(
        "w1",
        2,
        4_000_000_000L,
        "run-1",
        3,
        13,
        Stage.DRAIN,
        true,
        false,
        "disk full",
        5,
        new LoadCount(64, 64, 0, 16),
        new LoadCount(1_000, 990, 5, 15),
        1_054,
        1,
        new HealthSample(
            7,
            new LagSpread(List.of(0, 3, 1)),
            2_000,
            new HealthSample.Turnaround(5, 1, 2, 3),
            new HealthSample.Reads(9, 1, 20, 0.25),
            new HealthSample.Pauses(4, 3, -1, -1),
            new HealthSample.Machine(0.5, 2, 0.75, -1, 6),
            8,
            6,
            "files run short"));
  }

  private static CoordinatorProtocol.RecordBatch batch() {
    RequestRecord done =
        new RequestRecord(
            new RequestKey(3, 13, LoadStage.MEASURE, 17, 4),
            "10.0.0.1:8000",
            new Instants(-5, 40_000, 250_000, 10_000, 90_000, 100_000, -1, 300_000, 310_000),
            Gaps.of(100_000, 0, 99_999),
            Outcome.COMPLETED,
            new TokenCounts(4, TokenSource.USAGE, 538, TokenSource.PLANNED, 540, 4),
            "length",
            2_048);
    RequestRecord failed =
        new RequestRecord(
            new RequestKey(3, 13, LoadStage.WARMUP, 18, 0),
            "10.0.0.1:8000",
            new Instants(1L << 40, 0, -1, -1, -1, -1, -1, -1, 9),
            Gaps.NONE,
            new Outcome.Failed(ErrorKind.HTTP_STATUS, 503, "no replica ready"),
            new TokenCounts(0, TokenSource.EVENTS, 540, TokenSource.PLANNED, 540, 0),
            "",
            77);
    RequestRecord cut =
        new RequestRecord(
            new RequestKey(3, 13, LoadStage.WARMUP, 19, 0),
            "",
            new Instants(0, 0, -1, 1, -1, -1, -1, -1, 9),
            Gaps.NONE,
            Outcome.CUT,
            new TokenCounts(0, TokenSource.TOKENIZER, 540, TokenSource.PLANNED, 540, 0),
            "",
            0);
    return new CoordinatorProtocol.RecordBatch(
        "w1", "p-1", 2, "run-1", 500, List.of(done, failed, cut));
  }

  private static LiveSketch sketch() {
    // any bytes: what a sketch's compression yields may differ between builds of zlib
    return new LiveSketch(
        "w1",
        2,
        "run-1",
        3,
        13,
        LoadStage.MEASURE,
        1_000,
        985,
        new TreeMap<>(Map.of("http_status", 4L, "reset", 1L)),
        252_160,
        252_999,
        LatencySketch.ofBytes(new byte[] {1, 2, 3}),
        LatencySketch.ofBytes(new byte[] {4}),
        LatencySketch.ofBytes(new byte[] {}),
        LatencySketch.ofBytes(new byte[] {-1, 0}));
  }
}
