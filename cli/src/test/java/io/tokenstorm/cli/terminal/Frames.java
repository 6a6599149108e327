package io.tokenstorm.cli.terminal;

import io.tokenstorm.coordinator.health.ClientVerdict;
import io.tokenstorm.coordinator.live.CurrentPhase;
import io.tokenstorm.coordinator.live.CurrentPhase.Progress;
import io.tokenstorm.coordinator.live.LatencyView;
import io.tokenstorm.coordinator.live.LiveFrame;
import io.tokenstorm.coordinator.live.LiveFrame.Counts;
import io.tokenstorm.coordinator.live.LiveFrame.EngineView;
import io.tokenstorm.coordinator.live.LiveFrame.Note;
import io.tokenstorm.coordinator.live.LiveFrame.Rates;
import io.tokenstorm.coordinator.live.LiveFrame.ReplicaRow;
import io.tokenstorm.coordinator.live.PhaseRow;
import io.tokenstorm.coordinator.live.PhaseRow.Headline;
import io.tokenstorm.coordinator.live.WorkerRow;
import io.tokenstorm.coordinator.service.LiveWorker;
import io.tokenstorm.coordinator.service.RunState;
import io.tokenstorm.protocol.wire.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A run of some phases, second by second, as a coordinator could have told it. */
final class Frames {
  static final List<String> NAMES =
      List.of("direct-c1", "gateway-c1", "gateway-c4", "gateway-c16", "gateway-c32", "long-c16");
  private static final int[] SLOTS = {1, 1, 4, 16, 32, 16};
  private static final int SECONDS = 20;

  private Frames() {}

  /** The frame of one second; phases of 20 s, the first 4 of them warmup. */
  static LiveFrame at(int second) {
    int phase = Math.min(second / SECONDS, NAMES.size());
    return phase == NAMES.size() ? ended(second) : running(second, phase);
  }

  private static LiveFrame running(int second, int phase) {
    int in = second % SECONDS;
    Stage stage =
        in == 0 ? Stage.ARMED : in < 4 ? Stage.WARMUP : in < 18 ? Stage.MEASURE : Stage.DRAIN;
    int window = in < 4 ? in : in - 3;
    boolean load = stage != Stage.ARMED;
    double rate = 120.0 * SLOTS[phase] / (1 + SLOTS[phase] / 30.0) * (1 + 0.1 * Math.sin(second));
    Progress progress =
        load
            ? new Progress(
                window,
                stage == Stage.WARMUP ? null : 14.0,
                2L * window * SLOTS[phase],
                stage == Stage.WARMUP ? 8L * SLOTS[phase] : null,
                Math.min(1, stage == Stage.WARMUP ? window / 4.0 : window / 14.0),
                stage == Stage.DRAIN ? null : stage == Stage.WARMUP ? 4.0 - in : 17.0 - in)
            : Progress.NONE;
    CurrentPhase current =
        new CurrentPhase(
            phase,
            NAMES.size(),
            NAMES.get(phase),
            phase == 0 ? "direct" : "least-request",
            "short",
            phase,
            stage,
            in,
            load ? "" : "w2 prepares its prompts",
            SLOTS[phase],
            stage == Stage.DRAIN ? SLOTS[phase] / 2 : load ? SLOTS[phase] : 0,
            progress);
    return frame(
        second,
        RunState.RUNNING,
        current,
        load
            ? new Counts(
                2L * window * SLOTS[phase],
                2L * window * SLOTS[phase] - (phase == 3 ? 3 : 0),
                phase == 3 ? 3 : 0,
                phase == 3 ? Map.of("http_status", 2L, "reset", 1L) : Map.of(),
                500L * window)
            : Counts.NONE,
        load ? new Rates(3, rate / 256, rate) : Rates.NONE,
        load ? new Rates(window, rate / 250, rate * 0.98) : Rates.NONE,
        load ? second : 0,
        null);
  }

  private static LiveFrame ended(int second) {
    return frame(second, RunState.ENDED, null, Counts.NONE, Rates.NONE, Rates.NONE, 0, "VALID");
  }

