package io.tokenstorm.coordinator.report.phase;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.results.RandomRecords;
import io.tokenstorm.coordinator.stats.ColumnStore;
import io.tokenstorm.coordinator.stats.Figure;
import io.tokenstorm.coordinator.stats.Statistics;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleTest {
  private final List<RequestRecord> records =
      new RandomRecords(3).many(500, 0, 1, LoadStage.MEASURE);

  @TempDir Path directory;

  private Sample filled(ColumnStore store) {
    Sample sample = new Sample(Sample.gaps(), store);
    records.stream().filter(RequestRecord::succeeded).forEach(sample::add);
    return sample;
  }

  private static Figure figure(Sample sample) {
    return Statistics.seconds(sample.numbers(), sample.undefined());
  }

  @Test
  void sample_beyondTheMemory_givesTheSameFigureFromDisk() throws IOException {
    try (ColumnStore memory = new ColumnStore(directory, 1 << 20);
        ColumnStore disk = new ColumnStore(directory, 0)) {
      Figure inMemory = figure(filled(memory));
      Figure fromDisk = figure(filled(disk));

      assertThat(inMemory.count()).isGreaterThan(2 * 1024);
      assertThat(memory.bytesOnDisk()).isZero();
      assertThat(disk.bytesOnDisk()).isPositive();
      assertThat(fromDisk).isEqualTo(inMemory);
    }
  }

  @Test
  void sample_recordsWithoutAValue_areCountedAsUndefined() throws IOException {
    try (ColumnStore store = new ColumnStore(directory, 1 << 20)) {
      long without = records.stream().filter(r -> r.succeeded() && r.gaps().size() == 0).count();
      assertThat(filled(store).undefined()).isEqualTo(without).isPositive();
    }
  }
}
