package io.tokenstorm.server.local;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;

/** Whether anyone has the port of a base URL on this machine. */
final class PortUse {
  private static final int CONNECT_MILLIS = 500;

  private PortUse() {}

  /** Somebody accepts connections there, or the port cannot be had although the address is ours. */
  static boolean of(URI base) {
    InetSocketAddress address = new InetSocketAddress(base.getHost(), base.getPort());
    return !address.isUnresolved() && (accepts(address) || isTaken(address));
  }

  private static boolean accepts(InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address, CONNECT_MILLIS);
      // a connect to a free port of one's own range may meet itself
      return !socket.getLocalSocketAddress().equals(socket.getRemoteSocketAddress());
    } catch (IOException refused) {
      return false;
    }
  }

  private static boolean isTaken(InetSocketAddress address) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(address);
      return false;
    } catch (BindException e) {
      return isOurs(address.getAddress());
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isOurs(InetAddress address) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(address, 0));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
