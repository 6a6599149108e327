package io.tokenstorm.coordinator.compare;

import io.tokenstorm.coordinator.compare.bootstrap.FewRuns;
import io.tokenstorm.coordinator.compare.gate.Gate;
import io.tokenstorm.coordinator.compare.model.Comparison;
import io.tokenstorm.coordinator.compare.model.GateResult;
import io.tokenstorm.coordinator.compare.model.PhaseComparison;
import io.tokenstorm.coordinator.compare.model.Rule;
import io.tokenstorm.coordinator.report.StoredRun;
import io.tokenstorm.coordinator.report.model.PhaseReport;
import io.tokenstorm.coordinator.results.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Compares two sides, each one run or several of one plan. */
public final class CompareRuns {
  private final Side a;
  private final Side b;
  private final Rule rule;

  private CompareRuns(Side a, Side b, Rule rule) {
    this.a = a;
    this.b = b;
    this.rule = rule;
  }

  /**
   * What is compared and how.
   *
   * @param a directories of runs, or of such directories
   * @param b likewise
   * @param allowInvalid whether runs with the verdict INVALID are compared all the same
   */
  public record Request(
      List<Path> a, List<Path> b, Rule rule, List<Gate> gates, boolean allowInvalid) {}

  /**
   * Reads the runs and compares them.
   *
   * @throws CompareException if they cannot be compared
   */
  public static Comparison compare(Request request) {
    Side a = Side.open(request.a(), "A");
    Side b = Side.open(request.b(), "B");
    if (!request.allowInvalid()) {
      refuseInvalid(a, "A");
      refuseInvalid(b, "B");
    }
    return new CompareRuns(a, b, request.rule()).comparison(request.gates());
  }

  private static void refuseInvalid(Side side, String name) {
    for (StoredRun run : side.withVerdict(Verdict.INVALID)) {
      throw new CompareException(
          name
              + ": "
              + run.directory()
              + " is INVALID ("
              + run.report().verdictReason()
              + "); it is no measurement. --allow-invalid compares it all the same");
    }
  }

  private Comparison comparison(List<Gate> gates) {
    List<String> shared = a.phases().stream().filter(b.phases()::contains).toList();
    if (shared.isEmpty()) {
      throw new CompareException(
          "no phase has a result on both sides; A has " + a.phases() + " and B has " + b.phases());
    }
    checkGates(gates, shared);
    boolean betweenRuns = a.runs().size() > 1 && b.runs().size() > 1;
    List<PhaseComparison> phases = shared.stream().map(this::phase).toList();
    return new Comparison(
        a.info(),
        b.info(),
        rule,
        betweenRuns,
        betweenRuns ? widening(a.runs().size(), b.runs().size()) : 1,
        notes(shared, betweenRuns),
        phases,
        results(gates, phases));
  }

  private double widening(int runsOfA, int runsOfB) {
    return runsOfA > 1 && runsOfB > 1 ? FewRuns.widening(runsOfA, runsOfB, rule.confidence()) : 1;
  }

  private static void checkGates(List<Gate> gates, List<String> phases) {
    for (Gate gate : gates) {
      if (phases.stream().noneMatch(gate::covers)) {
        throw new CompareException(
            "the gate '" + gate.text() + "' is about no phase that both sides have: " + phases);
      }
    }
  }

  private PhaseComparison phase(String name) {
    PhaseSamples ofA = new PhaseSamples(a, name);
    PhaseSamples ofB = new PhaseSamples(b, name);
    return new PhaseComparison(
        name,
        note(a.phase(name).get(0), b.phase(name).get(0)),
        ofA.requests(),
        ofB.requests(),
        new PhaseComparer(name, ofA, ofB, rule, widening(ofA.runs(), ofB.runs())).differences());
  }

  /** Phases are matched by name; what else differs is said. */
  private static String note(PhaseReport a, PhaseReport b) {
    List<String> differing = new ArrayList<>();
    addIfDifferent(differing, "route", a.measured().route(), b.measured().route());
    addIfDifferent(differing, "workload", a.measured().workload(), b.measured().workload());
    addIfDifferent(
        differing,
        "concurrency",
        Integer.toString(a.measured().concurrency()),
        Integer.toString(b.measured().concurrency()));
    return differing.isEmpty() ? "" : "The phases differ: " + String.join(", ", differing) + ".";
  }

  private static void addIfDifferent(List<String> to, String what, String a, String b) {
    if (!a.equals(b)) {
      to.add(what + " " + a + " in A and " + b + " in B");
    }
  }

  private List<String> notes(List<String> shared, boolean betweenRuns) {
    List<String> notes = new ArrayList<>();
    if (!betweenRuns) {
      notes.add(
          "With fewer than two runs on a side the intervals hold the noise within the runs, not the"
              + " differences from run to run: a change may be the day's.");
    }
    if (!a.first().planHash().equals(b.first().planHash())) {
      notes.add("The plans of A and B are not the same.");
    }
    addMissing(notes, "A", a, shared);
    addMissing(notes, "B", b, shared);
    addVerdicts(notes, "A", a);
    addVerdicts(notes, "B", b);
    return notes;
  }

  private static void addMissing(List<String> notes, String name, Side side, List<String> shared) {
    List<String> alone = side.phases().stream().filter(p -> !shared.contains(p)).toList();
    if (!alone.isEmpty()) {
      notes.add("Only " + name + " has " + String.join(", ", alone) + ".");
    }
  }

  private static void addVerdicts(List<String> notes, String name, Side side) {
    for (Verdict verdict : List.of(Verdict.DEGRADED, Verdict.CANCELLED, Verdict.INVALID)) {
      side.withVerdict(verdict)
          .forEach(
              r ->
                  notes.add(
                      name
                          + ": "
                          + r.report().run()
                          + " is "
                          + verdict
                          + ": "
                          + r.report().verdictReason()));
    }
  }

  private static List<GateResult> results(List<Gate> gates, List<PhaseComparison> phases) {
    List<GateResult> results = new ArrayList<>();
    for (Gate gate : gates) {
      phases.stream().filter(p -> gate.covers(p.phase())).forEach(p -> results.add(gate.judge(p)));
    }
    return results;
  }
}
