package io.tokenstorm.coordinator.report.phase;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.results.RandomRecords;
import io.tokenstorm.coordinator.stats.Figure;
import io.tokenstorm.coordinator.stats.LongSample;
import io.tokenstorm.coordinator.stats.Statistics;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

class SampleTest {
  private final List<RequestRecord> records =
      new RandomRecords(3).many(500, 0, 1, LoadStage.MEASURE);

  private Sample filled(int limit) {
    Sample sample = new Sample(Sample.gaps(), limit);
    records.stream().filter(RequestRecord::succeeded).forEach(sample::add);
    return sample;
  }

  private Figure figure(Sample sample, int[] passes) {
    PhaseRecords again =
        visitor -> {
          passes[0]++;
          records.forEach(r -> visitor.visit("w", r));
        };
    return Statistics.seconds(
        sample.source(again, b -> b.record().succeeded()), sample.undefined());
  }

  @Test
  void sample_beyondItsLimit_isReadAgainAndGivesTheSameFigure() {
    int[] held = {0};
    int[] read = {0};
    Figure inMemory = figure(filled(Sample.LIMIT), held);
    Figure fromLog = figure(filled(100), read);
    assertThat(inMemory.count()).isGreaterThan(1000);
    assertThat(fromLog).isEqualTo(inMemory);
    assertThat(held[0]).isZero();
    assertThat(read[0]).isBetween(2, 8);
  }

  @Test
  void sample_recordsWithoutAValue_areCountedAsUndefined() {
    Sample sample = filled(100);
    LongSample expected = new LongSample();
    records.stream()
        .filter(r -> r.succeeded() && r.gaps().size() == 0)
        .forEach(r -> expected.add(1));
    assertThat(sample.undefined()).isEqualTo(expected.size()).isPositive();
  }
}
