package io.tokenstorm.server.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.server.SecretText;
import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.server.ReadyTerms;
import io.tokenstorm.server.ServerCommand;
import io.tokenstorm.server.ServerFailure;
import io.tokenstorm.server.StopTerms;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Secrets are read where the server is started, and shown nowhere. */
class ServerSecretsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final ServerCommand COMMAND =
      new ServerCommand(
          "s",
          List.of("true"),
          Map.of("ENGINE_KEY", new SecretText("", "KEY"), "MODE", SecretText.plain("fast")),
          Path.of("."),
          Path.of("log"),
          URI.create("http://127.0.0.1:9"),
          Map.of("Authorization", new SecretText("Bearer ", "KEY")),
          null,
          new ReadyTerms("/health", SECOND, SECOND, true),
          new StopTerms(SECOND, List.of(), SECOND));

  @Test
  void values_ofThisNode_standInVariablesAndHeaders_andAreHidden() {
    ServerSecrets secrets = ServerSecrets.of(COMMAND, Map.of("KEY", "sk-123456")::get);
    assertThat(secrets.environment()).isEqualTo(Map.of("ENGINE_KEY", "sk-123456", "MODE", "fast"));
    assertThat(secrets.headers()).isEqualTo(Map.of("Authorization", "Bearer sk-123456"));
    assertThat(secrets.hidden()).contains("sk-123456");
    assertThat(secrets.toString()).doesNotContain("sk-123456");
    assertThat(secrets.missing()).isEmpty();
  }

  @Test
  void command_inWords_namesReferencesAndHidesLiterals() {
    assertThat(COMMAND.toString()).contains("ENGINE_KEY", "${env:KEY}").doesNotContain("fast");
  }

  @Test
  void variable_notSetHere_failsTheStartByItsName() {
    try (LocalServerHost host = new LocalServerHost(Ticker.system(), name -> null)) {
      assertThat(host.start(COMMAND).ready().toCompletableFuture())
          .failsWithin(Duration.ofSeconds(20))
          .withThrowableThat()
          .havingCause()
          .isInstanceOf(ServerFailure.class)
          .withMessageContaining("s was not started: the environment variable KEY is not set");
    }
  }
}
