package io.tokenstorm.protocol.wire;

import akka.serialization.SerializerWithStringManifest;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import java.io.IOException;
import java.io.NotSerializableException;

/**
 * Control messages as CBOR. The manifest is the explicit name and version of {@link WireTypes};
 * nothing else is decoded. Unknown fields are refused: nodes of one version only talk to each
 * other.
 */
public final class ControlSerializer extends SerializerWithStringManifest {
  /** The longest text in a message: a plan. */
  private static final int MAX_TEXT = 8 * 1024 * 1024;

  private static final ObjectMapper MAPPER =
      CBORMapper.builder(
              CBORFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxStringLength(MAX_TEXT)
                          .maxNestingDepth(32)
                          .build())
                  .build())
          // a method isSet() is no component
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  @Override
  public int identifier() {
    return 740_001;
  }

  @Override
  public String manifest(Object message) {
    return WireTypes.manifestOf(message);
  }

  @Override
  public byte[] toBinary(Object message) {
    try {
      return MAPPER.writeValueAsBytes(message);
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot encode " + message.getClass(), e);
    }
  }

  @Override
  public Object fromBinary(byte[] bytes, String manifest) throws NotSerializableException {
    Class<? extends WireMessage> type = WireTypes.classOf(manifest);
    if (type == null || !ControlMessage.class.isAssignableFrom(type)) {
      throw new NotSerializableException("no control message: " + manifest);
    }
    try {
      Object message = MAPPER.readValue(bytes, type);
      if (message == null) {
        throw new NotSerializableException("damaged " + manifest + ": nothing in it");
      }
      return message;
    } catch (NotSerializableException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new NotSerializableException("damaged " + manifest + ": " + e.getMessage());
    }
  }
}
