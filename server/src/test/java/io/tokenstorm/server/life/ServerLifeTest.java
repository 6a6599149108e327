package io.tokenstorm.server.life;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.server.ReadyTerms;
import io.tokenstorm.server.Stage;
import io.tokenstorm.server.StopTerms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** A life on virtual time, one input after the other. */
class ServerLifeTest {
  private static final Duration DEADLINE = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final LifeInput YES_PORT = new LifeInput.PortSeen(Stage.PORT_CHECK, false);

  private long nowNanos = 7;
  private ServerLife life = life(true, List.of());
  private List<LifeOutput> last = List.of();

  private static ServerLife life(boolean warm, List<String> check) {
    return life(DEADLINE, warm, check);
  }

  private static ServerLife life(Duration deadline, boolean warm, List<String> check) {
    return new ServerLife(
        new ReadyTerms("/health", deadline, POLL, warm),
        new StopTerms(GRACE, check, Duration.ofSeconds(10)));
  }

  private ServerLifeTest say(LifeInput input) {
    last = life.on(input, nowNanos);
    return this;
  }

  private ServerLifeTest pass(Duration duration) {
    nowNanos += duration.toNanos();
    return this;
  }

  private ServerLifeTest launch() {
    life.begin();
    return say(YES_PORT).say(new LifeInput.Launched());
  }

  private ServerLifeTest yes(Stage stage) {
    return say(new LifeInput.Answered(stage, StageAnswer.YES));
  }

  private ServerLifeTest serve() {
    return launch().yes(Stage.HEALTH).yes(Stage.MODEL).yes(Stage.WARM_REQUEST);
  }

  private ServerLifeTest freePort() {
    return say(new LifeInput.PortSeen(Stage.PORT_RELEASE, false));
  }

  private LifeOutput.StartFailed failure() {
    assertThat(last).hasSize(1).first().isInstanceOf(LifeOutput.StartFailed.class);
    return (LifeOutput.StartFailed) last.get(0);
  }

  private LifeOutput.Stopped stopped() {
    assertThat(last).hasSize(1).first().isInstanceOf(LifeOutput.Stopped.class);
    return (LifeOutput.Stopped) last.get(0);
  }

  @Test
  void begin_always_looksAtThePortFirst() {
    assertThat(life.begin()).containsExactly(new LifeOutput.LookAtPort(Stage.PORT_CHECK));
    say(YES_PORT);
    assertThat(last).containsExactly(new LifeOutput.Launch());
  }

  @Test
  void port_inUse_failsBeforeAnyProcess() {
    life.begin();
    say(new LifeInput.PortSeen(Stage.PORT_CHECK, true));
    assertThat(failure().fault().stage()).isEqualTo(Stage.PORT_CHECK);
    assertThat(failure().fault().why()).contains("port is in use");
  }

  @Test
  void stages_answered_followEachOtherToReady() {
    launch();
    assertThat(last).containsExactly(new LifeOutput.Ask(Stage.HEALTH, Duration.ofSeconds(5)));
    yes(Stage.HEALTH);
    assertThat(last).containsExactly(new LifeOutput.Ask(Stage.MODEL, Duration.ofSeconds(5)));
    pass(Duration.ofSeconds(2)).yes(Stage.MODEL);
    assertThat(last)
        .as("a first request may take all the time that is left")
        .containsExactly(new LifeOutput.Ask(Stage.WARM_REQUEST, Duration.ofSeconds(58)));
    pass(Duration.ofSeconds(1)).yes(Stage.WARM_REQUEST);
    assertThat(last).containsExactly(new LifeOutput.Ready(Duration.ofSeconds(3)));
  }

  @Test
  void warmRequest_unwanted_isNotMade() {
    life = life(false, List.of());
    launch().yes(Stage.HEALTH).yes(Stage.MODEL);
    assertThat(last).containsExactly(new LifeOutput.Ready(Duration.ZERO));
  }

