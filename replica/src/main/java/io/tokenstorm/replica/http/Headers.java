package io.tokenstorm.replica.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Header fields in their order; names compare without case. Immutable. */
public final class Headers {
  /** One field. */
  public record Field(String name, String value) {}

  private final List<Field> fields;

  /** The fields, as they came. */
  public Headers(List<Field> fields) {
    this.fields = List.copyOf(fields);
  }

  /** All fields in order. */
  public List<Field> fields() {
    return fields;
  }

  /** The first value of a name. */
  public Optional<String> first(String name) {
    for (Field field : fields) {
      if (field.name().equalsIgnoreCase(name)) {
        return Optional.of(field.value());
      }
    }
    return Optional.empty();
  }

  /** Whether a comma-separated field contains a token, without case. */
  public boolean contains(String name, String token) {
    for (Field field : fields) {
      if (field.name().equalsIgnoreCase(name)) {
        for (String part : field.value().split(",")) {
          if (part.trim().equalsIgnoreCase(token)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** Parses field lines (without the start line); folded lines are refused. */
  static Headers parse(List<String> lines) throws HttpProblem {
    List<Field> fields = new ArrayList<>();
    for (String line : lines) {
      int colon = line.indexOf(':');
      if (colon < 1 || !isToken(line.substring(0, colon))) {
        throw new HttpProblem(400, "a header line has no valid name");
      }
      fields.add(new Field(line.substring(0, colon), line.substring(colon + 1).trim()));
    }
    return new Headers(fields);
  }

  /** The framing these fields announce for a body that a message may have. */
  Framing framing(Framing without) throws HttpProblem {
    Optional<String> coding = first("transfer-encoding");
    List<String> lengths =
        fields.stream()
            .filter(f -> f.name().equalsIgnoreCase("content-length"))
            .map(Field::value)
            .distinct()
            .toList();
    if (coding.isPresent()) {
      if (!coding.get().toLowerCase(Locale.ROOT).equals("chunked") || !lengths.isEmpty()) {
        throw new HttpProblem(400, "unsupported transfer-encoding or two framings at once");
      }
      return Framing.CHUNKED;
    }
    return lengths.isEmpty() ? without : Framing.fixed(parseLength(lengths));
  }

  private static long parseLength(List<String> lengths) throws HttpProblem {
    String text = lengths.get(0);
    if (lengths.size() > 1 || !text.matches("[0-9]{1,18}")) {
      throw new HttpProblem(400, "content-length is not one number");
    }
    return Long.parseLong(text);
  }

  private static boolean isToken(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c <= ' ' || c >= 127 || "()<>@,;:\\\"/[]?={}".indexOf(c) >= 0) {
        return false;
      }
    }
    return true;
  }
}
