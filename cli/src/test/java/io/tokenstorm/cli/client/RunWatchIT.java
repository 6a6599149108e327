package io.tokenstorm.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.coordinator.live.LiveFrame;
import io.tokenstorm.protocol.time.Ticker;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RunWatchIT {
  private static final RunWatch.Patience SHORT =
      new RunWatch.Patience(Duration.ofMillis(800), Duration.ofMillis(20), Duration.ofSeconds(20));

  private FakeCoordinator coordinator;
  private final List<Long> seen = new ArrayList<>();
  private final List<String> silences = new ArrayList<>();
  private final WatchListener listener =
      new WatchListener() {
        @Override
        public void onFrame(LiveFrame frame) {
          seen.add(frame.sequence());
        }

        @Override
        public void onSilence(String why) {
          silences.add(why);
        }
      };

  @BeforeEach
  void start() throws IOException {
    coordinator = new FakeCoordinator();
  }

  @AfterEach
  void stop() {
    coordinator.close();
  }

  private RunWatch watch(String run) {
    return watch(run, SHORT);
  }

  private RunWatch watch(String run, RunWatch.Patience patience) {
    return new RunWatch(
        new ApiClient(coordinator.address()), run, listener, Ticker.system(), patience);
  }

  @Test
  void toEnd_wholeStream_givesEachFrameAndTheLastOne() throws Exception {
    coordinator.then(200, FakeCoordinator.events(1, 5, true));

    Optional<LiveFrame> last = watch("run-7").toEnd();

    assertThat(last).map(LiveFrame::sequence).contains(5L);
    assertThat(seen).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(coordinator.asked())
        .containsExactly(new FakeCoordinator.Asked("GET", "/api/runs/run-7/live", "null", ""));
  }

  @Test
  void toEnd_connectionBreaks_goesOnWithTheSameRunWhereItStopped() throws Exception {
    coordinator
        .then(200, FakeCoordinator.events(1, 2, false))
        .then(503, "{\"error\":\"x\",\"detail\":\"busy\",\"problems\":[]}")
        .then(200, FakeCoordinator.events(3, 4, true));

    assertThatThrownBy(() -> watch(ApiClient.CURRENT).toEnd()).hasMessage("busy");

    coordinator.close();
    start();
    seen.clear();
    coordinator
        .then(200, FakeCoordinator.events(1, 2, false))
        .then(200, FakeCoordinator.events(3, 4, true));
    assertThat(watch(ApiClient.CURRENT).toEnd()).map(LiveFrame::sequence).contains(4L);
    assertThat(seen).containsExactly(1L, 2L, 3L, 4L);
    assertThat(silences).isNotEmpty();
    assertThat(coordinator.asked())
        .extracting(FakeCoordinator.Asked::uri, FakeCoordinator.Asked::lastEventId)
        .containsExactly(
            tuple("/api/runs/current/live", "null"), tuple("/api/runs/run-7/live", "2"));
  }

  @Test
  void toEnd_coordinatorFallsSilent_isTriedAnew() throws Exception {
    coordinator
        .thenHang(FakeCoordinator.events(1, 2, false))
        .then(200, FakeCoordinator.events(3, 3, true));

    assertThat(watch("run-7").toEnd()).map(LiveFrame::sequence).contains(3L);
    assertThat(silences).singleElement().asString().startsWith("silent for");
  }

  @Test
  void toEnd_nobodyListens_failsAtOnceSayingWhere() {
    coordinator.close();

    assertThatThrownBy(() -> watch("run-7").toEnd())
        .isInstanceOfSatisfying(
            CommandFailure.class,
            failure -> {
              assertThat(failure.exitCode()).isEqualTo(ExitCode.UNREACHABLE);
              assertThat(failure)
                  .hasMessageStartingWith(
                      "no coordinator answers at http://" + coordinator.address())
                  .hasMessageContaining("nobody listens there");
            });
  }

  @Test
  void toEnd_goneForLongerThanThePatience_isGivenUp() throws Exception {
    coordinator.then(200, FakeCoordinator.events(1, 2, false));
    RunWatch watch =
        watch(
            "run-7",
            new RunWatch.Patience(
                Duration.ofSeconds(1), Duration.ofMillis(20), Duration.ofMillis(300)));

    assertThatThrownBy(watch::toEnd)
        .isInstanceOfSatisfying(
            CommandFailure.class,
            failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.UNREACHABLE));
  }

  @Test
  void toEnd_unknownRun_isRefusedWithTheCoordinatorsWords() {
    coordinator.then(404, "{\"error\":\"not_found\",\"detail\":\"no run 'x'\",\"problems\":[]}");

    assertThatThrownBy(() -> watch("x").toEnd())
        .isInstanceOf(CommandFailure.class)
        .hasMessage("no run 'x'");
  }

  @Test
  void close_whileWatching_returnsWithoutAFrame() throws Exception {
    coordinator.thenHang(FakeCoordinator.events(1, 1, false));
    RunWatch watch = watch("run-7");
    CompletableFuture<Optional<LiveFrame>> end =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return watch.toEnd();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    await().until(() -> !coordinator.asked().isEmpty());

    watch.close();

    assertThat(end.get(20, TimeUnit.SECONDS)).isEmpty();
  }
}
