package io.tokenstorm.worker.chunk;

import java.util.List;
import java.util.Random;

/** Writes JSON objects that look like chunks, in every spelling: any order, repeats, escapes. */
final class OddJson {
  private static final List<String> NAMES =
      List.of(
          "choices",
          "usage",
          "error",
          "object",
          "message",
          "delta",
          "index",
          "finish_reason",
          "content",
          "text",
          "reasoning_content",
          "reasoning",
          "tool_calls",
          "prompt_tokens",
          "completion_tokens",
          "type",
          "id",
          "logprobs",
          "x",
          "");
  private static final List<String> TEXTS =
      List.of(
          "",
          "error",
          "stop",
          "abort",
          "hello",
          " ",
          "\\n",
          "\\\"",
          "\\\\",
          "\\u0000",
          "\\u00e9",
          "é{[\\\"]}",
          "a]}",
          "chat.completion.chunk");
  private static final List<String> LITERALS =
      List.of("null", "true", "false", "0", "1", "7", "-1", "2.5", "1e3", "0.0", "99999999999");

  private final Random random;
  private final StringBuilder out = new StringBuilder();

  OddJson(long seed) {
    random = new Random(seed);
  }

  String object() {
    top();
    blank();
    return out.toString();
  }

  private void top() {
    members(
        6,
        name -> {
          switch (name) {
            case "choices" -> choices();
            case "usage", "error" -> objectOrAny();
            default -> any(3);
          }
        });
  }

  private interface Value {
    void write(String name);
  }

  private void members(int most, Value value) {
    blank();
    out.append('{');
    int n = random.nextInt(most + 1);
    for (int i = 0; i < n; i++) {
      out.append(i == 0 ? "" : ",");
      blank();
      String name = pick(NAMES);
      name(name);
      blank();
      out.append(':');
      value.write(name);
      blank();
    }
    out.append('}');
  }

  private void name(String name) {
    out.append('"');
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (random.nextInt(40) == 0) {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }

  private void choices() {
    if (random.nextInt(6) == 0) {
      any(2);
      return;
    }
    blank();
    out.append('[');
    int n = random.nextInt(4);
    for (int i = 0; i < n; i++) {
      out.append(i == 0 ? "" : ",");
      if (random.nextInt(8) == 0) {
        any(2);
      } else {
        members(6, name -> choiceMember(name));
      }
    }
    out.append(']');
  }

  private void choiceMember(String name) {
    if ((name.equals("delta") || name.equals("message")) && random.nextInt(5) != 0) {
      members(5, inner -> any(2));
    } else {
      any(2);
    }
  }

  private void objectOrAny() {
    if (random.nextInt(4) == 0) {
      any(2);
    } else {
      members(4, inner -> any(1));
    }
  }

  private void any(int depth) {
    blank();
    int kind = random.nextInt(depth > 0 ? 6 : 4);
    if (kind < 2) {
      out.append('"').append(pick(TEXTS)).append('"');
    } else if (kind < 4) {
      out.append(pick(LITERALS));
    } else if (kind == 4) {
      members(3, inner -> any(depth - 1));
    } else {
      array(depth - 1);
    }
    blank();
  }

  private void array(int depth) {
    out.append('[');
    int n = random.nextInt(3);
    for (int i = 0; i < n; i++) {
      out.append(i == 0 ? "" : ",");
      any(depth);
    }
    out.append(']');
  }

  private void blank() {
    if (random.nextInt(5) == 0) {
      out.append(pick(List.of(" ", "\n", "\t", "\r\n", "  ")));
    }
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
