package io.tokenstorm.worker.engine;

import io.tokenstorm.worker.cases.CaseServer;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Objects;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** Servers with a self-signed certificate for quirk.test. */
final class TlsServers {
  private static final char[] PASSWORD = "changeit".toCharArray();

  private TlsServers() {}

  static CaseServer selfSigned(CaseServer.Script script) throws Exception {
    return CaseServer.start(context(), script);
  }

  static SSLContext context() throws Exception {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = TlsServers.class.getResourceAsStream("/cases/quirk.p12")) {
      keys.load(in, PASSWORD);
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  /** The certificate, as a file that a plan can name. */
  static String authority() throws Exception {
    return Path.of(Objects.requireNonNull(TlsServers.class.getResource("/cases/quirk.pem")).toURI())
        .toString();
  }
}