  @Test
  void stage_notYetAnswered_isAskedAgainAfterThePoll() {
    launch().say(new LifeInput.Answered(Stage.HEALTH, StageAnswer.notYet("answered 503")));
    assertThat(last).containsExactly(new LifeOutput.WakeAfter(Stage.HEALTH, POLL));
    pass(POLL).say(new LifeInput.Woken(Stage.HEALTH));
    assertThat(last).containsExactly(new LifeOutput.Ask(Stage.HEALTH, Duration.ofSeconds(5)));
  }

  @Test
  void deadline_passed_namesTheStageAndWhatWasSaidLast() {
    launch().yes(Stage.HEALTH);
    pass(Duration.ofMillis(59_500));
    say(new LifeInput.Answered(Stage.MODEL, StageAnswer.notYet("/v1/models lists none")));
    assertThat(last)
        .as("no longer than there is time")
        .containsExactly(new LifeOutput.WakeAfter(Stage.MODEL, Duration.ofMillis(500)));
    pass(Duration.ofMillis(500)).say(new LifeInput.Woken(Stage.MODEL));
    assertThat(last).first().isEqualTo(new LifeOutput.EndProcesses());
    say(new LifeInput.Exited(143)).say(new LifeInput.Gone("")).freePort();
    LifeFault fault = failure().fault();
    assertThat(fault.stage()).isEqualTo(Stage.MODEL);
    assertThat(fault.exit()).as("it was ended, it did not exit by itself").isEmpty();
    assertThat(fault.why())
        .isEqualTo(
            "was not ready within 60 s, waiting for a model to be listed (/v1/models lists none)");
  }

  /** Half an hour of a machine full of accelerators is not spent on a name mistyped. */
  @Test
  void answer_thatHardlyWillBeYes_failsAfterAMinuteOfIt() {
    life = life(Duration.ofMinutes(30), true, List.of());
    launch().yes(Stage.HEALTH);
    LifeInput unlikely = new LifeInput.Answered(Stage.MODEL, StageAnswer.unlikely("lists b"));
    say(unlikely);
    assertThat(last).containsExactly(new LifeOutput.WakeAfter(Stage.MODEL, POLL));
    pass(Duration.ofSeconds(59)).say(unlikely);
    assertThat(last).containsExactly(new LifeOutput.WakeAfter(Stage.MODEL, POLL));
    pass(Duration.ofSeconds(1)).say(unlikely);
    assertThat(last).first().isEqualTo(new LifeOutput.EndProcesses());
    say(new LifeInput.Gone("")).freePort();
    assertThat(failure().fault().why())
        .isEqualTo("is not usable, waiting for a model to be listed: for 60 s lists b");
  }

  @Test
  void answer_thatIsLikelyInBetween_beginsTheMinuteAnew() {
    life = life(Duration.ofMinutes(30), true, List.of());
    launch().yes(Stage.HEALTH);
    LifeInput unlikely = new LifeInput.Answered(Stage.MODEL, StageAnswer.unlikely("lists b"));
    say(unlikely).pass(Duration.ofSeconds(59));
    say(new LifeInput.Answered(Stage.MODEL, StageAnswer.notYet("lists none")));
    pass(Duration.ofSeconds(59)).say(unlikely);
    pass(Duration.ofSeconds(59)).say(unlikely);
    assertThat(last).containsExactly(new LifeOutput.WakeAfter(Stage.MODEL, POLL));
  }

  @Test
  void exit_withZeroBeforeItIsReady_saysThatAServerStaysInTheForeground() {
    launch().say(new LifeInput.Exited(0)).say(new LifeInput.Gone("")).freePort();
    assertThat(failure().fault().why()).startsWith("exited with status 0 (").contains("foreground");
  }

