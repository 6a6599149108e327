package io.tokenstorm.replica.gateway;

import io.tokenstorm.replica.net.Connection;
import io.tokenstorm.replica.net.EventLoop;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * One replica behind the gateway: whether it is ready, its connections, idle ones last used first
 * reused. A replica that refused a connection is left out for a second. On the loop's thread only.
 */
final class Upstream {
  private static final long LEFT_OUT_NANOS = 1_000_000_000L;

  private final String name;
  private final InetSocketAddress address;
  private final Deque<UpstreamConnection> idle = new ArrayDeque<>();
  private final Set<UpstreamConnection> busy = new HashSet<>();
  private boolean evicted;
  private boolean refused;
  private long refusedNanos;

  Upstream(String name, InetSocketAddress address) {
    this.name = name;
    this.address = address;
  }

  String name() {
    return name;
  }

  InetSocketAddress address() {
    return address;
  }

  boolean ready(long nowNanos) {
    return !evicted && !(refused && nowNanos - refusedNanos < LEFT_OUT_NANOS);
  }

  Router.Candidate candidate() {
    return new Router.Candidate(name, busy.size());
  }

  int inFlight() {
    return busy.size();
  }

  /** Sends an exchange to the replica. */
  void send(EventLoop loop, Exchange exchange) throws IOException {
    UpstreamConnection reused = idle.pollFirst();
    if (reused != null) {
      busy.add(reused);
      reused.carry(exchange);
      return;
    }
    UpstreamConnection fresh = new UpstreamConnection(this);
    busy.add(fresh);
    Connection connection = loop.connect(address, fresh);
    fresh.carryOnceConnected(connection, exchange);
  }

  void free(UpstreamConnection connection) {
    busy.remove(connection);
    idle.addFirst(connection);
  }

  void gone(UpstreamConnection connection) {
    busy.remove(connection);
    idle.remove(connection);
  }

  void refused(long nowNanos) {
    refused = true;
    refusedNanos = nowNanos;
  }

  /** No new request goes there, and those in flight are cut. */
  void evict() {
    evicted = true;
    Set.copyOf(busy).forEach(UpstreamConnection::cut);
  }

  void comeBack() {
    evicted = false;
    refused = false;
  }
}
