package io.tokenstorm.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the compiled classes do not show: sizes, and habits that tests must not have. */
class SourceRulesTest {
  private static final List<String> MODULES =
      List.of(
          "protocol",
          "server",
          "worker",
          "coordinator",
          "replica",
          "cli",
          "cluster-tests",
          "browser-tests");
  private static final int LONGEST = 400;

  /** Scenarios that share their scenery stay together. */
  private static final int LONGEST_TEST = 550;

  private static final int USUAL = 220;
  private static final int MOST_IN_A_PACKAGE = 15;

  /** Two vocabularies that belong together; they may not grow. */
  private static final Map<String, Integer> LARGER =
      Map.of("io/tokenstorm/protocol/plan", 17, "io/tokenstorm/replica/serve", 17);

  @Test
  void sources_ofEveryModule_areFound() {
    for (String module : MODULES) {
      assertThat(sources(module, "test")).as(module).isNotEmpty();
    }
    assertThat(allSources("main")).hasSizeGreaterThan(100);
  }

  /** The words are put together here so that this file does not break its own rule. */
  @ParameterizedTest
  @ValueSource(
      strings = {"Thread.slee;p(", "@Disa;bled", "Assump;tions", "assume;True(", "Moc;kito"})
  void tests_neverWaitBlindly_skipOrMock(String parts) {
    String habit = parts.replace(";", "");
    assertThat(allSources("test").filter(text(line -> line.contains(habit)))).isEmpty();
  }

  @Test
  void printing_onTheStandardStreams_isLeftToTheCommandLine() {
    assertThat(
            Stream.of("protocol", "server", "worker", "coordinator", "replica")
                .flatMap(module -> sources(module, "main"))
                .filter(text(line -> line.contains("System.out.") || line.contains("System.err."))))
        .isEmpty();
  }

  @Test
  void file_isNeverLong_andSeldomMiddling() {
    List<Path> files = allSources("main", "test").toList();
    assertThat(allSources("main").filter(file -> lines(file).size() > LONGEST)).isEmpty();
    assertThat(files).filteredOn(file -> lines(file).size() > LONGEST_TEST).isEmpty();
    long middling = files.stream().filter(file -> lines(file).size() > USUAL).count();
    assertThat(middling).as("files over %s lines", USUAL).isLessThanOrEqualTo(files.size() / 10);
  }

  @Test
  void package_hasFewFiles() {
    Map<Path, Long> crowded =
        allSources("main")
            .filter(file -> !file.endsWith("package-info.java"))
            .collect(Collectors.groupingBy(Path::getParent, Collectors.counting()));
    assertThat(crowded)
        .allSatisfy(
            (where, files) -> assertThat(files).as("%s", where).isLessThanOrEqualTo(mostIn(where)));
  }

  private static int mostIn(Path packagePath) {
    String name = packagePath.toString();
    return LARGER.entrySet().stream()
        .filter(larger -> name.endsWith(larger.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(MOST_IN_A_PACKAGE);
  }

  @Test
  void package_isNullMarked() {
    assertThat(allSources("main").map(Path::getParent).distinct())
        .allSatisfy(
            where ->
                assertThat(String.join("\n", lines(where.resolve("package-info.java"))))
                    .contains("NullMarked"));
  }

  private static Predicate<Path> text(Predicate<String> ofLine) {
    return file -> lines(file).stream().anyMatch(ofLine);
  }

  private static Stream<Path> allSources(String... kinds) {
    return MODULES.stream()
        .flatMap(module -> Stream.of(kinds).flatMap(kind -> sources(module, kind)));
  }

  private static Stream<Path> sources(String module, String kind) {
    Path root = ProjectRoot.PATH.resolve(module).resolve("src").resolve(kind).resolve("java");
    if (!Files.isDirectory(root)) {
      return Stream.of();
    }
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
