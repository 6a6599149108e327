package io.tokenstorm.protocol.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.UUID;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * A node's own key and certificate, and the one authority it trusts.
 *
 * @param key private
 * @param certificate of the key
 * @param authority whose certificates are accepted; no other, the system's included
 */
public record TlsIdentity(PrivateKey key, X509Certificate certificate, X509Certificate authority) {

  /** For both ends of a connection; what is not accepted is explained in plain words. */
  public SSLContext context() {
    try {
      char[] password = UUID.randomUUID().toString().toCharArray();
      KeyStore keys = emptyStore();
      keys.setKeyEntry("node", key, password, new Certificate[] {certificate});
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(keys, password);
      return context(factory.getKeyManagers(), authority);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this Java offers no TLS", e);
    }
  }

  /** For a client that shows no certificate of its own. */
  public static SSLContext trusting(X509Certificate authority) {
    try {
      return context(new KeyManager[0], authority);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this Java offers no TLS", e);
    }
  }

  private static SSLContext context(KeyManager[] keys, X509Certificate authority)
      throws GeneralSecurityException, IOException {
    KeyStore trusted = emptyStore();
    trusted.setCertificateEntry("authority", authority);
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(trusted);
    X509ExtendedTrustManager checks = (X509ExtendedTrustManager) factory.getTrustManagers()[0];
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys, new TrustManager[] {new ExplainingTrust(checks, authority)}, null);
    return context;
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  /** Who this is and until when, for a person. */
  String description() {
    return "'%s', valid until %s, of '%s'"
        .formatted(
            Names.of(certificate.getSubjectX500Principal()),
            certificate.getNotAfter().toInstant(),
            Names.of(certificate.getIssuerX500Principal()));
  }

  /** Refuses a key that is not the certificate's. */
  void requireMatchingKey() throws GeneralSecurityException {
    byte[] probe = {1, 2, 3};
    String algorithm = "EC".equals(key.getAlgorithm()) ? "SHA256withECDSA" : "SHA256withRSA";
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(key);
    signature.update(probe);
    byte[] signed = signature.sign();
    signature.initVerify(certificate);
    signature.update(probe);
    if (!signature.verify(signed)) {
      throw new GeneralSecurityException("it is not the key of " + CertificateFolder.CERTIFICATE);
    }
  }
}
