package io.tokenstorm.protocol.tls;

/** A folder of certificates cannot be used. The message is for the user. */
public final class CertificateFolderException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public CertificateFolderException(String message, Throwable cause) {
    super(message, cause);
  }
}