  private static LiveFrame frame(
      int second,
      RunState state,
      @Nullable CurrentPhase current,
      Counts counts,
      Rates recent,
      Rates window,
      int latencySeed,
      @Nullable String verdict) {
    return new LiveFrame(
        second + 1,
        "20261130-0800-7f3a",
        "quickstart",
        "DeepSeek-V4-Flash",
        state,
        second,
        verdict == null ? "" : "all phases passed",
        current,
        counts,
        recent,
        window,
        latency(latencySeed, 0.152),
        latency(latencySeed, 0.00624),
        latency(latencySeed, 1.742),
        latency(latencySeed, 0.0061),
        List.of(worker("w1", current, 0), worker("w2", current, 1)),
        current == null || latencySeed == 0 ? List.of() : replicas(second),
        phases(second, verdict != null),
        second >= 70
            ? List.of(new Note(70, "gateway-c16", "POST http://gateway/admin/evict answered 200"))
            : List.of(),
        second >= 45
            ? List.of(
                new Note(
                    45,
                    "gateway-c4",
                    "2 of 108 requests waited over 20 × the median for their first token, both in"
                        + " the first 17 s: the window was not warm; recheck"))
            : List.of(),
        verdict);
  }

  /** The same frame with other replicas. */
  static LiveFrame with(LiveFrame frame, List<ReplicaRow> replicas) {
    return new LiveFrame(
        frame.sequence(),
        frame.run(),
        frame.plan(),
        frame.model(),
        frame.state(),
        frame.elapsedSeconds(),
        frame.reason(),
        frame.current(),
        frame.requests(),
        frame.recent(),
        frame.window(),
        frame.ttft(),
        frame.tpot(),
        frame.e2e(),
        frame.itl(),
        frame.workers(),
        replicas,
        frame.phases(),
        frame.events(),
        frame.findings(),
        frame.verdict());
  }

  /** A replica that answered ten requests; {@code running} null: it could not be read. */
  static ReplicaRow replica(String name, @Nullable Double running, double kvUsage) {
    EngineView engine =
        running == null
            ? new EngineView("", 0.4, null, null, null, "connection refused")
            : new EngineView("vllm", 0.4, running, 2.0, kvUsage, "");
    return new ReplicaRow(name, 10, 0, 2_560, 0.151, 0.201, engine);
  }

  private static List<ReplicaRow> replicas(int second) {
    return List.of(
        new ReplicaRow(
            "r1", 190, 0, 48_640, 0.151, 0.201, new EngineView("vllm", 0.4, 7.0, 1.0, 0.42, "")),
        new ReplicaRow("r2", 194 + second, 3, 49_664, 0.153, 0.219, null));
  }

  private static LatencyView latency(int seed, double p50) {
    if (seed == 0) {
      return LatencyView.NONE;
    }
    double p99 = p50 * (1.2 + (seed % 7 == 3 ? 3 : 0.05 * (seed % 5)));
    return new LatencyView(
        100L + seed, p50, p50 * 1.08, p50 * 1.4, p50 * 5.1, 12, p50, p99, List.of());
  }

  private static WorkerRow worker(String id, @Nullable CurrentPhase current, int index) {
    int slots = current == null ? 0 : (current.concurrency() + 1 - index) / 2;
    return new WorkerRow(
        id,
        "host-1",
        4_000 + index,
        slots > 0 ? LiveWorker.State.SERVING : LiveWorker.State.WAITING,
        "",
        2,
        slots,
        slots,
        10L * slots,
        9L * slots,
        0.2,
        0.00008,
        new WorkerRow.Health(
            index == 0 || current == null || current.index() != 4
                ? ClientVerdict.CLEAN
                : ClientVerdict.LIMITING,
            List.of(),
            0.00012,
            0.0003,
            0,
            0.21,
            0,
            0,
            Map.of()));
  }

  private static List<PhaseRow> phases(int second, boolean ended) {
    List<PhaseRow> rows = new ArrayList<>();
    for (int i = 0; i < NAMES.size(); i++) {
      boolean done = ended || second / SECONDS > i;
      boolean running = !done && second / SECONDS == i;
      rows.add(
          new PhaseRow(
              NAMES.get(i),
              "r",
              "short",
              SLOTS[i],
              done
                  ? PhaseRow.State.DONE
                  : running ? PhaseRow.State.RUNNING : PhaseRow.State.PENDING,
              done ? headline(i) : null));
    }
    return rows;
  }

  private static Headline headline(int phase) {
    int slots = SLOTS[phase];
    return new Headline(
        28L * slots,
        28L * slots,
        phase == 3 ? 3 : 0,
        14.2,
        146.8 * slots * 0.8,
        0.57 * slots,
        0.152,
        0.161 * (1 + phase),
        0.00624,
        0.00901);
  }
}
