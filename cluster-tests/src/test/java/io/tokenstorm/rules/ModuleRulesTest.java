package io.tokenstorm.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may know whom: the modules of the architecture page, checked on the compiled classes. */
class ModuleRulesTest {
  private static final String OURS = "io.tokenstorm..";
  private static final String PROTOCOL = "io.tokenstorm.protocol..";
  private static final String SERVER = "io.tokenstorm.server..";
  private static final String WORKER = "io.tokenstorm.worker..";
  private static final String COORDINATOR = "io.tokenstorm.coordinator..";
  private static final String REPLICA = "io.tokenstorm.replica..";
  private static final String CLI = "io.tokenstorm.cli..";

  @ParameterizedTest
  @ValueSource(strings = {"protocol", "server", "worker", "coordinator", "replica", "cli"})
  void import_eachModule_isSeen(String module) {
    assertThat(ProjectClasses.ALL)
        .anyMatch(type -> type.getPackageName().startsWith("io.tokenstorm." + module));
  }

  @Test
  void packages_ofAllModules_haveNoCycle() {
    slices().matching("io.tokenstorm.(**)").should().beFreeOfCycles().check(ProjectClasses.ALL);
  }

  @Test
  void protocol_knowsNoOtherModule() {
    noClasses()
        .that()
        .resideInAPackage(PROTOCOL)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(SERVER, WORKER, COORDINATOR, REPLICA, CLI)
        .check(ProjectClasses.ALL);
  }

  @Test
  void server_knowsOnlyProtocol() {
    noClasses()
        .that()
        .resideInAPackage(SERVER)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(WORKER, COORDINATOR, REPLICA, CLI)
        .check(ProjectClasses.ALL);
  }

  @Test
  void worker_knowsOnlyProtocolAndServer() {
    noClasses()
        .that()
        .resideInAPackage(WORKER)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(COORDINATOR, REPLICA, CLI)
        .check(ProjectClasses.ALL);
  }

  @Test
  void coordinator_knowsOnlyProtocolAndServer() {
    noClasses()
        .that()
        .resideInAPackage(COORDINATOR)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(WORKER, REPLICA, CLI)
        .check(ProjectClasses.ALL);
  }

  @Test
  void replica_theWitness_sharesNothing() {
    noClasses()
        .that()
        .resideInAPackage(REPLICA)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(PROTOCOL, SERVER, WORKER, COORDINATOR, CLI)
        .check(ProjectClasses.ALL);
  }

  @Test
  void cli_isKnownToNobody() {
    classes()
        .that()
        .resideInAPackage(CLI)
        .should()
        .onlyHaveDependentClassesThat()
        .resideInAPackage(CLI)
        .check(ProjectClasses.ALL);
  }

  @Test
  void names_ofTypes_sayWhatTheyAre() {
    noClasses()
        .that()
        .resideInAPackage(OURS)
        .should()
        .haveNameMatching(".*(Manager|Helper|Utils?|Common|Impl)(\\$.*)?")
        .check(ProjectClasses.ALL);
  }
}
