package io.tokenstorm.worker.loop;

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
import java.util.List;
import java.util.concurrent.Executor;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Makes the client side of TLS connections to one target. Verified against the system's authorities
 * and those of the plan's file, unless the plan says not to verify. Thread-safe.
 */
public final class TlsClient {
  private final SSLContext context;
  private final TlsOptions options;
  private final String host;
  private final int port;
  private final Executor background;

  /**
   * Reads the plan's authorities.
   *
   * @param background runs the handshake's computations
   * @throws IllegalArgumentException if the file of authorities cannot be read or has none
   */
  public TlsClient(TlsOptions options, String host, int port, Executor background) {
    this.options = options;
    this.host = options.serverName() == null ? host : options.serverName();
    this.port = port;
    this.background = background;
    try {
      context = SSLContext.getInstance("TLS");
      context.init(null, trust(options), null);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalArgumentException("TLS for " + host + ": " + e.getMessage(), e);
    }
  }

  Executor background() {
    return background;
  }

  SSLEngine engine() {
    SSLEngine engine = context.createSSLEngine(host, port);
    engine.setUseClientMode(true);
    SSLParameters parameters = engine.getSSLParameters();
    if (isName(host)) {
      parameters.setServerNames(List.of(new SNIHostName(host)));
    }
    if (options.verify()) {
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
    }
    engine.setSSLParameters(parameters);
    return engine;
  }

  private static boolean isName(String host) {
    return !host.startsWith("[") && !host.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
  }

  private static TrustManager @Nullable [] trust(TlsOptions options)
      throws GeneralSecurityException, IOException {
    if (!options.verify()) {
      return new TrustManager[] {new TrustAll()};
    }
    if (options.caFile() == null) {
      return null;
    }
    KeyStore store = systemAuthorities();
    int n = 0;
    for (Certificate authority : read(Path.of(options.caFile()))) {
      store.setCertificateEntry("plan-" + n++, authority);
    }
    if (n == 0) {
      throw new IOException("no certificate in " + options.caFile());
    }
    return managers(store);
  }

  private static List<Certificate> read(Path file) throws GeneralSecurityException, IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return List.copyOf(CertificateFactory.getInstance("X.509").generateCertificates(in));
    }
  }

  private static KeyStore systemAuthorities() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    int n = 0;
    for (TrustManager manager : managers(null)) {
      if (manager instanceof X509TrustManager x509) {
        for (X509Certificate authority : x509.getAcceptedIssuers()) {
          store.setCertificateEntry("system-" + n++, authority);
        }
      }
    }
    return store;
  }

  private static TrustManager[] managers(@Nullable KeyStore store) throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }
}
