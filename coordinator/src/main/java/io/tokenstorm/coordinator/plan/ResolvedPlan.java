package io.tokenstorm.coordinator.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tokenstorm.coordinator.plan.parse.DurationText;
import io.tokenstorm.protocol.plan.HeaderValue;
import io.tokenstorm.protocol.plan.Measure;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.PhaseEvent;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.RequestSpec;
import io.tokenstorm.protocol.plan.Route;
import io.tokenstorm.protocol.plan.SecretRef;
import io.tokenstorm.protocol.plan.SharedPrefix;
import io.tokenstorm.protocol.plan.TlsOptions;
import io.tokenstorm.protocol.plan.Warmup;
import io.tokenstorm.protocol.plan.Workload;
import io.tokenstorm.protocol.plan.Workload.TokenIds;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes a plan as YAML with every default filled in: {@code plan.resolved.yaml}. Read back it
 * gives an equal plan with an equal hash. Secrets stay references.
 */
public final class ResolvedPlan {
  private static final String HEAD =
      "# The plan as it was run: every default filled in, options applied. It can be run again.\n";

  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
          .build();

  private ResolvedPlan() {}

  /** The whole file. */
  public static String write(Plan plan) {
    try {
      return HEAD + YAML.writeValueAsString(tree(plan));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a plan always has a YAML form", e);
    }
  }

  private static Map<String, Object> tree(Plan plan) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("name", plan.name());
    tree.put("model", plan.model());
    plan.about().forEach((key, text) -> putUnlessEmpty(tree, key, text));
    if (!plan.notes().isEmpty()) {
      tree.put("notes", plan.notes());
    }
    tree.put("seed", plan.seed());
    tree.put(
        "on_worker_loss",
        mapping(
            "policy",
            plan.onWorkerLoss().policy().label(),
            "wait",
            text(plan.onWorkerLoss().maxWait())));
    Map<String, Object> routes = new LinkedHashMap<>();
    plan.routes().forEach((name, route) -> routes.put(name, route(route)));
    tree.put("routes", routes);
    Plan.Scrape scrape = plan.scrape();
    if (scrape != null) {
      tree.put("replica_metrics", scrape(scrape));
    }
    Map<String, Object> workloads = new LinkedHashMap<>();
    plan.workloads().forEach((name, workload) -> workloads.put(name, workload(workload)));
    tree.put("workloads", workloads);
    tree.put("phases", plan.phases().stream().map(ResolvedPlan::phase).toList());
    return tree;
  }

  private static Map<String, Object> scrape(Plan.Scrape scrape) {
    Map<String, Object> urls = new LinkedHashMap<>();
    scrape.endpoints().forEach((name, url) -> urls.put(name, url.toString()));
    return mapping("every", text(scrape.every()), "urls", urls);
  }

  private static Map<String, Object> route(Route route) {
    Map<String, Object> tree = new LinkedHashMap<>();
    List<String> targets = route.targets().stream().map(URI::toString).toList();
    if (targets.size() == 1) {
      tree.put("url", targets.get(0));
    } else {
      tree.put("replicas", targets);
    }
    if (!route.headers().isEmpty()) {
      Map<String, Object> headers = new LinkedHashMap<>();
      route.headers().forEach((name, value) -> headers.put(name, text(value)));
      tree.put("headers", headers);
    }
    putUnlessEmpty(tree, "replica_header", or(route.replicaHeader()));
    if (!route.tls().equals(TlsOptions.DEFAULT)) {
      Map<String, Object> tls = mapping("verify", route.tls().verify());
      putUnlessEmpty(tls, "ca", or(route.tls().caFile()));
      putUnlessEmpty(tls, "server_name", or(route.tls().serverName()));
      tree.put("tls", tls);
    }
    if (route.connectionPerRequest()) {
      tree.put("keep_alive", false);
    }
    return tree;
  }

  private static String text(HeaderValue value) {
    SecretRef secret = value.secret();
    return secret == null ? or(value.text()) : secret.prefix() + "${env:" + secret.variable() + "}";
  }

  private static Map<String, Object> workload(Workload workload) {
    Map<String, Object> tree = mapping("input_tokens", workload.inputTokens());
    SharedPrefix prefix = workload.prefix();
    if (prefix != null) {
      Map<String, Object> shared = mapping("tokens", prefix.tokens(), "groups", prefix.groups());
      shared.put("fresh", prefix.fresh());
      tree.put("prefix", shared);
    }
    TokenIds ids = workload.tokenIds();
    if (ids != null) {
      tree.put("prompt", "token-ids");
      tree.put("token_ids", mapping("first", ids.first(), "last", ids.last()));
    }
    putUnlessEmpty(tree, "tokenizer", or(workload.tokenizer()));
    if (workload.exact()) {
      tree.put("exact", true);
    }
    return tree;
  }

  private static Map<String, Object> phase(Phase phase) {
    Map<String, Object> tree = mapping("name", phase.name(), "route", phase.route());
    tree.put("workload", phase.workload());
    tree.put("concurrency", phase.concurrency());
    RequestSpec request = phase.request();
    tree.put("api", request.api().label());
    tree.put("output_tokens", request.outputTokens());
    tree.put("stream", request.stream());
    tree.put("include_usage", request.includeUsage());
    if (!request.sampling().isEmpty()) {
      tree.put("sampling", request.sampling());
    }
    if (!request.extraBody().isEmpty()) {
      tree.put("body", request.extraBody());
    }
    tree.put("warmup", warmup(phase.warmup()));
    tree.put("measure", measure(phase.measure()));
    Map<String, Object> timeout = mapping("connect", text(phase.timeouts().connect()));
    timeout.put("idle", text(phase.timeouts().idle()));
    timeout.put("total", text(phase.timeouts().total()));
    tree.put("timeout", timeout);
    if (!phase.events().isEmpty()) {
      tree.put("events", phase.events().stream().map(ResolvedPlan::event).toList());
    }
    return tree;
  }

  private static Object warmup(Warmup warmup) {
    if (warmup.none()) {
      return "none";
    }
    Map<String, Object> tree = new LinkedHashMap<>();
    if (warmup.requestsPerSlot() > 0) {
      tree.put("requests_per_slot", warmup.requestsPerSlot());
    }
    if (!warmup.duration().isZero()) {
      tree.put("duration", text(warmup.duration()));
    }
    tree.put("drain", warmup.drain());
    return tree;
  }

  private static Map<String, Object> measure(Measure measure) {
    Map<String, Object> tree = new LinkedHashMap<>();
    if (!measure.atLeast().isZero()) {
      tree.put("at_least", text(measure.atLeast()));
    }
    if (measure.requests() > 0) {
      tree.put("requests", measure.requests());
    }
    return tree;
  }

  private static Map<String, Object> event(PhaseEvent event) {
    Map<String, Object> http =
        mapping(event.method().toLowerCase(Locale.ROOT), event.url().toString());
    putUnlessEmpty(http, "body", event.body());
    return mapping("at", text(event.at()), "http", http);
  }

  private static String text(Duration duration) {
    return DurationText.write(duration);
  }

  private static String or(@org.jspecify.annotations.Nullable String text) {
    return text == null ? "" : text;
  }

  private static void putUnlessEmpty(Map<String, Object> tree, String key, String text) {
    if (!text.isEmpty()) {
      tree.put(key, text);
    }
  }

  private static Map<String, Object> mapping(String key, Object value) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put(key, value);
    return tree;
  }

  private static Map<String, Object> mapping(String k1, Object v1, String k2, Object v2) {
    Map<String, Object> tree = mapping(k1, v1);
    tree.put(k2, v2);
    return tree;
  }
}
