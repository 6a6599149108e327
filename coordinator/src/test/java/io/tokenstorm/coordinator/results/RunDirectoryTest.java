package io.tokenstorm.coordinator.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {
  private static final RunInfo INFO =
      new RunInfo(
          "20261130-100000-ab12",
          "f".repeat(64),
          "salt",
          Instant.parse("2026-11-30T10:00:00Z"),
          -42,
          new RunInfo.Versions("0.1.0", "17.0.1", "2.8.5"),
          new RunInfo.Host("box", "Linux 6.1", 2, 24L << 30),
          0.1,
          List.of("run", "plan.yaml"));

  @TempDir Path root;

  @Test
  void create_newRun_readsBack() {
    RunDirectory made = RunDirectory.create(root.resolve("results"), INFO, "name: x\n");
    RunDirectory read = RunDirectory.open(made.path());
    assertThat(read.path()).isEqualTo(root.resolve("results").resolve(INFO.run()));
    assertThat(read.info()).isEqualTo(INFO);
    assertThat(read.resolvedPlan()).isEqualTo("name: x\n");
    assertThat(read.logs()).isDirectory();
    assertThat(read.events()).isEmpty();
  }

  @Test
  void create_sameRunAgain_isRefused() {
    RunDirectory.create(root, INFO, "");
    assertThatThrownBy(() -> RunDirectory.create(root, INFO, ""))
        .isInstanceOf(ResultsException.class)
        .hasMessageContaining("exists already");
  }

  @Test
  void create_rootIsAFile_saysWhatToDo() throws IOException {
    Path file = Files.writeString(root.resolve("file"), "x");
    assertThatThrownBy(() -> RunDirectory.create(file, INFO, ""))
        .isInstanceOf(ResultsException.class)
        .hasMessageContaining("--out");
  }

  @Test
  void open_anotherDirectory_isRefused() {
    assertThatThrownBy(() -> RunDirectory.open(root))
        .isInstanceOf(ResultsException.class)
        .hasMessageContaining("no run's directory");
  }

  @Test
  void writeWhole_fileExists_replacesItAndLeavesNoDraft() throws IOException {
    RunDirectory made = RunDirectory.create(root, INFO, "");
    made.writeWhole(made.report(), "one");
    made.writeWhole(made.report(), "two");
    assertThat(Files.readString(made.report())).isEqualTo("two");
    try (var files = Files.list(made.path())) {
      assertThat(files.map(p -> p.getFileName().toString()))
          .containsExactlyInAnyOrder("logs", "plan.resolved.yaml", "run.json", "report.json");
    }
  }
}
