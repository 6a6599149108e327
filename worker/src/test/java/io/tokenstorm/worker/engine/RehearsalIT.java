package io.tokenstorm.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.worker.client.Clients;
import org.junit.jupiter.api.Test;

class RehearsalIT {
  @Test
  void run_onAnEnginesLoops_getsRightAnswersOnly() {
    try (EngineSystem system = new EngineSystem(2)) {
      Rehearsal rehearsal = new Rehearsal(system, Clients.DIRECT);
      rehearsal.await();
      assertThat(rehearsal.answers()).isPositive();
      assertThat(rehearsal.failures()).isZero();
    }
  }

  @Test
  void leave_systemThatCloses_endsItBeforeItsTime() {
    try (EngineSystem system = new EngineSystem(1)) {
      Rehearsal rehearsal = new Rehearsal(system, Clients.DIRECT);
      rehearsal.begin();
      rehearsal.leave(system);
      rehearsal.await();
      assertThat(rehearsal.failures()).isZero();
    }
  }

  @Test
  void ofProcess_secondEngine_waitsForTheRehearsalOfTheFirst() {
    try (EngineSystem first = new EngineSystem(1);
        EngineSystem second = new EngineSystem(1)) {
      Rehearsal rehearsal = Rehearsal.ofProcess(first, Clients.DIRECT);
      assertThat(Rehearsal.ofProcess(second, Clients.DIRECT)).isSameAs(rehearsal);
      rehearsal.leave(second);
      rehearsal.leave(first);
      rehearsal.await();
    }
  }

  @Test
  void ofProcess_firstEngineClosesBeforeItBegan_nobodyWaitsAndTheNextOneRehearses() {
    try (EngineSystem first = new EngineSystem(1);
        EngineSystem next = new EngineSystem(1)) {
      Rehearsal never = Rehearsal.ofProcess(first, Clients.DIRECT);
      never.leave(first);
      never.await();
      Rehearsal rehearsal = Rehearsal.ofProcess(next, Clients.DIRECT);
      assertThat(rehearsal).isNotSameAs(never);
      rehearsal.leave(next);
    }
  }
}
