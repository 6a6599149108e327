package io.tokenstorm.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The launcher in a clone, with a Java and a build that only say that they were called. */
@Timeout(120)
class LauncherTest {
  @TempDir private Path folder;
  private Path clone;
  private Path java;

  @BeforeEach
  void makeClone() throws IOException {
    clone = Files.createDirectory(folder.resolve("a clone"));
    Files.copy(root().resolve("tokenstorm"), clone.resolve("tokenstorm"));
    Files.copy(root().resolve("pom.xml"), clone.resolve("pom.xml"));
    for (String path : List.of("cli/src/main", "conf/plans", "conf/replica", "conf/schemas")) {
      Files.createDirectories(clone.resolve(path));
    }
    Files.copy(root().resolve("cli/pom.xml"), clone.resolve("cli/pom.xml"));
    script(clone.resolve("mvnw"), "echo built here");
    java = folder.resolve("jdk");
    Files.createDirectories(java.resolve("bin"));
    Files.writeString(java.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
    script(java.resolve("bin/java"), "echo started");
    script(java.resolve("bin/javac"), "");
  }

  @Test
  void unbuilt_whereTheLockCannotBeWritten_endsAndSaysSo() throws Exception {
    Files.createDirectory(clone.resolve(".tokenstorm-building"));
    Ended ended = start();
    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.err()).contains("cannot write " + clone).contains("as a user who may write");
  }

