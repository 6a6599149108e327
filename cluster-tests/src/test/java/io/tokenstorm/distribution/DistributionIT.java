package io.tokenstorm.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user unpacks is complete, runs from anywhere and names its libraries' licences. */
class DistributionIT {
  private static final Pattern LIBRARY =
      Pattern.compile("^  ([A-Za-z0-9_.-]+) {2,}.*https?://", Pattern.MULTILINE);

  @TempDir private Path folder;

  @Test
  void notice_namesEveryLibrary_andNoOther() throws Exception {
    String notice = Files.readString(Distribution.ROOT.resolve("NOTICE"));
    List<String> named =
        LIBRARY.matcher(notice).results().map((MatchResult m) -> m.group(1)).sorted().toList();
    assertThat(named).isEqualTo(Distribution.libraries());
  }

  @Test
  void libraries_areOneOfEach() {
    assertThat(Distribution.libraries()).doesNotHaveDuplicates();
  }

  @Test
  void archive_unpacked_holdsWhatItShould() throws Exception {
    Path unpacked = unpack();
    for (String file :
        List.of(
            "LICENSE",
            "NOTICE",
            "README.md",
            "CHANGELOG.md",
            "conf/logback.xml",
            "conf/plans/quickstart.yaml",
            "docs/architecture.md",
            "docs/metrics.md")) {
      assertThat(unpacked.resolve(file)).isNotEmptyFile();
    }
    assertThat(unpacked.resolve("bin/tokenstorm")).isExecutable();
    assertThat(unpacked.resolve(".built")).doesNotExist();
    assertThat(unpacked.resolve("cds")).doesNotExist();
    try (var shipped = Files.list(unpacked.resolve("lib"));
        var built = Files.list(Distribution.DIRECTORY.resolve("lib"))) {
      assertThat(shipped.map(Path::getFileName).map(Path::toString))
          .containsExactlyInAnyOrderElementsOf(
              built.map(Path::getFileName).map(Path::toString).toList());
    }
  }

  @Test
  void version_throughALink_fromAnotherFolder_withSpacesInThePath() throws Exception {
    Path moved = Files.move(unpack(), folder.resolve("a folder"));
    Path link = Files.createSymbolicLink(folder.resolve("ts"), moved.resolve("bin/tokenstorm"));
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Ended ended = Ended.run(elsewhere, Map.of(), List.of(link.toString(), "--version"));
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).startsWith("tokenstorm " + Distribution.version() + " ");
  }

  @Test
  void launcher_withoutJava_saysWhatToInstall() throws Exception {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    for (String tool : List.of("sh", "sed", "dirname", "basename", "readlink")) {
      Path script = bin.resolve(tool);
      Files.writeString(script, "#!/bin/sh\nexec " + find(tool) + " \"$@\"\n");
      Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }
    String launcher = Distribution.DIRECTORY.resolve("bin/tokenstorm").toString();
    Ended ended =
        Ended.run(
            folder,
            Map.of("PATH", bin.toString(), "JAVA_HOME", ""),
            List.of(bin.resolve("sh").toString(), launcher, "--version"));
    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.err()).contains("JDK 17 or later").contains("JAVA_HOME");
  }

  private static Path find(String tool) {
    return List.of("/usr/bin", "/bin", "/usr/local/bin").stream()
        .map(directory -> Path.of(directory, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow();
  }

  private Path unpack() throws IOException, InterruptedException {
    Ended tar = Ended.run(folder, Map.of(), List.of("tar", "xzf", Distribution.ARCHIVE.toString()));
    assertThat(tar.exitCode()).as(tar.err()).isZero();
    return folder.resolve("tokenstorm-" + Distribution.version());
  }
}
