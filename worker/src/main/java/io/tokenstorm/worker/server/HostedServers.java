package io.tokenstorm.worker.server;

import io.tokenstorm.protocol.server.ServerFacts;
import io.tokenstorm.protocol.server.ServerFault;
import io.tokenstorm.protocol.server.ServerState;
import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.protocol.wire.WorkerProtocol.ServerOrder;
import io.tokenstorm.server.ServerCommand;
import io.tokenstorm.server.ServerHost;
import io.tokenstorm.server.Stage;
import io.tokenstorm.server.wire.ServerMessages;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The servers that this worker runs on its host. Each order says that one is to run, or is not, and
 * for how long it may do so without hearing a further one: a worker without a coordinator stops its
 * servers. An order that is repeated changes nothing; a server that has ended is never started
 * again. They outlive the worker's actor systems. Thread-safe.
 */
public final class HostedServers {
  private static final Logger LOG = LoggerFactory.getLogger(HostedServers.class);
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._=-]{0,199}");

  /** So long it is remembered that one has ended, lest a late order starts it again. */
  private static final Duration MEMORY = Duration.ofMinutes(10);

  private final Place place;
  private final Ticker ticker;
  private final Map<String, HostedServer> servers = new LinkedHashMap<>();

  /**
   * Where they run.
   *
   * @param worker its id
   * @param processKey of this process, random: an order without it is none for this
   * @param host starts them; null: commands are not allowed here
   * @param logs folder of their logs
   */
  public record Place(String worker, String processKey, @Nullable ServerHost host, Path logs) {}

  public HostedServers(Place place, Ticker ticker) {
    this.place = place;
    this.ticker = ticker;
  }

  /** Obeys an order; where its server stands after that. */
  public synchronized ServerFacts obey(ServerOrder order) {
    long now = ticker.nanos();
    HostedServer known = isForThis(order) ? servers.get(order.server()) : null;
    if (known == null) {
      return order.wanted() ? begin(order, now) : ServerFacts.of(ServerState.UNKNOWN);
    }
    known.extend(now + order.leaseNanos());
    if (!order.wanted()) {
      known.stop("");
    }
    return known.facts();
  }

  /**
   * Only the coordinator that was joined was ever told the key: whoever orders with it is that one,
   * and means this process. Compared in constant time, since a stranger may try.
   */
  private boolean isForThis(ServerOrder order) {
    return MessageDigest.isEqual(
        order.processKey().getBytes(StandardCharsets.UTF_8),
        place.processKey().getBytes(StandardCharsets.UTF_8));
  }

  private ServerFacts begin(ServerOrder order, long now) {
    ServerHost host = place.host();
    if (host == null) {
      return refused(
          "worker %s starts no commands: start it with --allow-commands if it may"
              .formatted(place.worker()));
    }
    if (!isForThis(order)) {
      return refused("the process of worker %s that ran it has ended".formatted(place.worker()));
    }
    if (!ID.matcher(order.server()).matches()) {
      return refused("its id is none: " + order.server());
    }
    try {
      ServerCommand command =
          ServerMessages.command(
              order.spec(), place.logs().resolve(order.server() + ".log").toAbsolutePath());
      LOG.info("starts a server by order of the coordinator: {}", command);
      servers.put(order.server(), new HostedServer(host.start(command), now + order.leaseNanos()));
      return ServerFacts.of(ServerState.STARTING);
    } catch (IllegalArgumentException e) {
      return refused("it cannot be started: " + e.getMessage());
    }
  }

  private static ServerFacts refused(String why) {
    LOG.warn("a server is refused: {}", why);
    return new ServerFacts(
        ServerState.REFUSED,
        -1,
        new ServerFault(
            "server failed to start: " + why, Stage.LAUNCH.name(), -1, List.of(), "", "", -1));
  }

  /** Ends those whose time is over; to be called a few times a second. */
  public synchronized void look() {
    long now = ticker.nanos();
    servers
        .entrySet()
        .removeIf(
            one ->
                one.getValue().isOver()
                    && now - one.getValue().leaseUntilNanos() > MEMORY.toNanos());
    servers.forEach(
        (id, server) -> {
          if (!server.isStopped() && now - server.leaseUntilNanos() > 0) {
            LOG.warn("stops the server {}: its coordinator was not heard for too long", id);
            server.stop("was stopped by worker " + place.worker() + ", which heard no coordinator");
          }
        });
  }

  /** Orders the end of all; the host waits for it when it is closed. */
  public synchronized void stopAll() {
    servers
        .values()
        .forEach(server -> server.stop("was stopped by worker " + place.worker() + ", which ends"));
  }
}
