package io.tokenstorm.server.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.server.SecretText;
import io.tokenstorm.server.KnownCause;
import io.tokenstorm.server.ReadyTerms;
import io.tokenstorm.server.ServerCommand;
import io.tokenstorm.server.ServerFailure;
import io.tokenstorm.server.Stage;
import io.tokenstorm.server.StopTerms;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What crosses the network comes back as it was. */
class ServerMessagesTest {
  private static final Path LOG = Path.of("/logs/s.log");

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = "m")
  void command_thereAndBack_isEqual(@Nullable String model) {
    ServerCommand command =
        new ServerCommand(
            "a 100",
            List.of("vllm", "serve"),
            Map.of("KEY", new SecretText("", "KEY")),
            Path.of("/srv"),
            LOG,
            URI.create("http://10.0.0.7:8000"),
            Map.of("Authorization", new SecretText("Bearer ", "KEY")),
            model,
            new ReadyTerms("/health", Duration.ofMinutes(30), Duration.ofMillis(250), false),
            new StopTerms(Duration.ofSeconds(30), List.of("check"), Duration.ofSeconds(60)));
    assertThat(ServerMessages.command(ServerMessages.spec(command), LOG)).isEqualTo(command);
  }

  @Test
  void failure_thereAndBack_saysTheSame() {
    for (ServerFailure failure :
        List.of(
            new ServerFailure(
                "server died", Stage.SERVING, OptionalInt.empty(), List.of(), Optional.empty()),
            new ServerFailure(
                "server failed to start",
                Stage.HEALTH,
                OptionalInt.of(0),
                List.of("a", "b"),
                Optional.of(
                    new KnownCause(
                        KnownCause.Kind.KV_CACHE_TOO_SMALL, "b", OptionalLong.of(1_000)))),
            new ServerFailure(
                "server failed to start",
                Stage.HEALTH,
                OptionalInt.of(137),
                List.of("a"),
                Optional.of(
                    new KnownCause(KnownCause.Kind.OUT_OF_MEMORY, "", OptionalLong.empty()))))) {
      ServerFailure again = ServerMessages.failure(ServerMessages.fault(failure));
      assertThat(again).hasMessage(failure.getMessage());
      assertThat(again.stage()).isEqualTo(failure.stage());
      assertThat(again.exit()).isEqualTo(failure.exit());
      assertThat(again.logTail()).isEqualTo(failure.logTail());
      assertThat(again.cause()).isEqualTo(failure.cause());
    }
  }
}
