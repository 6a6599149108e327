package io.tokenstorm.worker.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.worker.cases.NearlyAnswers;
import io.tokenstorm.worker.cases.QuirkCase;
import io.tokenstorm.worker.cases.Wire;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Any bytes, cut anywhere: never an exception, always one outcome, the same for every cut. */
class AnyBytesTest {
  private static final List<QuirkCase> CASES =
      QuirkCase.answers().stream().filter(quirk -> quirk.bytes().length > 0).toList();

  @Provide
  Arbitrary<byte[]> nearlyAnswers() {
    return NearlyAnswers.arbitrary();
  }

  @Property(tries = 3_000)
  void nearlyAnAnswer_cutAnywhere_hasOneOutcome(
      @ForAll("nearlyAnswers") byte[] bytes, @ForAll boolean stream, @ForAll long cuts) {
    assertThat(read(bytes, stream, new Random(cuts), 9)).isEqualTo(read(bytes, stream, null, 0));
    assertThat(read(bytes, stream, new Random(cuts), 1)).isEqualTo(read(bytes, stream, null, 0));
  }

  @Property(tries = 1_000)
  void anyBytes_cutAnywhere_haveOneOutcome(
      @ForAll byte[] bytes, @ForAll boolean stream, @ForAll long cuts) {
    assertThat(read(bytes, stream, new Random(cuts), 9)).isEqualTo(read(bytes, stream, null, 0));
  }

  @Property(tries = 3_000)
  void caseWithDamage_cutAnywhere_hasOneOutcome(@ForAll long seed) {
    Random random = new Random(seed);
    QuirkCase quirk = CASES.get(random.nextInt(CASES.size()));
    byte[] bytes = quirk.bytes();
    for (int damage = random.nextInt(4); damage > 0; damage--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    assertThat(read(bytes, new Wire(true, quirk.api()), random, 50))
        .isEqualTo(read(bytes, new Wire(true, quirk.api()), null, 0));
  }

  private static RequestRecord read(byte[] bytes, boolean stream, Random cuts, int most) {
    return read(bytes, new Wire(stream), cuts, most);
  }

  private static RequestRecord read(byte[] bytes, Wire wire, Random cuts, int most) {
    int at = 0;
    while (at < bytes.length) {
      int take = cuts == null ? bytes.length : Math.min(1 + cuts.nextInt(most), bytes.length - at);
      wire.read(bytes, at, take, 5);
      at += take;
    }
    return withoutByteCount(wire.close(5).record());
  }

  /** How many bytes were read beyond the end of an answer does depend on the cuts. */
  private static RequestRecord withoutByteCount(RequestRecord r) {
    return new RequestRecord(
        r.key(), r.replica(), r.instants(), r.gaps(), r.outcome(), r.tokens(), r.finishReason(), 0);
  }
}
