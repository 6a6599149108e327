package io.tokenstorm.protocol.spool;

import com.esotericsoftware.kryo.io.Output;
import io.tokenstorm.protocol.record.PackedRecords;
import io.tokenstorm.protocol.record.RecordCodec;
import io.tokenstorm.protocol.record.RecordFormatException;
import io.tokenstorm.protocol.record.RequestRecord;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A few consecutive records as one checked piece of a file. On disk, big-endian: length of the
 * payload (4 bytes), CRC32C of the payload (4), payload: sequence number of the first record (8),
 * then the batch as {@link RecordCodec} packs it.
 *
 * @param firstSeq sequence number of the first record
 * @param records consecutive
 */
public record SpoolFrame(long firstSeq, List<RequestRecord> records) {
  /** Bytes before the payload. */
  static final int PREFIX = 8;

  /** The longest payload, bytes. */
  static final int MAX_PAYLOAD = 128 * 1024 * 1024;

  /** One past the last sequence number. */
  public long endSeq() {
    return firstSeq + records.size();
  }

  /**
   * The same frame with its records packed, for those who write it and pass it on.
   *
   * @throws IllegalArgumentException if they cannot be packed
   */
  public SpoolFrame packed() {
    return new SpoolFrame(firstSeq, PackedRecords.pack(records));
  }

  /** The frame as bytes, ready to be written. */
  public ByteBuffer encode() {
    try (Output out = new Output(64 << 10, MAX_PAYLOAD + PREFIX)) {
      out.setPosition(PREFIX);
      out.writeBytes(ByteBuffer.allocate(8).putLong(firstSeq).array());
      RecordCodec.write(out, records);
      ByteBuffer frame = ByteBuffer.wrap(out.getBuffer(), 0, out.position());
      int length = out.position() - PREFIX;
      frame.putInt(0, length).putInt(4, crcOf(frame.array(), PREFIX, length));
      return frame;
    }
  }

  /**
   * Reads the payload of a frame.
   *
   * @throws RecordFormatException if it is damaged
   */
  static SpoolFrame decode(byte[] payload, int crc) {
    if (payload.length < 8 || crcOf(payload, 0, payload.length) != crc) {
      throw new RecordFormatException("checksum of a frame does not match");
    }
    return new SpoolFrame(
        ByteBuffer.wrap(payload).getLong(), PackedRecords.of(payload, 8, payload.length - 8));
  }

  private static int crcOf(byte[] bytes, int from, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }
}
