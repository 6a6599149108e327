package io.tokenstorm.cli.certs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenstorm.protocol.tls.CertificateFolder;
import io.tokenstorm.protocol.tls.CertificateFolderException;
import io.tokenstorm.protocol.tls.TlsIdentity;
import io.tokenstorm.protocol.tls.TlsRefusal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is let in, who is not, and what both sides are told of it. */
class MutualTlsTest {
  private static final Duration MONTH = Duration.ofDays(30);

  @TempDir private Path folder;
  private AuthorityFolder files;
  private CertificateAuthority authority;
  private Path coordinator;
  private Path worker;

  @BeforeEach
  void issue() {
    files = new AuthorityFolder(folder.resolve("certs"));
    authority = files.make(Instant.now(), Duration.ofDays(365));
    coordinator = node("coordinator", Instant.now());
    worker = node("a", Instant.now());
  }

  private Path node(String name, Instant at) {
    return files.issue(authority, new NodeName(name, List.of("10.0.0.9")), at, MONTH);
  }

  @Test
  void handshake_sameAuthority_isDone_withTls13() {
    Handshake handshake = Handshake.between(worker, coordinator, "10.0.0.9");
    assertThat(handshake.isDone()).isTrue();
    assertThat(handshake.protocol()).isEqualTo("TLSv1.3");
  }

  @Test
  void handshake_expiredDialler_isRefused_bothSay() {
    Path old = node("old", Instant.now().minus(Duration.ofDays(40)));
    Handshake handshake = Handshake.between(old, coordinator, "10.0.0.9");
    TlsRefusal listening = only(handshake.listening);
    assertThat(listening.definite()).isTrue();
    assertThat(listening.text()).contains("'CN=old' expired at").contains("tokenstorm certs add");
    TlsRefusal dialling = only(handshake.dialling);
    assertThat(dialling.outgoing()).isTrue();
    assertThat(dialling.definite()).isTrue();
    assertThat(dialling.text())
        .contains("10.0.0.9:7355 refuses this node's certificate")
        .contains("'CN=old', valid until");
  }

  @Test
  void handshake_expiredListener_isRefused_bothSay() {
    Path old = node("old", Instant.now().minus(Duration.ofDays(40)));
    Handshake handshake = Handshake.between(worker, old, "10.0.0.9");
    assertThat(only(handshake.dialling).text()).contains("'CN=old' expired at");
    assertThat(only(handshake.listening).text()).contains("refuses this node's certificate");
  }

  @Test
  void handshake_otherAuthority_isRefused_bothAuthoritiesNamed() {
    AuthorityFolder others = new AuthorityFolder(folder.resolve("others"));
    CertificateAuthority stranger = others.make(Instant.now(), MONTH);
    Path x = others.issue(stranger, new NodeName("x", List.of()), Instant.now(), MONTH);
    Handshake handshake = Handshake.between(x, coordinator, "10.0.0.9");
    assertThat(only(handshake.dialling).text())
        .contains("was not issued by this cluster's authority")
        .contains(authority.certificate().getSubjectX500Principal().getName())
        .contains(stranger.certificate().getSubjectX500Principal().getName());
    assertThat(only(handshake.listening).definite()).isTrue();
  }

  @Test
  void handshake_noCertificate_isRefused() {
    SSLEngine dials =
        TlsIdentity.trusting(authority.certificate()).createSSLEngine("10.0.0.9", 7355);
    dials.setUseClientMode(true);
    Handshake handshake = Handshake.between(dials, coordinator);
    assertThat(handshake.isDone()).isFalse();
    assertThat(only(handshake.listening).text())
        .contains("shows no certificate")
        .contains("--certs");
  }

  @Test
  void handshake_plainBytes_isRefused() {
    byte[] greeting = "AKKA\u0001.......".getBytes(StandardCharsets.US_ASCII);
    Handshake handshake = Handshake.withPlain(greeting, coordinator);
    assertThat(only(handshake.listening).text()).contains("speaks no TLS");
  }

  @Test
  void handshake_otherHostThanTheCertificates_isRefused_andWhatToMake() {
    Handshake handshake = Handshake.between(worker, coordinator, "10.0.0.7");
    assertThat(only(handshake.dialling).text())
        .contains("is for the hosts 10.0.0.9, coordinator, localhost")
        .contains("not for 10.0.0.7")
        .contains("--node NAME=10.0.0.7");
  }

  @Test
  void handshake_hostOfAPattern_isDone() {
    NodeName pods = new NodeName("worker", List.of("*.tokenstorm-worker"));
    Path shared = files.issue(authority, pods, Instant.now(), MONTH);
    assertThat(
            Handshake.between(coordinator, shared, "tokenstorm-worker-1.tokenstorm-worker")
                .isDone())
        .isTrue();
    assertThat(Handshake.between(coordinator, shared, "a.b.tokenstorm-worker").isDone()).isFalse();
  }

  @Test
  void handshake_renewedMeanwhile_takesTheNewFiles() {
    Path old = node("w", Instant.now().minus(Duration.ofDays(40)));
    assertThat(Handshake.between(old, coordinator, "10.0.0.9").isDone()).isFalse();
    Path renewed = files.issue(authority, new NodeName("w", List.of()), Instant.now(), MONTH);
    assertThat(renewed).isEqualTo(old);
    assertThat(Handshake.between(worker, renewed, "10.0.0.9").isDone()).isTrue();
  }

  @Test
  void folder_keyOfAnother_isNotUsable() throws Exception {
    Files.copy(
        worker.resolve("node.key"),
        coordinator.resolve("node.key"),
        StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(() -> new CertificateFolder(coordinator).identity())
        .isInstanceOf(CertificateFolderException.class)
        .hasMessageContaining("not the key of node.pem");
  }

  @Test
  void folder_missing_saysHowToMakeIt() {
    assertThatThrownBy(() -> new CertificateFolder(folder.resolve("none")).identity())
        .hasMessageContaining("no such file")
        .hasMessageContaining("tokenstorm certs");
  }

  private static TlsRefusal only(List<TlsRefusal> refusals) {
    assertThat(refusals).hasSize(1);
    return refusals.get(0);
  }
}
