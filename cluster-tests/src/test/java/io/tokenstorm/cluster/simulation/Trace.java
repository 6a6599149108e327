package io.tokenstorm.cluster.simulation;

import io.tokenstorm.cluster.simulation.history.Witness;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.coordinator.run.spec.EndReason;
import java.util.ArrayList;
import java.util.List;

/** The course of one run in lines, for a person who looks for what went wrong. */
final class Trace implements Witness {
  private final List<String> lines = new ArrayList<>();

  @Override
  public void noted(String run, RunEvent event) {
    lines.add(run + " notes " + event);
  }

  @Override
  public void faulted(String what, String who) {
    lines.add(what + ' ' + who);
  }

  @Override
  public void healed(String what, String who) {
    lines.add("over is " + what + ' ' + who);
  }

  @Override
  public void ended(String run, EndReason reason) {
    lines.add(run + " ends: " + reason);
  }

  List<String> lines() {
    return lines;
  }
}
