package io.tokenstorm.server.local;

import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.server.ServerCommand;
import io.tokenstorm.server.ServerFailure;
import io.tokenstorm.server.ServerHost;
import io.tokenstorm.server.Stage;
import io.tokenstorm.server.StartedServer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Starts servers on this machine; Linux only. Each runs in a session of its own below a supervisor
 * that ends all its processes when it is told to, and also when this process is no more, however
 * that came about. All lives go on in one daemon thread.
 */
public final class LocalServerHost implements ServerHost, AutoCloseable {
  private final ScheduledExecutorService thread;
  private final Ticker ticker;
  private final Function<String, @Nullable String> environment;
  private final Set<LocalServer> servers = ConcurrentHashMap.newKeySet();

  /**
   * @param ticker measures how long things take
   * @param environment values of variables that commands refer to
   */
  public LocalServerHost(Ticker ticker, Function<String, @Nullable String> environment) {
    this.ticker = ticker;
    this.environment = environment;
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
  public StartedServer start(ServerCommand command) {
    ServerSecrets secrets = ServerSecrets.of(command, environment);
    LocalServer server = new LocalServer(command, secrets, new LocalServer.Place(thread, ticker));
    if (!secrets.missing().isEmpty()) {
      server.refuse(unset(command, secrets.missing()));
      return server;
    }
    servers.add(server);
    server.over().whenComplete((nothing, error) -> servers.remove(server));
    server.begin();
    return server;
  }

  private static ServerFailure unset(ServerCommand command, List<String> variables) {
    return new ServerFailure(
        "server failed to start: %s was not started: the environment variable %s is not set where it is to run; set it there"
            .formatted(command.name(), String.join(", ", variables)),
        Stage.LAUNCH,
        OptionalInt.empty(),
        List.of(),
        Optional.empty());
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
