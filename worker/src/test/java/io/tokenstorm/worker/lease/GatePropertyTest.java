package io.tokenstorm.worker.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.shard.ShardMap;
import io.tokenstorm.protocol.shard.SlotRange;
import io.tokenstorm.protocol.wire.SendWindow;
import io.tokenstorm.worker.load.SendDecision;
import io.tokenstorm.worker.load.SendDecision.Send;
import io.tokenstorm.worker.load.SendDecision.WaitUntil;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The gate against a model that remembers every send and decides by looking at all of them. */
class GatePropertyTest {
  private record Sent(int slot, LoadStage stage) {}

  @Property(tries = 400)
  void ask_anyTermsInAnyOrder_asTheModelSays(@ForAll long seed) {
    Random random = new Random(seed);
    int concurrency = 1 + random.nextInt(9);
    int first = random.nextInt(concurrency);
    SlotRange slots = new SlotRange(first, 1 + random.nextInt(concurrency - first));
    CountingCounter warmup = new CountingCounter();
    CountingCounter measure = new CountingCounter();
    Gate gate = new Gate(slots, concurrency, warmup, measure);
    GateTerms terms = GateTerms.CLOSED;
    List<Sent> sent = new ArrayList<>();
    boolean measureWasSet = false;
    long now = 0;
    for (int step = 0; step < 300; step++) {
      now += random.nextInt(20);
      if (random.nextInt(12) == 0) {
        terms = randomTerms(random, now);
        gate.set(terms);
        measureWasSet |= terms.measure().isSet();
      }
      int slot = slots.first() + random.nextInt(slots.count());
      SendDecision decision = gate.ask(slot, now);
      assertThat(decision).isEqualTo(expected(terms, sent, slot, now, concurrency));
      if (decision instanceof Send send) {
        sent.add(new Sent(slot, send.stage()));
      }
      assertThat(gate.slotsDone(LoadStage.MEASURE, now))
          .isEqualTo(measureWasSet ? done(terms, sent, slots, now, concurrency) : 0);
      assertThat(warmup.value()).isEqualTo(count(sent, LoadStage.WARMUP));
      assertThat(measure.value()).isEqualTo(count(sent, LoadStage.MEASURE));
    }
  }

  @Property(tries = 200)
  void ask_byCountAlone_sharesOfAllWorkersSumToTheWhole(@ForAll long seed) {
    Random random = new Random(seed);
    int concurrency = 1 + random.nextInt(40);
    long requests = random.nextInt(200);
    List<Integer> weights = random.ints(1 + random.nextInt(6), 1, 5).boxed().toList();
    long total = 0;
    for (SlotRange range : ShardMap.slots(concurrency, weights)) {
      CountingCounter measure = new CountingCounter();
      Gate gate = new Gate(range, concurrency, new CountingCounter(), measure);
      gate.set(
          new GateTerms(Long.MAX_VALUE, SendWindow.NONE, new SendWindow(0, 1, requests), false));
      for (int slot = range.first(); slot < range.end(); slot++) {
        while (total <= requests && gate.ask(slot, 5) instanceof Send) {
          total++;
        }
      }
      assertThat(gate.slotsDone(LoadStage.MEASURE, 5)).isEqualTo(range.count());
    }
    assertThat(total).isEqualTo(requests);
  }

  /** Slots that would get no more of the measured window, were it open and the lease for ever. */
  private static int done(
      GateTerms terms, List<Sent> sent, SlotRange slots, long now, int concurrency) {
    SendWindow window = terms.measure();
    GateTerms lasting =
        new GateTerms(
            Long.MAX_VALUE,
            SendWindow.NONE,
            new SendWindow(
                window.isSet() ? Long.MIN_VALUE : Long.MAX_VALUE,
                window.closesAtNanos(),
                window.requests()),
            false);
    int done = 0;
    for (int slot = slots.first(); slot < slots.end(); slot++) {
      done += expected(lasting, sent, slot, now, concurrency) instanceof Send ? 0 : 1;
    }
    return done;
  }

  private static SendDecision expected(
      GateTerms terms, List<Sent> sent, int slot, long now, int concurrency) {
    if (now >= terms.leaseUntilNanos()) {
      return SendDecision.IDLE;
    }
    int ordinal = (int) sent.stream().filter(s -> s.slot() == slot).count();
    boolean measureBegun = now >= terms.measure().opensAtNanos();
    LoadStage stage = measureBegun ? LoadStage.MEASURE : LoadStage.WARMUP;
    SendWindow window = measureBegun ? terms.measure() : terms.warmup();
    long own = sent.stream().filter(s -> s.equals(new Sent(slot, stage))).count();
    long share = 0;
    for (long request = 0; request < window.requests(); request++) {
      share += request % concurrency == slot ? 1 : 0;
    }
    boolean open = now >= window.opensAtNanos();
    boolean timeLeft = window.closesAtNanos() != Long.MAX_VALUE && now < window.closesAtNanos();
    boolean shareLeft = window.requests() > 0 && own < share;
    boolean unlimited = window.closesAtNanos() == Long.MAX_VALUE && window.requests() == 0;
    if (open && (timeLeft || shareLeft || unlimited)) {
      return new Send(stage, ordinal);
    }
    long next = Long.MAX_VALUE;
    for (SendWindow w : List.of(terms.warmup(), terms.measure())) {
      boolean closedByMeasure = measureBegun;
      if (w.opensAtNanos() > now && !closedByMeasure) {
        next = Math.min(next, w.opensAtNanos());
      }
    }
    return next == Long.MAX_VALUE ? SendDecision.IDLE : new WaitUntil(next);
  }

  private static GateTerms randomTerms(Random random, long now) {
    return new GateTerms(
        now + random.nextInt(400) - 40,
        randomWindow(random, now),
        randomWindow(random, now),
        false);
  }

  private static SendWindow randomWindow(Random random, long now) {
    if (random.nextInt(3) == 0) {
      return SendWindow.NONE;
    }
    long opens = now + random.nextInt(200) - 100;
    long closes = random.nextBoolean() ? Long.MAX_VALUE : opens + random.nextInt(200);
    return new SendWindow(opens, closes, random.nextBoolean() ? 0 : random.nextInt(60));
  }

  private static long count(List<Sent> sent, LoadStage stage) {
    return sent.stream().filter(s -> s.stage() == stage).count();
  }
}
