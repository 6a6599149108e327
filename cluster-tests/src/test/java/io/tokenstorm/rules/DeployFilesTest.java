package io.tokenstorm.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.tokenstorm.cli.command.TokenstormCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * The files of {@code deploy/}, as far as a JDK alone can check them: they are well formed, agree
 * with themselves and with each other, and every option they use exists. They are not applied.
 */
class DeployFilesTest {
  private static final Path DEPLOY = ProjectRoot.PATH.resolve("deploy");
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
  private static final Map<String, String> API_VERSIONS =
      Map.of(
          "Service", "v1",
          "PersistentVolumeClaim", "v1",
          "Deployment", "apps/v1",
          "StatefulSet", "apps/v1");
  private static final Set<String> SECTIONS = Set.of("Unit", "Service", "Install");

  private static List<JsonNode> objects(String file) throws IOException {
    try (MappingIterator<JsonNode> all =
        YAML.readerFor(JsonNode.class)
            .readValues(DEPLOY.resolve("kubernetes").resolve(file).toFile())) {
      return all.readAll();
    }
  }

  private static JsonNode only(String file, String... kinds) throws IOException {
    List<JsonNode> found =
        objects(file).stream()
            .filter(object -> List.of(kinds).contains(object.path("kind").asText()))
            .toList();
    assertThat(found).as("%s in %s", List.of(kinds), file).hasSize(1);
    return found.get(0);
  }

  private static JsonNode workload(String file) throws IOException {
    return only(file, "Deployment", "StatefulSet");
  }

