package io.tokenstorm.coordinator.plan.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
  private static final List<String> KEYS =
      List.of("notes", "routes", "output_tokens", "concurrency", "api", "url", "seed");

  @ParameterizedTest
  @CsvSource({
    "rotes, routes",
    "notse, notes",
    "ouput-tokens, output_tokens",
    "Concurency, concurrency",
    "urls, url",
    "ulr, url",
    "something, ''",
    "x, ''",
    "'', ''"
  })
  void nearest_word_isTheLikeliestKey(String word, String expected) {
    assertThat(Nearest.of(word, KEYS)).isEqualTo(expected);
  }
}
