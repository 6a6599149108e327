package io.tokenstorm.protocol.spool;

import static org.assertj.core.api.Assertions.assertThat;

import com.esotericsoftware.kryo.io.Output;
import io.tokenstorm.protocol.record.RecordCodec;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.sample.RandomValues;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class PackedSizeTest {
  @Property(tries = 500)
  void atMost_anyRecords_neverTooSmall(@ForAll long seed) {
    List<RequestRecord> records = new RandomValues(seed).records(5);
    long bound = records.stream().mapToLong(PackedSize::atMost).sum();
    try (Output out = new Output(1024, -1)) {
      RecordCodec.write(out, records);
      assertThat(bound).isGreaterThanOrEqualTo(out.total());
    }
  }

  @Property(tries = 200)
  void firstOf_anyLimit_atLeastOneAndWithinIt(@ForAll long seed) {
    List<RequestRecord> records = new RandomValues(seed).records(20);
    BatchLimit limit = new BatchLimit(1 + (int) Math.floorMod(seed, 25L), 700);
    int count = limit.firstOf(records);
    long bytes = records.subList(0, count).stream().mapToLong(PackedSize::atMost).sum();
    assertThat(count).isBetween(1, limit.maxRecords());
    assertThat(count == 1 || bytes <= limit.maxBytes()).isTrue();
    assertThat(limit.firstOf(List.of())).isZero();
  }
}