  @Test
  void unbuilt_withTheLockOfABuildThatEnded_builds() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    Files.writeString(clone.resolve(".tokenstorm-building"), gone.pid() + "\n");
    Ended ended = start();
    assertThat(ended.err()).contains("built here");
    assertThat(ended.out()).isEqualTo("started\n");
    assertThat(clone.resolve(".tokenstorm-building")).doesNotExist();
  }

  @Test
  void unbuilt_whileAnotherBuilds_saysWhomItWaitsFor() throws Exception {
    Process other = new ProcessBuilder("sleep", "2").start();
    Files.writeString(clone.resolve(".tokenstorm-building"), other.pid() + "\n");
    Ended ended = start();
    assertThat(ended.err()).containsOnlyOnce("waits for the build that process " + other.pid());
    assertThat(ended.out()).isEqualTo("started\n");
  }

  @Test
  void built_planAdded_isNotBuiltAgain_codeChanged_is() throws Exception {
    built();
    Files.writeString(clone.resolve("conf/plans/mine.yaml"), "name: mine\n");
    assertThat(start().err()).doesNotContain("building");
    Files.writeString(clone.resolve("cli/src/main/New.java"), "class New {}\n");
    assertThat(start().err()).contains("building");
  }

  @Test
  void javaHome_thatHoldsNoJava_isNamed() throws Exception {
    Ended ended = start(Map.of("JAVA_HOME", "/no/such/jdk", "PATH", withoutJava().toString()));
    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.err()).contains("JAVA_HOME is /no/such/jdk, where there is no bin/java");
  }

  @Test
  void javaHome_ofSomethingThatIsNoJava_isNamed() throws Exception {
    Files.delete(java.resolve("release"));
    script(java.resolve("bin/java"), "exit 1");
    Ended ended = start(Map.of("JAVA_HOME", java.toString(), "PATH", withoutJava().toString()));
    assertThat(ended.err()).contains(java + "/bin/java does not say its version");
  }

  @Test
  void folder_withAColonInItsName_isRefused() throws Exception {
    clone = Files.move(clone, folder.resolve("a:b"));
    built();
    Ended ended = start();
    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.err()).contains("colon").contains("Move it elsewhere");
  }

  @Test
  void nameThatIsNotAscii_isGivenToJavaInUtf8_whateverTheLocale() throws Exception {
    built();
    script(java.resolve("bin/java"), "echo $LC_ALL,$TOKENSTORM_LOCALE");
    assertThat(startedWith("LC_ALL=C", "plan.yaml")).isEqualTo("C,\n");
    assertThat(startedWith("LC_ALL=C", "pl\\303\\244n.yaml")).isEqualTo("C.UTF-8,C\n");
    assertThat(startedWith("LC_ALL=de_DE.UTF-8", "pl\\303\\244n.yaml"))
        .isEqualTo("C.UTF-8,de_DE.UTF-8\n");
  }

  /** The argument is written by the shell, whatever this JVM's own locale can write. */
  private String startedWith(String locale, String argument) throws Exception {
    String command =
        "unset TOKENSTORM_LOCALE; "
            + locale
            + " exec /bin/sh \"$0\" validate \"$(printf 'ARGUMENT')\"";
    return Ended.run(
            folder,
            Map.of("JAVA_HOME", java.toString()),
            List.of(
                "/bin/sh",
                "-c",
                command.replace("ARGUMENT", argument),
                clone.resolve("tokenstorm").toString()))
        .out();
  }

  @Test
  void tooFewOpenFiles_isSaid_beforeJavaFailsOfIt() throws Exception {
    built();
    Ended ended = limited("ulimit -n 64", "run");
    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.err()).contains("only 64 files open").contains("ulimit -n 1024");
  }

  /** A command of the launcher below a limit of the shell. */
  private Ended limited(String limit, String command) throws Exception {
    return Ended.run(
        folder,
        Map.of("JAVA_HOME", java.toString()),
        List.of(
            "/bin/sh",
            "-c",
            limit + "; exec /bin/sh \"$0\" " + command,
            clone.resolve("tokenstorm").toString()));
  }

  /** Java would end with 1 itself, which is a run's verdict. */
  @Test
  void start_withTooFewAddressesForJava_saysHowToRaiseThem() throws Exception {
    built();
    script(java.resolve("bin/java"), "exit 1");
    Ended ended = limited("ulimit -v 4000000", "validate x.yaml");
    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.err()).contains("only 4000000 KiB").contains("ulimit -v unlimited");
  }

  @Test
  void fastStart_thatAnotherPrepares_isNotWaitedFor_butOneCutOffIsPreparedAnew() throws Exception {
    built();
    script(
        java.resolve("bin/java"),
        "for a; do case $a in -XX:ArchiveClassesAtExit=*) echo x >\"${a#*=}\" ;; esac; done");
    assertThat(prepared()).isTrue();
    assertThat(prepared()).as("it is there").isFalse();
    Path archive = archives().get(0);
    Path making = Path.of(archive + ".making");
    assertThat(making).doesNotExist();
    Files.delete(archive);
    Files.writeString(making, ProcessHandle.current().pid() + "\n");
    assertThat(prepared()).as("by another that is at it").isFalse();
    assertThat(archive).doesNotExist();
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    Files.writeString(making, gone.pid() + "\n");
    assertThat(prepared()).as("after one that was killed").isTrue();
    assertThat(archives()).containsExactly(archive);
    assertThat(making).doesNotExist();
  }

  private boolean prepared() throws Exception {
    Ended ended = command("run");
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return ended.err().contains("preparing a fast start");
  }

  @Test
  void warmUp_preparesTheFastStart_startsNothingElse_andSaysWhenItCannot() throws Exception {
    built();
    script(java.resolve("bin/java"), "exit 3");
    Ended failed = command("warm-up");
    assertThat(failed.exitCode()).isEqualTo(4);
    assertThat(failed.err()).contains("could not prepare it").contains("warm-up.log");
    script(
        java.resolve("bin/java"),
        "echo started; for a; do case $a in"
            + " -XX:ArchiveClassesAtExit=*) echo x >\"${a#*=}\" ;; esac; done");
    Ended done = command("warm-up");
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.out()).isEmpty();
    assertThat(archives()).hasSize(1);
    Ended again = command("warm-up");
    assertThat(again.exitCode()).isZero();
    assertThat(again.err()).isEmpty();
  }

  private Ended command(String name) throws Exception {
    return Ended.run(
        folder,
        Map.of("JAVA_HOME", java.toString()),
        List.of("/bin/sh", clone.resolve("tokenstorm").toString(), name));
  }

  private List<Path> archives() throws IOException {
    try (Stream<Path> all = Files.walk(clone.resolve("cli/target"))) {
      return all.filter(file -> file.toString().endsWith(".jsa")).toList();
    }
  }

  /** Newer than its sources, with a class archive, so that nothing but the start is left. */
  private void built() throws IOException {
    String pom = Files.readString(clone.resolve("pom.xml"));
    String version = pom.replaceFirst("(?s).*?\n  <version>(.*?)</version>.*", "$1");
    Path home = Files.createDirectories(clone.resolve("cli/target/tokenstorm-" + version + "/lib"));
    Path mark = Files.createFile(home.resolveSibling(".built"));
    Instant old = Instant.now().minusSeconds(3600);
    for (String source : List.of("pom.xml", "tokenstorm", "cli/pom.xml")) {
      Files.setLastModifiedTime(clone.resolve(source), FileTime.from(old));
    }
    Files.setLastModifiedTime(mark, FileTime.from(old.plusSeconds(60)));
  }

  private Ended start() throws Exception {
    return start(Map.of("JAVA_HOME", java.toString()));
  }

  private Ended start(Map<String, String> environment) throws Exception {
    return Ended.run(
        folder,
        environment,
        List.of("/bin/sh", clone.resolve("tokenstorm").toString(), "--version"));
  }

  /** A folder of the few tools that are needed before a Java was found. */
  private Path withoutJava() throws IOException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    for (String tool : List.of("sed", "dirname", "basename", "readlink", "head")) {
      Path found =
          List.of("/usr/bin", "/bin").stream()
              .map(directory -> Path.of(directory, tool))
              .filter(Files::isExecutable)
              .findFirst()
              .orElseThrow();
      script(bin.resolve(tool), "exec " + found + " \"$@\"");
    }
    return bin;
  }

  private static void script(Path file, String text) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static Path root() {
    Path at = Path.of("").toAbsolutePath();
    while (!Files.exists(at.resolve("mvnw"))) {
      at = at.getParent();
    }
    return at;
  }
}
