package io.tokenstorm.coordinator.plan.parse;

import io.tokenstorm.coordinator.plan.source.Problems;
import io.tokenstorm.coordinator.plan.source.Tree;
import io.tokenstorm.protocol.plan.HeaderValue;
import io.tokenstorm.protocol.plan.OnWorkerLoss;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.PhaseEvent;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.Route;
import io.tokenstorm.protocol.plan.Workload;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a plan from its tree. Each value is checked for itself; how values fit together is {@link
 * PlanValidator}'s part. Where something is wrong a placeholder stands in, so the plan counts only
 * if no problem was added.
 */
public final class PlanParser {
  private static final int MAX_CONCURRENCY = 1_000_000;
  private static final int MAX_PHASES = 1_000;
  private static final List<String> ABOUT = List.of("engine", "hardware", "precision");

  private PlanParser() {}

  /** The plan with placeholders for what was wrong, or empty if this is no plan at all. */
  public static Optional<Plan> read(Tree root, Problems problems) {
    Field field = new Field(root, "", problems);
    if (!(root instanceof Tree.Mapping)) {
      field.problem(
          "found "
              + root.describe()
              + "; a plan is a mapping that begins with `name:` would be right");
      return Optional.empty();
    }
    Fields plan = Fields.of(field, Section.PLAN);
    String name =
        plan.require("name", "a name for the run, such as `name: my-server`")
            .map(Names::read)
            .orElse("");
    String model =
        plan.require("model", "the model's name as the server knows it")
            .map(value -> value.text(""))
            .orElse("");
    Map<String, HeaderValue> auth = plan.read("auth", HeaderParser::auth, Map.of());
    Map<String, Route> routes = routes(plan, auth);
    return Optional.of(
        new Plan(
            name,
            model,
            about(plan),
            plan.read("notes", PlanParser::notes, List.of()),
            plan.read("seed", value -> value.whole(Long.MIN_VALUE, Long.MAX_VALUE, 0), 0L),
            plan.read("on_worker_loss", PlanParser::onWorkerLoss, OnWorkerLoss.DEFAULT),
            routes,
            workloads(plan),
            phases(plan, routes),
            plan.get("replica_metrics")
                .map(value -> RouteParser.scrape(value, routes))
                .orElse(null)));
  }

  private static Map<String, String> about(Fields plan) {
    Map<String, String> about = new LinkedHashMap<>();
    for (String key : ABOUT) {
      about.put(key, plan.text(key, ""));
    }
    return Collections.unmodifiableMap(about);
  }

  private static List<String> notes(Field field) {
    if (field.tree() instanceof Tree.Sequence) {
      return field.items("notes").stream().map(note -> note.text("")).toList();
    }
    return List.of(field.text(""));
  }

  private static OnWorkerLoss onWorkerLoss(Field field) {
    Map<String, OnWorkerLoss.Policy> words = new LinkedHashMap<>();
    for (OnWorkerLoss.Policy policy : OnWorkerLoss.Policy.values()) {
      words.put(policy.label(), policy);
    }
    OnWorkerLoss base = OnWorkerLoss.DEFAULT;
    if (!(field.tree() instanceof Tree.Mapping)) {
      return new OnWorkerLoss(field.choice(words, base.policy()), base.maxWait());
    }
    Fields loss = Fields.of(field, Section.WORKER_LOSS);
    return new OnWorkerLoss(
        loss.read("policy", value -> value.choice(words, base.policy()), base.policy()),
        loss.read("wait", value -> value.durationFromZero(base.maxWait()), base.maxWait()));
  }

  private static Map<String, Route> routes(Fields plan, Map<String, HeaderValue> auth) {
    Map<String, Route> routes = new LinkedHashMap<>();
    named(plan, "routes", "`routes: {direct: {url: http://HOST:PORT}}`")
        .forEach((name, field) -> routes.put(name, RouteParser.read(name, field, auth)));
    return Collections.unmodifiableMap(routes);
  }

  private static Map<String, Workload> workloads(Fields plan) {
    String tokenizer = plan.text("tokenizer", "");
    Map<String, Workload> workloads = new LinkedHashMap<>();
    named(plan, "workloads", "`workloads: {short: {input_tokens: 500}}`")
        .forEach((name, field) -> workloads.put(name, WorkloadParser.read(name, field, tokenizer)));
    return Collections.unmodifiableMap(workloads);
  }

  /** A section whose keys are names that the user gives. */
  private static Map<String, Field> named(Fields plan, String key, String example) {
    Optional<Field> section = plan.require(key, example);
    if (section.isEmpty()) {
      return Map.of();
    }
    Fields fields = Fields.open(section.get(), key);
    if (fields.isEmpty()) {
      section.get().problem("`" + key + "` is empty; add " + example);
    }
    fields
        .all()
        .forEach(
            (name, value) ->
                Names.fault(name)
                    .ifPresent(
                        fault -> value.problems().add(fields.keyAt(name), value.path(), fault)));
    return fields.all();
  }

  private static List<Phase> phases(Fields plan, Map<String, Route> routes) {
    SettingsParser.Settings defaults =
        plan.read(
            "defaults",
            value ->
                SettingsParser.read(Fields.of(value, Section.DEFAULTS), SettingsParser.BUILT_IN),
            SettingsParser.BUILT_IN);
    String example = "`phases:` with a list of phases";
    Optional<Field> field = plan.require("phases", example);
    List<Field> items = field.map(value -> value.items("phases")).orElse(List.of());
    if (field.isPresent() && (items.isEmpty() || items.size() > MAX_PHASES)) {
      field.get().problem(items.size() + " phases; 1 to " + MAX_PHASES + " would be right");
      return List.of();
    }
    List<Phase> phases = new ArrayList<>();
    items.forEach(item -> phases.add(phase(item, defaults, routes)));
    return List.copyOf(phases);
  }

  private static Phase phase(
      Field item, SettingsParser.Settings defaults, Map<String, Route> routes) {
    String given = name(item.tree());
    String path = given.isEmpty() ? item.path() : "phases." + given;
    Fields phase = Fields.of(item.named(path), Section.PHASE);
    String name = phase.require("name", "`name: NAME`").map(Names::read).orElse("");
    String route = reference(phase, "route");
    SettingsParser.Settings settings = SettingsParser.read(phase, defaults);
    return new Phase(
        name,
        route,
        reference(phase, "workload"),
        phase
            .require("concurrency", "`concurrency: 1`, the requests in flight")
            .map(value -> (int) value.whole(1, MAX_CONCURRENCY, 1))
            .orElse(1),
        settings.request(),
        settings.warmup(),
        settings.measure(),
        settings.timeouts(),
        settings.events().stream().map(event -> placed(event, routes.get(route))).toList());
  }

  private static String name(Tree phase) {
    return phase instanceof Tree.Mapping mapping
            && mapping.entries().get("name") != null
            && mapping.entries().get("name").value() instanceof Tree.Scalar scalar
        ? scalar.text()
        : "";
  }

  private static String reference(Fields phase, String key) {
    return phase
        .require(key, "`" + key + ": NAME`, a name from `" + key + "s`")
        .map(value -> value.text(""))
        .orElse("");
  }

  /** An event's path is below the first target of its phase's route. */
  private static PhaseEvent placed(PhaseEvent event, @Nullable Route route) {
    if (event.url().isAbsolute() || route == null) {
      return event;
    }
    URI url = URI.create(route.targets().get(0) + event.url().toString());
    return new PhaseEvent(event.at(), event.method(), url, event.body());
  }
}
