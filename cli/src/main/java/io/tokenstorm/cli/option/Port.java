package io.tokenstorm.cli.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A TCP port to bind: 0 to 65535, 0 for any free one. */
public final class Port implements ITypeConverter<Integer> {
  @Override
  public Integer convert(String text) {
    return parse(text);
  }

  static int parse(String text) {
    try {
      int port = Integer.parseInt(text);
      if (port >= 0 && port <= 65535) {
        return port;
      }
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is no port: a number from 0 to 65535");
    }
    throw new TypeConversionException("port " + text + " does not exist: 0 to 65535");
  }
}
