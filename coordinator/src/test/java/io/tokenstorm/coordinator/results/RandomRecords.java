package io.tokenstorm.coordinator.results;

import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.TokenCounts;
import io.tokenstorm.protocol.record.TokenSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Records as a worker could have made them, from a seed: every outcome, sparse and full instants.
 */
public final class RandomRecords {
  private static final List<ErrorKind> KINDS = List.of(ErrorKind.values());

  private final Random random;

  public RandomRecords(long seed) {
    this.random = new Random(seed);
  }

  public List<RequestRecord> many(int count, int phase, int epoch, LoadStage stage) {
    List<RequestRecord> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      records.add(one(new RequestKey(epoch, phase, stage, i % 7, i / 7), 1_000_000L * i));
    }
    return records;
  }

  public RequestRecord one(RequestKey key, long sentNanos) {
    String replica = random.nextInt(5) == 0 ? "" : "replica-" + random.nextInt(3);
    int draw = random.nextInt(20);
    if (draw == 0) {
      return failed(key, sentNanos, replica, Outcome.CUT);
    }
    if (draw < 3) {
      ErrorKind kind = KINDS.get(random.nextInt(KINDS.size()));
      int status = kind == ErrorKind.HTTP_STATUS ? 500 + random.nextInt(4) : 0;
      return failed(key, sentNanos, replica, new Outcome.Failed(kind, status, "seen: ü" + draw));
    }
    return completed(key, sentNanos, replica);
  }

  private RequestRecord completed(RequestKey key, long sentNanos, String replica) {
    int events = random.nextInt(8) == 0 ? random.nextInt(2) : 2 + random.nextInt(30);
    int tokens = events == 0 ? 0 : events + random.nextInt(3);
    long[] gaps = new long[Math.max(0, events - 1)];
    long sum = 0;
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = random.nextInt(4) == 0 ? 0 : random.nextInt(50_000_000);
      sum += gaps[i];
    }
    long first = events == 0 ? Instants.NONE : 1 + random.nextInt(2_000_000_000);
    long last = events == 0 ? Instants.NONE : first + sum;
    long answer = events == 0 || random.nextInt(6) == 0 ? Instants.NONE : first;
    long end = Math.max(last, 1) + random.nextInt(100_000);
    Instants instants =
        new Instants(
            sentNanos,
            random.nextInt(300_000),
            random.nextInt(4) == 0 ? random.nextInt(1_000_000) : Instants.NONE,
            random.nextInt(1000),
            Math.max(0, first - 1),
            first,
            answer,
            last,
            end);
    int input = 500 + random.nextInt(50);
    return new RequestRecord(
        key,
        replica,
        instants,
        Gaps.of(gaps),
        Outcome.COMPLETED,
        new TokenCounts(
            tokens,
            random.nextInt(9) == 0 ? TokenSource.EVENTS : TokenSource.USAGE,
            input,
            TokenSource.USAGE,
            538,
            events),
        "length",
        random.nextInt(100_000));
  }

  private RequestRecord failed(RequestKey key, long sentNanos, String replica, Outcome outcome) {
    long none = Instants.NONE;
    return new RequestRecord(
        key,
        replica,
        new Instants(
            sentNanos,
            random.nextInt(300_000),
            none,
            none,
            none,
            none,
            none,
            none,
            random.nextInt(1_000_000_000)),
        Gaps.NONE,
        outcome,
        new TokenCounts(0, TokenSource.EVENTS, 538, TokenSource.PLANNED, 538, 0),
        "",
        0);
  }
}
