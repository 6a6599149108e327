package io.tokenstorm.protocol.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.sample.RandomValues;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolReaderTest {
  private static final BatchLimit WIDE = new BatchLimit(1000, 1 << 20);

  private final SpoolKey key = new SpoolKey("w1", "2026-run.7", 3, "p-1");
  private final List<RequestRecord> records = new RandomValues(1).records(40);

  @TempDir Path dir;

  @Test
  void read_threeSegments_allRecordsFromAnySequence() throws IOException {
    write(List.of(7, 6, 10, 17), 2);
    try (SpoolReader reader = SpoolReader.open(dir)) {
      assertThat(reader.key()).isEqualTo(key);
      assertThat(reader.firstSeq()).isZero();
      assertThat(reader.endSeq()).isEqualTo(40);
      assertThat(reader.tornBytes()).isZero();
      for (int from : new int[] {0, 39, 13, 12, 6, 7, 23, 0}) {
        assertThat(reader.read(from, WIDE)).isEqualTo(records.subList(from, 40));
      }
      assertThat(reader.read(40, WIDE)).isEmpty();
    }
  }

  @Test
  void read_byLimit_piecesJoinWithoutGap() throws IOException {
    write(List.of(7, 6, 10, 17), 2);
    try (SpoolReader reader = SpoolReader.open(dir)) {
      List<RequestRecord> joined = new ArrayList<>();
      while (joined.size() < 40) {
        List<RequestRecord> piece = reader.read(joined.size(), new BatchLimit(9, 1500));
        assertThat(piece).isNotEmpty().hasSizeLessThanOrEqualTo(9);
        joined.addAll(piece);
      }
      assertThat(joined).isEqualTo(records);
    }
  }

  @Test
  void open_prefixDropped_beginsAtFirstFileLeft() throws IOException {
    write(List.of(7, 6, 10, 17), 2);
    Files.delete(Segments.fileOf(dir, 0));
    try (SpoolReader reader = SpoolReader.open(dir)) {
      assertThat(reader.firstSeq()).isEqualTo(13);
      assertThat(reader.endSeq()).isEqualTo(40);
      assertThat(reader.read(12, WIDE)).isEmpty();
      assertThat(reader.read(13, WIDE)).isEqualTo(records.subList(13, 40));
    }
  }

  @Test
  void open_tailTornAnywhere_wholeFramesRemain() throws IOException {
    write(List.of(20, 20), 100);
    Path file = Segments.fileOf(dir, 0);
    byte[] whole = Files.readAllBytes(file);
    int firstFrame = new SpoolFrame(0, records.subList(0, 20)).encode().remaining();
    for (int length = firstFrame; length < whole.length; length += 7) {
      Files.write(file, Arrays.copyOf(whole, length));
      try (SpoolReader reader = SpoolReader.open(dir)) {
        assertThat(reader.endSeq()).as("cut at %d", length).isEqualTo(20);
        assertThat(reader.tornBytes()).isEqualTo(length - firstFrame);
        assertThat(reader.read(0, WIDE)).isEqualTo(records.subList(0, 20));
      }
    }
  }

  @Test
  void open_bitFlipped_endsBeforeTheDamagedFrame() throws IOException {
    write(List.of(20, 20), 100);
    Path file = Segments.fileOf(dir, 0);
    byte[] whole = Files.readAllBytes(file);
    int firstFrame = new SpoolFrame(0, records.subList(0, 20)).encode().remaining();
    for (int at = 0; at < whole.length; at += 5) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 0x10;
      Files.write(file, damaged);
      try (SpoolReader reader = SpoolReader.open(dir)) {
        assertThat(reader.endSeq()).as("flip at %d", at).isEqualTo(at < firstFrame ? 0 : 20);
      }
    }
  }

  @Test
  void next_junkBehindLastFrame_endsBeforeIt() throws IOException {
    write(List.of(20), 100);
    Path file = Segments.fileOf(dir, 0);
    try (RandomAccessFile torn = new RandomAccessFile(file.toFile(), "rw")) {
      torn.seek(torn.length());
      torn.write(new byte[] {0, 0, 1, 0, 9, 9, 9, 9, 1, 2, 3});
    }
    try (SegmentReader reader = SegmentReader.open(file)) {
      assertThat(reader.next()).isPresent();
      assertThat(reader.next()).isEmpty();
      assertThat(reader.bytesBehind()).isEqualTo(11);
    }
  }

  @Test
  void cell_countedByTwoHandles_oneSumThatAReaderSees() throws IOException {
    SpoolHeader header = SpoolHeader.create(dir, key);
    SpoolHeader.IssuedCell warmup = header.cell(4, 0, LoadStage.WARMUP);
    SpoolHeader.IssuedCell measure = header.cell(4, 0, LoadStage.MEASURE);
    warmup.increment();
    measure.increment();
    header.cell(4, 0, LoadStage.MEASURE).increment();
    assertThat(measure.value()).isEqualTo(2);
    assertThat(SpoolHeader.open(dir).issued())
        .containsExactly(
            new IssuedCount(4, 0, LoadStage.WARMUP, 1),
            new IssuedCount(4, 0, LoadStage.MEASURE, 2));
  }

  @Test
  void cell_headerFull_saysSo() throws IOException {
    SpoolHeader header = SpoolHeader.create(dir, key);
    int capacity = (SpoolHeader.LENGTH - 512) / 32;
    for (int phase = 0; phase < capacity; phase++) {
      header.cell(1, phase, LoadStage.MEASURE);
    }
    assertThatThrownBy(() -> header.cell(2, 0, LoadStage.MEASURE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(String.valueOf(capacity));
    assertThat(header.issued()).hasSize(capacity);
  }

  @Test
  void open_foreignOrOtherVersion_refused() throws IOException {
    Path file = dir.resolve(SpoolHeader.FILE);
    Files.write(file, new byte[100]);
    assertThatThrownBy(() -> SpoolReader.open(dir)).isInstanceOf(SpoolFormatException.class);
    Files.write(file, new byte[SpoolHeader.LENGTH]);
    assertThatThrownBy(() -> SpoolReader.open(dir))
        .isInstanceOf(SpoolFormatException.class)
        .hasMessageContaining("version 2");
    Files.delete(file);
    SpoolHeader.create(dir, key);
    try (RandomAccessFile header = new RandomAccessFile(file.toFile(), "rw")) {
      header.seek(8);
      header.write(SpoolHeader.VERSION + 1);
    }
    assertThatThrownBy(() -> SpoolReader.open(dir)).isInstanceOf(SpoolFormatException.class);
  }

  @Test
  void key_unsafeName_refused() {
    for (String name : List.of("", "..", ".x", "a/b", "a b", "x".repeat(121))) {
      assertThatThrownBy(() -> new SpoolKey("w", name, 1, "p")).hasMessageContaining("run");
      assertThatThrownBy(() -> new SpoolKey(name, "r", 1, "p")).hasMessageContaining("worker");
    }
    assertThatThrownBy(() -> new SpoolKey("w", "r", 0, "p")).hasMessageContaining("incarnation");
    assertThat(key.directoryBelow(Path.of("s"))).isEqualTo(Path.of("s/2026-run.7/3-p-1"));
  }

  /** Frames of the given sizes; a new file after every {@code framesPerFile}. */
  private void write(List<Integer> frames, int framesPerFile) throws IOException {
    SpoolHeader.create(dir, key);
    int seq = 0;
    SegmentWriter writer = null;
    for (int i = 0; i < frames.size(); i++) {
      if (i % framesPerFile == 0) {
        if (writer != null) {
          writer.close();
        }
        writer = SegmentWriter.create(dir, seq);
      }
      writer.append(new SpoolFrame(seq, records.subList(seq, seq + frames.get(i))));
      seq += frames.get(i);
    }
    writer.close();
  }
}
