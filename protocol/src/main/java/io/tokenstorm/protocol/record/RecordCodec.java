package io.tokenstorm.protocol.record;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The packed binary form of a batch of records: variable-length integers, each distinct string
 * once. Used alike by the worker's spool, the wire and the record log, so that a record is packed
 * in one way only. Layout (version {@value #VERSION}): version byte, number of records, then each
 * record; a string is the index of an earlier one in the batch + 1, or 0 and the UTF-8 text. The
 * instants of a record lie close together: each is written as its distance from the one before it.
 *
 * <p>Decoding bounds every count by {@link #MAX_BATCH}, {@link #MAX_GAPS} and {@link #MAX_STRING}
 * and by the bytes that are left, so damaged input can never make it allocate without limit.
 */
public final class RecordCodec {
  public static final int VERSION = 3;

  /** The first version, still read: its instants are distances from {@code sent}. */
  private static final int FIRST_VERSION = 1;

  /** The version from which on silent events are told. */
  private static final int SILENT_VERSION = 3;

  /** The most records in one batch. */
  public static final int MAX_BATCH = 4096;

  /** The most gaps in one record. */
  public static final int MAX_GAPS = 1 << 22;

  /** The longest string, in characters. */
  public static final int MAX_STRING = 4096;

  /** Room made for gaps before any was read. */
  private static final int FIRST_GAPS = 1024;

  private static final @Nullable LoadStage[] STAGES = byCode(LoadStage.values(), LoadStage::code);
  private static final @Nullable ErrorKind[] KINDS = byCode(ErrorKind.values(), ErrorKind::code);
  private static final @Nullable TokenSource[] SOURCES =
      byCode(TokenSource.values(), TokenSource::code);

  private RecordCodec() {}

  /**
   * Writes one batch.
   *
   * @throws IllegalArgumentException if a bound is exceeded
   */
  public static void write(Output out, List<RequestRecord> records) {
    if (records instanceof PackedRecords packed) {
      packed.writeTo(out);
      return;
    }
    if (records.size() > MAX_BATCH) {
      throw new IllegalArgumentException("batch of " + records.size() + " > " + MAX_BATCH);
    }
    out.writeByte(VERSION);
    out.writeVarInt(records.size(), true);
    Map<String, Integer> dictionary = new HashMap<>();
    for (RequestRecord record : records) {
      writeRecord(out, record, dictionary);
    }
  }

  /**
   * Reads one batch.
   *
   * @throws RecordFormatException if the bytes are damaged or of another version
   */
  public static List<RequestRecord> read(Input in) {
    try {
      int version = readVersion(in);
      int count = readSize(in);
      List<RequestRecord> records = new ArrayList<>(Math.min(count, 1024));
      List<String> dictionary = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        records.add(readRecord(in, dictionary, version));
      }
      return records;
    } catch (KryoException | IndexOutOfBoundsException e) {
      throw new RecordFormatException("damaged record batch: " + e.getMessage(), e);
    }
  }

  /** The number of records. */
  static int readHead(Input in) {
    int unused = readVersion(in);
    return readSize(in);
  }

  private static int readVersion(Input in) {
    int version = in.readByte();
    if (version < FIRST_VERSION || version > VERSION) {
      throw new RecordFormatException("record format " + version + ", this reads 1 to " + VERSION);
    }
    return version;
  }

  private static int readSize(Input in) {
    return bounded(in.readVarInt(true), MAX_BATCH, "records");
  }

  private static void writeRecord(
      Output out, RequestRecord record, Map<String, Integer> dictionary) {
    RequestKey key = record.key();
    out.writeVarInt(key.epoch(), true);
    out.writeVarInt(key.phase(), true);
    out.writeByte(key.stage().code());
    out.writeVarInt(key.slot(), true);
    out.writeVarInt(key.ordinal(), true);
    writeString(out, record.replica(), dictionary);
    writeInstants(out, record.instants());
    writeOutcome(out, record.outcome(), dictionary);
    writeTokens(out, record.tokens());
    writeString(out, record.finishReason(), dictionary);
    out.writeVarLong(record.responseBytes(), true);
    Gaps gaps = record.gaps();
    if (gaps.size() > MAX_GAPS) {
      throw new IllegalArgumentException(gaps.size() + " gaps > " + MAX_GAPS);
    }
    out.writeVarInt(gaps.size(), true);
    for (int i = 0; i < gaps.size(); i++) {
      out.writeVarLong(gaps.nanosAt(i), true);
    }
    writeSilent(out, record.silent(), record.instants());
  }

  private static RequestRecord readRecord(Input in, List<String> dictionary, int version) {
    RequestKey key =
        new RequestKey(
            readCount(in, "epoch"),
            readCount(in, "phase"),
            valueOf(STAGES, in.readByte()),
            readCount(in, "slot"),
            readCount(in, "ordinal"));
    String replica = readString(in, dictionary);
    Instants instants = version == FIRST_VERSION ? readFirstInstants(in) : readInstants(in);
    Outcome outcome = readOutcome(in, dictionary);
    TokenCounts tokens = readTokens(in);
    String finishReason = readString(in, dictionary);
    long responseBytes = in.readVarLong(true);
    Gaps gaps = readGaps(in);
    SilentEvents silent =
        version < SILENT_VERSION ? SilentEvents.UNKNOWN : readSilent(in, instants);
    return new RequestRecord(
        key, replica, instants, gaps, outcome, tokens, finishReason, responseBytes, silent);
  }

  /**
   * How many, a bit for each that says what it is told from, and its distance from that: roles come
   * shortly before the first token and finish reasons shortly before the end, so a few bytes do.
   */
  private static void writeSilent(Output out, SilentEvents silent, Instants t) {
    out.writeVarInt(silent.count() + 1, true);
    if (silent.kept() == 0) {
      return;
    }
    int late = 0;
    for (int i = 0; i < silent.kept(); i++) {
      late |= silent.nanosAt(i) > t.firstTokenNanos() ? 1 << i : 0;
    }
    out.writeVarInt(late, true);
    for (int i = 0; i < silent.kept(); i++) {
      out.writeVarLong(anchor(t, late, i) - silent.nanosAt(i), true);
    }
  }

  private static SilentEvents readSilent(Input in, Instants t) {
    int count = bounded(in.readVarInt(true), Integer.MAX_VALUE, "silent events") - 1;
    if (count < 0) {
      return SilentEvents.UNKNOWN;
    }
    long[] nanos = new long[SilentEvents.kept(count)];
    int late = nanos.length == 0 ? 0 : in.readVarInt(true);
    for (int i = 0; i < nanos.length; i++) {
      nanos[i] = anchor(t, late, i) - in.readVarLong(true);
    }
    return SilentEvents.of(nanos, count);
  }

  private static long anchor(Instants t, int late, int event) {
    return (late >> event & 1) == 0 ? t.firstTokenNanos() : t.endNanos();
  }

  /** Grows with what is read, so that a false count fails before it allocates. */
  private static Gaps readGaps(Input in) {
    int count = bounded(in.readVarInt(true), MAX_GAPS, "gaps");
    long[] gaps = new long[Math.min(count, FIRST_GAPS)];
    for (int i = 0; i < count; i++) {
      if (i == gaps.length) {
        gaps = Arrays.copyOf(gaps, Math.min(count, 2 * i));
      }
      gaps[i] = in.readVarLong(true);
    }
    return Gaps.of(gaps, count);
  }

  private static void writeInstants(Output out, Instants t) {
    out.writeLong(t.sentNanos());
    out.writeVarLong(t.turnaroundNanos(), true);
    long before = writeAfter(out, t.connectNanos(), 0);
    before = writeAfter(out, t.writtenNanos(), before);
    before = writeAfter(out, t.headersNanos(), before);
    before = writeAfter(out, t.firstTokenNanos(), before);
    before = writeAfter(out, t.firstAnswerNanos(), before);
    before = writeAfter(out, t.lastTokenNanos(), before);
    writeAfter(out, t.endNanos(), before);
  }

  private static Instants readInstants(Input in) {
    long sent = in.readLong();
    long turnaround = in.readVarLong(true);
    long[] after = new long[7];
    long before = 0;
    for (int i = 0; i < after.length; i++) {
      after[i] = readAfter(in, before);
      before = Math.max(before, after[i]);
    }
    return new Instants(
        sent, turnaround, after[0], after[1], after[2], after[3], after[4], after[5], after[6]);
  }

  private static Instants readFirstInstants(Input in) {
    return new Instants(
        in.readLong(),
        in.readVarLong(true),
        in.readVarLong(true) - 1,
        in.readVarLong(true) - 1,
        in.readVarLong(true) - 1,
        in.readVarLong(true) - 1,
        in.readVarLong(true) - 1,
        in.readVarLong(true) - 1,
        in.readVarLong(true));
  }

  private static void writeOutcome(Output out, Outcome outcome, Map<String, Integer> dictionary) {
    if (outcome instanceof Outcome.Failed failed) {
      out.writeByte(1 + failed.kind().code());
      out.writeVarInt(failed.httpStatus(), true);
      writeString(out, failed.detail(), dictionary);
    } else {
      out.writeByte(outcome instanceof Outcome.Completed ? 0 : 1);
    }
  }

  private static Outcome readOutcome(Input in, List<String> dictionary) {
    int code = in.readByte();
    return switch (code) {
      case 0 -> Outcome.COMPLETED;
      case 1 -> Outcome.CUT;
      default ->
          new Outcome.Failed(
              valueOf(KINDS, code - 1), in.readVarInt(true), readString(in, dictionary));
    };
  }

  private static void writeTokens(Output out, TokenCounts tokens) {
    out.writeVarInt(tokens.output(), true);
    out.writeByte(tokens.outputSource().code());
    out.writeVarInt(tokens.input(), true);
    out.writeByte(tokens.inputSource().code());
    out.writeVarInt(tokens.plannedInput(), true);
    out.writeVarInt(tokens.events(), true);
  }

  private static TokenCounts readTokens(Input in) {
    return new TokenCounts(
        in.readVarInt(true),
        valueOf(SOURCES, in.readByte()),
        in.readVarInt(true),
        valueOf(SOURCES, in.readByte()),
        in.readVarInt(true),
        in.readVarInt(true));
  }

  /**
   * Writes an instant as its distance from an earlier one; 0 if it never came.
   *
   * @return the latest instant so far
   */
  private static long writeAfter(Output out, long nanos, long before) {
    if (nanos == Instants.NONE) {
      out.writeVarLong(0, true);
      return before;
    }
    long distance = nanos - before;
    long folded = (distance << 1) ^ (distance >> 63); // small whatever its sign
    out.writeVarLong(folded + 1, true);
    return Math.max(before, nanos);
  }

  private static long readAfter(Input in, long before) {
    long written = in.readVarLong(true);
    if (written == 0) {
      return Instants.NONE;
    }
    long folded = written - 1;
    return before + ((folded >>> 1) ^ -(folded & 1));
  }

  private static void writeString(Output out, String text, Map<String, Integer> dictionary) {
    if (text.length() > MAX_STRING) {
      throw new IllegalArgumentException("string of " + text.length() + " > " + MAX_STRING);
    }
    Integer known = dictionary.putIfAbsent(text, dictionary.size());
    out.writeVarInt(known == null ? 0 : known + 1, true);
    if (known == null) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      out.writeVarInt(bytes.length, true);
      out.writeBytes(bytes);
    }
  }

  private static String readString(Input in, List<String> dictionary) {
    int index = bounded(in.readVarInt(true), dictionary.size(), "strings before this one");
    if (index > 0) {
      return dictionary.get(index - 1);
    }
    int length = bounded(in.readVarInt(true), 4 * MAX_STRING, "bytes of a string");
    String text = new String(in.readBytes(length), StandardCharsets.UTF_8);
    bounded(text.length(), MAX_STRING, "characters of a string");
    dictionary.add(text);
    return text;
  }

  private static <E> @Nullable E[] byCode(E[] values, ToIntFunction<E> code) {
    int highest = Arrays.stream(values).mapToInt(code).max().orElse(0);
    @Nullable E[] table = Arrays.copyOf(values, highest + 1);
    Arrays.fill(table, null);
    for (E value : values) {
      table[code.applyAsInt(value)] = value;
    }
    return table;
  }

  /** The value of a code; an unknown code is damage. */
  private static <E> E valueOf(@Nullable E[] table, int code) {
    E value = code >= 0 && code < table.length ? table[code] : null;
    if (value == null) {
      throw new RecordFormatException("unknown code " + code);
    }
    return value;
  }

  /** A number that cannot be negative. */
  private static int readCount(Input in, String what) {
    return bounded(in.readVarInt(true), Integer.MAX_VALUE, what);
  }

  private static int bounded(int count, int limit, String what) {
    if (count < 0 || count > limit) {
      throw new RecordFormatException(count + " " + what + ", 0 to " + limit + " are possible");
    }
    return count;
  }
}
