package io.tokenstorm.coordinator.results;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.tokenstorm.protocol.record.RecordCodec;
import io.tokenstorm.protocol.record.RecordFormatException;
import io.tokenstorm.protocol.record.RequestRecord;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * One frame of the record log: a batch of one worker's records. On disk: marker, length of the
 * body, CRC-32C of length and body (three big-endian ints), then the body: worker, epoch, sequence,
 * lowest and highest phase, number of records, and the batch as {@link RecordCodec} packs it.
 *
 * @param offset of the frame in the file
 * @param endOffset of the byte after it
 * @param worker whose records they are
 * @param epoch of the arming they were delivered under
 * @param firstSequence the spool's sequence number of the first record
 * @param lowestPhase of any record in the batch
 * @param highestPhase of any record in the batch
 * @param count records in the batch
 * @param batch the packed records
 */
public record RecordFrame(
    long offset,
    long endOffset,
    String worker,
    int epoch,
    long firstSequence,
    int lowestPhase,
    int highestPhase,
    int count,
    ByteBuffer batch) {
  static final int MARKER = 0x54534652;
  static final int HEADER_BYTES = 12;

  /** The largest body: one record with the most gaps fits. */
  static final int MAX_BODY = 64 << 20;

  static final int MAX_WORKER_BYTES = 1024;

  /**
   * Unpacks the records.
   *
   * @throws RecordFormatException if another version wrote them
   */
  public List<RequestRecord> records() {
    return RecordCodec.read(
        new Input(batch.array(), batch.arrayOffset() + batch.position(), batch.remaining()));
  }

  /** Whether the batch may hold records of this phase. */
  public boolean mayHold(int phase) {
    return lowestPhase <= phase && phase <= highestPhase;
  }

  /** The bytes of a frame. The batch must not be empty. */
  static ByteBuffer pack(String worker, int epoch, long sequence, List<RequestRecord> records) {
    Output out = new Output(4096 + 128 * records.size(), HEADER_BYTES + MAX_BODY);
    out.writeInt(MARKER, false);
    out.setPosition(HEADER_BYTES);
    byte[] name = worker.getBytes(StandardCharsets.UTF_8);
    if (name.length > MAX_WORKER_BYTES) {
      throw new IllegalArgumentException("worker id of " + name.length + " bytes");
    }
    out.writeVarInt(name.length, true);
    out.writeBytes(name);
    out.writeVarInt(epoch, true);
    out.writeVarLong(sequence, true);
    out.writeVarInt(records.stream().mapToInt(r -> r.key().phase()).min().orElseThrow(), true);
    out.writeVarInt(records.stream().mapToInt(r -> r.key().phase()).max().orElseThrow(), true);
    out.writeVarInt(records.size(), true);
    RecordCodec.write(out, records);
    ByteBuffer frame = ByteBuffer.wrap(out.getBuffer(), 0, out.position());
    frame.putInt(0, MARKER);
    frame.putInt(4, out.position() - HEADER_BYTES);
    frame.putInt(8, checksum(out.position() - HEADER_BYTES, out.getBuffer(), HEADER_BYTES));
    return frame;
  }

  /** A body whose checksum was found right. */
  static RecordFrame unpack(long offset, byte[] body) {
    try {
      Input in = new Input(body);
      int length = in.readVarInt(true);
      if (length < 0 || length > MAX_WORKER_BYTES) {
        throw new RecordFormatException("worker id of " + length + " bytes");
      }
      String worker = new String(in.readBytes(length), StandardCharsets.UTF_8);
      return new RecordFrame(
          offset,
          offset + HEADER_BYTES + body.length,
          worker,
          in.readVarInt(true),
          in.readVarLong(true),
          in.readVarInt(true),
          in.readVarInt(true),
          in.readVarInt(true),
          ByteBuffer.wrap(body, in.position(), body.length - in.position()));
    } catch (KryoException e) {
      throw new RecordFormatException("damaged frame: " + e.getMessage(), e);
    }
  }

  static int checksum(int length, byte[] bytes, int from) {
    CRC32C crc = new CRC32C();
    crc.update(ByteBuffer.allocate(4).putInt(0, length));
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }
}
