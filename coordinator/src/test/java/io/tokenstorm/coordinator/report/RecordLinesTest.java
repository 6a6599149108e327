package io.tokenstorm.coordinator.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tokenstorm.coordinator.results.RandomRecords;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.SilentEvents;
import io.tokenstorm.protocol.record.TokenCounts;
import io.tokenstorm.protocol.record.TokenSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordLinesTest {
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir Path root;

  private static List<String> lines(Path file) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  private static String line(RequestRecord record) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new RecordLines("run-1", RunFixture.plan(RunFixture.phase("one", 4, true)), 1_000)
        .write(out, "w1", record);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void line_completedRequest_hasAllInstantsOnOneTimeLine() throws IOException {
    RequestRecord record =
        new RequestRecord(
            new RequestKey(2, 0, LoadStage.MEASURE, 3, 5),
            "r1",
            new Instants(5_000, 100, 40, 50, 200, 300, 350, 900, 950),
            Gaps.of(50, 550),
            Outcome.COMPLETED,
            new TokenCounts(4, TokenSource.USAGE, 538, TokenSource.USAGE, 540, 3),
            "length",
            1234,
            SilentEvents.of(290, 950));
    assertThat(line(record))
        .isEqualTo(
            """
            {"id":"run-1/2/0/m/3/5","phase":"one","phase_index":0,"epoch":2,"stage":"measure",\
            "slot":3,"ordinal":5,"worker":"w1","replica":"r1","outcome":"completed",\
            "error_kind":null,"fault":null,"http_status":null,"error_detail":null,\
            "finish_reason":"length","intended_nanos":3900,"sent_nanos":4000,\
            "written_nanos":4050,"headers_nanos":4200,"first_token_nanos":4300,\
            "first_answer_nanos":4350,"last_token_nanos":4900,"end_nanos":4950,\
            "new_connection":true,"connect_duration_nanos":40,"output_tokens":4,\
            "output_tokens_source":"usage","input_tokens":538,"input_tokens_source":"usage",\
            "planned_input_tokens":540,"events":3,"response_bytes":1234,"gaps_nanos":[50,550],\
            "silent_events":2,"silent_nanos":[4290,4950]}
            """);
  }

  @Test
  void line_failedRequest_hasNullsAndTheKind() throws IOException {
    long none = Instants.NONE;
    RequestRecord record =
        new RequestRecord(
            new RequestKey(0, 0, LoadStage.WARMUP, 0, 0),
            "",
            new Instants(500, 0, none, none, none, none, none, none, 70),
            Gaps.NONE,
            new Outcome.Failed(ErrorKind.HTTP_STATUS, 503, "no \"ready\" replica"),
            new TokenCounts(0, TokenSource.EVENTS, 538, TokenSource.PLANNED, 538, 0),
            "",
            10);
    JsonNode json = JSON.readTree(line(record));
    assertThat(json.get("outcome").asText()).isEqualTo("failed");
    assertThat(json.get("error_kind").asText()).isEqualTo("http_status");
    assertThat(json.get("fault").asText()).isEqualTo("TARGET");
    assertThat(json.get("http_status").asInt()).isEqualTo(503);
    assertThat(json.get("error_detail").asText()).isEqualTo("no \"ready\" replica");
    assertThat(json.get("sent_nanos").asLong()).isEqualTo(-500);
    assertThat(json.get("end_nanos").asLong()).isEqualTo(-430);
    assertThat(json.get("new_connection").asBoolean()).isFalse();
    for (String key : List.of("written", "headers", "first_token", "first_answer", "last_token")) {
      assertThat(json.get(key + "_nanos").isNull()).as(key).isTrue();
    }
    assertThat(json.get("silent_events").isNull()).isTrue();
    assertThat(json.get("silent_nanos").isNull()).isTrue();
  }

  @Test
  void feed_phaseByPhase_givesTheBytesOfTheWhole() throws IOException {
    for (long memberBytes : new long[] {1, 3_000, 1 << 20}) {
      RandomRecords random = new RandomRecords(9);
      Path file;
      try (RunFixture run = twoPhases(root.resolve("members-of-" + memberBytes))) {
        file = run.directory().recordLines();
        RecordLinesFeed feed = new RecordLinesFeed(run.directory(), memberBytes);
        feed.catchUp();
        assertThat(lines(file)).isEmpty();
        List<Integer> counts = new ArrayList<>();
        for (int phase = 0; phase < 2; phase++) {
          phase(run, random, phase);
          feed.catchUp();
          counts.add(lines(file).size());
        }
        assertThat(counts).containsExactly(50, 100);
        // records that no phase settled
        run.merge("w1", 2, random.many(5, 1, 2, LoadStage.MEASURE));
        feed.catchUp();
        assertThat(lines(file)).hasSize(100);
        run.end();
        feed.finish();
        byte[] fed = Files.readAllBytes(file);
        assertThat(lines(file)).hasSize(105);
        assertThat(JSON.readTree(lines(file).get(0)).get("sent_nanos").asLong()).isEqualTo(-1_000);

        Files.delete(file);
        new RecordLinesFeed(run.directory(), memberBytes).writeWhole();
        assertThat(Files.readAllBytes(file)).isEqualTo(fed);
      }
    }
  }

  @Test
  void feed_zeroNotKnownAtFirst_beginsAnew() throws IOException {
    try (RunFixture run = twoPhases(root)) {
      RecordLinesFeed feed = new RecordLinesFeed(run.directory());
      RandomRecords random = new RandomRecords(4);
      run.merge("w1", 0, random.many(3, 0, 0, LoadStage.WARMUP));
      feed.finish();
      long before = sent(run, 0);
      phase(run, random, 0);
      feed.catchUp();
      assertThat(lines(run.directory().recordLines())).hasSize(53);
      assertThat(sent(run, 0)).isEqualTo(before + RunFixture.ORIGIN - 1_000);
    }
  }

  private static long sent(RunFixture run, int line) throws IOException {
    String text = lines(run.directory().recordLines()).get(line);
    return JSON.readTree(text).get("sent_nanos").asLong();
  }

  private static RunFixture twoPhases(Path root) {
    return new RunFixture(
        root, RunFixture.plan(RunFixture.phase("one", 4, true), RunFixture.phase("two", 4, true)));
  }

  private static void phase(RunFixture run, RandomRecords random, int phase) {
    run.window(phase, phase, 1_000L + phase * 5_000_000_000L, 4_000_000_000L * (phase + 1));
    run.merge("w1", phase, random.many(20, phase, phase, LoadStage.WARMUP));
    run.merge("w2", phase, random.many(30, phase, phase, LoadStage.MEASURE));
    run.settle(phase, phase);
  }
}
