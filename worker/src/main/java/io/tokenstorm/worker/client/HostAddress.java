package io.tokenstorm.worker.client;

import io.tokenstorm.worker.loop.EventLoop;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Host and port of a target. The name is looked up in the background, kept, and looked up again
 * after a failed connect. Thread-safe.
 */
final class HostAddress {
  /** Told how a look-up ended, on the loop that asked. */
  interface Answer {
    void resolved(InetSocketAddress address);

    void unresolved(String detail);
  }

  private final String host;
  private final int port;
  private final Executor background;
  private volatile @Nullable InetSocketAddress known;

  HostAddress(URI url, Executor background) {
    String name = url.getHost();
    if (name == null) {
      throw new IllegalArgumentException("no host in " + url);
    }
    this.host = name.startsWith("[") ? name.substring(1, name.length() - 1) : name;
    this.port = url.getPort() >= 0 ? url.getPort() : isTls(url) ? 443 : 80;
    this.background = background;
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

  /** Gives the address, at once if it is known. */
  void resolve(EventLoop loop, Answer answer) {
    InetSocketAddress address = known;
    if (address != null) {
      answer.resolved(address);
      return;
    }
    background.execute(() -> lookUp(loop, answer));
  }

  private void lookUp(EventLoop loop, Answer answer) {
    try {
      InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(host), port);
      known = address;
      loop.execute(() -> answer.resolved(address));
    } catch (UnknownHostException e) {
      loop.execute(() -> answer.unresolved("the name " + host + " is not known"));
    }
  }

  /** A connect failed: the next one looks the name up again. */
  void forget() {
    known = null;
  }
}