  private static JsonNode container(String file) throws IOException {
    JsonNode containers = workload(file).at("/spec/template/spec/containers");
    assertThat(containers).hasSize(1);
    return containers.get(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"coordinator.yaml", "worker.yaml"})
  void manifests_haveKindsVersionsAndNames(String file) throws IOException {
    for (JsonNode object : objects(file)) {
      String kind = object.path("kind").asText();
      assertThat(object.path("apiVersion").asText()).as(kind).isEqualTo(API_VERSIONS.get(kind));
      assertThat(object.at("/metadata/name").asText()).matches("[a-z][a-z0-9-]{0,62}");
      assertThat(object.path("spec").isObject()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"coordinator.yaml", "worker.yaml"})
  void selectors_findThePods_andServicesTheirPorts(String file) throws IOException {
    JsonNode workload = workload(file);
    JsonNode labels = workload.at("/spec/template/metadata/labels");
    JsonNode service = only(file, "Service");
    assertThat(workload.at("/spec/selector/matchLabels")).isEqualTo(labels);
    assertThat(service.at("/spec/selector")).isEqualTo(labels);
    assertThat(service.at("/spec/clusterIP").asText()).as("headless").isEqualTo("None");
    for (JsonNode port : service.at("/spec/ports")) {
      assertThat(containerPort(file, port.path("targetPort").asText()))
          .isEqualTo(port.path("port").asInt());
    }
  }

  private static int containerPort(String file, String name) throws IOException {
    return StreamSupport.stream(container(file).path("ports").spliterator(), false)
        .filter(port -> port.path("name").asText().equals(name))
        .mapToInt(port -> port.path("containerPort").asInt())
        .findFirst()
        .orElseThrow(() -> new AssertionError("no container port named " + name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"coordinator.yaml", "worker.yaml"})
  void mounts_areDeclared_andPodsRunAsNobodySpecial(String file) throws IOException {
    JsonNode spec = workload(file).path("spec");
    List<String> declared = new ArrayList<>();
    spec.at("/template/spec/volumes").forEach(v -> declared.add(v.path("name").asText()));
    spec.path("volumeClaimTemplates").forEach(v -> declared.add(v.at("/metadata/name").asText()));
    List<String> mounted = new ArrayList<>();
    container(file).path("volumeMounts").forEach(m -> mounted.add(m.path("name").asText()));
    assertThat(mounted).containsExactlyInAnyOrderElementsOf(declared);
    assertThat(spec.at("/template/spec/securityContext/runAsNonRoot").asBoolean()).isTrue();
    assertThat(container(file).at("/securityContext/allowPrivilegeEscalation").asBoolean(true))
        .isFalse();
  }

  @Test
  void worker_joinsTheCoordinatorsService_atItsPort() throws IOException {
    JsonNode service = only("coordinator.yaml", "Service");
    String name = service.at("/metadata/name").asText();
    int port = service.at("/spec/ports/0/port").asInt();
    assertThat(arguments("worker.yaml")).contains("--join=" + name + ":" + port);
    assertThat(arguments("coordinator.yaml")).contains("--host=" + name);
    String workers = only("worker.yaml", "Service").at("/metadata/name").asText();
    assertThat(workload("worker.yaml").at("/spec/serviceName").asText()).isEqualTo(workers);
    assertThat(arguments("worker.yaml")).contains("--host=$(POD_NAME)." + workers);
  }

  private static List<String> arguments(String file) throws IOException {
    return StreamSupport.stream(container(file).path("args").spliterator(), false)
        .map(JsonNode::asText)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"coordinator.yaml", "worker.yaml"})
  void options_ofManifests_existAndHaveFittingValues(String file) throws IOException {
    parse(arguments(file).stream().map(a -> a.replace("$(POD_NAME)", "w-0")).toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"tokenstorm-coordinator.service", "tokenstorm-worker@.service"})
  void units_areWellFormed_andTheirOptionsExist(String file) throws IOException {
    List<String> start = new ArrayList<>();
    String section = "";
    for (String line : Files.readAllLines(DEPLOY.resolve("systemd").resolve(file))) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      if (line.startsWith("[")) {
        section = line.substring(1, line.length() - 1);
        assertThat(SECTIONS).contains(section);
      } else {
        assertThat(line).as(section).matches("[A-Z][A-Za-z]+=.+");
      }
      if (line.startsWith("ExecStart=")) {
        start.add(line.substring("ExecStart=".length()));
      }
    }
    assertThat(start).hasSize(1);
    String[] words =
        start
            .get(0)
            .replaceAll("\\$\\{JOIN}", "c:7355")
            .replaceAll("\\$\\{HOST}|%i", "h")
            .split(" ");
    assertThat(words[0]).isEqualTo("/opt/tokenstorm/bin/tokenstorm");
    parse(List.of(words).subList(1, words.length));
  }

  /** The command line itself reads it; nothing is started. */
  private static void parse(List<String> arguments) {
    CommandLine.ParseResult read =
        new CommandLine(new TokenstormCommand()).parseArgs(arguments.toArray(String[]::new));
    assertThat(read.hasSubcommand()).isTrue();
    assertThat(read.subcommand().matchedOptions()).hasSizeGreaterThan(3);
  }

  @Test
  void image_addsTheArchiveThatIsBuilt_andRunsAsNobodySpecial() throws IOException {
    String version = projectVersion();
    String image = Files.readString(DEPLOY.resolve("Dockerfile"));
    assertThat(image)
        .contains("cli/target/tokenstorm-" + version + ".tar.gz")
        .contains("ENTRYPOINT [\"/opt/tokenstorm-" + version + "/bin/tokenstorm\"]")
        .contains("RUN [\"/opt/tokenstorm-" + version + "/bin/tokenstorm\", \"warm-up\"]")
        .contains("USER 10001");
    for (String file : List.of("coordinator.yaml", "worker.yaml")) {
      assertThat(container(file).path("image").asText()).isEqualTo("tokenstorm:" + version);
    }
  }

  private static String projectVersion() throws IOException {
    String pom = Files.readString(ProjectRoot.PATH.resolve("pom.xml"));
    int at = pom.indexOf("<version>") + "<version>".length();
    return pom.substring(at, pom.indexOf("</version>", at));
  }
}
