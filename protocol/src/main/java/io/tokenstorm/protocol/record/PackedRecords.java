package io.tokenstorm.protocol.record;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * A batch of records as {@link RecordCodec} packed it, unpacked only if somebody looks at a record:
 * who merely passes it on copies bytes. Immutable; thread-safe.
 */
public final class PackedRecords extends AbstractList<RequestRecord> implements RandomAccess {
  private final byte[] bytes;
  private final int from;
  private final int length;
  private final int count;
  private volatile @Nullable List<RequestRecord> unpacked;

  private PackedRecords(byte[] bytes, int from, int length, int count) {
    this.bytes = bytes;
    this.from = from;
    this.length = length;
    this.count = count;
  }

  /**
   * A batch that lies in bytes which nobody will change; only its head is looked at.
   *
   * @throws RecordFormatException if the head is damaged, or of another version
   */
  public static PackedRecords of(byte[] bytes, int from, int length) {
    try {
      int count = RecordCodec.readHead(new Input(bytes, from, length));
      return new PackedRecords(bytes, from, length, count);
    } catch (KryoException e) {
      throw new RecordFormatException("damaged record batch: " + e.getMessage(), e);
    }
  }

  /**
   * Packs a batch.
   *
   * @throws IllegalArgumentException if a bound of {@link RecordCodec} is exceeded
   */
  public static PackedRecords pack(List<RequestRecord> records) {
    if (records instanceof PackedRecords packed) {
      return packed;
    }
    Output out = new Output(64 + 80 * records.size(), -1);
    RecordCodec.write(out, records);
    return new PackedRecords(out.getBuffer(), 0, out.position(), records.size());
  }

  /** Bytes it takes packed. */
  public int packedBytes() {
    return length;
  }

  void writeTo(Output out) {
    out.writeBytes(bytes, from, length);
  }

  @Override
  public int size() {
    return count;
  }

  /**
   * One record.
   *
   * @throws RecordFormatException if the batch is damaged behind its head
   */
  @Override
  public RequestRecord get(int index) {
    List<RequestRecord> records = unpacked;
    if (records == null) {
      records = RecordCodec.read(new Input(bytes, from, length));
      unpacked = records;
    }
    return records.get(index);
  }
}
