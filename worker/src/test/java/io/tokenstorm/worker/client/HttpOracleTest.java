package io.tokenstorm.worker.client;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.ActorSystem;
import akka.http.javadsl.settings.ConnectionPoolSettings;
import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.worker.cases.NearlyAnswers;
import io.tokenstorm.worker.cases.OddStreams;
import io.tokenstorm.worker.cases.OddStreams.OddStream;
import io.tokenstorm.worker.cases.QuirkCase;
import io.tokenstorm.worker.cases.Wire;
import io.tokenstorm.worker.engine.TestSystems;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two independent readers of HTTP must make the same of the same bytes: ours and Akka HTTP's. Each
 * case, cut in many ways, and with damage.
 */
class HttpOracleTest {
  private static final int AT_A_TIME = 64;

  /**
   * A build cuts at every third place beside a line end, where readers of HTTP differ, and
   * elsewhere at every 97th, which takes seconds; {@code -Dtokenstorm.oracle.stride=1} cuts at
   * every place.
   */
  private static final int STRIDE = Integer.getInteger("tokenstorm.oracle.stride", 97);

  private static final int EDGE_STRIDE = Math.min(3, STRIDE);

  private static ActorSystem system;

  @BeforeAll
  static void start() {
    system = TestSystems.engineSystem();
  }

  @AfterAll
  static void stop() {
    system.terminate();
  }

  static List<QuirkCase> cases() {
    return QuirkCase.answers().stream().filter(c -> !c.beyondAkkaHttp() && !c.large()).toList();
  }

  static List<OddStream> odd() {
    return OddStreams.all();
  }

  /** What the two readers are asked: an answer, and where it is cut. Compared by identity only. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Question(byte[] bytes, boolean stream, Api api, int... cuts) {
    static Question of(QuirkCase quirk, byte[] bytes, int... cuts) {
      return new Question(bytes, quirk.streaming(), quirk.api(), cuts);
    }

    Wire ours() {
      return new Wire(stream, api).read(bytes, 0, bytes.length, 5).close(5);
    }

    CompletableFuture<RequestRecord> theirs() {
      List<byte[]> pieces = new ArrayList<>();
      int from = 0;
      for (int to : cuts) {
        pieces.add(Arrays.copyOfRange(bytes, from, to));
        from = to;
      }
      pieces.add(Arrays.copyOfRange(bytes, from, bytes.length));
      return AkkaWire.begin(system, stream, api, pieces);
    }

    @Override
    public String toString() {
      return new String(bytes, StandardCharsets.ISO_8859_1) + " cut at " + Arrays.toString(cuts);
    }
  }

  /** Asks many at a time, since each one alone waits for threads most of the time. */
  private static void assertSame(Stream<Question> questions) {
    Iterator<Question> all = questions.iterator();
    Map<Question, CompletableFuture<RequestRecord>> asked = new LinkedHashMap<>();
    while (all.hasNext()) {
      Question next = all.next();
      asked.put(next, next.theirs());
      if (asked.size() == AT_A_TIME || !all.hasNext()) {
        asked.forEach((question, theirs) -> assertSame(question, within(theirs)));
        asked.clear();
      }
    }
  }

  /**
   * The two may differ where the framing broke, and then Akka HTTP is at fault. It takes a bare LF
   * for the end of a chunk's size line. And in Akka Streams an error overtakes the elements before
   * it that came in the same read, so that it may know the break only, or less of what came before.
   * A chunk that never came whole it holds back, so that it has not seen what is no event stream.
   */
  private static void assertSame(Question question, RequestRecord theirs) {
    Wire ours = question.ours();
    String broken = ours.broken();
    boolean bareLf = broken.equals("byte 10 after a chunk size") || broken.contains("bare LF");
    boolean overtaken =
        !broken.isEmpty()
            && (kind(theirs) == ErrorKind.PROTOCOL || kind(theirs) == kind(ours.record()));
    boolean heldBack =
        ours.cutShort()
            && kind(ours.record()) == ErrorKind.NOT_SSE
            && kind(theirs) == ErrorKind.TRUNCATED;
    if (!bareLf && !overtaken && !heldBack) {
      assertThat(said(theirs)).as(question.toString()).isEqualTo(said(ours.record()));
    }
  }

  private static @Nullable ErrorKind kind(RequestRecord record) {
    return record.outcome() instanceof Outcome.Failed failed ? failed.kind() : null;
  }

  private static RequestRecord within(CompletableFuture<RequestRecord> record) {
    return record.orTimeout(30, TimeUnit.SECONDS).join();
  }

