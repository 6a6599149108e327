package io.tokenstorm.cli.certs;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Folders of certificates as {@code tokenstorm certs} makes them, and such as it does not make:
 * expired ones.
 */
public final class TestCertificates {
  private static final Duration VALIDITY = Duration.ofDays(30);

  private final AuthorityFolder files;
  private final CertificateAuthority authority;

  private TestCertificates(AuthorityFolder files, CertificateAuthority authority) {
    this.files = files;
    this.authority = authority;
  }

  /** A new authority in a folder. */
  public static TestCertificates in(Path folder) {
    AuthorityFolder files = new AuthorityFolder(folder);
    return new TestCertificates(files, files.make(Instant.now(), Duration.ofDays(365)));
  }

  /** The authority that a folder has already. */
  public static TestCertificates of(Path folder) {
    AuthorityFolder files = new AuthorityFolder(folder);
    return new TestCertificates(files, files.read());
  }

  /** A node's folder; its certificate is for loopback. */
  public String node(String name) {
    return issue(name, Instant.now());
  }

  /** A node whose certificate ended ten days ago. */
  public String expired(String name) {
    return issue(name, Instant.now().minus(VALIDITY.plusDays(10)));
  }

  private String issue(String name, Instant at) {
    return files.issue(authority, new NodeName(name, List.of()), at, VALIDITY).toString();
  }
}