  @Test
  void answer_thatNeverWillBeYes_failsWithoutWaiting() {
    launch().yes(Stage.HEALTH).yes(Stage.MODEL);
    say(new LifeInput.Answered(Stage.WARM_REQUEST, StageAnswer.never("answered 400")));
    assertThat(last).first().isEqualTo(new LifeOutput.EndProcesses());
    say(new LifeInput.Gone("")).freePort();
    assertThat(failure().fault().why()).contains("first request").endsWith("answered 400");
  }

  @Test
  void exit_whileWaiting_failsAtOnceWithItsStatus() {
    launch().say(new LifeInput.Answered(Stage.HEALTH, StageAnswer.notYet("refused")));
    say(new LifeInput.Exited(1));
    assertThat(last).first().isEqualTo(new LifeOutput.EndProcesses());
    say(new LifeInput.Woken(Stage.HEALTH));
    assertThat(last).as("what was waited for is past").isEmpty();
    say(new LifeInput.Gone("")).freePort();
    assertThat(failure().fault())
        .isEqualTo(
            new LifeFault(
                Stage.HEALTH,
                OptionalInt.of(1),
                "exited with status 1, waiting for the health path to answer 200"));
    assertThat(failure().leftover()).isEmpty();
  }

  @Test
  void exit_bySignal_isWordedAsOne() {
    launch().say(new LifeInput.Exited(137)).say(new LifeInput.Gone("")).freePort();
    assertThat(failure().fault().why()).startsWith("was ended by signal 9").contains("memory");
  }

  @Test
  void exit_whileServing_isToldAtOnceAndClearedAway() {
    serve().say(new LifeInput.Exited(3));
    assertThat(last).first().isInstanceOf(LifeOutput.Died.class);
    assertThat(last).element(1).isEqualTo(new LifeOutput.EndProcesses());
    say(new LifeInput.StopAsked());
    assertThat(last).isEmpty();
    say(new LifeInput.Gone("")).freePort();
    assertThat(stopped().leftover()).isEmpty();
  }

  @Test
  void stop_whileServing_waitsForProcessesPortAndCheck() {
    life = life(true, List.of("check"));
    serve().say(new LifeInput.StopAsked());
    assertThat(last).first().isEqualTo(new LifeOutput.EndProcesses());
    say(new LifeInput.Exited(143));
    assertThat(last).containsExactly(new LifeOutput.Quit());
    say(new LifeInput.Gone(""));
    assertThat(last).containsExactly(new LifeOutput.LookAtPort(Stage.PORT_RELEASE));
    say(new LifeInput.PortSeen(Stage.PORT_RELEASE, true));
    assertThat(last).containsExactly(new LifeOutput.WakeAfter(Stage.PORT_RELEASE, POLL));
    say(new LifeInput.Woken(Stage.PORT_RELEASE)).freePort();
    assertThat(last).containsExactly(new LifeOutput.RunCheck(Duration.ofSeconds(10)));
    say(new LifeInput.Checked(1));
    assertThat(last).containsExactly(new LifeOutput.WakeAfter(Stage.CHECK, POLL));
    pass(POLL).say(new LifeInput.Woken(Stage.CHECK));
    assertThat(last).containsExactly(new LifeOutput.RunCheck(Duration.ofSeconds(9)));
    say(new LifeInput.Checked(0));
    assertThat(stopped().leftover()).isEmpty();
  }

  @Test
  void check_thatNeverPasses_isToldAfterItsDeadline() {
    life = life(true, List.of("check"));
    serve().say(new LifeInput.StopAsked()).say(new LifeInput.Gone("")).freePort();
    pass(Duration.ofSeconds(10)).say(new LifeInput.Checked(1));
    assertThat(stopped().leftover()).map(LifeFault::stage).contains(Stage.CHECK);
    assertThat(stopped().leftover().orElseThrow().why()).contains("within 10 s", "status 1");
  }

