package io.tokenstorm.coordinator.report.finding;

import io.tokenstorm.coordinator.health.ClientVerdict;
import io.tokenstorm.coordinator.report.model.ClientReport;
import io.tokenstorm.coordinator.report.model.ClockReport;
import io.tokenstorm.coordinator.report.model.Conservation;
import io.tokenstorm.coordinator.report.model.Finding;
import io.tokenstorm.coordinator.report.model.Lengths;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.coordinator.report.model.Report;
import io.tokenstorm.coordinator.results.RunInfo;
import io.tokenstorm.coordinator.results.Verdict;
import io.tokenstorm.coordinator.stats.Figure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reports as they may be, drawn by hand: a phase without fault, and one thing changed. */
public final class Sketches {
  private Sketches() {}

  public static Figure figure(double p50, double p99, long count) {
    List<String> thin =
        count < 20 ? List.of("p95", "p99") : count < 100 ? List.of("p99") : List.of();
    return new Figure(p50, p99, p99, p50, p99, p99, p50, 0.0, count, 0, thin);
  }

  public static Figure none() {
    return new Figure(null, null, null, null, null, null, null, null, 0, 0, List.of("p95", "p99"));
  }

  public static PhaseSketch phase(String name) {
    return new PhaseSketch(name);
  }

  public static Report report(Verdict verdict, List<Finding> findings, List<PhaseReport> phases) {
    return new Report(
        "model",
        "engine",
        "hardware",
        "precision",
        "method",
        List.of(),
        "run",
        verdict,
        "A reason.",
        ClientVerdict.CLEAN,
        findings,
        "plan",
        "0".repeat(64),
        7,
        "salt",
        Instant.EPOCH,
        1,
        List.of(),
        new RunInfo.Versions("0.1.0", "17", "2.8.5"),
        new RunInfo.Host("box", "Linux", 2, 1),
        List.of(),
        null,
        List.of(),
        phases);
  }

  /** One phase; each method changes one thing. */
  public static final class PhaseSketch {
    private final String name;
    private long requests = 200;
    private long success = 200;
    private boolean defined = true;
    private double ttft = 0.2;
    private double ttft99 = 0.3;
    private double turnaround99 = 0.0001;
    private Double turnaroundShare = 0.001;
    private Double meanConcurrency = 3.98;
    private PhaseReport.SlowStarts slow;
    private Lengths.Length input = new Lengths.Length(538, 538.0, 0.0, 0);
    private Lengths.Length output = new Lengths.Length(256, 256.0, 0.0, 0);
    private Double tokensPerChunk = 1.0;
    private Map<String, Long> outputSources = Map.of("usage", 200L);
    private long zero;
    private long cut;
    private Conservation measure =
        new Conservation(200L, 200, 200, 200, 0, 0, new Conservation.Lost(0, 0L), true);
    private ClientReport client =
        new ClientReport(ClientVerdict.CLEAN, List.of(), null, "w1", Map.of());
    private Map<String, Map<String, Double>> clientHealth = Map.of();
    private ClockReport clock = new ClockReport(0.0001, 0.0002, Map.of());
    private final Map<String, PhaseReport.ErrorReport> errors = new TreeMap<>();
    private final Map<String, PhaseReport.GroupReport> replicas = new TreeMap<>();
    private final List<PhaseReport.FiredEvent> events = new ArrayList<>();
    private final List<PhaseReport.Restart> restarts = new ArrayList<>();
    private final List<PhaseReport.Stall> stalls = new ArrayList<>();

    private PhaseSketch(String name) {
      this.name = name;
    }

    public PhaseSketch requests(long value) {
      requests = value;
      success = value;
      return this;
    }

    public PhaseSketch undefined() {
      defined = false;
      return this;
    }

    public PhaseSketch ttft(double p50, double p99) {
      ttft = p50;
      ttft99 = p99;
      return this;
    }

    PhaseSketch turnaround(double p99, Double share) {
      turnaround99 = p99;
      turnaroundShare = share;
      return this;
    }

    PhaseSketch stalled(double offset, double seconds, boolean besideWorkers) {
      stalls.add(new PhaseReport.Stall(offset, seconds, besideWorkers));
      return this;
    }

    PhaseSketch meanConcurrency(Double value) {
      meanConcurrency = value;
      return this;
    }

    PhaseSketch slow(long count, double firstSent, double lastSent, double lastToken) {
      slow = new PhaseReport.SlowStarts(20 * ttft, count, firstSent, lastSent, lastToken);
      return this;
    }

    PhaseSketch input(double median) {
      input = new Lengths.Length(538, median, median / 538 - 1, 0);
      return this;
    }

    PhaseSketch output(double median, long shorter) {
      output = new Lengths.Length(256, median, median / 256 - 1, shorter);
      return this;
    }

    PhaseSketch tokensPerChunk(Double value) {
      tokensPerChunk = value;
      return this;
    }

    PhaseSketch outputSources(Map<String, Long> value) {
      outputSources = value;
      return this;
    }

    PhaseSketch zero(long value) {
      zero = value;
      return this;
    }

    PhaseSketch cut(long value) {
      cut = value;
      return this;
    }

    PhaseSketch conservation(Conservation value) {
      measure = value;
      return this;
    }

    PhaseSketch clock(Double bound, double skew) {
      clock = new ClockReport(bound, skew, Map.of());
      return this;
    }

    PhaseSketch error(
        String kind, long count, String fault, Map<String, Long> byStatus, String example) {
      errors.put(kind, new PhaseReport.ErrorReport(count, fault, byStatus, 180.25, 181.5, example));
      success -= count;
      return this;
    }

    PhaseSketch replica(String replica, long n) {
      replicas.put(
          replica,
          new PhaseReport.GroupReport(n, n, 0, 0, n, figure(ttft, ttft99, n), none(), none()));
      return this;
    }

    PhaseSketch client(ClientReport value, Map<String, Map<String, Double>> health) {
      client = value;
      clientHealth = health;
      return this;
    }

    PhaseSketch event(double at, int status, String error) {
      events.add(new PhaseReport.FiredEvent("POST http://g/evict", at, at, status, error));
      return this;
    }

    PhaseSketch restart(String why) {
      restarts.add(new PhaseReport.Restart(1, why));
      return this;
    }

    public PhaseReport build() {
      Figure any = defined ? figure(0.01, 0.02, success) : none();
      Double rate = defined ? Double.valueOf(10) : null;
      return new PhaseReport(
          new PhaseReport.Measured(
              name,
              "route",
              "short",
              4,
              requests,
              success,
              requests - success,
              rate,
              rate,
              rate,
              defined ? figure(ttft, ttft99, success) : none(),
              any,
              any,
              any,
              any,
              0,
              60),
          new PhaseReport.Load(
              cut,
              measure.lost().atLeast(),
              PhaseReport.DRAINED,
              new PhaseReport.WindowReport(60, rate, rate, 4, meanConcurrency),
              "done",
              turnaroundShare,
              events),
          new PhaseReport.Latency(
              any, any, any, figure(turnaround99, turnaround99, success), any, slow),
          new PhaseReport.Delivered(
              new Lengths(input, output, 0.75, null),
              tokensPerChunk,
              new PhaseReport.TokenSources(outputSources, Map.of("usage", success)),
              zero,
              Map.of("length", success)),
          new PhaseReport.Split(errors, replicas, Map.of(), new PhaseReport.Connections(0, none())),
          new PhaseReport.Proof(
              Map.of("measure", measure), clock, client, clientHealth, 1, restarts, stalls));
    }
  }
}
