package io.tokenstorm.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ViewsTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
  private final AtomicReference<Size> size = new AtomicReference<>(new Size(100, 40));

  private String written() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static List<String> plain(int from, int to) {
    PlainView view = new PlainView(System.out, Glyphs.UNICODE);
    List<String> lines = new ArrayList<>();
    for (int second = from; second <= to; second++) {
      lines.addAll(view.lines(Frames.at(second)));
    }
    return lines;
  }

  @Test
  void plain_onePhase_tellsStagesAndEachFewSeconds() {
    assertThat(plain(0, 20))
        .containsExactly(
            "0:00  1/6 direct-c1 armed  1 slots  w2 prepares its prompts",
            "0:01  1/6 direct-c1 warmup  1 slots",
            "0:04  1/6 direct-c1 measure  1 slots",
            "0:09  1/6 direct-c1 measure 42%  in flight 1/1  0.47 req/s  121 tok/s  TTFT p50 152 ms"
                + " p99 213 ms  TPOT p50 6.24 ms p99 8.74 ms  errors 0  client clean"
                + "  replicas running 7  waiting 1  KV 42%",
            "0:14  1/6 direct-c1 measure 78%  in flight 1/1  0.50 req/s  128 tok/s  TTFT p50 152 ms"
                + " p99 213 ms  TPOT p50 6.24 ms p99 8.74 ms  errors 0  client clean"
                + "  replicas running 7  waiting 1  KV 42%",
            "0:18  1/6 direct-c1 drain  1 slots",
            "0:20  direct-c1 done: 28 requests, 0 errors, 117 tok/s, TTFT p50 152 ms p99 161 ms,"
                + " TPOT p50 6.24 ms p99 9.01 ms",
            "0:20  2/6 gateway-c1 armed  1 slots  w2 prepares its prompts");
  }

  @Test
  void plain_findingsEventsAndTheEnd_areToldOnce() {
    List<String> lines = plain(44, 123);

    assertThat(lines).filteredOn(line -> line.contains("finding: ")).hasSize(1);
    assertThat(lines).filteredOn(line -> line.contains("admin/evict")).hasSize(1);
    assertThat(lines).filteredOn(line -> line.endsWith("VALID: all phases passed")).hasSize(1);
  }

  @Test
  void inPlace_nextFrame_isDrawnOverTheLastOne() {
    InPlaceView view = InPlaceView.open(out, size::get, Glyphs.UNICODE, false);
    view.show(Frames.at(60));
    int lines = (int) written().chars().filter(c -> c == '\n').count();
    bytes.reset();
    view.show(Frames.at(61));

    assertThat(written()).startsWith("\r\u001b[" + lines + "A").endsWith("\u001b[J");
    view.close();
  }

  @Test
  void inPlace_terminalMadeNarrower_goesUpByTheWrappedLines() {
    InPlaceView view = InPlaceView.open(out, size::get, Glyphs.UNICODE, true);
    view.show(Frames.at(60));
    int lines = (int) written().chars().filter(c -> c == '\n').count();
    size.set(new Size(50, 40));
    bytes.reset();
    view.show(Frames.at(61));

    String up = written().substring(3, written().indexOf('A'));
    assertThat(Integer.parseInt(up)).isGreaterThan(lines).isLessThanOrEqualTo(2 * lines);
    view.close();
  }

  @Test
  void inPlace_said_staysAboveThePicture() {
    InPlaceView view = InPlaceView.open(out, size::get, Glyphs.UNICODE, false);
    view.show(Frames.at(60));
    bytes.reset();
    view.say("stopping\u001b[2J");

    assertThat(written()).contains("stopping [2J\u001b[K\nquickstart");
    view.close();
  }

  @Test
  void inPlace_closed_showsTheCursorOnceAndDrawsNoMore() {
    InPlaceView view = InPlaceView.open(out, size::get, Glyphs.UNICODE, false);
    assertThat(written()).isEqualTo("\u001b[?25l");
    view.show(Frames.at(60));
    bytes.reset();
    view.close();
    view.close();
    view.show(Frames.at(61));

    assertThat(written()).isEqualTo("\u001b[?25h");
  }

  @Test
  void inPlace_cleared_leavesNothingOfThePicture() {
    InPlaceView view = InPlaceView.open(out, size::get, Glyphs.UNICODE, false);
    view.show(Frames.at(60));
    bytes.reset();
    view.clear();

    assertThat(written()).matches("\r\u001b\\[\\d+A\u001b\\[J");
    view.close();
  }

  @Test
  void probe_dumbTerminalOrNoColor_isRespected() {
    assertThat(new TerminalProbe(Map.of("TERM", "dumb")).isTerminal()).isFalse();
    assertThat(new TerminalProbe(Map.of()).isTerminal()).isFalse();
    assertThat(new TerminalProbe(Map.of("NO_COLOR", "1")).color()).isFalse();
    assertThat(new TerminalProbe(Map.of("NO_COLOR", "")).color()).isTrue();
    assertThat(new TerminalProbe(Map.of("LANG", "de_DE.UTF-8")).glyphs()).isEqualTo(Glyphs.UNICODE);
    assertThat(new TerminalProbe(Map.of("LANG", "C")).glyphs()).isEqualTo(Glyphs.ASCII);
    assertThat(new TerminalProbe(Map.of("LC_ALL", "", "LANG", "de_DE.UTF-8")).glyphs())
        .isEqualTo(Glyphs.UNICODE);
    assertThat(new TerminalProbe(Map.of("LC_ALL", "C", "LANG", "de_DE.UTF-8")).glyphs())
        .isEqualTo(Glyphs.ASCII);
  }
}
