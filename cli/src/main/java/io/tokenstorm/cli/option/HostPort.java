package io.tokenstorm.cli.option;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import java.net.InetAddress;
import java.net.UnknownHostException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A host and a port as a user writes them: {@code host:port}, {@code [::1]:port}.
 *
 * @param host without brackets
 * @param port 0 to 65535; 0 means any free one where something is bound
 */
public record HostPort(String host, int port) {

  /** The same as one text. */
  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }

  /**
   * Whether it is this machine's loopback.
   *
   * @param option that named it
   * @throws CommandFailure if the host is unknown
   */
  public boolean isOnLoopback(String option) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new CommandFailure(
          ExitCode.USAGE, option + ": no address is known for the host '" + host + "'.", e);
    }
  }

  /** Whether another machine is meant: a name that does not resolve yet may become one. */
  public boolean isElsewhere() {
    try {
      return !InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return true;
    }
  }

  /** Reads {@code host:port}. */
  public static final class Converter implements ITypeConverter<HostPort> {
    @Override
    public HostPort convert(String text) {
      int colon = text.lastIndexOf(':');
      String host = colon < 0 ? "" : text.substring(0, colon);
      if (host.startsWith("[") && host.endsWith("]")) {
        host = host.substring(1, host.length() - 1);
      }
      if (host.isEmpty()) {
        throw new TypeConversionException("'" + text + "' is not HOST:PORT, as in 127.0.0.1:7355");
      }
      return new HostPort(host, Port.parse(text.substring(colon + 1)));
    }
  }
}
