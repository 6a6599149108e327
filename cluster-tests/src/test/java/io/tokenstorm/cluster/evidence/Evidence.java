package io.tokenstorm.cluster.evidence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tokenstorm.cluster.scene.Plans;
import io.tokenstorm.coordinator.results.RecordFrame;
import io.tokenstorm.coordinator.results.RecordLogReader;
import io.tokenstorm.coordinator.results.RunDirectory;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.results.StampedEvent;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.replica.truth.TruthLog;
import io.tokenstorm.replica.truth.TruthRecord;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/**
 * Everything that is left of a run: what its directory holds, and what the replicas say.
 *
 * @param directory of the run
 * @param plan as it was run
 * @param events in their order
 * @param records of the record log
 * @param truth the replicas' records of this run's requests; others, such as probes, are left out
 */
public record Evidence(
    Path directory,
    Plan plan,
    List<StampedEvent> events,
    List<Merged> records,
    List<TruthRecord> truth) {
  private static final JsonMapper JSON = new JsonMapper();

  /** A record as it was merged, and whose it was. */
  public record Merged(String worker, RequestRecord record) {}

  /** Reads both; the replicas must have ended, so that their log is complete. */
  public static Evidence read(Path directory, Path truthFile) throws IOException {
    RunDirectory run = RunDirectory.open(directory);
    String prefix = run.info().run() + "/";
    return new Evidence(
        directory,
        Plans.read(run.resolvedPlan()),
        run.events(),
        recordsOf(run),
        TruthLog.read(truthFile).stream().filter(t -> t.requestId().startsWith(prefix)).toList());
  }

  private static List<Merged> recordsOf(RunDirectory run) {
    List<Merged> records = new ArrayList<>();
    try (RecordLogReader reader = RecordLogReader.open(run.recordLog())) {
      for (RecordFrame frame = reader.next(); frame != null; frame = reader.next()) {
        for (RequestRecord record : frame.records()) {
          records.add(new Merged(frame.worker(), record));
        }
      }
    }
    return records;
  }

  public String run() {
    return directory.getFileName().toString();
  }

  public String idOf(Merged merged) {
    return merged.record().key().requestId(run());
  }

  public <E extends RunEvent> List<E> all(Class<E> kind) {
    return events.stream()
        .map(StampedEvent::event)
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  /** The settled facts of a phase; it must have been settled. */
  public RunEvent.PhaseSettled settled(int phase) {
    return all(RunEvent.PhaseSettled.class).stream()
        .filter(s -> s.phase() == phase)
        .findFirst()
        .orElseThrow();
  }

  /** Who has the slot of a request in the request's arming; empty if nobody. */
  public String ownerOf(RequestName name) {
    return all(RunEvent.PhaseArmed.class).stream()
        .filter(armed -> armed.epoch() == name.epoch())
        .map(armed -> RunChecks.ownerOf(name.slot(), armed))
        .findFirst()
        .orElse("");
  }

  /** The balances of all armings that were settled, or given up in good order. */
  Map<Integer, List<RunEvent.Tally>> talliesByEpoch() {
    Map<Integer, List<RunEvent.Tally>> tallies = new TreeMap<>();
    all(RunEvent.PhaseSettled.class).forEach(s -> tallies.put(s.epoch(), s.tallies()));
    all(RunEvent.ArmingGivenUp.class).forEach(g -> tallies.put(g.epoch(), g.tallies()));
    return tallies;
  }

  /** How far the workers' clocks may be off in an arming, by the run's own account. */
  long clockBoundNanos(int epoch) {
    return all(RunEvent.PhaseArmed.class).stream()
        .filter(armed -> armed.epoch() == epoch)
        .flatMap(armed -> armed.clocks().stream())
        .mapToLong(RunEvent.ClockBound::errorNanos)
        .max()
        .orElseThrow();
  }

  /** Merged records of a phase's settled arming, by stage. */
  public List<Merged> recordsOf(int phase, LoadStage stage) {
    int epoch = settled(phase).epoch();
    return records.stream()
        .filter(
            m ->
                m.record().key().phase() == phase
                    && m.record().key().epoch() == epoch
                    && m.record().key().stage() == stage)
        .toList();
  }

  public Map<String, Merged> recordsById() {
    return records.stream().collect(Collectors.toMap(this::idOf, Function.identity()));
  }

  /** The replicas' records of a phase, whatever the arming. */
  public List<TruthRecord> truthOf(int phase) {
    return truth.stream().filter(t -> RequestName.of(t.requestId()).phase() == phase).toList();
  }

  public JsonNode report() throws IOException {
    return JSON.readTree(Files.readString(directory.resolve("report.json")));
  }

  /** {@code records.jsonl.gz}, line by line. */
  public List<JsonNode> lines() throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(directory.resolve("records.jsonl.gz"))),
                StandardCharsets.UTF_8))) {
      return reader.lines().map(Evidence::parse).toList();
    }
  }

  private static JsonNode parse(String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** For a failing assertion: what the run noted. */
  public String story() {
    return events.stream()
        .map(e -> e.event().toString())
        .collect(Collectors.joining("\n", "\n", "\n"));
  }

  /** The parts of a request id: {@code RUN/EPOCH/PHASE/w|m/SLOT/ORDINAL}. */
  public record RequestName(int epoch, int phase, String stage, int slot, int ordinal) {
    public LoadStage loadStage() {
      return stage.equals("w") ? LoadStage.WARMUP : LoadStage.MEASURE;
    }

    public static RequestName of(String id) {
      String[] parts = id.split("/", -1);
      int n = parts.length;
      return new RequestName(
          Integer.parseInt(parts[n - 5]),
          Integer.parseInt(parts[n - 4]),
          parts[n - 3],
          Integer.parseInt(parts[n - 2]),
          Integer.parseInt(parts[n - 1]));
    }
  }
}
