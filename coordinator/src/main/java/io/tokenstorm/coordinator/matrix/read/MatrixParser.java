package io.tokenstorm.coordinator.matrix.read;

import io.tokenstorm.coordinator.matrix.EngineSpec;
import io.tokenstorm.coordinator.matrix.MatrixLoad;
import io.tokenstorm.coordinator.matrix.MatrixPlan;
import io.tokenstorm.coordinator.matrix.read.EngineParser.Shared;
import io.tokenstorm.coordinator.plan.parse.Field;
import io.tokenstorm.coordinator.plan.parse.Fields;
import io.tokenstorm.coordinator.plan.parse.HeaderParser;
import io.tokenstorm.coordinator.plan.parse.Names;
import io.tokenstorm.coordinator.plan.parse.Section;
import io.tokenstorm.coordinator.plan.parse.SettingsParser;
import io.tokenstorm.coordinator.plan.parse.SettingsParser.Settings;
import io.tokenstorm.coordinator.plan.source.Tree;
import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.RequestSpec;
import io.tokenstorm.protocol.plan.Timeouts;
import io.tokenstorm.protocol.plan.Workload.TokenIds;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a plan of this kind from its tree. Where something is wrong a placeholder stands in, so the
 * plan counts only if no problem was added.
 */
final class MatrixParser {
  private static final int MOST = 1_000_000;

  /** One long prompt may take its server many minutes before the first byte. */
  private static final Timeouts TIMEOUTS =
      new Timeouts(Duration.ofSeconds(5), Duration.ofHours(1), Duration.ofHours(2));

  private MatrixParser() {}

  static MatrixPlan read(Field root) {
    Fields plan = Fields.of(root, MatrixSections.PLAN);
    MatrixLoad load = load(plan);
    return new MatrixPlan(
        plan.require("name", "a name for the experiment, such as `name: max-context`")
            .map(Names::read)
            .orElse(""),
        plan.require("model", "the model's name or path, as commands are given it")
            .map(value -> value.text(""))
            .orElse(""),
        about(plan),
        plan.read("notes", MatrixParser::notes, List.of()),
        plan.read("seed", value -> value.whole(Long.MIN_VALUE, Long.MAX_VALUE, 0), 0L),
        GridParser.read(plan),
        load,
        engines(plan, load.outputTokens()));
  }

  private static Map<String, String> about(Fields plan) {
    Map<String, String> about = new LinkedHashMap<>();
    MatrixPlan.ABOUT.forEach(key -> about.put(key, plan.text(key, "")));
    return Collections.unmodifiableMap(about);
  }

  private static List<String> notes(Field field) {
    return field.tree() instanceof Tree.Sequence
        ? field.items("notes").stream().map(note -> note.text("")).toList()
        : List.of(field.text(""));
  }

  private static MatrixLoad load(Fields plan) {
    return new MatrixLoad(
        plan.read("output_tokens", value -> (int) value.whole(1, MOST, 1), 1),
        plan.read("prompts", value -> (int) value.whole(1, MOST, 1), 1),
        plan.read("concurrency", value -> (int) value.whole(1, MOST, 1), 1),
        plan.get("request_rate").map(MatrixParser::rate).orElse(null),
        plan.read("token_ids", MatrixParser::tokenIds, TokenIds.DEFAULT),
        plan.text("tokenizer", ""));
  }

  /** As a number of JSON, so that a report repeats it as it was written. */
  private static @Nullable Number rate(Field field) {
    String text = field.scalar().map(Tree.Scalar::text).orElse("");
    if (!text.matches("[0-9]{1,15}(\\.[0-9]{1,9})?") || new BigDecimal(text).signum() == 0) {
      field.expected("requests a second, above 0", "");
      return null;
    }
    return text.contains(".") ? (Number) new BigDecimal(text) : (Number) Long.valueOf(text);
  }

  private static TokenIds tokenIds(Field field) {
    Fields range = Fields.of(field, Section.TOKEN_IDS);
    TokenIds usual = TokenIds.DEFAULT;
    int first = range.read("first", value -> id(value, usual.first()), usual.first());
    int last = range.read("last", value -> id(value, first), Math.max(first, usual.last()));
    if (last < first) {
      field.problem("the last id, " + last + ", is below the first, " + first + "; swap them");
    }
    return new TokenIds(first, Math.max(first, last));
  }

  private static int id(Field field, int fallback) {
    return (int) field.whole(0, Integer.MAX_VALUE - 1, fallback);
  }

  private static List<EngineSpec> engines(Fields plan, int outputTokens) {
    Settings settings = plan.read("request", own -> EngineParser.request(own, base()), base());
    Shared shared =
        new Shared(
            asking(settings, outputTokens),
            plan.read("environment", EngineParser::environment, Map.of()),
            plan.read("headers", own -> HeaderParser.route(own, Map.of()), Map.of()),
            plan.read(
                "ready",
                own -> EngineParser.ready(own, EngineSpec.Ready.DEFAULT),
                EngineSpec.Ready.DEFAULT),
            plan.read(
                "stop",
                own -> EngineParser.stop(own, EngineSpec.Stop.DEFAULT),
                EngineSpec.Stop.DEFAULT));
    Optional<Field> field =
        plan.require("engines", "`engines: {vllm: {command: vllm serve {model} --port {port}}}`");
    List<EngineSpec> engines = new ArrayList<>();
    field.ifPresent(
        value -> {
          Fields named = Fields.open(value, "engines by name");
          named.all().forEach((name, engine) -> engines.add(engine(named, name, engine, shared)));
          if (named.isEmpty()) {
            value.problem("there is no engine; add one");
          }
        });
    return List.copyOf(engines);
  }

  private static EngineSpec engine(Fields named, String name, Field field, Shared shared) {
    Names.fault(name)
        .ifPresent(fault -> field.problems().add(named.keyAt(name), field.path(), fault));
    return EngineParser.read(name, field, shared);
  }

  private static Settings base() {
    Settings usual = SettingsParser.BUILT_IN;
    return new Settings(
        new RequestSpec(Api.OPENAI_COMPLETIONS, 1, true, true, Map.of(), Map.of()),
        usual.warmup(),
        usual.measure(),
        TIMEOUTS,
        List.of());
  }

  private static Settings asking(Settings settings, int outputTokens) {
    RequestSpec r = settings.request();
    return new Settings(
        new RequestSpec(
            r.api(), outputTokens, r.stream(), r.includeUsage(), r.sampling(), r.extraBody()),
        settings.warmup(),
        settings.measure(),
        settings.timeouts(),
        List.of());
  }
}