  @Test
  void port_neverReleased_isToldAfterALimit() {
    serve().say(new LifeInput.StopAsked()).say(new LifeInput.Gone(""));
    pass(Duration.ofSeconds(30)).say(new LifeInput.PortSeen(Stage.PORT_RELEASE, true));
    assertThat(stopped().leftover()).map(LifeFault::stage).contains(Stage.PORT_RELEASE);
  }

  @Test
  void processes_thatOutliveTheKill_areToldWithTheirIds() {
    serve().say(new LifeInput.StopAsked()).say(new LifeInput.Gone("outlive SIGKILL: 12"));
    assertThat(stopped().leftover())
        .contains(new LifeFault(Stage.STOP, OptionalInt.empty(), "outlive SIGKILL: 12"));
  }

  @Test
  void supervisor_thatNeverSaysGone_isNotWaitedForEver() {
    serve().say(new LifeInput.StopAsked());
    assertThat(last)
        .element(1)
        .isEqualTo(new LifeOutput.WakeAfter(Stage.STOP, Duration.ofSeconds(100)));
    pass(Duration.ofSeconds(100)).say(new LifeInput.Woken(Stage.STOP));
    assertThat(stopped().leftover()).map(LifeFault::stage).contains(Stage.STOP);
  }

  @Test
  void supervisor_lostWhileServing_isADeathThatIsClearedAway() {
    serve().say(new LifeInput.Gone(""));
    assertThat(last)
        .hasSize(3)
        .contains(new LifeOutput.EndProcesses(), new LifeOutput.LookAtPort(Stage.PORT_RELEASE));
    freePort();
    assertThat(stopped().leftover()).isEmpty();
  }

  @Test
  void failedStart_whosePortStays_tellsBoth() {
    launch().say(new LifeInput.Exited(1)).say(new LifeInput.Gone(""));
    pass(Duration.ofSeconds(31)).say(new LifeInput.PortSeen(Stage.PORT_RELEASE, true));
    assertThat(failure().fault().stage()).isEqualTo(Stage.HEALTH);
    assertThat(failure().leftover()).map(LifeFault::stage).contains(Stage.PORT_RELEASE);
  }

  @Test
  void launch_impossible_failsWithItsReason() {
    life.begin();
    say(YES_PORT).say(new LifeInput.LaunchFailed("could not be started: no folder"));
    assertThat(failure().fault())
        .isEqualTo(
            new LifeFault(Stage.LAUNCH, OptionalInt.empty(), "could not be started: no folder"));
  }

  @Test
  void stop_beforeReady_failsTheStartInEachStage() {
    List<Stage> stages = new ArrayList<>();
    for (int answered = 0; answered < 3; answered++) {
      life = life(true, List.of());
      launch();
      if (answered > 0) {
        yes(Stage.HEALTH);
      }
      if (answered > 1) {
        yes(Stage.MODEL);
      }
      say(new LifeInput.StopAsked()).say(new LifeInput.Gone("")).freePort();
      assertThat(failure().fault().why()).isEqualTo("was stopped before it was ready");
      stages.add(failure().fault().stage());
    }
    assertThat(stages).containsExactly(Stage.HEALTH, Stage.MODEL, Stage.WARM_REQUEST);
  }

  @Test
  void stop_beforeAnyProcess_isOverAtOnce() {
    life.begin();
    say(new LifeInput.StopAsked());
    assertThat(failure().fault().stage()).isEqualTo(Stage.LAUNCH);
    say(YES_PORT);
    assertThat(last).as("nothing is started after the end").isEmpty();
  }

  @Test
  void stop_whileLaunching_endsWhatComesOfIt() {
    life.begin();
    say(YES_PORT).say(new LifeInput.StopAsked());
    assertThat(last).first().isEqualTo(new LifeOutput.EndProcesses());
    say(new LifeInput.Launched());
    assertThat(last).isEmpty();
    say(new LifeInput.Gone("")).freePort();
    assertThat(failure().fault().stage()).isEqualTo(Stage.LAUNCH);
  }
}
