package io.tokenstorm.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextTest {
  private final Figures figures = new Figures(Glyphs.UNICODE);

  @ParameterizedTest
  @CsvSource({
    "0, 0 us", "0.0000004, 0 us", "0.00042, 420 us", "0.0009994, 999 us", "0.001, 1.00 ms",
    "0.00624, 6.24 ms", "0.0312, 31.2 ms", "0.152, 152 ms", "0.9994, 999 ms", "1, 1.00 s",
    "1.742, 1.74 s", "61.04, 61.0 s", "754, 754 s", "3600, 3600 s"
  })
  void latency_anyLength_hasThreeDigitsAndAUnit(double seconds, String text) {
    assertThat(figures.latency(seconds)).isEqualTo(text).hasSizeLessThan(8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0|0.00",
        "0.573|0.57",
        "9.994|9.99",
        "9.996|10.0",
        "99.94|99.9",
        "146.8|147",
        "999.4|999",
        "999.6|1,000",
        "818203|818,203",
        "1234567|1.23M"
      })
  void rate_anySize_hasThreeDigitsOrMore(double value, String text) {
    assertThat(figures.rate(value)).isEqualTo(text).hasSizeLessThan(8);
  }

  @Test
  void figures_undefined_areADashAndNotZero() {
    assertThat(figures.latency(null)).isEqualTo("–");
    assertThat(figures.rate(null)).isEqualTo("–");
    assertThat(figures.rate(Double.NaN)).isEqualTo("–");
  }

  @Test
  void clock_overAnHour_hasHours() {
    assertThat(Figures.clock(0)).isEqualTo("0:00");
    assertThat(Figures.clock(61.9)).isEqualTo("1:01");
    assertThat(Figures.clock(3_723)).isEqualTo("1:02:03");
  }

  @Test
  void sparkline_values_scaleFromZeroToTheLargest() {
    assertThat(Sparkline.of(List.of(0.0, 4.0, Double.NaN, 8.0), 10, Glyphs.UNICODE))
        .isEqualTo("▁▅ █");
    assertThat(Sparkline.of(List.of(1.0, 2.0, 3.0), 2, Glyphs.UNICODE)).isEqualTo("▆█");
    assertThat(Sparkline.of(List.of(0.0, 0.0), 5, Glyphs.ASCII)).isEqualTo("__");
    assertThat(Sparkline.of(List.of(1.0), 0, Glyphs.ASCII)).isEmpty();
  }

  @Test
  void sparkline_ofTheLastMinute_meansWhatDoesNotFit() {
    List<Double> rising = IntStream.range(0, 100).mapToObj(i -> (double) i).toList();
    // the last sixty, 40 to 99: each column the mean of twenty
    assertThat(Sparkline.lastMinute(rising, 3, Glyphs.UNICODE)).isEqualTo("▅▇█");
    assertThat(Sparkline.lastMinute(rising, 80, Glyphs.UNICODE)).hasSize(60);
    assertThat(Sparkline.lastMinute(List.of(1.0, Double.NaN, Double.NaN, 8.0), 2, Glyphs.UNICODE))
        .isEqualTo("▂█");
    assertThat(Sparkline.lastMinute(List.of(Double.NaN, Double.NaN, 8.0), 1, Glyphs.ASCII))
        .isEqualTo("#");
    assertThat(Sparkline.lastMinute(rising, 0, Glyphs.ASCII)).isEmpty();
  }

  @Test
  void columns_wideAndJoiningSigns_areCountedAsShown() {
    assertThat(Columns.of("abc")).isEqualTo(3);
    assertThat(Columns.of("日本")).isEqualTo(4);
    assertThat(Columns.of("e\u0301")).isEqualTo(1);
    assertThat(Columns.clip("日本語", 5, "…")).isEqualTo("日本…");
    assertThat(Columns.clip("日本語", 4, "…")).isEqualTo("日…");
    assertThat(Columns.clip("abc", 3, "…")).isEqualTo("abc");
  }

  @Test
  void plain_escapeSequencesOfOthers_areDefused() {
    assertThat(Columns.plain("a\u001b[2Jb\u009b1m\r\n")).isEqualTo("a [2Jb 1m  ");
    assertThat(new Line().add("x\u001b[31my").render(80, false, "…")).isEqualTo("x [31my");
  }

  @Test
  void wrap_longText_breaksAtSpacesAndLongWords() {
    assertThat(Columns.wrap("one two three", 8)).containsExactly("one two", "three");
    assertThat(Columns.wrap("abcdefghij kl", 4)).containsExactly("abcd", "efgh", "ij", "kl");
    assertThat(Columns.wrap("日本語", 4)).containsExactly("日本", "語");
    assertThat(Columns.wrap("", 4)).containsExactly("");
  }

  @Test
  void render_lineTooLong_isCutWithASign() {
    Line line = new Line().add("abc", Line.Style.BOLD).add("defgh");
    assertThat(line.render(8, false, "…")).isEqualTo("abcdefgh");
    assertThat(line.render(6, false, "…")).isEqualTo("abcde…");
    assertThat(line.render(2, true, "…")).isEqualTo("\u001b[1ma…\u001b[0m");
  }

  @Test
  void parse_whatSttySays_isRowsThenColumns() {
    assertThat(TerminalProbe.parse("24 80")).contains(new Size(80, 24));
    assertThat(TerminalProbe.parse("0 0")).isEmpty();
    assertThat(TerminalProbe.parse("stty: not a tty")).isEqualTo(Optional.empty());
  }

  @Test
  void fit_withoutUtf8_keepsToAscii_andIsTheTextItselfElse() {
    String text = "✗ µs ± “20 × 3”… − ü";
    assertThat(Glyphs.ASCII.fit(text)).isEqualTo("x us +- \"20 x 3\"~ - ?");
    assertThat(Glyphs.UNICODE.fit(text)).isEqualTo(text);
  }

  @Test
  void textForPeople_whereNothingIsKnownOfTheTerminal_isAsciiAndOf120Columns() {
    assertThat(TerminalText.of(Map.of(), width -> "✗".repeat(width)))
        .isEqualTo("x".repeat(120) + "\n");
    assertThat(TerminalText.of(Map.of(), width -> "said \u001b[31mred\u0007\nnext\n"))
        .isEqualTo("said  [31mred \nnext\n");
  }
}
