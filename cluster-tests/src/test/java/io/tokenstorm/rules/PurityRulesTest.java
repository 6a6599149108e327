package io.tokenstorm.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Pure packages decide and leave the doing to others: no actor, no socket, no thread. A seeded
 * simulation can drive them as they are.
 */
class PurityRulesTest {
  private static final Set<String> SOCKET_CHANNELS =
      Set.of(
          "java.nio.channels.SocketChannel",
          "java.nio.channels.ServerSocketChannel",
          "java.nio.channels.DatagramChannel",
          "java.nio.channels.AsynchronousSocketChannel",
          "java.nio.channels.AsynchronousServerSocketChannel",
          "java.nio.channels.Selector",
          "java.nio.channels.SelectionKey");

  private static final DescribedPredicate<JavaClass> ACTORS_OR_SOCKETS =
      new DescribedPredicate<>("are actors, streams or sockets") {
        @Override
        public boolean test(JavaClass type) {
          String name = type.getName();
          return name.startsWith("akka.")
              || name.startsWith("java.net.http.")
              || name.startsWith("java.net.Socket")
              || name.startsWith("java.net.ServerSocket")
              || name.startsWith("java.net.Datagram")
              || name.equals("java.net.URLConnection")
              || name.equals("java.net.HttpURLConnection")
              || SOCKET_CHANNELS.contains(name);
        }
      };

  private static final String MAIN = "/src/main/java/";
  private static final int MODULE_AND_PACKAGES = 12;
  private static final Pattern CLAIM = Pattern.compile("\\bPure\\b");
  private static final Pattern NAME = Pattern.compile("(?m)^package (.*);$");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "io.tokenstorm.protocol.record",
        "io.tokenstorm.protocol.plan",
        "io.tokenstorm.protocol.shard",
        "io.tokenstorm.protocol.metric",
        "io.tokenstorm.protocol.time",
        "io.tokenstorm.protocol.live",
        "io.tokenstorm.protocol.telemetry",
        "io.tokenstorm.protocol.health",
        "io.tokenstorm.worker.load",
        "io.tokenstorm.worker.follow",
        "io.tokenstorm.worker.lease",
        "io.tokenstorm.worker.http",
        "io.tokenstorm.worker.sse",
        "io.tokenstorm.worker.chunk",
        "io.tokenstorm.worker.prompt",
        "io.tokenstorm.worker.api",
        "io.tokenstorm.coordinator.plan",
        "io.tokenstorm.coordinator.matrix",
        "io.tokenstorm.coordinator.sweep.model",
        "io.tokenstorm.coordinator.sweep.result",
        "io.tokenstorm.coordinator.sweep.show",
        "io.tokenstorm.coordinator.run",
        "io.tokenstorm.coordinator.hosting",
        "io.tokenstorm.coordinator.clock",
        "io.tokenstorm.coordinator.fleet",
        "io.tokenstorm.coordinator.queue",
        "io.tokenstorm.coordinator.service",
        "io.tokenstorm.coordinator.ledger",
        "io.tokenstorm.coordinator.stats",
        "io.tokenstorm.coordinator.report",
        "io.tokenstorm.coordinator.export",
        "io.tokenstorm.coordinator.page",
        "io.tokenstorm.coordinator.compare",
        "io.tokenstorm.coordinator.results",
        "io.tokenstorm.coordinator.scrape",
        "io.tokenstorm.coordinator.metrics",
        "io.tokenstorm.coordinator.live",
        "io.tokenstorm.coordinator.health",
        "io.tokenstorm.server.life",
        "io.tokenstorm.server.cause"
      })
  void purePackage_hasClasses_andKnowsNeitherActorsNorSockets(String packageName) {
    assertPure(packageName, packageName + "..");
  }

  /** What the Javadoc of a package claims is so. */
  @ParameterizedTest
  @MethodSource("claims")
  void package_thatSaysItIsPure_knowsNeitherActorsNorSockets(String packageName) {
    assertPure(packageName, packageName);
  }

  private static void assertPure(String packageName, String pattern) {
    assertThat(ProjectClasses.ALL)
        .as("classes in %s", packageName)
        .anyMatch(type -> type.getPackageName().startsWith(packageName));
    noClasses()
        .that()
        .resideInAPackage(pattern)
        .should()
        .dependOnClassesThat(ACTORS_OR_SOCKETS)
        .check(ProjectClasses.ALL);
  }

  private static List<String> claims() throws IOException {
    try (Stream<Path> files = Files.walk(ProjectRoot.PATH, MODULE_AND_PACKAGES)) {
      return files
          .filter(file -> file.endsWith("package-info.java") && file.toString().contains(MAIN))
          .map(PurityRulesTest::text)
          .filter(text -> CLAIM.matcher(text).find())
          .map(text -> NAME.matcher(text).results().findFirst().orElseThrow().group(1))
          .sorted()
          .toList();
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
