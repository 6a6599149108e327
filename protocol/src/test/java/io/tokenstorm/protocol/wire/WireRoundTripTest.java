package io.tokenstorm.protocol.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.serialization.SerializerWithStringManifest;
import io.tokenstorm.protocol.sample.RandomValues;
import java.io.NotSerializableException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Every message of the sealed hierarchy, made at random, there and back. */
class WireRoundTripTest {
  @Provide
  Arbitrary<Class<? extends WireMessage>> types() {
    return Arbitraries.of(concreteTypes(WireMessage.class));
  }

  @Test
  void types_ofTheSealedHierarchy_eachHasOneNameAndOneSerializer() {
    List<Class<? extends WireMessage>> types = concreteTypes(WireMessage.class);
    assertThat(WireTypes.all().values()).containsExactlyInAnyOrderElementsOf(types);
    for (Class<? extends WireMessage> type : types) {
      assertThat(
              ControlMessage.class.isAssignableFrom(type)
                  ^ BulkMessage.class.isAssignableFrom(type))
          .as(type + " is control or bulk")
          .isTrue();
    }
  }

  @Property(tries = 2_000)
  void bytes_anyMessage_comeBackEqual(
      @ForAll("types") Class<? extends WireMessage> type, @ForAll long seed) throws Exception {
    WireMessage message = new RandomValues(seed).of(type);
    SerializerWithStringManifest serializer = serializerOf(message);
    byte[] bytes = serializer.toBinary(message);
    assertThat(serializer.fromBinary(bytes, serializer.manifest(message))).isEqualTo(message);
  }

  @Property(tries = 1_000)
  void bytes_cutShortOrLengthened_refused(
      @ForAll("types") Class<? extends WireMessage> type, @ForAll long seed) {
    WireMessage message = new RandomValues(seed).of(type);
    SerializerWithStringManifest serializer = serializerOf(message);
    byte[] bytes = serializer.toBinary(message);
    int length = new Random(seed).nextInt(bytes.length);
    assertRefused(serializer, Arrays.copyOf(bytes, length), serializer.manifest(message));
    assertRefused(serializer, Arrays.copyOf(bytes, bytes.length + 3), serializer.manifest(message));
  }

  @Property(tries = 3_000)
  void bytes_damagedAnywhere_refusedOrAnotherMessageButNeverAnythingElse(
      @ForAll("types") Class<? extends WireMessage> type, @ForAll long seed) {
    WireMessage message = new RandomValues(seed).of(type);
    SerializerWithStringManifest serializer = serializerOf(message);
    byte[] bytes = serializer.toBinary(message);
    Random random = new Random(seed);
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    try {
      assertThat(serializer.fromBinary(bytes, serializer.manifest(message))).isInstanceOf(type);
    } catch (NotSerializableException expected) {
      assertThat(expected).hasMessageContaining(serializer.manifest(message));
    }
  }

  @Test
  void manifest_unknownOrOtherVersion_refused() {
    byte[] welcome = new ControlSerializer().toBinary(new WorkerProtocol.Welcome("1"));
    for (String manifest :
        List.of(
            "",
            "welcome",
            "welcome:1",
            "welcome:01",
            "Welcome:1",
            "java.lang.String:1",
            ":1",
            "record-batch:1")) {
      assertRefused(new ControlSerializer(), welcome, manifest);
      if (!manifest.equals("record-batch:1")) {
        assertRefused(new BulkSerializer(), welcome, manifest);
      }
    }
    assertRefused(new BulkSerializer(), welcome, "welcome:1");
  }

  @Test
  void manifest_ofSomethingElse_refused() {
    assertThatThrownBy(() -> WireTypes.manifestOf("text"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("String");
  }

  static SerializerWithStringManifest serializerOf(WireMessage message) {
    return message instanceof BulkMessage ? new BulkSerializer() : new ControlSerializer();
  }

  @SuppressWarnings("unchecked")
  static List<Class<? extends WireMessage>> concreteTypes(Class<?> type) {
    List<Class<? extends WireMessage>> types = new ArrayList<>();
    if (type.isSealed()) {
      for (Class<?> permitted : type.getPermittedSubclasses()) {
        types.addAll(concreteTypes(permitted));
      }
    } else {
      types.add((Class<? extends WireMessage>) type);
    }
    return types;
  }

  private static void assertRefused(
      SerializerWithStringManifest serializer, byte[] bytes, String manifest) {
    assertThatThrownBy(() -> serializer.fromBinary(bytes, manifest))
        .isInstanceOf(NotSerializableException.class);
  }
}
