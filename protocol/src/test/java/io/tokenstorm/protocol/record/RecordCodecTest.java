package io.tokenstorm.protocol.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.tokenstorm.protocol.sample.RandomValues;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class RecordCodecTest {
  private static final RequestRecord COMPLETED =
      new RequestRecord(
          new RequestKey(3, 1, LoadStage.MEASURE, 17, 4),
          "pod-a",
          new Instants(
              -1_234_567_890_123L,
              250_000,
              90_000,
              1_000,
              150_000_000,
              152_254_959,
              160_000_000,
              1_742_831_941,
              1_742_900_000),
          Gaps.of(6_237_084, 0, 1_584_339_898),
          Outcome.COMPLETED,
          new TokenCounts(256, TokenSource.USAGE, 538, TokenSource.USAGE, 540, 4),
          "length",
          70_000,
          SilentEvents.of(152_254_959, 1_742_831_941, 1_742_890_000));

  private static final RequestRecord FAILED =
      new RequestRecord(
          new RequestKey(3, 1, LoadStage.WARMUP, 0, 0),
          "",
          new Instants(5, 0, -1, -1, -1, -1, -1, -1, 120_000_000_000L),
          Gaps.NONE,
          new Outcome.Failed(ErrorKind.HTTP_STATUS, 503, "pod-a"),
          new TokenCounts(0, TokenSource.EVENTS, 540, TokenSource.PLANNED, 540, 0),
          "",
          0,
          SilentEvents.NONE);

  private static final RequestRecord CUT =
      new RequestRecord(
          new RequestKey(0, 0, LoadStage.MEASURE, 1, 2),
          "pod-a",
          new Instants(1L << 62, 1, -1, 0, -1, -1, -1, -1, 1),
          Gaps.NONE,
          Outcome.CUT,
          new TokenCounts(0, TokenSource.EVENTS, 540, TokenSource.PLANNED, 540, 0),
          "",
          12);

  /** Version 1 as it was first written; it must stay readable. */
  private static final String FIRST =
      "010303010111040005706f642d6135fb048ee0feffff90a10f91bf05e90781a3c347f0f3cc4881d0"
          + "a54cc68286bf06a0968abf06008002009a04009c040400066c656e677468f0a204039cd7fc0200ba"
          + "b7bcf3050301000000000005000000000000000000000000000080e0ba84bf0302f7030100029c04"
          + "039c0400030000000001010201000000000000004001000100000000010100029c04039c0400030c"
          + "00";

  /** Version 2 as it was first written; it must stay readable. */
  private static final String SECOND =
      "020303010111040005706f642d6135fb048ee0feffff90a10fa1fe0ad0ee0ae1c7fb8e01dfa19302"
          + "a3b8b1078be5c0e50bb7a708008002009a04009c040400066c656e677468f0a204039cd7fc0200ba"
          + "b7bcf3050301000000000005000000000000000000000000000081c0f588fe0602f7030100029c04"
          + "039c0400030000000001010201000000000000004001000100000000030100029c04039c0400030c"
          + "00";

  /** Version 3 as it was first written; it must stay readable. */
  private static final String THIRD =
      "030303010111040005706f642d6135fb048ee0feffff90a10fa1fe0ad0ee0ae1c7fb8e01dfa19302"
          + "a3b8b1078be5c0e50bb7a708008002009a04009c040400066c656e677468f0a204039cd7fc0200ba"
          + "b7bcf305040600db9304904e0301000000000005000000000000000000000000000081c0f588fe06"
          + "02f7030100029c04039c040003000001000001010201000000000000004001000100000000030100"
          + "029c04039c0400030c0000";

  private static byte[] write(List<RequestRecord> records) {
    try (Output out = new Output(64, -1)) {
      RecordCodec.write(out, records);
      return out.toBytes();
    }
  }

  private static List<RequestRecord> read(byte[] bytes) {
    return RecordCodec.read(new Input(bytes));
  }

  @Test
  void read_version1_asItWasWritten() {
    assertThat(read(HexFormat.of().parseHex(FIRST)))
        .containsExactly(withoutSilent(COMPLETED), withoutSilent(FAILED), withoutSilent(CUT));
  }

  @Test
  void read_version2_asItWasWritten() {
    List<RequestRecord> records = read(HexFormat.of().parseHex(SECOND));
    assertThat(records)
        .containsExactly(withoutSilent(COMPLETED), withoutSilent(FAILED), withoutSilent(CUT));
    assertThat(records).extracting(r -> r.silent().known()).containsOnly(false);
  }

  private static RequestRecord withoutSilent(RequestRecord r) {
    return new RequestRecord(
        r.key(),
        r.replica(),
        r.instants(),
        r.gaps(),
        r.outcome(),
        r.tokens(),
        r.finishReason(),
        r.responseBytes());
  }

  @Test
  void codec_version3_bytesAreFrozen() {
    assertThat(read(HexFormat.of().parseHex(THIRD))).containsExactly(COMPLETED, FAILED, CUT);
    assertThat(HexFormat.of().formatHex(write(List.of(COMPLETED, FAILED, CUT)))).isEqualTo(THIRD);
  }

  @Property(tries = 300)
  void codec_anyRecords_comeBackAsTheyWere(
      @ForAll long seed, @ForAll @IntRange(max = 40) int count) {
    List<RequestRecord> records = new RandomValues(seed).records(count);
    byte[] bytes = write(records);
    Input in = new Input(bytes);
    assertThat(RecordCodec.read(in)).isEqualTo(records);
    assertThat(in.position()).isEqualTo(bytes.length);
    assertThat(RecordCodec.read(new Input(new ByteArrayInputStream(bytes), 16))).isEqualTo(records);
  }

  @Property(tries = 3000)
  void read_anyBytes_givesRecordsOrRefuses(@ForAll @Size(max = 300) byte[] bytes) {
    refusesOrReads(bytes);
    byte[] versioned = bytes.clone();
    if (versioned.length > 0) {
      versioned[0] = RecordCodec.VERSION;
    }
    refusesOrReads(versioned);
  }

  @Property(tries = 1000)
  void read_damagedBatch_givesRecordsOrRefuses(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 6) int hits) {
    byte[] bytes = write(new RandomValues(seed).records(8));
    Random random = new Random(seed);
    for (int i = 0; i < hits; i++) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    refusesOrReads(bytes);
  }

  private static void refusesOrReads(byte[] bytes) {
    List<RequestRecord> records = new ArrayList<>();
    try {
      records.addAll(read(bytes));
      RecordCodec.read(new Input(new ByteArrayInputStream(bytes), 7));
    } catch (RecordFormatException refused) {
      return;
    }
    // what was read is sound enough to be written again
    assertThatCode(() -> write(records)).doesNotThrowAnyException();
    assertThat(read(write(records))).isEqualTo(records);
  }

  @Test
  void read_cutAtAnyByte_refuses() {
    byte[] bytes = write(List.of(COMPLETED, FAILED, CUT));
    for (int length = 0; length < bytes.length; length++) {
      byte[] part = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> read(part))
          .as("%d bytes", length)
          .isInstanceOf(RecordFormatException.class);
    }
  }

  @Test
  void read_falseGapCount_failsBeforeItAllocates() {
    byte[] bytes = write(List.of(withoutSilent(COMPLETED)));
    // before the one that says nothing is known of silent events, the last four numbers are the
    // count of gaps and three gaps
    int at = bytes.length - sizeOf(6_237_084) - sizeOf(0) - sizeOf(1_584_339_898) - 2;
    assertThat(bytes[at]).isEqualTo((byte) 3);
    Output forged = new Output(bytes.length + 8);
    forged.writeBytes(bytes, 0, at);
    forged.writeVarInt(RecordCodec.MAX_GAPS, true);
    long before = allocated();
    for (int i = 0; i < 100; i++) {
      assertThatThrownBy(
              () -> RecordCodec.read(new Input(new ByteArrayInputStream(forged.toBytes()))))
          .isInstanceOf(RecordFormatException.class);
    }
    // 32 MiB each if the count were believed
    assertThat(allocated() - before).isLessThan(64L << 20);
  }

  private static long allocated() {
    return ((com.sun.management.ThreadMXBean)
            java.lang.management.ManagementFactory.getThreadMXBean())
        .getCurrentThreadAllocatedBytes();
  }

  private static int sizeOf(long value) {
    return Output.varLongLength(value, true);
  }

  @Test
  void read_boundsExceeded_refuses() {
    assertThatThrownBy(() -> read(new byte[] {4, 0}))
        .isInstanceOf(RecordFormatException.class)
        .hasMessageContaining("format 4");
    Output many = new Output(16);
    many.writeByte(RecordCodec.VERSION);
    many.writeVarInt(RecordCodec.MAX_BATCH + 1, true);
    assertThatThrownBy(() -> read(many.toBytes()))
        .isInstanceOf(RecordFormatException.class)
        .hasMessageContaining("4097 records");
    Output negative = new Output(16);
    negative.writeByte(RecordCodec.VERSION);
    negative.writeVarInt(-1, true);
    assertThatThrownBy(() -> read(negative.toBytes())).isInstanceOf(RecordFormatException.class);
  }

  @Test
  void write_boundsExceeded_refuses() {
    assertThatThrownBy(() -> write(Collections.nCopies(4097, CUT)))
        .isInstanceOf(IllegalArgumentException.class);
    RequestRecord named =
        new RequestRecord(
            CUT.key(),
            "x".repeat(RecordCodec.MAX_STRING + 1),
            CUT.instants(),
            CUT.gaps(),
            CUT.outcome(),
            CUT.tokens(),
            "",
            0);
    assertThatThrownBy(() -> write(List.of(named))).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void failed_longDetail_isCutButNeverInsideACharacter() {
    String detail = "x".repeat(255) + "\uD83D\uDE00" + "y";
    Outcome.Failed failed = new Outcome.Failed(ErrorKind.RESET, 0, detail);
    assertThat(failed.detail()).isEqualTo("x".repeat(255));
    assertThat(new Outcome.Failed(ErrorKind.RESET, 0, "z".repeat(300)).detail()).hasSize(256);
  }

  @Test
  void codes_ofAllEnums_areFrozenAndDistinct() {
    assertThat(Arrays.stream(ErrorKind.values()).map(k -> k.label() + "=" + k.code()))
        .containsExactly(
            "http_status=1",
            "in_body_error=2",
            "not_streaming=3",
            "not_sse=4",
            "in_stream_error=5",
            "aborted=6",
            "empty_output=7",
            "incomplete=8",
            "truncated=9",
            "reset=10",
            "closed_before_response=11",
            "connect_refused=12",
            "connect_timeout=13",
            "timeout_idle=14",
            "timeout_total=15",
            "tls=16",
            "dns=17",
            "protocol=18");
    assertThat(Arrays.stream(TokenSource.values()).map(s -> s.label() + "=" + s.code()))
        .containsExactly("usage=0", "tokenizer=1", "events=2", "planned=3");
    assertThat(Arrays.stream(LoadStage.values()).map(s -> s.label() + "=" + s.code()))
        .containsExactly("warmup=0", "measure=1");
  }
}
