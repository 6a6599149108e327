package io.tokenstorm.cli.certs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A node to make a certificate for: {@code NAME}, or {@code NAME=HOST,HOST…}.
 *
 * @param name of the node's folder, and of the certificate's subject
 * @param hosts names and addresses by which others dial it; a leading {@code *.} stands for any one
 *     name
 */
record NodeName(String name, List<String> hosts) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,62}");
  private static final Pattern HOST =
      Pattern.compile(
          "(\\*\\.)?[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

  NodeName {
    hosts = List.copyOf(hosts);
  }

  /** Whether a host is written as an IP address. */
  static boolean isAddress(String host) {
    return host.indexOf(':') >= 0 || host.matches("\\d{1,3}(\\.\\d{1,3}){3}");
  }

  /** Reads what a user wrote. */
  static final class Converter implements ITypeConverter<NodeName> {
    @Override
    public NodeName convert(String text) {
      int equals = text.indexOf('=');
      String name = equals < 0 ? text : text.substring(0, equals);
      if (!NAME.matcher(name).matches()) {
        throw new TypeConversionException(
            "'" + name + "' is no name of a node: letters, digits, '.', '_' and '-'");
      }
      List<String> hosts = new ArrayList<>();
      if (equals >= 0) {
        for (String host : text.substring(equals + 1).split(",", -1)) {
          if (!HOST.matcher(host).matches()) {
            throw new TypeConversionException(
                "'" + host + "' is no host: a name or an address, as in NAME=10.0.0.2,w1.example");
          }
          hosts.add(host);
        }
      }
      return new NodeName(name, hosts);
    }
  }
}
