package io.tokenstorm.cli.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How many of something: 1 to 10,000. */
public final class Count implements ITypeConverter<Integer> {
  private static final int MOST = 10_000;

  @Override
  public Integer convert(String text) {
    try {
      int count = Integer.parseInt(text);
      if (count >= 1 && count <= MOST) {
        return count;
      }
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is no number: 1 to " + MOST);
    }
    throw new TypeConversionException(text + " is out of range: 1 to " + MOST);
  }
}
