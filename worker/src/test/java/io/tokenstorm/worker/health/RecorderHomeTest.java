package io.tokenstorm.worker.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecorderHomeTest {
  @TempDir Path base;

  private Path leftBy(String process) throws IOException {
    Path folder = Files.createDirectories(base.resolve(process).resolve("2026_11_30_14_02_37_28"));
    Files.writeString(folder.resolve("2026_11_30_14_02_37.jfr"), "events");
    return Files.writeString(base.resolve(process).resolve("process.lock"), "");
  }

  private List<Path> folders() throws IOException {
    try (Stream<Path> children = Files.list(base)) {
      return children.filter(Files::isDirectory).toList();
    }
  }

  @Test
  void open_leftByAKilledProcess_isDeleted() throws IOException {
    leftBy("28-1");
    Files.delete(leftBy("29-1")); // killed before it had its lock
    RecorderHome home = RecorderHome.open(base);
    assertThat(folders()).containsExactly(home.folder());
    home.close();
  }

  @Test
  void open_ofAProcessThatLives_staysWithAllItsFiles() throws IOException {
    Path lock = leftBy("28-1");
    try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
        FileLock held = channel.lock()) {
      assertThat(held.isValid()).isTrue();
      RecorderHome home = RecorderHome.open(base);
      assertThat(folders()).containsExactlyInAnyOrder(home.folder(), lock.getParent());
      assertThat(lock.resolveSibling("2026_11_30_14_02_37_28")).isNotEmptyDirectory();
      home.close();
    }
  }

  @Test
  void open_twice_eachHasItsOwnUntilItIsGivenUp() throws IOException {
    RecorderHome first = RecorderHome.open(base);
    RecorderHome second = RecorderHome.open(base);
    assertThat(folders()).containsExactlyInAnyOrder(first.folder(), second.folder());
    first.close();
    RecorderHome third = RecorderHome.open(base);
    assertThat(folders()).containsExactlyInAnyOrder(second.folder(), third.folder());
    second.close();
    third.close();
  }

  @Test
  void recorderOfThisJvm_started_keepsItsFilesThere() {
    PauseLog pauses = PauseRecorder.ofThisJvm();
    await().atMost(Duration.ofSeconds(30)).until(() -> pauses.since(0).isPresent());
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(System.getProperty("jdk.jfr.repository"))
                    .startsWith(RecorderHome.usual().toString()));
  }
}
