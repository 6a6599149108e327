package io.tokenstorm.cluster.stub;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Stands for {@code vllm serve} or {@code sglang serve}: the same options, the same order of
 * checks, the logs of those programs, and an HTTP server that counts the tokens it is sent. It
 * computes nothing. It listens on loopback whatever {@code --host} says.
 */
public final class StubEngine {
  private final StubSettings settings;
  private final StubLog log;

  private StubEngine(StubSettings settings) {
    this.settings = settings;
    this.log = new StubLog(settings);
  }

  /** Arguments: {@code vllm} or {@code sglang}, then that program's. */
  public static void main(String[] arguments) throws Exception {
    List<String> words = List.of(arguments);
    StubSettings settings =
        StubSettings.of(words.get(0), words.subList(1, words.size()), System.getenv());
    int status = new StubEngine(settings).run();
    if (status != 0) {
      System.exit(status);
    }
  }

  private int run() throws IOException, InterruptedException {
    if (!settings.unknown().isEmpty()) {
      log.unknownOptions();
      return 2;
    }
    log.starting();
    if (settings.maxLength() > settings.modelLimit()) {
      log.contextTooLong();
      return 1;
    }
    log.loading();
    new CountDownLatch(1).await(settings.loadMillis(), TimeUnit.MILLISECONDS);
    if (settings.failure().equals("oom")) {
      log.outOfMemory();
      return 1;
    }
    if (settings.isVllm() && settings.maxLength() > settings.kvTokens()) {
      log.kvCacheTooSmall();
      return 1;
    }
    serve();
    return 0;
  }

  private void serve() throws IOException {
    HttpServer server =
        HttpServer.create(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), settings.port()), 64);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", new StubApi(settings, log));
    Runtime.getRuntime().addShutdownHook(new Thread(log::stopping));
    server.start();
    log.loaded();
  }
}
