package io.tokenstorm.replica.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FaultQueueTest {
  private final FaultQueue queue = new FaultQueue();

  @Test
  void next_countedFaults_eachForItsRequestsInOrder() {
    FaultSpec twice = new FaultSpec(FaultKind.RESET, 2, 5, 503, 20);
    FaultSpec always = new FaultSpec(FaultKind.SLOW, 0, 0, 503, 20);
    queue.add(twice);
    queue.add(always);

    assertThat(queue.next()).contains(twice);
    assertThat(queue.next()).contains(twice);
    assertThat(queue.next()).contains(always);
    assertThat(queue.next()).contains(always);
    queue.clear();
    assertThat(queue.next()).isEmpty();
  }

  @Test
  void parse_parameters_withDefaults() {
    assertThat(FaultSpec.parse(Map.of("kind", "status", "status", "429", "count", "3")))
        .isEqualTo(new FaultSpec(FaultKind.STATUS, 3, 0, 429, 20));
    assertThat(FaultSpec.parse(Map.of("kind", "Reset", "after_tokens", "7")))
        .isEqualTo(FaultSpec.once(FaultKind.RESET, 7));
  }

  @Test
  void parse_mistakes_refusedWithASentence() {
    assertThatThrownBy(() -> FaultSpec.parse(Map.of("kind", "x")))
        .hasMessageContaining("status, reset, stall, truncate, slow, error");
    assertThatThrownBy(() -> FaultSpec.parse(Map.of("kind", "reset", "count", "many")))
        .hasMessageContaining("count 'many'");
    assertThatThrownBy(() -> FaultSpec.parse(Map.of("kind", "status", "status", "200")))
        .hasMessageContaining("400 to 599");
  }
}
