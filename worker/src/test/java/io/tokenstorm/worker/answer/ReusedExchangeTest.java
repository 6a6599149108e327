package io.tokenstorm.worker.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.worker.cases.QuirkCase;
import io.tokenstorm.worker.cases.Wire;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Reader and exchange serve one request after the other: what one of them left behind, wherever it
 * broke off, is in no later record.
 */
class ReusedExchangeTest {
  private static final List<QuirkCase> CASES = QuirkCase.answers();

  @Property(tries = 2_000)
  void case_afterAnotherThatBrokeOffAnywhere_givesTheRecordOfANewExchange(@ForAll long seed) {
    Random random = new Random(seed);
    QuirkCase quirk = CASES.get(random.nextInt(CASES.size()));
    List<QuirkCase> alike =
        CASES.stream()
            .filter(c -> c.api() == quirk.api() && c.streaming() == quirk.streaming())
            .toList();
    Wire wire = new Wire(quirk.streaming(), quirk.api());
    byte[] before = alike.get(random.nextInt(alike.size())).bytes();
    boolean whole = random.nextInt(3) == 0;
    wire.read(before, 0, whole ? before.length : random.nextInt(before.length + 1), 3);
    if (random.nextBoolean()) {
      wire.close(4);
    } else {
      wire.timeout(4);
    }

    String fresh = said(new Wire(quirk.streaming(), quirk.api()), quirk.bytes());
    assertThat(said(wire.again(), quirk.bytes())).as(quirk.id()).isEqualTo(fresh);
  }

  private static String said(Wire wire, byte[] bytes) {
    return wire.read(bytes, 0, bytes.length, 5).close(6).record().toString();
  }
}
