package io.tokenstorm.coordinator.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordLogTest {
  @TempDir Path dir;

  private Path log() {
    return dir.resolve("records.log");
  }

  private static List<RequestRecord> read(Path log) {
    List<RequestRecord> all = new ArrayList<>();
    try (RecordLogReader reader = RecordLogReader.open(log)) {
      for (RecordFrame frame = reader.next(); frame != null; frame = reader.next()) {
        all.addAll(frame.records());
      }
      assertThat(reader.damages()).isEmpty();
    }
    return all;
  }

  @Test
  void log_severalBatchesWritten_readsFramesAsWritten() {
    RandomRecords random = new RandomRecords(1);
    List<RequestRecord> first = random.many(20, 0, 1, LoadStage.WARMUP);
    List<RequestRecord> second = random.many(5, 3, 2, LoadStage.MEASURE);
    long afterFirst;
    try (RecordLogWriter writer = RecordLogWriter.open(log())) {
      afterFirst = writer.append("w-ü", 1, 100, first);
      writer.append("w2", 2, 7, second);
      writer.append("w2", 2, 12, List.of());
      writer.force();
    }
    try (RecordLogReader reader = RecordLogReader.open(log(), afterFirst)) {
      RecordFrame frame = reader.next();
      assertThat(frame).isNotNull();
      assertThat(frame.worker()).isEqualTo("w2");
      assertThat(frame.epoch()).isEqualTo(2);
      assertThat(frame.firstSequence()).isEqualTo(7);
      assertThat(frame.count()).isEqualTo(5);
      assertThat(frame.mayHold(3)).isTrue();
      assertThat(frame.mayHold(2)).isFalse();
      assertThat(frame.mayHold(4)).isFalse();
      assertThat(frame.records()).isEqualTo(second);
      assertThat(reader.next()).isNull();
    }
    List<RequestRecord> all = new ArrayList<>(first);
    all.addAll(second);
    assertThat(read(log())).isEqualTo(all);
  }

  @Property(tries = 50)
  void log_randomBatches_readsWhatWasWritten(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 6) int batches) throws IOException {
    Path file = Files.createTempFile("records", ".log");
    try {
      RandomRecords random = new RandomRecords(seed);
      List<RequestRecord> all = new ArrayList<>();
      try (RecordLogWriter writer = RecordLogWriter.open(file)) {
        for (int i = 0; i < batches; i++) {
          List<RequestRecord> batch = random.many(1 + i * 13, i, 1, LoadStage.MEASURE);
          writer.append("w", 1, all.size(), batch);
          all.addAll(batch);
        }
      }
      assertThat(read(file)).isEqualTo(all);
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void log_cutAtEveryByte_keepsWholeFramesAndGoesOn() throws IOException {
    RandomRecords random = new RandomRecords(2);
    List<RequestRecord> all = new ArrayList<>();
    List<Long> ends = new ArrayList<>(List.of(12L));
    try (RecordLogWriter writer = RecordLogWriter.open(log())) {
      for (int i = 0; i < 4; i++) {
        List<RequestRecord> batch = random.many(3, 0, 1, LoadStage.MEASURE);
        all.addAll(batch);
        ends.add(writer.append("w", 1, i * 3L, batch));
      }
    }
    byte[] whole = Files.readAllBytes(log());
    List<RequestRecord> later = random.many(2, 1, 2, LoadStage.MEASURE);
    for (int cut = 0; cut < whole.length; cut++) {
      Files.write(log(), java.util.Arrays.copyOf(whole, cut));
      int at = cut;
      int frames = Math.max(0, (int) ends.stream().filter(e -> e <= at).count() - 1);
      List<RequestRecord> kept = new ArrayList<>(all.subList(0, frames * 3));
      assertThat(read(log())).as("cut at %d", cut).isEqualTo(kept);
      try (RecordLogWriter writer = RecordLogWriter.open(log())) {
        assertThat(writer.position()).isEqualTo(ends.get(frames));
        writer.append("w", 2, 99, later);
      }
      kept.addAll(later);
      assertThat(read(log())).as("cut at %d, then appended", cut).isEqualTo(kept);
    }
  }

  @Test
  void log_anyByteFlipped_losesThatFrameOnlyAndSaysWhere() throws IOException {
    RandomRecords random = new RandomRecords(3);
    List<RequestRecord> all = new ArrayList<>();
    List<Long> ends = new ArrayList<>(List.of(12L));
    try (RecordLogWriter writer = RecordLogWriter.open(log())) {
      for (int i = 0; i < 3; i++) {
        List<RequestRecord> batch = random.many(2, 0, 1, LoadStage.MEASURE);
        all.addAll(batch);
        ends.add(writer.append("w", 1, i * 2L, batch));
      }
    }
    byte[] whole = Files.readAllBytes(log());
    for (int at = 12; at < ends.get(2); at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= (byte) 0x80;
      Files.write(log(), damaged);
      int hit = at < ends.get(1) ? 0 : 1;
      List<RequestRecord> rest = new ArrayList<>(all);
      rest.subList(hit * 2, hit * 2 + 2).clear();
      List<RequestRecord> found = new ArrayList<>();
      try (RecordLogReader reader = RecordLogReader.open(log())) {
        for (RecordFrame frame = reader.next(); frame != null; frame = reader.next()) {
          found.addAll(frame.records());
        }
        assertThat(found).as("byte %d", at).isEqualTo(rest);
        assertThat(reader.damages())
            .containsExactly(
                new RecordLogReader.Damage(ends.get(hit), ends.get(hit + 1) - ends.get(hit)));
      }
      assertThatThrownBy(() -> RecordLogWriter.open(log()))
          .isInstanceOf(ResultsException.class)
          .hasMessageContaining("offset " + ends.get(hit));
    }
  }

  @Test
  void log_damageBeyondTheSearchWindow_findsTheNextFrame() throws IOException {
    RandomRecords random = new RandomRecords(4);
    List<RequestRecord> large = random.many(3000, 0, 1, LoadStage.MEASURE);
    List<RequestRecord> small = random.many(1, 0, 1, LoadStage.MEASURE);
    long middle;
    try (RecordLogWriter writer = RecordLogWriter.open(log())) {
      middle = writer.append("w", 1, 0, large);
      writer.append("w", 1, 3000, small);
    }
    assertThat(middle).isGreaterThan(3 * 65536);
    byte[] bytes = Files.readAllBytes(log());
    bytes[5000]++;
    Files.write(log(), bytes);
    try (RecordLogReader reader = RecordLogReader.open(log())) {
      RecordFrame frame = reader.next();
      assertThat(frame).isNotNull();
      assertThat(frame.records()).isEqualTo(small);
      assertThat(reader.damages()).containsExactly(new RecordLogReader.Damage(12, middle - 12));
    }
  }

  @Test
  void log_zerosAfterTheLastFrame_areATornTail() throws IOException {
    List<RequestRecord> records = new RandomRecords(5).many(4, 0, 1, LoadStage.MEASURE);
    try (RecordLogWriter writer = RecordLogWriter.open(log())) {
      writer.append("w", 1, 0, records);
    }
    byte[] bytes = Files.readAllBytes(log());
    Files.write(log(), java.util.Arrays.copyOf(bytes, bytes.length + 200_000));
    assertThat(read(log())).isEqualTo(records);
  }

  @Test
  void log_anotherKindOfFile_isRefused() throws IOException {
    Files.writeString(log(), "this is a text file, not a log");
    assertThatThrownBy(() -> RecordLogReader.open(log()))
        .isInstanceOf(ResultsException.class)
        .hasMessageContaining("does not begin as a record log");
    assertThatThrownBy(() -> RecordLogWriter.open(log())).isInstanceOf(ResultsException.class);
  }

  @Test
  void log_anotherVersion_isRefused() throws IOException {
    Files.write(log(), RecordLogReader.fileHeader().putInt(8, 9).array());
    assertThatThrownBy(() -> RecordLogReader.open(log()))
        .isInstanceOf(ResultsException.class)
        .hasMessageContaining("version 9");
  }

  @Test
  void writer_moreThanOneBatchHolds_splitsIntoFrames() {
    List<RequestRecord> many = new RandomRecords(6).many(9000, 0, 1, LoadStage.MEASURE);
    try (RecordLogWriter writer = RecordLogWriter.open(log())) {
      writer.append("w", 1, 50, many);
    }
    assertThat(read(log())).isEqualTo(many);
    long expected = 50;
    try (RecordLogReader reader = RecordLogReader.open(log())) {
      for (RecordFrame frame = reader.next(); frame != null; frame = reader.next()) {
        assertThat(frame.firstSequence()).isEqualTo(expected);
        expected += frame.count();
      }
    }
    assertThat(expected).isEqualTo(9050);
  }

  @Test
  void writer_batchBeyondAFrame_splitsByBytes() {
    RequestRecord plain = new RandomRecords(7).many(1, 0, 1, LoadStage.MEASURE).get(0);
    long[] gaps = new long[4_000_000];
    java.util.Arrays.fill(gaps, Long.MAX_VALUE);
    RequestRecord huge =
        new RequestRecord(
            plain.key(),
            plain.replica(),
            plain.instants(),
            Gaps.of(gaps),
            plain.outcome(),
            plain.tokens(),
            plain.finishReason(),
            plain.responseBytes());
    try (RecordLogWriter writer = RecordLogWriter.open(log())) {
      writer.append("w", 1, 0, List.of(huge, huge));
    }
    try (RecordLogReader reader = RecordLogReader.open(log())) {
      for (int i = 0; i < 2; i++) {
        RecordFrame frame = reader.next();
        assertThat(frame).isNotNull();
        assertThat(frame.firstSequence()).isEqualTo(i);
        assertThat(frame.records().get(0).gaps().size()).isEqualTo(4_000_000);
      }
      assertThat(reader.next()).isNull();
    }
  }

  @Test
  void writer_diskFull_saysSoAndTakesBackTheTornFrame() {
    SmallDisk disk = new SmallDisk(200);
    RecordLogWriter writer = RecordLogWriter.on(new LogFile(log(), disk, 0));
    List<RequestRecord> records = new RandomRecords(8).many(1, 0, 1, LoadStage.MEASURE);
    long before = writer.append("w", 1, 0, records);
    List<RequestRecord> more = new RandomRecords(8).many(50, 0, 1, LoadStage.MEASURE);
    assertThatThrownBy(() -> writer.append("w", 1, 1, more))
        .isInstanceOfSatisfying(
            ResultsException.class,
            e -> assertThat(e.kind()).isEqualTo(ResultsException.Kind.DISK_FULL))
        .hasMessageContaining("disk full while writing")
        .hasMessageContaining("records.log");
    assertThat(disk.used).isEqualTo(before);
    assertThatThrownBy(() -> writer.append("w", 1, 1, records))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void writer_diskRefuses_namesTheCauseButNotAFullDisk() {
    SmallDisk disk = new SmallDisk(0);
    disk.message = "Input/output error";
    assertThatThrownBy(() -> RecordLogWriter.on(new LogFile(log(), disk, 0)))
        .isInstanceOfSatisfying(
            ResultsException.class,
            e -> assertThat(e.kind()).isEqualTo(ResultsException.Kind.UNWRITABLE))
        .hasMessageContaining("Input/output error");
  }

  /** A disk of a few bytes, which takes what fits and then refuses, as a real one does. */
  private static final class SmallDisk implements LogFile.Sink {
    private final long size;
    private long used;
    private String message = "No space left on device";

    SmallDisk(long size) {
      this.size = size;
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
      int fits = (int) Math.min(size - used, bytes.remaining());
      if (fits == 0) {
        throw new IOException(message);
      }
      bytes.position(bytes.position() + fits);
      used += fits;
    }

    @Override
    public void truncate(long to) {
      used = to;
    }

    @Override
    public void force() {}

    @Override
    public void close() {}
  }
}
