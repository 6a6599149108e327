package io.tokenstorm.coordinator.matrix.read;

import io.tokenstorm.coordinator.matrix.EngineSpec;
import io.tokenstorm.coordinator.matrix.MatrixGrid.Search;
import io.tokenstorm.coordinator.matrix.MatrixPlan;
import io.tokenstorm.coordinator.matrix.RowCommand;
import io.tokenstorm.coordinator.matrix.Template;
import io.tokenstorm.coordinator.plan.parse.SettingsParser;
import io.tokenstorm.coordinator.plan.source.Location;
import io.tokenstorm.coordinator.plan.source.Nearest;
import io.tokenstorm.coordinator.plan.source.Problems;
import io.tokenstorm.coordinator.plan.source.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Checks how the values of a matrix fit together. What has a problem already is passed over. */
final class MatrixCheck {
  private static final int MOST_ROWS = 10_000;

  private final MatrixPlan plan;
  private final Tree root;
  private final Problems problems;

  private MatrixCheck(MatrixPlan plan, Tree root, Problems problems) {
    this.plan = plan;
    this.root = root;
    this.problems = problems;
  }

  static void check(MatrixPlan plan, Tree root, Problems problems) {
    MatrixCheck check = new MatrixCheck(plan, root, problems);
    check.kind();
    plan.engines().forEach(check::engine);
    plan.engines().forEach(check::port);
    check.axes();
    check.size();
    check.longest();
    check.rate();
  }

  /** A first request is sent at once at any rate; a second would have to keep to it. */
  private void rate() {
    if (plan.load().requestRate() != null && plan.load().prompts() > 1) {
      problems.add(
          Location.of(root, "request_rate"),
          "request_rate",
          "with "
              + plan.load().prompts()
              + " prompts a row this rate would have to pace them, but load is closed-loop:"
              + " `concurrency` decides; remove the rate, or ask one prompt a row");
    }
  }

  private void kind() {
    if (root instanceof Tree.Mapping mapping
        && mapping.entries().get("kind") != null
        && mapping.entries().get("kind").value() instanceof Tree.Scalar scalar
        && !scalar.text().equals(MatrixPlan.KIND)) {
      problems.add(scalar.at(), "kind", "there is one kind of such plans; " + MatrixPlan.KIND);
    }
  }

  private void engine(EngineSpec engine) {
    String path = "engines." + engine.name();
    List<String> known = new ArrayList<>(RowCommand.BUILT_IN);
    known.addAll(plan.grid().axes().keySet());
    for (String name : engine.names()) {
      if (!known.contains(name)) {
        problems.add(
            Location.of(root, "engines", engine.name(), place(engine, name)),
            path + "." + place(engine, name),
            "{" + name + "} has no value; there are {" + String.join("}, {", known) + "}",
            Nearest.of(name, known));
      }
    }
    if (!names(engine.argv()).contains("port") && engine.address().port() == 0) {
      problems.add(
          Location.of(root, "engines", engine.name(), "command"),
          path + ".command",
          "this server is told no port; put {port} into the command, or give the engine its"
              + " `port`");
    }
  }

  /** Which port is free on another machine is not known here. */
  private void port(EngineSpec engine) {
    if (!engine.worker().isEmpty() && engine.address().port() == 0) {
      problems.add(
          Location.of(root, "engines", engine.name(), "worker"),
          "engines." + engine.name() + ".worker",
          "a server on a worker's host needs a port of its own; `port: 8000` would be right");
    }
  }

  /** Which key holds a template of this name. */
  private static String place(EngineSpec engine, String name) {
    if (names(engine.argv()).contains(name)) {
      return "command";
    }
    if (names(engine.stop().check()).contains(name)) {
      return "stop";
    }
    if (Template.names(engine.directory()).contains(name)) {
      return "directory";
    }
    if (Template.names(engine.worker()).contains(name)) {
      return "worker";
    }
    return Template.names(engine.servedModel()).contains(name) ? "served_model" : "environment";
  }

  private static Set<String> names(List<String> templates) {
    Set<String> names = new TreeSet<>();
    templates.forEach(template -> names.addAll(Template.names(template)));
    return names;
  }

  private void axes() {
    for (String axis : plan.grid().axes().keySet()) {
      if (plan.engines().stream().noneMatch(engine -> engine.names().contains(axis))) {
        problems.add(
            Location.of(root, "axes", axis),
            "axes." + axis,
            "no engine names {"
                + axis
                + "}, so its values would change nothing; put it into a"
                + " command, or remove the axis");
      }
    }
  }

  private void size() {
    long rows = 0;
    for (EngineSpec engine : plan.engines()) {
      long combinations = plan.grid().lengths().size();
      for (String axis : plan.grid().axes().keySet()) {
        int values = engine.names().contains(axis) ? plan.grid().axes().get(axis).size() : 1;
        combinations = Math.min(MOST_ROWS + 1L, combinations * Math.max(1, values));
      }
      rows += combinations;
    }
    if (rows > MOST_ROWS) {
      problems.add(
          Location.of(root, "axes"),
          "axes",
          "over " + MOST_ROWS + " rows; fewer lengths, engines or values would be right");
    }
  }

  private void longest() {
    List<Integer> lengths = plan.grid().lengths();
    int longest = lengths.get(lengths.size() - 1);
    Search search = plan.grid().search();
    if (search != null && search.upTo() < longest) {
      problems.add(
          Location.of(root, "search"),
          "search",
          "the search ends at "
              + search.upTo()
              + ", below the longest length, "
              + longest
              + "; a larger `up_to` would be right");
    }
    long most = Math.max(longest, search == null ? 0 : search.upTo());
    if (most + plan.grid().contextPad() > SettingsParser.MAX_TOKENS) {
      problems.add(
          Location.of(root, "context_pad"),
          "context_pad",
          "length and padding together pass " + SettingsParser.MAX_TOKENS + " tokens");
    }
  }
}
