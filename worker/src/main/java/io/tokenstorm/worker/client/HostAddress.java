package io.tokenstorm.worker.client;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Host and port of a target. The name is looked up in the background and kept. Where it has several
 * addresses the next one is taken after a failed connect, and once all have failed the name is
 * looked up again. Thread-safe.
 */
final class HostAddress {
  /** Told how a look-up ended, on the loop that asked. */
  interface Answer {
    void resolved(InetSocketAddress address);

    void unresolved(String detail);
  }

  /** Gives the addresses of a name, at least one. */
  @FunctionalInterface
  interface Lookup {
    InetAddress[] addressesOf(String host) throws UnknownHostException;
  }

  /**
   * What a look-up gave.
   *
   * @param all addresses of the name, in the order they are tried
   * @param at the one in use
   */
  private record Known(List<InetSocketAddress> all, int at) {
    InetSocketAddress address() {
      return all.get(at);
    }

    @Nullable Known next() {
      return at + 1 < all.size() ? new Known(all, at + 1) : null;
    }
  }

  private final String host;
  private final int port;
  private final Executor background;
  private final Lookup lookup;
  private final AtomicReference<@Nullable Known> known = new AtomicReference<>();

  HostAddress(URI url, Executor background) {
    this(url, background, InetAddress::getAllByName);
  }

  HostAddress(URI url, Executor background, Lookup lookup) {
    String name = url.getHost();
    if (name == null) {
      throw new IllegalArgumentException("no host in " + url);
    }
    this.host = name.startsWith("[") ? name.substring(1, name.length() - 1) : name;
    this.port = url.getPort() >= 0 ? url.getPort() : isTls(url) ? 443 : 80;
    this.background = background;
    this.lookup = lookup;
  }

  static boolean isTls(URI url) {
    return "https".equalsIgnoreCase(url.getScheme());
  }

  String host() {
    return host;
  }

  int port() {
    return port;
  }

  /** Gives the address in use, at once if it is known, else on the loop. */
  void resolve(Executor loop, Answer answer) {
    Known now = known.get();
    if (now != null) {
      answer.resolved(now.address());
      return;
    }
    background.execute(() -> lookUp(loop, answer));
  }

  private void lookUp(Executor loop, Answer answer) {
    try {
      List<InetSocketAddress> all =
          Arrays.stream(lookup.addressesOf(host))
              .map(address -> new InetSocketAddress(address, port))
              .toList();
      known.set(new Known(all, 0));
      loop.execute(() -> answer.resolved(all.get(0)));
    } catch (UnknownHostException e) {
      loop.execute(() -> answer.unresolved("the name " + host + " is not known"));
    }
  }

  /**
   * A connect to this address failed.
   *
   * @return whether the name has another one that has not failed since it was looked up
   */
  boolean failed(InetSocketAddress address) {
    Known now = known.get();
    if (now == null || !now.address().equals(address)) {
      return now != null; // another slot has found out before
    }
    Known next = now.next();
    known.compareAndSet(now, next);
    return next != null;
  }
}
