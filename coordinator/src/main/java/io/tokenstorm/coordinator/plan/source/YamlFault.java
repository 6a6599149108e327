package io.tokenstorm.coordinator.plan.source;

import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/** Puts the YAML reader's complaints into words that say what to do. */
final class YamlFault {
  private YamlFault() {}

  static String explain(MarkedYAMLException e, String text) {
    if (tabIndents(e.getProblemMark(), text) || tabIndents(e.getContextMark(), text)) {
      return "a tab in the indentation; YAML is indented with spaces";
    }
    String problem = e.getProblem() == null ? "" : e.getProblem();
    String context = e.getContext() == null ? "" : e.getContext() + ", ";
    return "not YAML: " + context + problem + "; " + remedy(problem);
  }

  static String explain(YAMLException e) {
    String message = e.getMessage() == null ? "unreadable" : e.getMessage();
    if (message.contains("aliases")) {
      return "too many YAML aliases; write the values out, or put them under `defaults:`";
    }
    if (message.contains("Nesting Depth")) {
      return "nested too deeply; a plan needs few levels";
    }
    return "not YAML: " + message;
  }

  /** Whether the text ended inside something, whose beginning is then the place to look at. */
  static boolean endsTooEarly(@Nullable String problem) {
    return problem != null && (problem.contains("stream end") || problem.contains("end of stream"));
  }

  private static String remedy(String problem) {
    if (problem.contains("mapping values are not allowed")) {
      return "check the indentation; a value that contains `: ` needs quotes";
    }
    if (endsTooEarly(problem)) {
      return "a bracket or a quote is not closed";
    }
    if (problem.contains("block end")) {
      return "this line's indentation does not fit the lines above, or a bracket is missing";
    }
    if (problem.contains("expected ':'")) {
      return "a key is followed by a colon and a space";
    }
    if (problem.contains("cannot start any token")) {
      return "put the value in quotes";
    }
    if (problem.contains("tag is not allowed")) {
      return "write the value without its `!` tag";
    }
    if (problem.contains("undefined alias")) {
      return "`*name` refers to an earlier `&name`; a text that begins with `*` needs quotes";
    }
    return "check brackets, quotes, colons and indentation here and just above";
  }

  private static boolean tabIndents(@Nullable Mark mark, String text) {
    if (mark == null) {
      return false;
    }
    String[] lines = text.split("\\R", -1);
    if (mark.getLine() >= lines.length) {
      return false;
    }
    String line = lines[mark.getLine()];
    return line.substring(0, line.length() - line.stripLeading().length()).contains("\t");
  }
}
