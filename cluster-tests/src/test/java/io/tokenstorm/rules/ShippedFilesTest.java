package io.tokenstorm.rules;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.core.status.Status;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every file that a user edits or a tool reads is well formed as it is shipped. */
class ShippedFilesTest {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
  private static final ObjectMapper JSON = new ObjectMapper();

  static Stream<Path> hoconFiles() {
    return Stream.concat(files("conf", ".conf"), modulesResources(".conf"));
  }

  static Stream<Path> yamlFiles() {
    return files("conf", ".yaml");
  }

  static Stream<Path> schemas() {
    return Stream.concat(modulesResources(".schema.json"), files("conf", ".schema.json"));
  }

  @ParameterizedTest
  @MethodSource("hoconFiles")
  void hocon_asShipped_parses(Path file) {
    assertThat(ConfigFactory.parseFile(file.toFile()).isEmpty()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("yamlFiles")
  void yaml_asShipped_parses(Path file) throws IOException {
    assertThat(YAML.readTree(file.toFile()).isObject()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("schemas")
  void jsonSchema_asShipped_isOne(Path file) throws IOException {
    JsonNode schema = JSON.readTree(file.toFile());
    assertThat(schema.path("$schema").asText()).contains("json-schema.org");
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema.toString()))
        .isNotNull();
  }

  @Test
  void logback_asShipped_isTakenWithoutComplaint() throws Exception {
    LoggerContext context = new LoggerContext();
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(ProjectRoot.PATH.resolve("conf/logback.xml").toFile());
    assertThat(context.getStatusManager().getCopyOfStatusList())
        .noneMatch(status -> status.getLevel() >= Status.WARN);
    context.stop();
  }

  private static Stream<Path> modulesResources(String ending) {
    return Stream.of("protocol", "worker", "coordinator", "replica", "cli")
        .flatMap(module -> files(module + "/src/main/resources", ending));
  }

  private static Stream<Path> files(String below, String ending) {
    Path root = ProjectRoot.PATH.resolve(below);
    if (!Files.isDirectory(root)) {
      return Stream.of();
    }
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(file -> file.toString().endsWith(ending)).sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
