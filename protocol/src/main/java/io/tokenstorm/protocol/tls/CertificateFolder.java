package io.tokenstorm.protocol.tls;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * The files of one node: {@code ca.pem}, {@code node.pem} and {@code node.key}, all PEM, the key as
 * PKCS #8. What is read is checked to belong together; whether it is still valid is the other
 * side's to judge, in each handshake.
 *
 * @param path of the folder
 */
public record CertificateFolder(Path path) {
  /** The certificate of the cluster's own authority. */
  public static final String CA = "ca.pem";

  /** The node's certificate. */
  public static final String CERTIFICATE = "node.pem";

  /** The node's private key. */
  public static final String KEY = "node.key";

  /** The token of the coordinator's HTTP API. */
  public static final String TOKEN = "api.token";

  private static final String WHAT_TO_DO =
      "; a node's folder is made by 'tokenstorm certs init' or 'tokenstorm certs add'";

  /**
   * Reads a node's certificate and key, and whom it trusts.
   *
   * @throws CertificateFolderException if a file is missing or damaged, or they do not fit together
   */
  public TlsIdentity identity() {
    X509Certificate ca = authority();
    X509Certificate own = certificate(CERTIFICATE);
    try {
      PrivateKey key = key(own.getPublicKey().getAlgorithm());
      TlsIdentity identity = new TlsIdentity(key, own, ca);
      identity.requireMatchingKey();
      return identity;
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      throw unusable(KEY, e);
    }
  }

  /**
   * Reads whom this folder trusts.
   *
   * @throws CertificateFolderException if the file is missing or damaged
   */
  public X509Certificate authority() {
    return certificate(CA);
  }

  /** The files that make the identity. */
  List<Path> files() {
    return List.of(path.resolve(CA), path.resolve(CERTIFICATE), path.resolve(KEY));
  }

  private X509Certificate certificate(String name) {
    try (InputStream in = Files.newInputStream(path.resolve(name))) {
      List<Certificate> all =
          new ArrayList<>(CertificateFactory.getInstance("X.509").generateCertificates(in));
      if (all.isEmpty()) {
        throw new GeneralSecurityException("it holds no certificate");
      }
      return (X509Certificate) all.get(0);
    } catch (IOException | GeneralSecurityException e) {
      throw unusable(name, e);
    }
  }

  private PrivateKey key(String algorithm) throws IOException, GeneralSecurityException {
    String pem = Files.readString(path.resolve(KEY), StandardCharsets.US_ASCII);
    String body =
        pem.replace("-----BEGIN PRIVATE KEY-----", "")
            .replace("-----END PRIVATE KEY-----", "")
            .replaceAll("\\s", "");
    return KeyFactory.getInstance(algorithm)
        .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(body)));
  }

  private CertificateFolderException unusable(String name, Exception cause) {
    String why =
        cause instanceof java.nio.file.NoSuchFileException
            ? "there is no such file"
            : cause instanceof java.nio.file.AccessDeniedException
                ? "this user may not read it"
                : String.valueOf(cause.getMessage());
    return new CertificateFolderException(path.resolve(name) + ": " + why + WHAT_TO_DO, cause);
  }
}
