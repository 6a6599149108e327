package io.tokenstorm.coordinator.plan.parse;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as a plan writes them: {@code 60s}, {@code 10m}, {@code 500ms}, {@code 1h30m}, {@code
 * 1.5s}; units {@code h m s ms us ns}, larger ones first. What {@link #write} gives, {@link #read}
 * reads back to the same duration.
 */
public final class DurationText {
  /** Longest duration a plan may name: a week. */
  public static final Duration MAX = Duration.ofDays(7);

  private static final Pattern PART =
      Pattern.compile("(\\d{1,19}(?:\\.\\d{1,9})?)(h|ms|us|ns|m|s)");
  private static final Pattern GUESS =
      Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)\\s*([A-Za-zµ]{0,12})");
  private static final Map<String, Long> NANOS_PER_UNIT = units();
  private static final Map<String, List<String>> OTHER_NAMES =
      Map.of(
          "h", List.of("hour", "hours", "hr", "hrs"),
          "m", List.of("min", "mins", "minute", "minutes"),
          "s", List.of("", "sec", "secs", "second", "seconds"),
          "ms", List.of("msec", "msecs", "millis", "millisecond", "milliseconds"),
          "us", List.of("µs", "usec", "micros", "microseconds"),
          "ns", List.of("nsec", "nanos", "nanoseconds"));

  private DurationText() {}

  private static Map<String, Long> units() {
    Map<String, Long> units = new LinkedHashMap<>();
    units.put("h", 3_600_000_000_000L);
    units.put("m", 60_000_000_000L);
    units.put("s", 1_000_000_000L);
    units.put("ms", 1_000_000L);
    units.put("us", 1_000L);
    units.put("ns", 1L);
    return units;
  }

  /** The duration, or empty if the text is none or is longer than 292 years. */
  public static Optional<Duration> read(String text) {
    Matcher part = PART.matcher(text);
    BigDecimal nanos = BigDecimal.ZERO;
    long lastUnit = Long.MAX_VALUE;
    int end = 0;
    while (end < text.length()) {
      long unit = part.find() && part.start() == end ? nanosPer(part.group(2)) : lastUnit;
      if (unit >= lastUnit) {
        return Optional.empty();
      }
      nanos = nanos.add(new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(unit)));
      lastUnit = unit;
      end = part.end();
    }
    boolean whole = nanos.stripTrailingZeros().scale() <= 0;
    boolean bounded = nanos.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0;
    return end > 0 && whole && bounded
        ? Optional.of(Duration.ofNanos(nanos.longValueExact()))
        : Optional.empty();
  }

  /** The shortest exact form in one unit: {@code 10m}, {@code 90s}, {@code 1500ms}. */
  public static String write(Duration duration) {
    long nanos = duration.toNanos();
    if (nanos == 0) {
      return "0s";
    }
    for (Map.Entry<String, Long> unit : NANOS_PER_UNIT.entrySet()) {
      if (nanos % unit.getValue() == 0) {
        return nanos / unit.getValue() + unit.getKey();
      }
    }
    throw new IllegalStateException("every duration is a number of nanoseconds");
  }

  /** What a text that is no duration probably meant, or the empty text. */
  static String suggestion(String text) {
    Matcher guess = GUESS.matcher(text.strip());
    if (!guess.matches()) {
      return "";
    }
    String unit = guess.group(2).toLowerCase(java.util.Locale.ROOT);
    for (Map.Entry<String, List<String>> names : OTHER_NAMES.entrySet()) {
      if (names.getKey().equals(unit) || names.getValue().contains(unit)) {
        return guess.group(1) + names.getKey();
      }
    }
    return "";
  }

  private static long nanosPer(String unit) {
    return NANOS_PER_UNIT.getOrDefault(unit, Long.MAX_VALUE);
  }
}
