package io.tokenstorm.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenstorm.cli.exit.CommandFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class HostPortTest {
  private final HostPort.Converter converter = new HostPort.Converter();

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:7355,127.0.0.1,7355",
    "[::1]:80,::1,80",
    "node-3.example:0,node-3.example,0"
  })
  void text_ofHostAndPort_isReadAndWrittenBack(String text, String host, int port) {
    HostPort read = converter.convert(text);
    assertThat(read).isEqualTo(new HostPort(host, port));
    assertThat(read).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "localhost", ":7355", "host:", "host:x", "host:65536", "host:-1"})
  void text_ofSomethingElse_isRefused(String text) {
    assertThatThrownBy(() -> converter.convert(text)).isInstanceOf(TypeConversionException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.8.9.1", "localhost", "::1"})
  void loopback_isKnown(String host) {
    assertThat(new HostPort(host, 1).isOnLoopback("--join")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "192.0.2.1", "::"})
  void otherAddress_isNotLoopback(String host) {
    assertThat(new HostPort(host, 1).isOnLoopback("--join")).isFalse();
  }

  @Test
  void unknownHost_mayBeAnotherMachine() {
    assertThat(new HostPort("nowhere.invalid", 1).isElsewhere()).isTrue();
    assertThat(new HostPort("127.0.0.1", 1).isElsewhere()).isFalse();
  }

  @Test
  void unknownHost_isSaid() {
    assertThatThrownBy(() -> new HostPort("nowhere.invalid", 1).isOnLoopback("--host"))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("no address is known for the host 'nowhere.invalid'");
  }
}
