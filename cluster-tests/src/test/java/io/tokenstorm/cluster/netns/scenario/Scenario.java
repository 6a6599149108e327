package io.tokenstorm.cluster.netns.scenario;

import io.tokenstorm.cluster.netns.scene.NetworkScene;

/**
 * One thing that goes wrong.
 *
 * @param name short, for the command line
 * @param fault what goes wrong, as a person would say it, and how it is done
 * @param always whether it is part of every build
 * @param play starts what it needs, makes the fault and asserts what must hold
 */
public record Scenario(String name, String fault, boolean always, Play play) {

  /** The course of a scenario. */
  @FunctionalInterface
  public interface Play {
    /**
     * Plays it on machines with nothing on them.
     *
     * @return what was shown; that something does not hold is an assertion's failure
     */
    Shown on(NetworkScene scene) throws Exception;
  }

  @Override
  public String toString() {
    return name;
  }
}
