package io.tokenstorm.worker.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.spool.BatchLimit;
import io.tokenstorm.protocol.spool.Segments;
import io.tokenstorm.protocol.spool.SpoolFrame;
import io.tokenstorm.protocol.spool.SpoolKey;
import io.tokenstorm.protocol.spool.SpoolReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordSpoolTest {
  private static final SpoolKey KEY = new SpoolKey("w1", "run", 1, "p-1");
  private static final BatchLimit LIMIT = new BatchLimit(500, 160 * 1024);
  private static final SpoolSettings ON_DISK =
      new SpoolSettings(2_000, 64 << 20, 0, Duration.ofNanos(1));

  private final List<RequestRecord> seen = Collections.synchronizedList(new ArrayList<>());

  @TempDir Path base;

  @Test
  void read_fromMemory_everythingInOrder() throws IOException {
    readsAll(SpoolSettings.DEFAULT);
  }

  @Test
  void read_fromDisk_everythingInOrder() throws IOException {
    readsAll(ON_DISK);
    assertThat(Segments.list(dir()).size()).isGreaterThan(3);
  }

  private void readsAll(SpoolSettings settings) throws IOException {
    List<RequestRecord> records = Records.records(1_000);
    try (RecordSpool spool = RecordSpool.create(dir(), KEY, settings, seen::add)) {
      for (int i = 0; i < 1_000; i++) {
        spool.accept(records.get(i));
        if (i % 50 == 0) {
          awaitEnd(spool, i + 1);
        }
      }
      awaitEnd(spool, 1_000);
      assertThat(readAll(spool)).isEqualTo(records);
      assertThat(spool.read(700, LIMIT)).isEqualTo(records.subList(700, 1_000));
      assertThat(spool.read(3, new BatchLimit(2, 10_000))).isEqualTo(records.subList(3, 5));
      assertThat(spool.read(1_000, LIMIT)).isEmpty();
      assertThat(spool.read(-1, LIMIT)).isEmpty();
      assertThat(spool.recorded(1, 0, LoadStage.MEASURE)).isEqualTo(1_000);
      assertThat(spool.recorded(1, 0, LoadStage.WARMUP)).isZero();
      assertThat(spool.problem()).isEmpty();
      assertThat(seen).isEqualTo(records);
    }
  }

  @Test
  void acknowledge_prefix_filesBeforeItGoAndTheRestStays() throws IOException {
    try (RecordSpool spool = RecordSpool.create(dir(), KEY, ON_DISK, seen::add)) {
      for (int i = 0; i < 300; i++) {
        spool.accept(Records.record(i));
        awaitEnd(spool, i + 1);
      }
      List<Long> before = Segments.list(dir());
      spool.acknowledge(150);
      List<Long> after = Segments.list(dir());
      assertThat(after.size()).isLessThan(before.size());
      assertThat(after.get(0)).isLessThanOrEqualTo(150);
      assertThat(after.get(1)).isGreaterThan(150);
      assertThat(spool.read(150, LIMIT)).isEqualTo(Records.records(300).subList(150, 300));
      long second = after.get(1);
      spool.acknowledge(second - 1);
      assertThat(spool.read(second - 1, LIMIT)).as("its file is still needed").isNotEmpty();
      spool.acknowledge(300);
      assertThat(Segments.list(dir())).as("the file being written stays").hasSize(1);
    }
  }

  @Test
  void seal_queuedRecords_areOnDiskAndMoreIsRefused() throws IOException {
    RecordSpool spool = RecordSpool.create(dir(), KEY, SpoolSettings.DEFAULT, seen::add);
    spool.issued(1, 0, LoadStage.MEASURE).increment();
    Records.records(100).forEach(spool::accept);
    spool.seal();
    spool.accept(Records.record(100));
    assertThat(spool.endSeq()).isEqualTo(100);
    assertThat(spool.problem()).contains("1 records lost").contains("closed");
    try (SpoolReader reader = SpoolReader.open(dir())) {
      assertThat(reader.endSeq()).isEqualTo(100);
      assertThat(reader.read(0, LIMIT)).isEqualTo(Records.records(100));
      assertThat(reader.issued()).isEqualTo(spool.issued()).hasSize(1);
    }
    assertThat(readAll(spool)).hasSize(100);
    spool.delete();
    assertThat(dir()).doesNotExist();
  }

  @Test
  void accept_diskFullForAWhile_lossCountedAndLaterRecordsKept() throws IOException {
    FullDisk disk = new FullDisk();
    try (RecordSpool spool = RecordSpool.create(dir(), KEY, writer(disk, 64 << 20))) {
      spool.accept(Records.record(0));
      awaitEnd(spool, 1);
      disk.full = true;
      spool.accept(Records.record(1));
      await().until(() -> !spool.problem().isEmpty());
      assertThat(spool.problem())
          .contains("1 records lost")
          .contains(dir().toString())
          .contains("No space left on device");
      disk.full = false;
      spool.accept(Records.record(2));
      awaitEnd(spool, 2);
      assertThat(readAll(spool)).containsExactly(Records.record(0), Records.record(2));
      assertThat(spool.recorded(1, 0, LoadStage.MEASURE)).isEqualTo(2);
      assertThat(spool.lost(1, 0, LoadStage.MEASURE)).isEqualTo(1);
    }
  }

  @Test
  void accept_diskHangs_neverBlocksAndCountsWhatHasNoRoom() throws IOException {
    FullDisk disk = new FullDisk();
    CountDownLatch release = new CountDownLatch(1);
    disk.hold = release;
    long room = 10 * RecordQueue.sizeOf(Records.record(0));
    try (RecordSpool spool = RecordSpool.create(dir(), KEY, writer(disk, room))) {
      spool.accept(Records.record(0));
      await().until(() -> disk.held);
      for (int i = 1; i <= 15; i++) {
        spool.accept(Records.record(i));
      }
      assertThat(spool.problem()).contains("5 records lost").contains("cannot keep up");
      release.countDown();
      awaitEnd(spool, 11);
      assertThat(readAll(spool)).isEqualTo(Records.records(11));
    }
  }

  @Test
  void accept_recordLongerThanAMessage_keptWithoutItsGaps() throws IOException {
    RequestKey key = new RequestKey(1, 0, LoadStage.MEASURE, 0, 0);
    RequestRecord longest = Records.record(key, 300_000);
    try (RecordSpool spool = RecordSpool.create(dir(), KEY, SpoolSettings.DEFAULT, seen::add)) {
      spool.accept(longest);
      spool.accept(Records.record(key, 100_000));
      awaitEnd(spool, 2);
      List<RequestRecord> first = spool.read(0, LIMIT);
      assertThat(first).hasSize(1);
      assertThat(first.get(0).gaps()).isEqualTo(Gaps.NONE);
      assertThat(first.get(0).tokens()).isEqualTo(longest.tokens());
      assertThat(spool.read(1, LIMIT)).as("alone beyond the limit, below the frame").hasSize(1);
    }
  }

  @Test
  void accept_recordThatCannotBePacked_onlyItIsLost() throws IOException {
    RequestRecord good = Records.record(0);
    RequestRecord bad =
        new RequestRecord(
            good.key(),
            good.replica(),
            good.instants(),
            good.gaps(),
            good.outcome(),
            good.tokens(),
            "x".repeat(5_000),
            1);
    SpoolSettings slow = new SpoolSettings(1 << 20, 1 << 20, 0, Duration.ofMillis(50));
    try (RecordSpool spool = RecordSpool.create(dir(), KEY, slow, seen::add)) {
      List.of(good, bad, Records.record(1)).forEach(spool::accept);
      awaitEnd(spool, 2);
      assertThat(readAll(spool)).containsExactly(good, Records.record(1));
      assertThat(spool.problem()).contains("1 records lost").contains("cannot be packed");
    }
  }

  @Test
  void create_twice_refused() throws IOException {
    RecordSpool.create(dir(), KEY, SpoolSettings.DEFAULT, seen::add).close();
    assertThatThrownBy(() -> RecordSpool.create(dir(), KEY, SpoolSettings.DEFAULT, seen::add))
        .isInstanceOf(IOException.class);
  }

  private Path dir() {
    return KEY.directoryBelow(base);
  }

  private SpoolWriter writer(FullDisk disk, long queueBytes) {
    SpoolSettings settings = new SpoolSettings(1 << 20, queueBytes, 0, Duration.ofNanos(1));
    return new SpoolWriter(new SpoolFiles(dir(), 1 << 20, disk), settings, seen::add, dir());
  }

  private static void awaitEnd(RecordSpool spool, long endSeq) {
    await().pollInterval(Duration.ofMillis(1)).until(() -> spool.endSeq() >= endSeq);
    assertThat(spool.endSeq()).isEqualTo(endSeq);
  }

  private static List<RequestRecord> readAll(RecordSpool spool) throws IOException {
    List<RequestRecord> all = new ArrayList<>();
    List<RequestRecord> batch = spool.read(0, LIMIT);
    while (!batch.isEmpty()) {
      all.addAll(batch);
      batch = spool.read(all.size(), LIMIT);
    }
    return all;
  }

  /** Files on a disk that may be full or hang. */
  private static final class FullDisk implements FrameAppender.Factory {
    volatile boolean full;
    volatile boolean held;
    volatile CountDownLatch hold = new CountDownLatch(0);

    @Override
    public FrameAppender create(Path directory, long firstSeq) throws IOException {
      Files.createDirectories(directory);
      FrameAppender file = FrameAppender.file(directory, firstSeq);
      return new FrameAppender() {
        @Override
        public void append(SpoolFrame frame) throws IOException {
          held = true;
          try {
            hold.await();
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
          if (full) {
            throw new IOException("No space left on device");
          }
          file.append(frame);
        }

        @Override
        public long length() {
          return file.length();
        }

        @Override
        public void close() throws IOException {
          file.close();
        }
      };
    }
  }
}
