package io.tokenstorm.cluster.simulation.node;

import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.resume.LegacyReader;
import io.tokenstorm.coordinator.run.spec.Legacy;
import io.tokenstorm.coordinator.run.spec.RunOutput;
import io.tokenstorm.protocol.plan.Plan;
import java.util.ArrayList;
import java.util.List;

/** What a coordinator has on its disk of one run; outlives its process. */
final class Journal {
  private final String run;
  private final Plan plan;
  private final List<RunEvent> events = new ArrayList<>();
  private final List<RunOutput.Store> records = new ArrayList<>();

  Journal(String run, Plan plan) {
    this.run = run;
    this.plan = plan;
  }

  void noted(RunEvent event) {
    events.add(event);
  }

  void stored(RunOutput.Store batch) {
    records.add(batch);
  }

  /** What the next coordinator makes of it. */
  Legacy legacy(long quietAtNanos) {
    LegacyReader reader = new LegacyReader(run, plan);
    events.forEach(reader::event);
    records.forEach(b -> reader.records(b.spool().worker(), b.firstSeq(), b.records()));
    return reader.legacy(new LegacyReader.Terms(quietAtNanos, quietAtNanos, false), 0);
  }
}
