package io.tokenstorm.coordinator.target;

import akka.http.javadsl.ConnectionContext;
import akka.http.javadsl.HttpsConnectionContext;
import io.tokenstorm.protocol.plan.TlsOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** How an https target is verified, as its route says. */
final class TargetTls {
  private TargetTls() {}

  /**
   * @throws TargetException if the authorities' file cannot be read
   */
  static HttpsConnectionContext context(TlsOptions tls) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust(tls), null);
      return ConnectionContext.httpsClient((host, port) -> engine(context, tls, host, port));
    } catch (GeneralSecurityException | IOException e) {
      throw new TargetException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  private static SSLEngine engine(SSLContext context, TlsOptions tls, String host, int port) {
    String name = tls.serverName() == null ? host : tls.serverName();
    SSLEngine engine = context.createSSLEngine(name, port);
    engine.setUseClientMode(true);
    SSLParameters parameters = engine.getSSLParameters();
    if (tls.verify()) {
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
    }
    if (tls.serverName() != null) {
      parameters.setServerNames(List.of(new SNIHostName(tls.serverName())));
    }
    engine.setSSLParameters(parameters);
    return engine;
  }

  private static TrustManager[] trust(TlsOptions tls) throws GeneralSecurityException, IOException {
    if (!tls.verify()) {
      return new TrustManager[] {new TrustsAnyone()};
    }
    TrustManagerFactory system = factory(null);
    if (tls.caFile() == null) {
      return system.getTrustManagers();
    }
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    for (TrustManager manager : system.getTrustManagers()) {
      if (manager instanceof X509TrustManager known) {
        addAll(store, "system", Arrays.asList(known.getAcceptedIssuers()));
      }
    }
    try (InputStream in = Files.newInputStream(Path.of(tls.caFile()))) {
      addAll(
          store,
          "plan",
          CertificateFactory.getInstance("X.509").generateCertificates(in).stream().toList());
    }
    return factory(store).getTrustManagers();
  }

  private static void addAll(KeyStore store, String prefix, List<? extends Certificate> all)
      throws GeneralSecurityException {
    for (int i = 0; i < all.size(); i++) {
      store.setCertificateEntry(prefix + i, all.get(i));
    }
  }

  private static TrustManagerFactory factory(@org.jspecify.annotations.Nullable KeyStore store)
      throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory;
  }

  /** For {@code verify: false}, by the user's own word. */
  private static final class TrustsAnyone implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
