package io.tokenstorm.server.cause;

import java.util.regex.Pattern;

/** A line of a log as a person quotes it: short, without process, level, time and colours. */
final class LogLine {
  private static final int LONGEST = 400;
  private static final Pattern COLOUR = Pattern.compile("\u001B\\[[0-9;]*m");

  /**
   * {@code (EngineCore_DP0 pid=18799) ERROR 10-08 20:33:48 [core.py:708] } of vLLM, {@code
   * [2026-02-05 16:31:30 TP0] } of SGLang, {@code 0.03.148.254 E } of llama.cpp.
   */
  private static final Pattern BEFORE =
      Pattern.compile(
          "^(\\d+(\\.\\d+){3} [A-Z] )?(\\(\\w+ pid=\\d+\\) )?(\\[[0-9: -]+( [A-Z]+\\d+)*] )?"
              + "((DEBUG|INFO|WARNING|ERROR|CRITICAL):? +)?(\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d )?"
              + "(\\[[\\w.]+:\\d+] )?");

  private LogLine() {}

  static String bare(String line) {
    String plain = COLOUR.matcher(line).replaceAll("");
    String text = BEFORE.matcher(plain).replaceFirst("").strip();
    return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
  }
}
