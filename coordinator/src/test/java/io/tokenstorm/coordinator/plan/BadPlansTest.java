package io.tokenstorm.coordinator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each file in {@code plans/bad} is refused with just the messages in the file {@code .expected}
 * beside it. No environment variable is set.
 */
class BadPlansTest {
  private static final Path BAD = Path.of("src/test/resources/plans/bad");
  private static final ReadOptions OPTIONS = ReadOptions.NONE.withEnvironment(name -> false);

  static List<Path> plans() throws IOException {
    try (Stream<Path> files = Files.list(BAD)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("plans")
  void badPlan_read_isRefusedWithItsMessages(Path file) throws IOException {
    assertThat(messages(file)).isEqualTo(Files.readString(expected(file)));
  }

  @ParameterizedTest
  @MethodSource("plans")
  void badPlan_read_neverRepeatsASecret(Path file) throws IOException {
    assertThat(messages(file)).doesNotContain("sk-secret-123", "hunter2");
  }

  @Test
  void badPlans_counted_areFortyAndMoreWithNoExpectationLeftOver() throws IOException {
    assertThat(plans()).hasSizeGreaterThanOrEqualTo(40);
    try (Stream<Path> files = Files.list(BAD)) {
      assertThat(files.filter(file -> file.toString().endsWith(".expected")).sorted().toList())
          .isEqualTo(plans().stream().map(BadPlansTest::expected).toList());
    }
  }

  private static String messages(Path file) throws IOException {
    PlanResult result =
        PlanReader.read(file.getFileName().toString(), Files.readAllBytes(file), OPTIONS);
    assertThat(result).isInstanceOf(PlanResult.Refused.class);
    return ((PlanResult.Refused) result).render() + "\n";
  }

  private static Path expected(Path file) {
    return Path.of(file.toString().replaceAll("\\.yaml$", ".expected"));
  }
}
