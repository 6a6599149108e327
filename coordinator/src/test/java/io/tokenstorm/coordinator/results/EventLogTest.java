package io.tokenstorm.coordinator.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenstorm.protocol.health.LagSpread;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.wire.HealthSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventLogTest {
  private static final HealthSample SECOND =
      new HealthSample(
          7,
          new LagSpread(List.of(90, 10)),
          2_000,
          new HealthSample.Turnaround(5, 1, 2, 3),
          new HealthSample.Reads(9, 1, 20, 0.25),
          new HealthSample.Pauses(4, 3, -1, -1),
          new HealthSample.Machine(0.5, 2, 0.75, -1, 6),
          8,
          6,
          "");

  private static final List<RunEvent> EVERY_KIND =
      List.of(
          new RunEvent.WorkerJoined("w1", 2, "host", 77, 4, 1, "0.1.0", "p-1", "/spool"),
          new RunEvent.WorkerLost("w1", 3, "MEASURE", "unreachable for 5 s"),
          new RunEvent.PhaseArmed(
              0,
              "direct-c1",
              1,
              4,
              List.of(new RunEvent.Share("w1", 0, 4)),
              List.of(new RunEvent.ClockBound("w1", -5, 20_000)),
              0.75),
          new RunEvent.StageOpened(0, 1, LoadStage.MEASURE, -123),
          new RunEvent.WindowClosed(0, 1, 456, "done"),
          new RunEvent.PhaseRestarted(0, 1, "w1 lost in warmup"),
          new RunEvent.PlanEventFired(0, "POST http://g/admin", 10, 11, 200, ""),
          new RunEvent.PhaseSettled(
              0,
              1,
              List.of(
                  new RunEvent.Tally("w1", LoadStage.WARMUP, 8, 8, 8, 0, 0, 0, 0L),
                  new RunEvent.Tally("w1", LoadStage.MEASURE, -1, 9, 7, 1, 1, 2, null)),
              1500,
              4711),
          new RunEvent.ClientHealth("w1", 0, Map.of("turnaround_p99_seconds", 0.001)),
          new RunEvent.ClientSecond("w1", 0, SECOND),
          new RunEvent.HostLimit("w1", 0, "Files run short."),
          new RunEvent.LengthFound("short, direct, chat", "usage", 9, 64, 12, "no /tokenize"),
          new RunEvent.ReplicaReading("r1", 5, 9, "vllm", Map.of("running", 3.5), ""),
          new RunEvent.Finding("The coordinator noticed something."),
          new RunEvent.CancelRequested(true),
          new RunEvent.EdgesSet(0, 1, List.of(new RunEvent.ClockBound("w1", -5, 21_000))),
          new RunEvent.ArmingGivenUp(
              0, 1, List.of(new RunEvent.Tally("w1", LoadStage.WARMUP, 8, 7, 7, 0, 0, 1, 1L))),
          new RunEvent.EpochBegun(0, 7),
          new RunEvent.CoordinatorStalled(0, 5, 2_000_000_005),
          new RunEvent.RunEnded(Verdict.CANCELLED, "cancelled by the user"));

  @TempDir Path dir;

  private Path file() {
    return dir.resolve("events.jsonl");
  }

  private static List<StampedEvent> stamped() {
    Clock clock = Clock.fixed(Instant.parse("2026-11-30T10:00:00.123456Z"), ZoneOffset.UTC);
    long[] now = {-7};
    return EVERY_KIND.stream().map(e -> StampedEvent.of(e, () -> now[0]++, clock)).toList();
  }

  @Test
  void log_everyKindOfEvent_readsAsWritten() throws IOException {
    assertThat(EVERY_KIND.stream().map(Object::getClass).collect(Collectors.toSet()))
        .containsExactlyInAnyOrder(RunEvent.class.getPermittedSubclasses());
    try (EventLog log = EventLog.open(file())) {
      stamped().forEach(log::append);
      log.force();
    }
    assertThat(EventLog.read(file())).isEqualTo(stamped());
    assertThat(Files.readAllLines(file()).get(6))
        .isEqualTo(
            "{\"at_nanos\":-1,\"at\":\"2026-11-30T10:00:00.123456Z\",\"event\":{"
                + "\"type\":\"plan_event_fired\",\"phase\":0,\"label\":\"POST http://g/admin\","
                + "\"scheduled_at_nanos\":10,\"fired_at_nanos\":11,\"http_status\":200,"
                + "\"error\":\"\"}}");
  }

  @Test
  void log_cutAtEveryByte_keepsWholeLinesAndGoesOn() throws IOException {
    List<StampedEvent> events = stamped().subList(0, 4);
    try (EventLog log = EventLog.open(file())) {
      events.forEach(log::append);
    }
    byte[] whole = Files.readAllBytes(file());
    int lines = 0;
    for (int cut = 0; cut <= whole.length; cut++) {
      if (cut > 0 && whole[cut - 1] == '\n') {
        lines++;
      }
      Files.write(file(), Arrays.copyOf(whole, cut));
      assertThat(EventLog.read(file())).isEqualTo(events.subList(0, lines));
      try (EventLog log = EventLog.open(file())) {
        log.append(events.get(3));
      }
      assertThat(EventLog.read(file())).hasSize(lines + 1).endsWith(events.get(3));
    }
  }

  @Test
  void read_lineThatIsNoEvent_namesTheLine() throws IOException {
    try (EventLog log = EventLog.open(file())) {
      log.append(stamped().get(0));
    }
    Files.writeString(file(), Files.readString(file()) + "{\"at_nanos\":}\n");
    assertThatThrownBy(() -> EventLog.read(file()))
        .isInstanceOf(ResultsException.class)
        .hasMessageContaining("line 2 is no event");
  }

  @Test
  void read_noFile_isEmpty() {
    assertThat(EventLog.read(file())).isEmpty();
  }
}
