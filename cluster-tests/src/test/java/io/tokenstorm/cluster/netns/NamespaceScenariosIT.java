package io.tokenstorm.cluster.netns;

import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import io.tokenstorm.cluster.netns.net.Network;
import io.tokenstorm.cluster.netns.net.Requirements;
import io.tokenstorm.cluster.netns.net.Tool;
import io.tokenstorm.cluster.netns.scenario.Scenario;
import io.tokenstorm.cluster.netns.scenario.Scenarios;
import io.tokenstorm.cluster.netns.scenario.Shown;
import io.tokenstorm.cluster.netns.scene.NetworkScene;
import io.tokenstorm.distribution.Distribution;
import io.tokenstorm.distribution.Launcher;
import io.tokenstorm.distribution.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The product's own processes on machines that are network namespaces, under the faults of
 * docs/faults.md. Only in the profile {@code netns}; {@code -Dscenarios} chooses among them.
 */
@Tag("netns")
@Timeout(300)
class NamespaceScenariosIT {
  private static final List<Scenario> SCENARIOS =
      Scenarios.of(System.getProperty("scenarios", Scenarios.CHOSEN));
  private static final ScenarioTable TABLE = new ScenarioTable(SCENARIOS);

  private static final Path TARGET = Distribution.ROOT.resolve("cluster-tests/target");

  /** What all processes leave; kept until the next time. */
  private static final Path FOLDER = TARGET.resolve("netns-scenarios");

  @BeforeAll
  static void prepare() throws Exception {
    Requirements.check();
    Network.deleteLeftovers();
    Tool.run(List.of("rm", "-rf", FOLDER.toString()));
    Files.createDirectories(FOLDER);
    // the first start on a machine prepares the later ones: not all at once
    try (Running first = Launcher.start(FOLDER, "replica", "--port=0", "--gateway-port=0")) {
      first.awaitOutput("gateway http://");
    }
    NetworkScene.certificates(certificates());
  }

  private static Path certificates() {
    return FOLDER.resolve("authority/certs");
  }

  static List<Scenario> scenarios() {
    return SCENARIOS;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scenarios")
  @Execution(CONCURRENT)
  void scenario_underItsFault_holds(Scenario scenario) throws Exception {
    long began = System.nanoTime();
    try (NetworkScene scene = NetworkScene.open(FOLDER.resolve(scenario.name()), certificates())) {
      Shown shown = scenario.play().on(scene);
      TABLE.held(scenario, shown, secondsSince(began));
    } catch (Exception | AssertionError e) {
      TABLE.failed(scenario, e, secondsSince(began));
      throw e;
    }
  }

  private static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }

  @AfterAll
  static void show() throws IOException {
    String table = TABLE.text();
    System.out.printf("%n%s%n", table);
    Files.writeString(Distribution.ROOT.resolve("cluster-tests/target/netns-scenarios.md"), table);
  }
}
