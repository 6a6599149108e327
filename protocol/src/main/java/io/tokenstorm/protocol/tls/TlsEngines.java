package io.tokenstorm.protocol.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the engines of a node's connections out of its folder of certificates. The files are looked
 * at again for each connection: a renewed certificate serves from the next connection on, without a
 * restart. TLS 1.3 alone is spoken, both ends are ours. Thread-safe.
 */
public final class TlsEngines {
  private static final Logger LOG = LoggerFactory.getLogger(TlsEngines.class);
  private static final String[] PROTOCOLS = {"TLSv1.3"};

  private final CertificateFolder folder;
  private Loaded loaded;

  private record Loaded(List<Long> stamps, SSLContext context, String description) {}

  /**
   * Reads the folder.
   *
   * @throws CertificateFolderException if it cannot be used
   */
  public TlsEngines(CertificateFolder folder) {
    this.folder = folder;
    this.loaded = load();
  }

  private Loaded load() {
    List<Long> stamps = stamps();
    TlsIdentity identity = folder.identity();
    return new Loaded(stamps, identity.context(), identity.description());
  }

  /** For a connection that came in: the other side must show a certificate if asked to. */
  public SSLEngine server(boolean askForCertificate) {
    SSLEngine engine = current().context().createSSLEngine();
    engine.setUseClientMode(false);
    engine.setNeedClientAuth(askForCertificate);
    engine.setEnabledProtocols(PROTOCOLS);
    return engine;
  }

  /** For a connection to a host, which the other side's certificate must name. */
  SSLEngine client(String host, int port) {
    SSLEngine engine = current().context().createSSLEngine(host, port);
    engine.setUseClientMode(true);
    engine.setEnabledProtocols(PROTOCOLS);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    engine.setSSLParameters(parameters);
    return engine;
  }

  /** What this node shows, for a person. */
  public String description() {
    return current().description();
  }

  private synchronized Loaded current() {
    if (!stamps().equals(loaded.stamps())) {
      try {
        loaded = load();
        LOG.info("certificates of {} read again: {}", folder.path(), loaded.description());
      } catch (CertificateFolderException e) {
        // half written: the old one serves until the files fit together again
        LOG.warn("new certificates cannot be used yet, the old ones serve on: {}", e.getMessage());
      }
    }
    return loaded;
  }

  private List<Long> stamps() {
    List<Long> stamps = new ArrayList<>();
    for (Path file : folder.files()) {
      try {
        stamps.add(Files.getLastModifiedTime(file).toMillis());
      } catch (IOException e) {
        stamps.add(-1L); // not there: reading it says so
      }
    }
    return stamps;
  }
}
