package io.tokenstorm.cli.certs;

import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;

/** Certificates and keys as text. */
final class Pem {
  private static final Base64.Encoder LINES =
      Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));

  private Pem() {}

  static String of(X509Certificate certificate) {
    try {
      return text("CERTIFICATE", certificate.getEncoded());
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException("a certificate that was just made cannot be written", e);
    }
  }

  /** As PKCS #8. */
  static String of(PrivateKey key) {
    return text("PRIVATE KEY", key.getEncoded());
  }

  /** What is between the lines that begin and end it. */
  static byte[] bytes(String pem) {
    return Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
  }

  private static String text(String kind, byte[] bytes) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(kind, LINES.encodeToString(bytes), kind);
  }
}
