package io.tokenstorm.cli.telemetry;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The fields of a protobuf message, read by the wire format alone; what is malformed throws. */
final class ProtoMessage {
  @SuppressWarnings("ArrayRecordComponent") // read once
  private record Field(int number, long bits, byte[] bytes) {}

  private final List<Field> fields = new ArrayList<>();

  ProtoMessage(byte[] message) {
    ByteBuffer in = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
    while (in.hasRemaining()) {
      long tag = varint(in);
      int number = (int) (tag >>> 3);
      switch ((int) (tag & 7)) {
        case 0 -> fields.add(new Field(number, varint(in), new byte[0]));
        case 1 -> fields.add(new Field(number, in.getLong(), new byte[0]));
        case 2 -> {
          byte[] bytes = new byte[(int) varint(in)];
          in.get(bytes);
          fields.add(new Field(number, 0, bytes));
        }
        default -> throw new IllegalArgumentException("wire type of tag " + tag);
      }
    }
  }

  private static long varint(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = in.get();
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  List<ProtoMessage> messages(int number) {
    return fields.stream()
        .filter(f -> f.number() == number)
        .map(f -> new ProtoMessage(f.bytes()))
        .toList();
  }

  ProtoMessage message(int number) {
    return messages(number).get(0);
  }

  boolean has(int number) {
    return fields.stream().anyMatch(f -> f.number() == number);
  }

  String text(int number) {
    return new String(bytes(number), StandardCharsets.UTF_8);
  }

  double real(int number) {
    return Double.longBitsToDouble(bits(number));
  }

  long bits(int number) {
    return fields.stream().filter(f -> f.number() == number).findFirst().orElseThrow().bits();
  }

  /** A packed list of eight bytes each. */
  List<Long> packed(int number) {
    ByteBuffer in = ByteBuffer.wrap(bytes(number)).order(ByteOrder.LITTLE_ENDIAN);
    List<Long> values = new ArrayList<>();
    while (in.hasRemaining()) {
      values.add(in.getLong());
    }
    return values;
  }

  private byte[] bytes(int number) {
    return fields.stream().filter(f -> f.number() == number).findFirst().orElseThrow().bytes();
  }
}
