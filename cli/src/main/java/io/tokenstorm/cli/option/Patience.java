package io.tokenstorm.cli.option;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How long to wait for something: {@code 500ms}, {@code 30s}, {@code 10m}, {@code 1h}. */
public final class Patience implements ITypeConverter<Duration> {
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,6})(ms|s|m|h)");

  @Override
  public Duration convert(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException("'" + text + "' is no duration, as in 500ms, 30s, 10m, 1h");
    }
    long amount = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      default -> Duration.ofHours(amount);
    };
  }
}
