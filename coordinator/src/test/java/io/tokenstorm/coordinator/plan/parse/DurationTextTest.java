package io.tokenstorm.coordinator.plan.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {
  @ParameterizedTest
  @CsvSource({
    "60s, PT60S",
    "10m, PT10M",
    "500ms, PT0.5S",
    "1h, PT1H",
    "1h30m, PT1H30M",
    "1.5s, PT1.5S",
    "250us, PT0.00025S",
    "7ns, PT0.000000007S",
    "0s, PT0S",
    "1m0.001s, PT1M0.001S"
  })
  void read_duration_isExact(String text, Duration expected) {
    assertThat(DurationText.read(text)).contains(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "60",
        "s",
        "-1s",
        "1 s",
        "1s1m",
        "1s1s",
        "1.s",
        ".5s",
        "1d",
        "0.1ns",
        "1e3s",
        "999999999999999999h",
        "1S",
        "1sx",
        "x1s",
        "1h 30m"
      })
  void read_noDuration_isEmpty(String text) {
    assertThat(DurationText.read(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "60, 60s",
    "10min, 10m",
    "5 sec, 5s",
    "2 hours, 2h",
    "500 MS, 500ms",
    "3µs, 3us",
    "1.5, 1.5s",
    "soon, ''",
    "2 weeks, ''",
    "-5, ''"
  })
  void suggestion_nearDuration_isWhatWasMeant(String text, String expected) {
    assertThat(DurationText.suggestion(text)).isEqualTo(expected);
  }
}
