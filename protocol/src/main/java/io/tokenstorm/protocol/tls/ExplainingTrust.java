package io.tokenstorm.protocol.tls;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The usual checks of Java's own trust manager against one authority. Decides nothing itself: it
 * only puts into plain words why a certificate was refused.
 */
final class ExplainingTrust extends X509ExtendedTrustManager {
  private static final String NEW_ONE =
      ": make a new one with 'tokenstorm certs add' where the authority's key is";

  private final X509ExtendedTrustManager checks;
  private final X509Certificate authority;

  ExplainingTrust(X509ExtendedTrustManager checks, X509Certificate authority) {
    this.checks = checks;
    this.authority = authority;
  }

  private interface Check {
    void run() throws CertificateException;
  }

  private void explained(X509Certificate[] chain, @Nullable String host, Check check)
      throws CertificateException {
    try {
      check.run();
    } catch (CertificateException e) {
      throw new RefusedCertificateException(reason(chain, host, e), e);
    }
  }

  private String reason(X509Certificate[] chain, @Nullable String host, CertificateException why) {
    if (chain.length == 0) {
      return "no certificate was shown";
    }
    X509Certificate shown = chain[0];
    String who = "its certificate '" + Names.of(shown.getSubjectX500Principal()) + "' ";
    try {
      shown.verify(authority.getPublicKey());
      shown.checkValidity();
    } catch (CertificateExpiredException e) {
      return who + "expired at " + shown.getNotAfter().toInstant() + NEW_ONE;
    } catch (CertificateNotYetValidException e) {
      return who
          + "is valid only from "
          + shown.getNotBefore().toInstant()
          + " on: set the machines' clocks right";
    } catch (GeneralSecurityException e) {
      return who
          + "was not issued by this cluster's authority '"
          + Names.of(authority.getSubjectX500Principal())
          + "', but by '"
          + Names.of(shown.getIssuerX500Principal())
          + "': use certificates of one 'tokenstorm certs init' on all nodes";
    }
    if (host != null && isAboutHost(why)) {
      return "%sis for the hosts %s, not for %s: make one that is, with 'tokenstorm certs add DIR --node NAME=%s'"
          .formatted(who, Names.hosts(shown), host, host);
    }
    return who + "is not accepted: " + Names.safe(String.valueOf(why.getMessage()));
  }

  private static boolean isAboutHost(CertificateException why) {
    String message = String.valueOf(why.getMessage());
    return message.startsWith("No subject alternative")
        || message.startsWith("No name matching")
        || message.contains("subject alternative name");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    explained(chain, null, () -> checks.checkClientTrusted(chain, type, engine));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    explained(chain, engine.getPeerHost(), () -> checks.checkServerTrusted(chain, type, engine));
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    explained(chain, null, () -> checks.checkClientTrusted(chain, type, socket));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    String host = socket.getInetAddress().getHostName();
    explained(chain, host, () -> checks.checkServerTrusted(chain, type, socket));
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    explained(chain, null, () -> checks.checkClientTrusted(chain, type));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    explained(chain, null, () -> checks.checkServerTrusted(chain, type));
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return checks.getAcceptedIssuers();
  }
}
