package io.tokenstorm.protocol.tls;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import javax.security.auth.x500.X500Principal;

/** Names out of certificates, fit for a log: what a stranger wrote there cannot forge a line. */
final class Names {
  private static final int LONGEST = 120;

  private Names() {}

  static String of(X500Principal principal) {
    return safe(principal.getName());
  }

  /** The hosts a certificate is for. */
  static String hosts(X509Certificate certificate) {
    try {
      Collection<List<?>> names = certificate.getSubjectAlternativeNames();
      return names == null
          ? "none"
          : safe(
              names.stream()
                  .map(name -> String.valueOf(name.get(1)))
                  .collect(Collectors.joining(", ")));
    } catch (CertificateParsingException e) {
      return "unreadable names";
    }
  }

  /** Printable ASCII only, and not too long. */
  static String safe(String text) {
    String printable = text.replaceAll("[^\\x20-\\x7e]", "?");
    return printable.length() <= LONGEST ? printable : printable.substring(0, LONGEST) + "…";
  }
}
