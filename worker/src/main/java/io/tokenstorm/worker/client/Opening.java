package io.tokenstorm.worker.client;

import io.tokenstorm.protocol.record.ErrorKind;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to connect to a target, and what its end says of the address that was tried. One
 * thread.
 */
final class Opening {
  private final HostAddress target;
  private @Nullable InetSocketAddress tried;

  Opening(HostAddress target) {
    this.target = target;
  }

  /** This address is tried. */
  void begins(InetSocketAddress address) {
    tried = address;
  }

  /** The connection is open: the address is good. */
  void succeeded() {
    tried = null;
  }

  /**
   * The attempt failed.
   *
   * @return whether the name has another address to be tried at once; a peer that was reached and
   *     refused the handshake is the target's answer
   */
  boolean failed(ErrorKind kind) {
    return giveUp() && kind != ErrorKind.TLS;
  }

  /**
   * The attempt took too long, or is no longer wanted; of no meaning once the connection is open.
   */
  void givenUp() {
    var unused = giveUp();
  }

  private boolean giveUp() {
    InetSocketAddress address = tried;
    tried = null;
    return address != null && target.failed(address);
  }
}
