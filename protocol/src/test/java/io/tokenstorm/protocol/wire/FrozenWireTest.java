package io.tokenstorm.protocol.wire;

import static org.assertj.core.api.Assertions.assertThat;

import akka.serialization.SerializerWithStringManifest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The bytes of wire version 4, as they were when it was fixed. If this fails, the version has to
 * rise: nodes of one version must understand each other.
 */
class FrozenWireTest {
  static Stream<String> names() {
    return WireSamples.all().keySet().stream();
  }

  @Test
  void samples_ofEachMessage_thereIsOne() {
    Map<String, Class<?>> types = new TreeMap<>();
    WireSamples.all().forEach((name, message) -> types.put(name, message.getClass()));
    assertThat(types).isEqualTo(new TreeMap<>(WireTypes.all()));
    assertThat(WireTypes.VERSION).isEqualTo(4);
  }

  @ParameterizedTest
  @MethodSource("names")
  void bytes_ofThisVersion_unchangedBothWays(String name) throws Exception {
    WireMessage message = WireSamples.all().get(name);
    SerializerWithStringManifest serializer = WireRoundTripTest.serializerOf(message);
    String hex = HexFormat.of().formatHex(serializer.toBinary(message));
    assertThat(serializer.manifest(message)).isEqualTo(name + ":4");
    assertThat(hex).isEqualTo(frozen(name));
    assertThat(serializer.fromBinary(HexFormat.of().parseHex(frozen(name)), name + ":4"))
        .isEqualTo(message);
  }

  private static String frozen(String name) throws IOException {
    try (InputStream in = FrozenWireTest.class.getResourceAsStream("/wire/v4/" + name + ".hex")) {
      assertThat(in).as("no frozen bytes of " + name).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII).replaceAll("\\s", "");
    }
  }
}
