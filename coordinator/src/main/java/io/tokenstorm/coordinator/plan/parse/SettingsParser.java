package io.tokenstorm.coordinator.plan.parse;

import io.tokenstorm.coordinator.plan.source.Tree;
import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.Measure;
import io.tokenstorm.protocol.plan.PhaseEvent;
import io.tokenstorm.protocol.plan.RequestSpec;
import io.tokenstorm.protocol.plan.Timeouts;
import io.tokenstorm.protocol.plan.Warmup;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads what {@code defaults} and each phase may say. A phase's {@code warmup}, {@code measure} and
 * {@code events} replace those of the defaults; {@code sampling}, {@code timeout} and {@code body}
 * are merged key by key.
 */
public final class SettingsParser {
  /** What a plan that says nothing asks for. */
  public static final Settings BUILT_IN =
      new Settings(
          new RequestSpec(Api.OPENAI_CHAT, 256, true, true, Map.of(), Map.of()),
          new Warmup(2, Duration.ZERO, true),
          new Measure(Duration.ofSeconds(60), 0),
          new Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(120), Duration.ofMinutes(10)),
          List.of());

  public static final long MAX_TOKENS = 10_000_000;
  private static final long MAX_REQUESTS = 1_000_000_000;

  /** Fields of a request's body that follow from the rest of the plan. */
  private static final Set<String> OURS =
      Set.of(
          "model",
          "messages",
          "prompt",
          "stream",
          "stream_options",
          "max_tokens",
          "max_completion_tokens");

  private SettingsParser() {}

  /**
   * How a phase asks and for how long.
   *
   * @param events with URLs that may be paths below the phase's route
   */
  public record Settings(
      RequestSpec request,
      Warmup warmup,
      Measure measure,
      Timeouts timeouts,
      List<PhaseEvent> events) {}

  /** What the fields say, over a base. */
  public static Settings read(Fields fields, Settings base) {
    return new Settings(
        request(fields, base.request()),
        fields.read("warmup", SettingsParser::warmup, base.warmup()),
        fields.read("measure", SettingsParser::measure, base.measure()),
        fields.read("timeout", value -> timeouts(value, base.timeouts()), base.timeouts()),
        fields.read("events", EventParser::read, base.events()));
  }

  private static RequestSpec request(Fields fields, RequestSpec base) {
    Map<String, Api> apis = new LinkedHashMap<>();
    for (Api api : Api.values()) {
      apis.put(api.label(), api);
    }
    return new RequestSpec(
        fields.read("api", value -> value.choice(apis, base.api()), base.api()),
        fields.read(
            "output_tokens",
            value -> (int) value.whole(1, MAX_TOKENS, base.outputTokens()),
            base.outputTokens()),
        fields.flag("stream", base.stream()),
        fields.flag("include_usage", base.includeUsage()),
        fields.read("sampling", value -> sampling(value, base.sampling()), base.sampling()),
        fields.read("body", value -> body(value, base.extraBody()), base.extraBody()));
  }

  private static Map<String, Object> sampling(Field field, Map<String, Object> base) {
    Map<String, Object> merged = new LinkedHashMap<>(base);
    Fields.of(field, Section.SAMPLING)
        .all()
        .forEach(
            (name, value) -> {
              SamplingFields.Kind kind = SamplingFields.KINDS.get(name);
              if (kind != null) {
                sample(merged, value, name, kind);
              }
            });
    return Collections.unmodifiableMap(merged);
  }

  private static void sample(
      Map<String, Object> merged, Field field, String name, SamplingFields.Kind kind) {
    Object value = JsonValues.read(field);
    if (value == null) {
      merged.remove(name);
    } else if (!SamplingFields.fits(kind, value)) {
      field.expected(kind.words(), "");
    } else if (name.equals("temperature") && ((Number) value).doubleValue() < 0) {
      field.problem("a temperature below 0; 0 or more would be right");
    } else {
      merged.put(name, value);
    }
  }

  private static Map<String, Object> body(Field field, Map<String, Object> base) {
    Map<String, Object> merged = new LinkedHashMap<>(base);
    Object own = JsonValues.read(field);
    Fields fields = Fields.open(field, "further fields of the request's body");
    fields.all().forEach((name, value) -> refuseOurs(name, value));
    if (own instanceof Map<?, ?> map) {
      map.forEach((name, value) -> merged.put((String) name, value));
    }
    return Collections.unmodifiableMap(merged);
  }

  private static void refuseOurs(String name, Field value) {
    if (OURS.contains(name)) {
      value.problem(
          "Tokenstorm writes this field of the body itself, from `model`, the workload, `stream`,"
              + " `include_usage` and `output_tokens`; remove it");
    } else if (SamplingFields.KINDS.containsKey(name)) {
      value.problem("this is a sampling field; put it under `sampling:`");
    }
  }

  private static Warmup warmup(Field field) {
    String word = field.scalar().map(Tree.Scalar::text).orElse("");
    if (word.equals("none")) {
      return Warmup.NONE;
    }
    if (!(field.tree() instanceof Tree.Mapping)) {
      field.expected(
          "none, {requests_per_slot: 2} or {duration: 30s}",
          DurationText.read(word).isPresent() ? "{duration: " + word + "}" : "");
      return Warmup.NONE;
    }
    Fields warmup = Fields.of(field, Section.WARMUP);
    int requests = warmup.read("requests_per_slot", v -> (int) v.whole(1, 1_000_000, 1), 0);
    Duration duration = warmup.duration("duration", Duration.ZERO);
    if (!warmup.has("requests_per_slot") && !warmup.has("duration")) {
      field.problem(
          "this warmup has no length; `requests_per_slot`, `duration` or `warmup: none` would be"
              + " right");
    }
    return new Warmup(requests, duration, warmup.flag("drain", true));
  }

  private static Measure measure(Field field) {
    if (!(field.tree() instanceof Tree.Mapping)) {
      String word = field.scalar().map(Tree.Scalar::text).orElse("");
      field.expected(
          "{at_least: 60s} or {requests: 1000}, or both",
          DurationText.read(word).isPresent() ? "{at_least: " + word + "}" : "");
      return BUILT_IN.measure();
    }
    Fields measure = Fields.of(field, Section.MEASURE);
    if (!measure.has("at_least") && !measure.has("requests")) {
      field.problem("this window has no end; `at_least` or `requests` would be right");
    }
    return new Measure(
        measure.duration("at_least", Duration.ZERO),
        measure.read("requests", value -> value.whole(1, MAX_REQUESTS, 1), 0L));
  }

  private static Timeouts timeouts(Field field, Timeouts base) {
    Fields timeout = Fields.of(field, Section.TIMEOUT);
    return new Timeouts(
        timeout.duration("connect", base.connect()),
        timeout.duration("idle", base.idle()),
        timeout.duration("total", base.total()));
  }
}
