package io.tokenstorm.cli.terminal;

import io.tokenstorm.coordinator.live.LiveFrame;
import java.io.PrintStream;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Redraws a run in place, at the bottom of what was on the screen before; no alternate screen, so
 * that the last picture stays. The cursor is hidden while this is open and comes back on {@link
 * #close}, at the latest when the process ends.
 */
final class InPlaceView implements LiveView {
  private static final String HIDE_CURSOR = "\u001b[?25l";
  private static final String SHOW_CURSOR = "\u001b[?25h";
  private static final String ERASE_LINE = "\u001b[K";
  private static final String ERASE_BELOW = "\u001b[J";
  private static final Pattern ESCAPES = Pattern.compile("\u001b\\[[0-9;?]*[A-Za-z]");

  private final PrintStream out;
  private final Supplier<Size> size;
  private final LiveTable table;
  private final boolean color;
  private final FrameHistory history = new FrameHistory();
  private final Thread restore;
  private List<String> drawn = List.of();
  private boolean closed;

  private InPlaceView(PrintStream out, Supplier<Size> size, Glyphs glyphs, boolean color) {
    this.out = out;
    this.size = size;
    this.table = new LiveTable(glyphs);
    this.color = color;
    this.restore = new Thread(this::close, "terminal-restore");
  }

  /** Takes the terminal over. */
  static InPlaceView open(PrintStream out, Supplier<Size> size, Glyphs glyphs, boolean color) {
    InPlaceView view = new InPlaceView(out, size, glyphs, color);
    Runtime.getRuntime().addShutdownHook(view.restore);
    out.print(HIDE_CURSOR);
    out.flush();
    return view;
  }

  @Override
  public synchronized void show(LiveFrame frame) {
    history.add(frame);
    if (closed) {
      return;
    }
    Size now = size.get();
    // one column and one line stay free, so that nothing wraps or scrolls
    Size usable = new Size(now.columns() - 1, Math.max(1, now.rows() - 1));
    List<String> lines = table.lines(frame, history, usable, color);
    StringBuilder text = new StringBuilder(toTop(now.columns()));
    lines.forEach(line -> text.append(line).append(ERASE_LINE).append('\n'));
    write(text.append(ERASE_BELOW));
    drawn = lines;
  }

  @Override
  public synchronized void say(String text) {
    if (closed) {
      out.println(Columns.plain(text));
      return;
    }
    StringBuilder said = new StringBuilder(toTop(size.get().columns()));
    said.append(Columns.plain(text)).append(ERASE_LINE).append('\n');
    drawn.forEach(line -> said.append(line).append(ERASE_LINE).append('\n'));
    write(said.append(ERASE_BELOW));
  }

  @Override
  public synchronized void clear() {
    if (!closed) {
      write(new StringBuilder(toTop(size.get().columns())).append(ERASE_BELOW));
      drawn = List.of();
    }
  }

  /** To the first line drawn; a terminal made narrower has wrapped the lines meanwhile. */
  private String toTop(int columns) {
    int up = 0;
    for (String line : drawn) {
      int width = Columns.of(ESCAPES.matcher(line).replaceAll(""));
      up += Math.max(1, (width + columns - 1) / columns);
    }
    return up == 0 ? "\r" : "\r\u001b[" + up + "A";
  }

  private void write(StringBuilder text) {
    out.print(text);
    out.flush();
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    out.print(SHOW_CURSOR);
    out.flush();
    if (Thread.currentThread() != restore) {
      Runtime.getRuntime().removeShutdownHook(restore);
    }
  }
}
