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
}
