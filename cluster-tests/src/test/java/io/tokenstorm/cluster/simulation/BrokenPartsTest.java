package io.tokenstorm.cluster.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.cluster.simulation.check.Invariant;
import io.tokenstorm.cluster.simulation.part.BrokenParts;
import io.tokenstorm.cluster.simulation.part.Parts;
import io.tokenstorm.cluster.simulation.scenario.ScenarioDraw;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The simulation bites: with one rule left out, the invariant that it serves is broken soon. */
final class BrokenPartsTest {
  private static final int MOST_SEEDS = 1_000;

  @Test
  void lease_lookedAtByDirectiveOnly_breaksFence() {
    assertBroken(Invariant.FENCE, BrokenParts.leaseCheckedByDirective());
  }

  @Test
  void epoch_notChecked_breaksEpoch() {
    assertBroken(Invariant.EPOCH, BrokenParts.epochNotChecked());
  }

  @Test
  void ledger_gapsTaken_breaksMerge() {
    assertBroken(Invariant.MERGE, BrokenParts.gapsTaken());
  }

  @Test
  void ledger_gapsTaken_breaksConservation() {
    assertBroken(Invariant.CONSERVATION, BrokenParts.gapsTaken());
  }

  @Test
  void ledger_repeatsTaken_breaksMerge() {
    assertBroken(Invariant.MERGE, BrokenParts.repeatsTaken());
  }

  @Test
  void split_sharesRoundedUp_breaksSplitLaw() {
    assertBroken(Invariant.SPLIT_LAW, BrokenParts.sharesRoundedUp());
  }

  @Test
  void split_sharesRoundedUp_breaksOwnership() {
    assertBroken(Invariant.OWNERSHIP, BrokenParts.sharesRoundedUp());
  }

  @Test
  void split_slotsOfTheNeighbour_breaksOwnership() {
    assertBroken(Invariant.OWNERSHIP, BrokenParts.slotsOfTheNeighbour());
  }

  @Test
  void clock_toldWrong_breaksWindows() {
    assertBroken(Invariant.WINDOWS, BrokenParts.clockToldWrong(Duration.ofMillis(30)));
  }

  @Test
  void losses_notCounted_breakConservation() {
    assertBroken(Invariant.CONSERVATION, BrokenParts.lossesNotCounted());
  }

  @Test
  void storage_silent_breaksTermination() {
    assertBroken(Invariant.TERMINATION, BrokenParts.storageSilent());
  }

  @Test
  void cancel_ignored_breaksCancel() {
    assertBroken(Invariant.CANCEL, BrokenParts.cancelIgnored());
  }

  private static void assertBroken(Invariant expected, Parts broken) {
    Set<Invariant> found = EnumSet.noneOf(Invariant.class);
    long seed = 0;
    while (!found.contains(expected) && seed < MOST_SEEDS) {
      seed++;
      Simulation.run(ScenarioDraw.of(seed), broken)
          .violations()
          .forEach(violation -> found.add(violation.invariant()));
    }
    System.out.printf("%s broken by seed %d; up to there: %s%n", expected, seed, found);
    assertThat(found).contains(expected);
  }
}
