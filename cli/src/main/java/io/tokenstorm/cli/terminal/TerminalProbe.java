package io.tokenstorm.cli.terminal;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What standard output is: a terminal or not, its size, what it can show. The size is asked of
 * {@code stty} once and again after each SIGWINCH, so that no process is started while nothing
 * changes; where that fails, {@code COLUMNS} and {@code LINES} or 80 × 24.
 */
final class TerminalProbe implements Supplier<Size> {
  private static final Logger LOG = LoggerFactory.getLogger(TerminalProbe.class);
  private static final Pattern STTY_SIZE = Pattern.compile("(\\d{1,5}) (\\d{1,5})");

  private final Map<String, String> environment;
  private final boolean terminal;
  private final AtomicBoolean changed = new AtomicBoolean();
  private Size size;

  TerminalProbe(Map<String, String> environment) {
    this.environment = environment;
    Optional<Size> asked = isDumb() ? Optional.empty() : ask();
    this.terminal = asked.isPresent();
    this.size = asked.orElse(Size.DEFAULT);
    if (terminal) {
      onResize(() -> changed.set(true));
    }
  }

  /** Whether standard output is a terminal that can move its cursor. */
  boolean isTerminal() {
    return terminal;
  }

  /** The size now. */
  @Override
  public synchronized Size get() {
    if (changed.getAndSet(false)) {
      size = ask().orElse(size);
    }
    return size;
  }

  /** See no-color.org: set and not empty means none. */
  boolean color() {
    return environment.getOrDefault("NO_COLOR", "").isEmpty();
  }

  Glyphs glyphs() {
    // the launcher's word on the user's own locale; then, as POSIX has it, the first not empty
    String locale =
        Stream.of("TOKENSTORM_LOCALE", "LC_ALL", "LC_CTYPE", "LANG")
            .map(name -> environment.getOrDefault(name, ""))
            .filter(value -> !value.isEmpty())
            .findFirst()
            .orElse("");
    String lower = locale.toLowerCase(Locale.ROOT);
    return lower.contains("utf-8") || lower.contains("utf8") ? Glyphs.UNICODE : Glyphs.ASCII;
  }

  private boolean isDumb() {
    String term = environment.getOrDefault("TERM", "");
    return term.isEmpty() || term.equals("dumb");
  }

  /** Empty if standard output is no terminal. */
  private Optional<Size> ask() {
    try {
      Process process =
          new ProcessBuilder("sh", "-c", "test -t 1 || exit 1; stty size <&1 >&2")
              .redirectOutput(ProcessBuilder.Redirect.INHERIT)
              .start();
      process.getOutputStream().close();
      if (!process.waitFor(2, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return Optional.empty();
      }
      String said =
          new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.exitValue() == 1) {
        return Optional.empty();
      }
      return Optional.of(parse(said).orElseGet(this::fromEnvironment));
    } catch (IOException e) {
      LOG.info("the terminal cannot be asked for its size: {}", e.getMessage());
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** {@code rows columns}, as stty says it; empty if it says nothing of use. */
  static Optional<Size> parse(String said) {
    Matcher matcher = STTY_SIZE.matcher(said);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    Size size = new Size(Integer.parseInt(matcher.group(2)), Integer.parseInt(matcher.group(1)));
    return size.columns() > 0 && size.rows() > 0 ? Optional.of(size) : Optional.empty();
  }

  private Size fromEnvironment() {
    return parse(
            environment.getOrDefault("LINES", "") + " " + environment.getOrDefault("COLUMNS", ""))
        .orElse(Size.DEFAULT);
  }

  /** The JVM's own signal class is no part of the Java API and is reached by name. */
  private static void onResize(Runnable action) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object proxy =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (self, method, arguments) ->
                  switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(self);
                    case "equals" -> self == arguments[0];
                    case "toString" -> "resize";
                    default -> {
                      action.run();
                      yield null;
                    }
                  });
      Object winch = signal.getConstructor(String.class).newInstance("WINCH");
      signal.getMethod("handle", signal, handler).invoke(null, winch, proxy);
    } catch (ReflectiveOperationException e) {
      LOG.info("changes of the terminal's size are not heard of: {}", e.toString());
    }
  }
}
