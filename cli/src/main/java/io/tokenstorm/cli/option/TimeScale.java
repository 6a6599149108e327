package io.tokenstorm.cli.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A factor on the durations of a plan: above 0, at most 1,000. */
public final class TimeScale implements ITypeConverter<Double> {
  private static final double MOST = 1_000;

  @Override
  public Double convert(String text) {
    try {
      double factor = Double.parseDouble(text);
      if (factor > 0 && factor <= MOST) {
        return factor;
      }
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is no factor, as in 0.1");
    }
    throw new TypeConversionException(text + " is out of range: above 0, at most 1000");
  }
}
