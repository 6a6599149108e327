package io.tokenstorm.cli.certs;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.protocol.tls.CertificateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/**
 * An authority's files: {@code ca.pem}, {@code ca.key}, and a folder for each node with all that
 * the node needs: {@code ca.pem}, {@code node.pem}, {@code node.key}.
 */
final class AuthorityFolder {
  private static final String KEY = "ca.key";
  private static final int DNS_NAME = 2;
  private static final int IP_ADDRESS = 7;

  private final Path folder;

  AuthorityFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * Makes an authority.
   *
   * @throws CommandFailure if there is one already, or the folder cannot be written
   */
  CertificateAuthority make(Instant now, Duration validity) {
    if (Files.exists(folder.resolve(CertificateFolder.CA)) || Files.exists(folder.resolve(KEY))) {
      throw new CommandFailure(
          ExitCode.USAGE,
          folder
              + " holds an authority already: 'tokenstorm certs add "
              + folder
              + " --node NAME' makes further certificates of it.");
    }
    CertificateAuthority made = CertificateAuthority.make(now, validity);
    try {
      PrivateFiles.directory(folder);
      PrivateFiles.write(folder.resolve(KEY), Pem.of(made.key()));
      PrivateFiles.write(folder.resolve(CertificateFolder.CA), Pem.of(made.certificate()));
      return made;
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  /**
   * Reads the authority.
   *
   * @throws CommandFailure if it is not there, or damaged
   */
  CertificateAuthority read() {
    try {
      X509Certificate certificate = new CertificateFolder(folder).authority();
      byte[] key = Pem.bytes(Files.readString(folder.resolve(KEY)));
      return new CertificateAuthority(
          KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(key)), certificate);
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      throw new CommandFailure(
          ExitCode.USAGE,
          folder
              + " holds no usable authority (ca.pem and ca.key): make one with 'tokenstorm certs"
              + " init DIR' ("
              + e.getMessage()
              + ").",
          e);
    }
  }

  /** Makes a node's folder, or renews what is in it. Returns it. */
  Path issue(CertificateAuthority authority, NodeName node, Instant now, Duration validity) {
    Path place = folder.resolve(node.name());
    NodeName whole = node.hosts().isEmpty() ? new NodeName(node.name(), hostsIn(place)) : node;
    CertificateAuthority.Issued issued = authority.issue(whole, now, validity);
    try {
      PrivateFiles.directory(place);
      PrivateFiles.write(place.resolve(CertificateFolder.CA), Pem.of(authority.certificate()));
      PrivateFiles.write(place.resolve(CertificateFolder.KEY), Pem.of(issued.key()));
      PrivateFiles.write(
          place.resolve(CertificateFolder.CERTIFICATE), Pem.of(issued.certificate()));
      return place;
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  /** The hosts of the certificate that is there already: a renewal keeps them. */
  private static List<String> hostsIn(Path place) {
    if (!Files.exists(place.resolve(CertificateFolder.CERTIFICATE))) {
      return List.of();
    }
    try {
      Collection<List<?>> names =
          new CertificateFolder(place).identity().certificate().getSubjectAlternativeNames();
      return names == null
          ? List.of()
          : names.stream()
              .filter(name -> name.get(0).equals(DNS_NAME) || name.get(0).equals(IP_ADDRESS))
              .map(name -> String.valueOf(name.get(1)))
              .toList();
    } catch (GeneralSecurityException | RuntimeException e) {
      throw new CommandFailure(
          ExitCode.USAGE,
          place
              + " holds no usable certificate to renew: name its hosts, as in --node NAME=HOST ("
              + e.getMessage()
              + ").",
          e);
    }
  }

  private CommandFailure unwritable(IOException cause) {
    return new CommandFailure(
        ExitCode.USAGE,
        folder + " cannot be written: choose another folder (" + cause + ").",
        cause);
  }
}
