package io.tokenstorm.worker.spool;

import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.TokenCounts;
import io.tokenstorm.protocol.record.TokenSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Records of successful requests. */
public final class Records {
  private Records() {}

  /** Request {@code ordinal} of slot 0 in epoch 1, phase 0, measured; three tokens 20 ms apart. */
  public static RequestRecord record(int ordinal) {
    return record(new RequestKey(1, 0, LoadStage.MEASURE, 0, ordinal), 2);
  }

  /** A record with so many gaps of 20 ms. */
  public static RequestRecord record(RequestKey key, int gaps) {
    long[] nanos = new long[gaps];
    Arrays.fill(nanos, 20_000_000);
    long first = 100_000_000;
    long last = first + 20_000_000L * gaps;
    return new RequestRecord(
        key,
        "r1",
        new Instants(key.ordinal() * 1_000L, 50_000, -1, 10_000, 90_000, first, first, last, last),
        Gaps.of(nanos),
        Outcome.COMPLETED,
        new TokenCounts(gaps + 1, TokenSource.USAGE, 538, TokenSource.USAGE, 538, gaps + 1),
        "stop",
        4096);
  }

  public static List<RequestRecord> records(int count) {
    List<RequestRecord> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      records.add(record(i));
    }
    return records;
  }
}
