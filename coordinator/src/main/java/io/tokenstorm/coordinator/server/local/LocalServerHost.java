package io.tokenstorm.coordinator.server.local;

import io.tokenstorm.coordinator.server.RunningServer;
import io.tokenstorm.coordinator.server.ServerCommand;
import io.tokenstorm.coordinator.server.ServerHost;
import io.tokenstorm.protocol.time.Ticker;
import java.time.Clock;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/**
 * Starts servers on this machine; Linux only. Each runs in a session of its own below a supervisor
 * that ends all its processes when it is told to, and also when this process is no more, however
 * that came about. All lives go on in one daemon thread.
 */
public final class LocalServerHost implements ServerHost, AutoCloseable {
  private final ScheduledExecutorService thread;
  private final Ticker ticker;
  private final Clock clock;
  private final Set<LocalServer> servers = ConcurrentHashMap.newKeySet();

  /**
   * @param ticker measures how long things take
   * @param clock tells when a server was ready
   */
  public LocalServerHost(Ticker ticker, Clock clock) {
    this.ticker = ticker;
    this.clock = clock;
    ScheduledThreadPoolExecutor executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread made = new Thread(task, "tokenstorm-servers");
              made.setDaemon(true);
              return made;
            });
    executor.setRemoveOnCancelPolicy(true);
    this.thread = executor;
  }

  @Override
  public CompletionStage<RunningServer> start(ServerCommand command) {
    LocalServer server = new LocalServer(command, new LocalServer.Place(thread, ticker, clock));
    servers.add(server);
    server.over().whenComplete((nothing, error) -> servers.remove(server));
    return server.begin();
  }

  /**
   * Stops all servers and waits for that. What did not come about is told by the stages of those
   * who started them.
   */
  @Override
  public void close() {
    CompletableFuture<?>[] ends =
        servers.stream()
            .map(server -> server.end().toCompletableFuture())
            .toArray(CompletableFuture<?>[]::new);
    CompletableFuture.allOf(ends).handle((nothing, error) -> true).join();
    thread.shutdown();
  }
}
