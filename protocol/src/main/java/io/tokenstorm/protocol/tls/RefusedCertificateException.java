package io.tokenstorm.protocol.tls;

import java.security.cert.CertificateException;

/** A certificate that is not accepted; the message says why and what to do. */
public final class RefusedCertificateException extends CertificateException {
  private static final long serialVersionUID = 1;

  RefusedCertificateException(String message, CertificateException cause) {
    super(message, cause);
  }

  /** The plain reason in a failure's causes, or null if a certificate was not the trouble. */
  public static @org.jspecify.annotations.Nullable String reasonIn(Throwable failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (at instanceof RefusedCertificateException refused) {
        return refused.getMessage();
      }
    }
    return null;
  }
}
