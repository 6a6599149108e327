package io.tokenstorm.protocol.wire;

import akka.serialization.SerializerWithStringManifest;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.tokenstorm.protocol.live.LatencySketch;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.PackedRecords;
import io.tokenstorm.protocol.record.RecordCodec;
import io.tokenstorm.protocol.record.RecordFormatException;
import java.io.NotSerializableException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * Records and sketches, packed by hand with Kryo's streams. No class name is ever read from the
 * wire; counts are bounded before anything is allocated.
 */
public final class BulkSerializer extends SerializerWithStringManifest {
  private static final int MAX_ERRORS = 64;

  /** The longest id or label, bytes. */
  private static final int MAX_TEXT = 1024;

  @Override
  public int identifier() {
    return 740_002;
  }

  @Override
  public String manifest(Object message) {
    return WireTypes.manifestOf(message);
  }

  @Override
  public byte[] toBinary(Object message) {
    try (Output out = new Output(roomFor(message), -1)) {
      if (message instanceof CoordinatorProtocol.RecordBatch batch) {
        writeBatch(out, batch);
      } else if (message instanceof LiveSketch sketch) {
        writeSketch(out, sketch);
      } else {
        throw new IllegalArgumentException(message.getClass() + " is no bulk message");
      }
      return out.toBytes();
    }
  }

  /** Growing a buffer copies it. */
  private static int roomFor(Object message) {
    return message instanceof CoordinatorProtocol.RecordBatch batch
            && batch.records() instanceof PackedRecords packed
        ? packed.packedBytes() + 4096
        : 4096;
  }

  @Override
  public Object fromBinary(byte[] bytes, String manifest) throws NotSerializableException {
    Class<? extends WireMessage> type = WireTypes.classOf(manifest);
    try (Input in = new Input(bytes)) {
      if (type == CoordinatorProtocol.RecordBatch.class) {
        return whole(in, readBatch(in));
      }
      if (type == LiveSketch.class) {
        return whole(in, readSketch(in));
      }
      throw new NotSerializableException("no bulk message: " + manifest);
    } catch (KryoException | RecordFormatException | IllegalArgumentException e) {
      throw new NotSerializableException("damaged " + manifest + ": " + e.getMessage());
    }
  }

  private static Object whole(Input in, Object message) {
    if (in.position() < in.limit()) {
      throw new RecordFormatException(in.limit() - in.position() + " bytes too many");
    }
    return message;
  }

  private static void writeBatch(Output out, CoordinatorProtocol.RecordBatch batch) {
    writeText(out, batch.worker());
    writeText(out, batch.processKey());
    out.writeVarInt(batch.incarnation(), true);
    writeText(out, batch.run());
    out.writeVarLong(batch.firstSeq(), true);
    RecordCodec.write(out, batch.records());
  }

  private static CoordinatorProtocol.RecordBatch readBatch(Input in) {
    return new CoordinatorProtocol.RecordBatch(
        readText(in),
        readText(in),
        in.readVarInt(true),
        readText(in),
        in.readVarLong(true),
        RecordCodec.read(in));
  }

  private static void writeSketch(Output out, LiveSketch sketch) {
    writeText(out, sketch.worker());
    out.writeVarInt(sketch.incarnation(), true);
    writeText(out, sketch.run());
    out.writeVarInt(sketch.epoch(), true);
    out.writeVarInt(sketch.phase(), true);
    out.writeByte(sketch.stage().code());
    out.writeVarLong(sketch.sent(), true);
    out.writeVarLong(sketch.success(), true);
    out.writeVarInt(sketch.errors().size(), true);
    sketch
        .errors()
        .forEach(
            (kind, count) -> {
              writeText(out, kind);
              out.writeVarLong(count, true);
            });
    out.writeVarLong(sketch.outputTokens(), true);
    out.writeVarLong(sketch.streamedEvents(), true);
    writeLatencies(out, sketch.ttft());
    writeLatencies(out, sketch.tpot());
    writeLatencies(out, sketch.e2e());
    writeLatencies(out, sketch.itl());
  }

  private static LiveSketch readSketch(Input in) {
    return new LiveSketch(
        readText(in),
        in.readVarInt(true),
        readText(in),
        in.readVarInt(true),
        in.readVarInt(true),
        in.readByte() == LoadStage.WARMUP.code() ? LoadStage.WARMUP : LoadStage.MEASURE,
        in.readVarLong(true),
        in.readVarLong(true),
        readErrors(in),
        in.readVarLong(true),
        in.readVarLong(true),
        readLatencies(in),
        readLatencies(in),
        readLatencies(in),
        readLatencies(in));
  }

  private static Map<String, Long> readErrors(Input in) {
    int count = bounded(in.readVarInt(true), MAX_ERRORS);
    Map<String, Long> errors = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      errors.put(readText(in), in.readVarLong(true));
    }
    return errors;
  }

  private static void writeLatencies(Output out, LatencySketch sketch) {
    byte[] bytes = sketch.toBytes();
    out.writeVarInt(bytes.length, true);
    out.writeBytes(bytes);
  }

  private static LatencySketch readLatencies(Input in) {
    return LatencySketch.ofBytes(
        in.readBytes(bounded(in.readVarInt(true), LatencySketch.MAX_BYTES)));
  }

  // Kryo's own strings allocate what the wire announces before they look whether it is there
  private static void writeText(Output out, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeVarInt(bounded(bytes.length, MAX_TEXT), true);
    out.writeBytes(bytes);
  }

  private static String readText(Input in) {
    byte[] bytes = in.readBytes(bounded(in.readVarInt(true), MAX_TEXT));
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static int bounded(int count, int limit) {
    if (count < 0 || count > limit) {
      throw new RecordFormatException(count + " entries, at most " + limit);
    }
    return count;
  }
}
