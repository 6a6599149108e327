package io.tokenstorm.protocol.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.esotericsoftware.kryo.io.Output;
import io.tokenstorm.protocol.spool.BatchLimit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PackedRecordsTest {
  private static List<RequestRecord> records(int count) {
    List<RequestRecord> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      records.add(
          new RequestRecord(
              new RequestKey(1, 0, LoadStage.MEASURE, i % 7, i),
              "r" + i % 2,
              new Instants(1000L + i, 5, -1, 6, 7, 8, 8, 90, 95),
              Gaps.of(40, 42),
              i % 5 == 0 ? Outcome.CUT : Outcome.COMPLETED,
              new TokenCounts(3, TokenSource.USAGE, 20, TokenSource.USAGE, 20, 3),
              "stop",
              640));
    }
    return records;
  }

  private static byte[] written(List<RequestRecord> records) {
    Output out = new Output(64, -1);
    RecordCodec.write(out, records);
    return out.toBytes();
  }

  @Test
  void pack_anyBatch_isThatBatch() {
    List<RequestRecord> records = records(20);
    PackedRecords packed = PackedRecords.pack(records);

    assertThat(packed).isEqualTo(records).hasSize(20);
    assertThat(packed.packedBytes()).isEqualTo(written(records).length);
    assertThat(PackedRecords.pack(packed)).isSameAs(packed);
  }

  @Test
  void of_bytesAmongOthers_passesThemOnAsTheyAre() {
    byte[] bytes = written(records(9));
    byte[] among = Arrays.copyOf(new byte[3], bytes.length + 10);
    System.arraycopy(bytes, 0, among, 3, bytes.length);

    PackedRecords packed = PackedRecords.of(among, 3, bytes.length);

    assertThat(packed.size()).isEqualTo(9);
    assertThat(written(packed)).isEqualTo(bytes);
    assertThat(packed).isEqualTo(records(9));
  }

  @Test
  void of_headOfAnotherVersionOrNone_refused() {
    byte[] bytes = written(records(2));
    bytes[0]++;
    assertThatThrownBy(() -> PackedRecords.of(bytes, 0, bytes.length))
        .isInstanceOf(RecordFormatException.class)
        .hasMessageContaining("record format " + (RecordCodec.VERSION + 1));
    assertThatThrownBy(() -> PackedRecords.of(new byte[0], 0, 0))
        .isInstanceOf(RecordFormatException.class);
  }

  @Test
  void get_damageBehindTheHead_saysSo() {
    byte[] bytes = written(records(2));
    PackedRecords packed = PackedRecords.of(bytes, 0, bytes.length - 4);
    assertThatThrownBy(() -> packed.get(0)).isInstanceOf(RecordFormatException.class);
  }

  @Test
  void isMet_packedRecords_fromHalfOfTheLimitToTheWhole() {
    PackedRecords packed = PackedRecords.pack(records(10));
    int bytes = packed.packedBytes();
    assertThat(new BatchLimit(10, bytes).isMet(packed)).isTrue();
    assertThat(new BatchLimit(20, 10 * bytes).isMet(packed)).isTrue();
    assertThat(new BatchLimit(1000, 2 * bytes).isMet(packed)).isTrue();
    assertThat(new BatchLimit(21, 2 * bytes + 1).isMet(packed)).isFalse();
    assertThat(new BatchLimit(9, 2 * bytes).isMet(packed)).isFalse();
    assertThat(new BatchLimit(10, bytes - 1).isMet(packed)).isFalse();
    assertThat(new BatchLimit(10, bytes).isMet(records(10))).isFalse();
  }
}
