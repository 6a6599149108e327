package io.tokenstorm.protocol.tls;

import akka.remote.artery.tcp.SSLEngineProvider;
import io.tokenstorm.protocol.time.Ticker;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;

/**
 * Mutual TLS of Akka's remoting. Both ends must show a certificate of the cluster's authority, and
 * who is dialled must show one that names the host dialled. A refusal is logged in plain words on
 * the side that refuses and on the side that is refused, each reason at most once a minute.
 */
public final class MutualTls implements SSLEngineProvider {
  private static final Logger LOG = LoggerFactory.getLogger(MutualTls.class);
  private static final Duration SAY_AGAIN = Duration.ofMinutes(1);
  private static final int REMEMBERED = 100;

  private final TlsEngines engines;
  private final Consumer<TlsRefusal> onRefusal;
  private final Ticker ticker;
  private final Map<String, Long> said =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > REMEMBERED;
        }
      };

  /**
   * Mutual TLS with the certificates of a folder.
   *
   * @param onRefusal told of each refusal, from any thread; must return at once
   * @throws CertificateFolderException if the folder cannot be used
   */
  public MutualTls(CertificateFolder folder, Consumer<TlsRefusal> onRefusal, Ticker ticker) {
    this.engines = new TlsEngines(folder);
    this.onRefusal = onRefusal;
    this.ticker = ticker;
  }

  @Override
  public SSLEngine createServerSSLEngine(String hostname, int port) {
    return new ReportingEngine(engines.server(true), failure -> failed(failure, null));
  }

  @Override
  public SSLEngine createClientSSLEngine(String hostname, int port) {
    return new ReportingEngine(
        engines.client(hostname, port), failure -> failed(failure, hostname + ":" + port));
  }

  @Override
  public Option<Throwable> verifyClientSession(String hostname, SSLSession session) {
    return Option.empty();
  }

  @Override
  public Option<Throwable> verifyServerSession(String hostname, SSLSession session) {
    return Option.empty();
  }

  private void failed(SSLException failure, @Nullable String peer) {
    TlsRefusal refusal = TlsReasons.of(failure, peer, engines.description());
    if (isNews(refusal.text())) {
      LOG.warn("{}", refusal.text());
    }
    onRefusal.accept(refusal);
  }

  private boolean isNews(String text) {
    long now = ticker.nanos();
    synchronized (said) {
      Long before = said.get(text);
      if (before != null && now - before < SAY_AGAIN.toNanos()) {
        return false;
      }
      said.put(text, now);
      return true;
    }
  }
}
