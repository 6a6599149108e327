package io.tokenstorm.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenstorm.cli.exit.CommandFailure;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class OtlpOptionsTest {
  private static OtlpOptions options(String... arguments) {
    OtlpOptions options = new OtlpOptions();
    new CommandLine(CommandLine.Model.CommandSpec.create().addMixin("otlp", mixin(options)))
        .parseArgs(arguments);
    return options;
  }

  private static CommandLine.Model.CommandSpec mixin(OtlpOptions options) {
    return CommandLine.Model.CommandSpec.forAnnotatedObject(options);
  }

  @Test
  void settings_withoutACollector_areNone() {
    assertThat(options().settings("a")).isEmpty();
    assertThat(options("--otlp-every", "1s").settings("a")).isEmpty();
  }

  @Test
  void settings_ofACollector_areItsUrlAndHowOften() {
    var settings =
        options("--otlp", "http://127.0.0.1:4318", "--otlp-every", "2s")
            .settings("a")
            .orElseThrow();

    assertThat(settings.endpoint()).isEqualTo(URI.create("http://127.0.0.1:4318/v1/metrics"));
    assertThat(settings.every()).isEqualTo(Duration.ofSeconds(2));
    assertThat(settings.instance()).isEqualTo("a");
  }

  @ParameterizedTest
  @CsvSource({
    "http://h:4318,http://h:4318/v1/metrics",
    "http://h:4318/,http://h:4318/v1/metrics",
    "https://h/otlp/v1/metrics,https://h/otlp/v1/metrics"
  })
  void endpoint_withoutAPath_getsTheUsualOne(String given, String endpoint) {
    assertThat(OtlpOptions.endpoint(given)).isEqualTo(URI.create(endpoint));
  }

  @ParameterizedTest
  @ValueSource(strings = {"h:4318", "grpc://h:4317", "http://", "http://u:p@h:1", "not a url"})
  void endpoint_thatIsNoUrl_isRefusedWithAnExample(String given) {
    assertThatThrownBy(() -> OtlpOptions.endpoint(given))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("http://127.0.0.1:4318");
  }

  @Test
  void headers_asOpenTelemetryWritesThem_areRead() {
    assertThat(OtlpOptions.headers("")).isEmpty();
    assertThat(OtlpOptions.headers("api-key=a%3Db, x = 1 ,"))
        .isEqualTo(Map.of("api-key", "a=b", "x", "1"));
    assertThatThrownBy(() -> OtlpOptions.headers("token"))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("name=value");
  }
}
