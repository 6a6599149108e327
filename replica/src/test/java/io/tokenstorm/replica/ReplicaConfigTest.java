package io.tokenstorm.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenstorm.replica.engine.EngineParameters.LazyShape;
import io.tokenstorm.replica.gateway.RoutingStrategy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplicaConfigTest {
  @TempDir Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("my.conf"), text);
  }

  @Test
  void load_builtIns_stallsOnlyWhereTheProfileSaysSo() throws IOException {
    assertThat(ReplicaConfig.load("default").serve().engine().routeStall().enabled()).isFalse();
    assertThat(ReplicaConfig.load("fast").serve().engine().routeStall().enabled()).isFalse();
    assertThat(ReplicaConfig.load("fast").serve().engine().lazyShapes()).isEmpty();
    ReplicaConfig fitted = ReplicaConfig.load("h20-dsv4-flash");
    assertThat(fitted.serve().engine().routeStall().enabled()).isTrue();
    assertThat(fitted.serve().engine().lazyShapes()).contains(new LazyShape(2, 7, 14_700_000_000L));
    assertThat(fitted.gateway().defaultStrategy()).isEqualTo(RoutingStrategy.LEAST_REQUEST);
  }

  @Test
  void load_file_defaultsForTheRest() throws IOException {
    ReplicaConfig config = ReplicaConfig.load(file("engine.step-base = 3 ms\nmodel = mine"));

    assertThat(config.serve().engine().stepBaseNanos()).isEqualTo(3_000_000);
    assertThat(config.serve().model()).isEqualTo("mine");
    assertThat(config.serve().engine().maxModelTokens()).isEqualTo(131_072);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "engine.step-bass = 3 ms|did you mean 'engine.step-base'",
        "engine.step-base = 3 parsecs|step-base",
        "engine.step-base = 0 ms|step base must be above 0",
        "engine.max-batched-tokens = 1|max batched tokens must reach max sequences",
        "answer.tokens-per-event = 0|tokens per event",
        "gateway.default-strategy = best|no routing strategy 'best'",
        "metrics = trtllm|no engine 'trtllm'; there are vllm, sglang",
        "engine {|my.conf",
      })
  void load_mistake_saysWhereAndWhat(String text, String said) {
    assertThatThrownBy(() -> ReplicaConfig.load(file(text)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(said)
        .hasMessageContaining("my.conf");
  }

  @Test
  void load_nothingThere_saysWhatThereIs() {
    assertThatThrownBy(() -> ReplicaConfig.load("fastest"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("there are default, fast, h20-dsv4-flash");
    assertThatThrownBy(() -> ReplicaConfig.load(folder.resolve("none.conf")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("none.conf");
  }

  @Test
  void distance_words_levenshtein() {
    assertThat(Suggestion.distance("kitten", "sitting")).isEqualTo(3);
    assertThat(Suggestion.distance("", "abc")).isEqualTo(3);
  }
}
