package io.tokenstorm.protocol.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.serialization.DisabledJavaSerializer;
import akka.serialization.Serialization;
import akka.serialization.SerializationExtension;
import akka.serialization.Serializer;
import com.typesafe.config.ConfigFactory;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How Akka is told to turn messages into bytes. */
class WireConfigTest {
  private static final ActorTestKit KIT = ActorTestKit.create(ConfigFactory.load());

  private final Serialization serialization = SerializationExtension.get(KIT.system());

  @AfterAll
  static void shutDown() {
    KIT.shutdownTestKit();
  }

  @Test
  void serializerFor_eachMessage_isOneOfOurs() throws Exception {
    for (WireMessage message : WireSamples.all().values()) {
      Class<?> expected =
          message instanceof BulkMessage ? BulkSerializer.class : ControlSerializer.class;
      assertThat(serialization.serializerFor(message.getClass())).isExactlyInstanceOf(expected);
    }
  }

  @Test
  void roundTrip_throughAkka_equal() throws Exception {
    for (WireMessage message : WireSamples.all().values()) {
      byte[] bytes = serialization.serialize(message).get();
      Serializer serializer = serialization.serializerFor(message.getClass());
      Object back =
          serialization
              .deserialize(bytes, serializer.identifier(), WireTypes.manifestOf(message))
              .get();
      assertThat(back).isEqualTo(message);
    }
  }

  @Test
  void javaSerialization_isOff() throws Exception {
    Serializer serializer = serialization.serializerFor(ArrayList.class);
    assertThat(serializer).isInstanceOf(DisabledJavaSerializer.class);
    assertThatThrownBy(() -> serialization.serialize(new ArrayList<>()).get())
        .hasMessageContaining("Java");
    // 1 is the identifier of Akka's own Java serializer: bytes that claim it are refused
    assertThatThrownBy(() -> serialization.deserialize(new byte[] {1, 2}, 1, "").get())
        .isInstanceOf(Exception.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"java.lang.ProcessBuilder", "worker-hello2", "WORKER-HELLO", ""})
  void deserialize_whatIsNotOnTheList_isRefused(String manifest) throws Exception {
    for (WireMessage message : WireSamples.all().values()) {
      byte[] bytes = serialization.serialize(message).get();
      int serializer = serialization.serializerFor(message.getClass()).identifier();
      assertThatThrownBy(() -> serialization.deserialize(bytes, serializer, manifest).get())
          .as("%s as %s", message.getClass().getSimpleName(), manifest)
          .isInstanceOf(Exception.class);
    }
  }
}