  /**
   * What must agree: everything but the words of a refusal and the bytes read beyond the end. Where
   * the framing broke, only that it did: in Akka Streams an error overtakes the elements before it,
   * so Akka HTTP loses events that had arrived whole in the same read.
   */
  private static String said(RequestRecord r) {
    if (!(r.outcome() instanceof Outcome.Failed failed)) {
      return r.outcome() + " " + counts(r);
    }
    boolean framing = failed.kind() == ErrorKind.PROTOCOL || failed.kind() == ErrorKind.TRUNCATED;
    return failed.kind().label() + ' ' + failed.httpStatus() + (framing ? "" : ' ' + counts(r));
  }

  private static String counts(RequestRecord r) {
    return r.tokens() + " " + r.finishReason() + ' ' + r.instants() + ' ' + r.replica();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void case_cutInTwoAnywhere_saysTheSameToBothReaders(QuirkCase quirk) {
    byte[] all = quirk.bytes();
    assertSame(
        IntStream.range(1, all.length)
            .filter(at -> (at + quirk.id().length()) % stride(all, at) == 0)
            .mapToObj(at -> Question.of(quirk, all, at)));
  }

  private static int stride(byte[] bytes, int at) {
    return isLineEnd(bytes[at - 1]) || isLineEnd(bytes[at]) ? EDGE_STRIDE : STRIDE;
  }

  private static boolean isLineEnd(byte b) {
    return b == '\r' || b == '\n';
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void case_inSingleBytes_saysTheSameToBothReaders(QuirkCase quirk) {
    byte[] all = quirk.bytes();
    assertSame(Stream.of(Question.of(quirk, all, IntStream.range(1, all.length).toArray())));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("odd")
  void oddStream_wholeAndCut_saysTheSameToBothReaders(OddStream odd) {
    byte[] all = odd.bytes();
    assertSame(
        Stream.concat(
            Stream.of(
                new Question(all, true, Api.OPENAI_CHAT),
                new Question(all, true, Api.OPENAI_CHAT, IntStream.range(1, all.length).toArray())),
            IntStream.range(1, all.length)
                .filter(at -> at % STRIDE == 0)
                .mapToObj(at -> new Question(all, true, Api.OPENAI_CHAT, at))));
  }

  @Test
  void case_withDamageInItsBody_saysTheSameToBothReaders() {
    Random random = new Random(7);
    // the framing is the same for every API; damage after a terminal event is told apart nowhere
    List<QuirkCase> all =
        cases().stream()
            .filter(c -> c.api() == Api.OPENAI_CHAT && c.bodyStart() < c.bytes().length)
            .toList();
    assertSame(
        IntStream.range(0, 1_000)
            .mapToObj(
                i -> {
                  QuirkCase quirk = all.get(random.nextInt(all.size()));
                  byte[] bytes = quirk.bytes();
                  int body = quirk.bodyStart();
                  int at = body + random.nextInt(bytes.length - body);
                  bytes[at] = (byte) random.nextInt(256);
                  return Question.of(quirk, bytes, 1 + random.nextInt(at));
                }));
  }

  @Test
  void nearlyAnAnswer_cutAnywhere_saysTheSameToBothReaders() {
    Random random = new Random(11);
    assertSame(
        IntStream.range(0, 1_000)
            .mapToObj(
                i -> {
                  byte[] bytes = NearlyAnswers.withHead(random);
                  int cut = 1 + random.nextInt(bytes.length - 1);
                  return new Question(bytes, random.nextBoolean(), Api.OPENAI_CHAT, cut);
                }));
  }

  @Test
  void settings_ofAkkaHttp_falsifyNothing() {
    ConnectionPoolSettings pool = ConnectionPoolSettings.create(system);
    assertThat(pool.getMaxRetries()).isZero();
    assertThat(pool.getMaxConnections()).isGreaterThanOrEqualTo(1024);
    assertThat(pool.getMaxOpenRequests()).isGreaterThanOrEqualTo(1024);
    assertThat(pool.getIdleTimeout().isFinite()).isFalse();
    assertThat(pool.getResponseEntitySubscriptionTimeout().isFinite()).isFalse();
    assertThat(AkkaHttpFlow.settings(system).getIdleTimeout().isFinite()).isFalse();
    assertThat(AkkaHttpFlow.settings(system).getParserSettings().getMaxHeaderCount())
        .isGreaterThanOrEqualTo(1024);
    assertThat(Duration.ofNanos(AkkaHttpFlow.settings(system).getConnectingTimeout().toNanos()))
        .isGreaterThan(Duration.ofMinutes(1));
  }
}
