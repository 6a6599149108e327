package io.tokenstorm.worker.client;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.ActorSystem;
import akka.http.javadsl.settings.ConnectionPoolSettings;
import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.worker.cases.QuirkCase;
import io.tokenstorm.worker.cases.Wire;
import io.tokenstorm.worker.engine.TestSystems;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
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
  private static ActorSystem system;

  @BeforeAll
  static void start() {
    system = TestSystems.engineSystem();
  }

  @AfterAll
  static void stop() {
    system.terminate();
  }

  static Stream<QuirkCase> cases() {
    return QuirkCase.all().stream();
  }

  private static byte[] bytes(QuirkCase quirk) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    quirk.steps().forEach(step -> all.writeBytes(step.send()));
    return all.toByteArray();
  }

  private static RequestRecord ours(byte[] bytes, QuirkCase quirk) {
    return new Wire(quirk.streaming(), quirk.api())
        .read(bytes, 0, bytes.length, 5)
        .close(5)
        .record();
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

  private static List<byte[]> cut(byte[] all, int... at) {
    List<byte[]> pieces = new ArrayList<>();
    int from = 0;
    for (int to : at) {
      pieces.add(Arrays.copyOfRange(all, from, to));
      from = to;
    }
    pieces.add(Arrays.copyOfRange(all, from, all.length));
    return pieces;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void case_cutInManyPlaces_saysTheSameToBothReaders(QuirkCase quirk) {
    byte[] all = bytes(quirk);
    String expected = said(ours(all, quirk));
    int stride = Math.max(1, all.length / 23);
    for (int at = 1; at < all.length; at += stride) {
      assertThat(said(AkkaWire.read(system, quirk, cut(all, at))))
          .as("cut at %s", at)
          .isEqualTo(expected);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void case_inSingleBytes_saysTheSameToBothReaders(QuirkCase quirk) {
    byte[] all = bytes(quirk);
    int most = Math.min(all.length, 3000);
    int[] at = new int[most - 1];
    Arrays.setAll(at, i -> i + 1);
    assertThat(said(AkkaWire.read(system, quirk, cut(all, at)))).isEqualTo(said(ours(all, quirk)));
  }

  @Test
  void case_withDamageInItsBody_saysTheSameToBothReaders() {
    Random random = new Random(7);
    // the framing is the same for every API; damage after a terminal event is told apart nowhere
    List<QuirkCase> all = QuirkCase.all().stream().filter(c -> c.api() == Api.OPENAI_CHAT).toList();
    for (int i = 0; i < 400; i++) {
      QuirkCase quirk = all.get(random.nextInt(all.size()));
      byte[] bytes = bytes(quirk);
      int body = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n");
      int at = body + 4 + random.nextInt(bytes.length - body - 4);
      bytes[at] = (byte) ('a' + random.nextInt(26));
      String mine = said(ours(bytes, quirk));
      String theirs = said(AkkaWire.read(system, quirk, cut(bytes, 1 + random.nextInt(at))));
      assertThat(theirs).as("%s, byte %s", quirk, at).isEqualTo(mine);
    }
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
