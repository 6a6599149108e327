package io.tokenstorm.coordinator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.plan.PlanJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

/** Whatever the bytes and the options, reading ends in a plan or in problems, never in a throw. */
class PlanReaderPropertyTest {
  private static final byte[] EVERY_KEY = everyKey();
  private static final String SYNTAX = "{}[]:,-#&*!|>'\"%@`\n\t ?~<=.$\\\u00e9\ud83d\ude00\u0085";

  @Property(tries = 300)
  void read_anyBytes_neverThrows(@ForAll @Size(max = 200) byte[] bytes) {
    check(bytes, List.of());
  }

  @Property(tries = 300)
  void read_anyText_neverThrows(@ForAll String text) {
    check(text.getBytes(StandardCharsets.UTF_8), List.of());
  }

  /** A few bytes of a good plan are changed, removed or repeated. */
  @Property(tries = 400)
  void read_spoiltPlan_neverThrowsAndRoundTripsIfAccepted(@ForAll long seed) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder(new String(EVERY_KEY, StandardCharsets.UTF_8));
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      int at = random.nextInt(text.length() - 1);
      int kind = random.nextInt(3);
      if (kind == 0) {
        text.deleteCharAt(at);
      } else if (kind == 1) {
        text.insert(at, SYNTAX.charAt(random.nextInt(SYNTAX.length())));
      } else {
        text.insert(at, text.substring(at, Math.min(text.length(), at + random.nextInt(40))));
      }
    }
    check(text.toString().getBytes(StandardCharsets.UTF_8), List.of());
  }

  @Property(tries = 60)
  void read_anyOption_neverThrows(@ForAll String set, @ForAll String value) {
    check(EVERY_KEY, List.of(set));
    check(EVERY_KEY, List.of("defaults.body.x=" + value));
    check(EVERY_KEY, List.of("phases.*.name=" + value));
  }

  private static void check(byte[] bytes, List<String> sets) {
    PlanResult result = PlanReader.read("p.yaml", bytes, ReadOptions.NONE.withSets(sets));
    if (result instanceof PlanResult.Refused refused) {
      assertThat(refused.problems()).isNotEmpty();
      assertThat(refused.render()).isNotBlank();
    } else if (result instanceof PlanResult.Accepted accepted) {
      byte[] again = ResolvedPlan.write(accepted.plan()).getBytes(StandardCharsets.UTF_8);
      assertThat(PlanReader.read("r.yaml", again, ReadOptions.NONE)).isEqualTo(accepted);
      assertThat(PlanJson.read(PlanJson.write(accepted.plan()))).isEqualTo(accepted.plan());
    }
  }

  private static byte[] everyKey() {
    try {
      return Files.readAllBytes(Path.of("src/test/resources/plans/every-key.yaml"));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
