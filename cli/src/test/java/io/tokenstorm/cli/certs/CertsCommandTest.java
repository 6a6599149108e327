package io.tokenstorm.cli.certs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.protocol.tls.CertificateFolder;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** An authority's files: what is in them, who may read them, what is refused. */
class CertsCommandTest {
  @TempDir private Path folder;

  private int certs(String... arguments) {
    return new CommandLine(new CertsCommand()).execute(arguments);
  }

  private Path dir() {
    return folder.resolve("certs");
  }

  @Test
  void init_nodes_haveFoldersThatOnlyTheOwnerReads() throws Exception {
    assertThat(certs("init", dir().toString(), "--node", "c=10.0.0.1", "--node", "a")).isZero();
    try (Stream<Path> all = Files.walk(dir())) {
      for (Path path : all.toList()) {
        String wanted = Files.isDirectory(path) ? "rwx------" : "rw-------";
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
            .as("%s", path)
            .isEqualTo(wanted);
      }
    }
    assertThat(dir().resolve("a/ca.key")).doesNotExist();
    assertThat(hosts("c")).contains("10.0.0.1", "c", "127.0.0.1").doesNotContain("a");
  }

  @Test
  void init_twice_isRefused() {
    assertThat(certs("init", dir().toString())).isZero();
    assertThatThrownBy(() -> new AuthorityFolder(dir()).make(Instant.now(), Duration.ofDays(1)))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("certs add");
  }

  @Test
  void validity_isAsAsked_andEndsWithTheAuthority() {
    Instant now = Instant.ofEpochSecond(2_000_000_000);
    AuthorityFolder files = new AuthorityFolder(dir());
    CertificateAuthority authority = files.make(now, Duration.ofDays(10));
    NodeName node = new NodeName("a", List.of());
    assertThat(end(authority.issue(node, now, Duration.ofDays(3)).certificate()))
        .isEqualTo(now.plus(Duration.ofDays(3)));
    assertThat(end(authority.issue(node, now, Duration.ofDays(30)).certificate()))
        .isEqualTo(now.plus(Duration.ofDays(10)));
  }

  @Test
  void validity_longerThanTheAuthoritys_isSaidAsItIs() throws Exception {
    StringWriter said = new StringWriter();
    new CommandLine(new CertsCommand())
        .setOut(new PrintWriter(said))
        .execute("init", dir().toString(), "--node", "a", "--days", "900", "--ca-days", "10");
    assertThat(said.toString())
        .contains("valid until " + end(certificate("a")))
        .doesNotContain("900 days");
  }

  @Test
  void add_afterTheAuthorityHasEnded_isRefused() {
    new AuthorityFolder(dir()).make(Instant.now().minusSeconds(7200), Duration.ofHours(1));
    assertThat(certs("add", dir().toString(), "--node", "a")).isNotZero();
    assertThat(dir().resolve("a")).doesNotExist();
  }

  @Test
  void add_withoutHosts_renewsWithThoseOfBefore() throws Exception {
    certs("init", dir().toString(), "--node", "a=10.0.0.2,w.example,*.pods");
    X509Certificate before = certificate("a");
    assertThat(certs("add", dir().toString(), "--node", "a", "--days", "7")).isZero();
    assertThat(certificate("a").getSerialNumber()).isNotEqualTo(before.getSerialNumber());
    assertThat(hosts("a")).contains("10.0.0.2", "w.example", "*.pods");
    assertThat(end(certificate("a"))).isBefore(end(before));
  }

  @Test
  void add_withoutAuthority_saysWhatIsMissing() {
    assertThatThrownBy(() -> new AuthorityFolder(folder.resolve("none")).read())
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("certs init");
  }

  @Test
  void add_withoutNode_isWrongUsage() {
    certs("init", dir().toString());
    assertThat(certs("add", dir().toString())).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "../x", "a/b", "-a", "a=", "a=b c", "a=10.0.0.1,,b", "=h"})
  void node_thatIsNoName_isRefused(String text) {
    assertThatThrownBy(() -> new NodeName.Converter().convert(text))
        .isInstanceOf(TypeConversionException.class);
  }

  @Test
  void node_hosts_areTakenApart() {
    assertThat(new NodeName.Converter().convert("a=10.0.0.2,::1,w.example"))
        .isEqualTo(new NodeName("a", List.of("10.0.0.2", "::1", "w.example")));
  }

  private X509Certificate certificate(String node) {
    return new CertificateFolder(dir().resolve(node)).identity().certificate();
  }

  private List<String> hosts(String node) throws Exception {
    return certificate(node).getSubjectAlternativeNames().stream()
        .map(name -> String.valueOf(name.get(1)))
        .toList();
  }

  private static Instant end(X509Certificate certificate) {
    return certificate.getNotAfter().toInstant();
  }
}
