package io.tokenstorm.protocol.sample;

import io.tokenstorm.protocol.live.LatencySketch;
import io.tokenstorm.protocol.record.Gaps;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.record.SilentEvents;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Makes a random value of any record of the protocol by looking at its components, so that a new
 * component is covered without a word. The same seed gives the same values.
 */
public final class RandomValues {
  private static final String LETTERS = "abcXYZ019 -_/äß漢\uD83D\uDE00\u0000\"\\";

  private final Random random;

  public RandomValues(long seed) {
    this.random = new Random(seed);
  }

  /** A random value of a record, enum, sealed interface, text, number or list type. */
  public <T> T of(Class<T> type) {
    return type.cast(value(type));
  }

  /** Some records. */
  public List<RequestRecord> records(int count) {
    List<RequestRecord> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      records.add(of(RequestRecord.class));
    }
    return records;
  }

  private Object value(Type type) {
    if (type instanceof ParameterizedType generic) {
      return collection(generic);
    }
    Class<?> raw = (Class<?>) type;
    if (raw == int.class) {
      return random.nextInt(8) == 0 ? Integer.MAX_VALUE : random.nextInt(100_000);
    } else if (raw == long.class || raw == Long.class) {
      return number();
    } else if (raw == double.class) {
      return random.nextInt(4) == 0 ? 0.1 : random.nextDouble() * 1e6;
    } else if (raw == boolean.class) {
      return random.nextBoolean();
    } else if (raw == Integer.class) {
      return 1 + random.nextInt(9);
    } else if (raw == String.class) {
      return text();
    }
    return composite(raw);
  }

  private Object composite(Class<?> raw) {
    if (raw.isEnum()) {
      return raw.getEnumConstants()[random.nextInt(raw.getEnumConstants().length)];
    } else if (raw.isSealed()) {
      return value(
          raw.getPermittedSubclasses()[random.nextInt(raw.getPermittedSubclasses().length)]);
    } else if (raw == Gaps.class) {
      return Gaps.of(random.longs(random.nextInt(6), 0, 1L << 34).toArray());
    } else if (raw == SilentEvents.class) {
      return silent();
    } else if (raw == LatencySketch.class) {
      return sketch();
    } else if (raw.isRecord()) {
      return construct(raw);
    }
    throw new IllegalArgumentException("teach me to make a " + raw);
  }

  private Object construct(Class<?> raw) {
    RecordComponent[] components = raw.getRecordComponents();
    try {
      Constructor<?> constructor =
          raw.getDeclaredConstructor(
              Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
      return constructor.newInstance(
          Arrays.stream(components).map(c -> value(c.getGenericType())).toArray());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot make a " + raw, e);
    }
  }

  private Object collection(ParameterizedType type) {
    int size = random.nextInt(5);
    if (type.getRawType() == List.class) {
      List<Object> list = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        list.add(value(type.getActualTypeArguments()[0]));
      }
      return List.copyOf(list);
    } else if (type.getRawType() == Map.class) {
      Map<Object, Object> map = new TreeMap<>();
      for (int i = 0; i < size; i++) {
        map.put(text(), value(type.getActualTypeArguments()[1]));
      }
      return map;
    }
    throw new IllegalArgumentException("teach me to make a " + type);
  }

  private long number() {
    return switch (random.nextInt(5)) {
      case 0 -> 0L;
      case 1 -> Long.MAX_VALUE;
      case 2 -> -1L;
      default -> random.nextLong() >>> random.nextInt(63);
    };
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(12);
    for (int i = 0; i < length; i++) {
      text.appendCodePoint(LETTERS.codePointAt(random.nextInt(LETTERS.length())));
    }
    // a lone half of a surrogate pair is no text: it would not survive UTF-8
    return text.toString()
        .replaceAll(
            "[\\uD800-\\uDBFF](?![\\uDC00-\\uDFFF])|(?<![\\uD800-\\uDBFF])[\\uDC00-\\uDFFF]", "?");
  }

  private SilentEvents silent() {
    int count = random.nextInt(6) == 0 ? random.nextInt(100) : random.nextInt(4) - 1;
    return count < 0
        ? SilentEvents.UNKNOWN
        : SilentEvents.of(random.longs(SilentEvents.MAX_KEPT, 0, 1L << 34).toArray(), count);
  }

  private LatencySketch sketch() {
    Histogram histogram = LatencySketch.newHistogram();
    for (int i = random.nextInt(20); i > 0; i--) {
      LatencySketch.count(histogram, random.nextDouble() * 1e10);
    }
    return LatencySketch.of(histogram);
  }
}
