package io.tokenstorm.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.health.ClientVerdict;
import io.tokenstorm.coordinator.live.LiveFrame;
import io.tokenstorm.coordinator.live.LiveFrame.ReplicaRow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiveTableTest {
  private static List<String> lines(int second, Size size, Glyphs glyphs, boolean color) {
    FrameHistory history = new FrameHistory();
    for (int i = Math.max(0, second - 40); i <= second; i++) {
      history.add(Frames.at(i));
    }
    return new LiveTable(glyphs).lines(Frames.at(second), history, size, color);
  }

  /** Each picture lies in a file that a person has looked at. */
  @ParameterizedTest
  @CsvSource({
    "measure-140x44, 95, 140, 44",
    "measure-100x40, 75, 100, 40",
    "measure-80x23, 75, 80, 23",
    "measure-60x26, 75, 60, 26",
    "measure-40x30, 95, 40, 30",
    "measure-60x12, 75, 60, 12",
    "warmup-80x30, 22, 80, 30",
    "armed-80x30, 20, 80, 30",
    "drain-80x30, 39, 80, 30",
    "ended-80x30, 122, 80, 30",
  })
  void lines_oneSize_isThePictureOnFile(String name, int second, int columns, int rows)
      throws IOException {
    String picture =
        String.join("\n", lines(second, new Size(columns, rows), Glyphs.UNICODE, false)) + "\n";

    assertThat(picture).isEqualTo(golden(name));
  }

  private static String golden(String name) throws IOException {
    try (var in = LiveTableTest.class.getResourceAsStream(name + ".txt")) {
      assertThat(in).as("%s.txt", name).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Property(tries = 300)
  void lines_anySizeAndMoment_fitTheScreen(
      @ForAll @IntRange(max = 130) int second,
      @ForAll @IntRange(min = 1, max = 200) int columns,
      @ForAll @IntRange(min = 1, max = 60) int rows) {
    List<String> lines = lines(second, new Size(columns, rows), Glyphs.UNICODE, false);

    assertThat(lines).hasSizeBetween(1, rows);
    assertThat(lines)
        .allSatisfy(line -> assertThat(Columns.of(line)).as(line).isLessThanOrEqualTo(columns));
  }

  @Test
  void client_gravestServingWorker_isTheWord() {
    assertThat(CrewTable.client(Frames.at(75))).isEqualTo(ClientVerdict.CLEAN);
    assertThat(CrewTable.client(Frames.at(95))).isEqualTo(ClientVerdict.LIMITING);
    assertThat(lines(95, new Size(40, 30), Glyphs.ASCII, false).get(1)).endsWith("client limiting");
    // nobody serves any more
    assertThat(CrewTable.client(Frames.at(125))).isEqualTo(ClientVerdict.UNKNOWN);
  }

  private static List<String> lines(List<ReplicaRow> replicas, Size size) {
    LiveFrame frame = Frames.with(Frames.at(75), replicas);
    return new LiveTable(Glyphs.UNICODE).lines(frame, new FrameHistory(), size, false);
  }

  @Test
  void replicas_oneThatTellsOfItself_hasARow() {
    List<ReplicaRow> one = List.of(Frames.replica("r1", 12.0, 0.639));

    assertThat(lines(one, new Size(80, 40)))
        .contains("replica      requests errors TTFT p50      p99 run+wait   KV")
        .contains("r1                 10      0   151 ms   201 ms     12+2  63%");
    assertThat(lines(List.of(), new Size(80, 40))).noneMatch(l -> l.startsWith("replica"));
  }

  @Test
  void replicas_oneThatCouldNotBeRead_saysSo() {
    List<ReplicaRow> two = List.of(Frames.replica("r1", 12.0, 0.5), Frames.replica("r2", null, 0));

    assertThat(lines(two, new Size(80, 40)))
        .anyMatch(l -> l.startsWith("r2 ") && l.contains("unread") && l.endsWith("–"));
  }

  @Test
  void replicas_moreThanThereIsRoomFor_areOneLine() {
    List<ReplicaRow> many = new ArrayList<>();
    for (int i = 1; i <= 16; i++) {
      many.add(Frames.replica("replica-" + i, i == 16 ? null : 4.0, i / 20.0));
    }

    assertThat(lines(many, new Size(80, 30)))
        .contains("replicas 16  running 60  waiting 30  KV 75%  unread 1")
        .anyMatch(l -> l.contains("gateway-c16"));
    assertThat(lines(many, new Size(100, 60)))
        .filteredOn(l -> l.startsWith("replica-"))
        .hasSize(16);
  }

  @Test
  void lines_color_onlyAddsEscapes() {
    List<String> plain = lines(75, new Size(100, 40), Glyphs.UNICODE, false);
    List<String> color = lines(75, new Size(100, 40), Glyphs.UNICODE, true);

    assertThat(color).anyMatch(line -> line.contains("\u001b[31m"));
    assertThat(color.stream().map(l -> l.replaceAll("\u001b\\[\\d*m", "").stripTrailing()))
        .containsExactlyElementsOf(plain);
    assertThat(plain).noneMatch(line -> line.contains("\u001b"));
  }

  @Test
  void lines_ascii_useNothingElse() {
    assertThat(String.join("", lines(35, new Size(100, 40), Glyphs.ASCII, false)))
        .matches("\\p{ASCII}+");
  }
}
