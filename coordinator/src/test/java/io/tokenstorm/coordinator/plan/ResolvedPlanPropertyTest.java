package io.tokenstorm.coordinator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.HeaderValue;
import io.tokenstorm.protocol.plan.Measure;
import io.tokenstorm.protocol.plan.OnWorkerLoss;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.PhaseEvent;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.PlanHash;
import io.tokenstorm.protocol.plan.RequestSpec;
import io.tokenstorm.protocol.plan.Route;
import io.tokenstorm.protocol.plan.SecretRef;
import io.tokenstorm.protocol.plan.SharedPrefix;
import io.tokenstorm.protocol.plan.Timeouts;
import io.tokenstorm.protocol.plan.TlsOptions;
import io.tokenstorm.protocol.plan.Warmup;
import io.tokenstorm.protocol.plan.Workload;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** A resolved plan read back is the plan, by value and by hash. */
class ResolvedPlanPropertyTest {
  private static final String[] TEXTS = {
    "null",
    "true",
    "1e5",
    "0x1F",
    "- a",
    "a: b",
    "#",
    "it's \"so\"",
    "two\nlines",
    "\ttab",
    "é😀",
    "yes",
    "~",
    "${x",
    "2020-01-01",
    "*a",
    "&b",
    "!c",
    "|",
    "%",
    "0",
    "-.5",
    "a\u2028b",
    " padded "
  };

  @Property(tries = 200)
  void resolvedPlan_readBack_isEqualWithEqualHash(@ForAll long seed) {
    Plan plan = new Plans(new Random(seed)).plan();

    PlanResult result =
        PlanReader.read(
            "plan.resolved.yaml",
            ResolvedPlan.write(plan).getBytes(StandardCharsets.UTF_8),
            ReadOptions.NONE);

    assertThat(result).isEqualTo(new PlanResult.Accepted(plan));
    assertThat(PlanHash.of(((PlanResult.Accepted) result).plan())).isEqualTo(PlanHash.of(plan));
  }

  @Property(tries = 100)
  void method_anyPlan_isOneLine(@ForAll long seed) {
    assertThat(MethodText.of(new Plans(new Random(seed)).plan()))
        .startsWith("closed-loop concurrency, ")
        .contains(" output tokens");
  }

  /** Plans as the parser may give them. */
  private record Plans(Random random, boolean ids) {
    Plans(Random random) {
      this(random, random.nextBoolean());
    }

    Plan plan() {
      Map<String, Route> routes = new LinkedHashMap<>();
      Map<String, Workload> workloads = new LinkedHashMap<>();
      for (int i = 0; i <= random.nextInt(3); i++) {
        routes.put("r" + i, route("r" + i));
        workloads.put("w." + i, workload("w." + i));
      }
      List<Phase> phases = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(4); i++) {
        phases.add(phase("p-" + i, "r" + (i % routes.size()), "w." + (i % workloads.size())));
      }
      Map<String, String> about = new LinkedHashMap<>();
      for (String key : List.of("engine", "hardware", "precision")) {
        about.put(key, random.nextBoolean() ? "" : text());
      }
      return new Plan(
          "n-" + random.nextInt(100),
          text(),
          about,
          random.nextBoolean() ? List.of() : List.of(text(), text()),
          random.nextLong(),
          new OnWorkerLoss(
              random.nextBoolean() ? OnWorkerLoss.Policy.FAIL : OnWorkerLoss.Policy.DEGRADE,
              random.nextBoolean() ? Duration.ZERO : time()),
          routes,
          workloads,
          phases);
    }

    private Route route(String name) {
      boolean tls = random.nextBoolean();
      List<URI> targets = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(3); i++) {
        targets.add(
            URI.create(
                (tls ? "https" : "http")
                    + "://h"
                    + i
                    + ":"
                    + (1 + random.nextInt(65535))
                    + (random.nextBoolean() ? "/base" : "")));
      }
      Map<String, HeaderValue> headers = new LinkedHashMap<>();
      if (random.nextBoolean()) {
        headers.put("Authorization", HeaderValue.secret(new SecretRef("KEY", "Bearer ")));
        headers.put("x-text", HeaderValue.literal("a: b # \"c\" 'd' {e}"));
      }
      return new Route(
          name,
          targets,
          headers,
          random.nextBoolean() ? null : "target-pod",
          tls
              ? new TlsOptions(
                  random.nextBoolean(),
                  random.nextBoolean() ? null : text(),
                  random.nextBoolean() ? null : "gw")
              : TlsOptions.DEFAULT,
          random.nextBoolean());
    }

    private Workload workload(String name) {
      int tokens = 2 + random.nextInt(100_000);
      return new Workload(
          name,
          tokens,
          random.nextBoolean()
              ? null
              : new SharedPrefix(
                  1 + random.nextInt(tokens - 1), 1 + random.nextInt(9), random.nextBoolean()),
          ids ? new Workload.TokenIds(random.nextInt(9), 9 + random.nextInt(99_999)) : null,
          random.nextBoolean() ? null : text(),
          random.nextBoolean());
    }

    private Phase phase(String name, String route, String workload) {
      Duration window = random.nextBoolean() ? Duration.ZERO : time();
      List<PhaseEvent> events = new ArrayList<>();
      for (int i = random.nextInt(3); i > 0; i--) {
        Duration at =
            window.isZero()
                ? time()
                : Duration.ofNanos((long) (window.toNanos() * random.nextDouble()));
        events.add(
            new PhaseEvent(
                at,
                List.of("POST", "GET", "PUT", "DELETE").get(random.nextInt(4)),
                URI.create("http://gw/a?b=c&d=%20"),
                random.nextBoolean() ? "" : "{\"a\": [1, \"é\"]}"));
      }
      boolean cold = random.nextBoolean();
      return new Phase(
          name,
          route,
          workload,
          1 + random.nextInt(1_000_000),
          request(),
          cold
              ? Warmup.NONE
              : new Warmup(
                  1 + random.nextInt(9),
                  random.nextBoolean() ? Duration.ZERO : time(),
                  random.nextBoolean()),
          new Measure(window, window.isZero() ? 1 + random.nextInt(1000) : random.nextInt(2) * 77L),
          new Timeouts(time(), time(), time()),
          events);
    }

    private RequestSpec request() {
      Map<String, Object> sampling = new LinkedHashMap<>();
      if (random.nextBoolean()) {
        sampling.put("temperature", random.nextDouble());
        sampling.put("ignore_eos", random.nextBoolean());
        sampling.put("stop", List.of(text(), text()));
        sampling.put(
            "seed",
            random.nextBoolean()
                ? (Object) random.nextInt()
                : (Object) (Long.MAX_VALUE - random.nextInt(9)));
      }
      Map<String, Object> body = new LinkedHashMap<>();
      if (random.nextBoolean()) {
        body.put(text(), value(0));
        body.put("deep", value(0));
      }
      return new RequestSpec(
          ids
              ? Api.SGLANG_GENERATE
              : List.of(Api.values()).get(random.nextInt(Api.values().length)),
          1 + random.nextInt(9999),
          random.nextBoolean(),
          random.nextBoolean(),
          sampling,
          body);
    }

    private Object value(int depth) {
      return switch (random.nextInt(depth > 3 ? 5 : 7)) {
        case 0 -> text();
        case 1 -> random.nextInt();
        case 2 -> random.nextGaussian() * Math.pow(10, random.nextInt(60) - 30);
        case 3 -> random.nextBoolean();
        case 4 -> Long.MIN_VALUE + random.nextInt(9);
        case 5 -> new ArrayList<>(List.of(value(depth + 1), value(depth + 1)));
        default -> new LinkedHashMap<>(Map.of(text(), value(depth + 1)));
      };
    }

    private Duration time() {
      long[] units = {1, 1_000, 1_000_000, 1_000_000_000, 60_000_000_000L, 3_600_000_000_000L};
      return Duration.ofNanos((1 + random.nextInt(167)) * units[random.nextInt(units.length)]);
    }

    private String text() {
      return TEXTS[random.nextInt(TEXTS.length)] + (random.nextBoolean() ? "" : random.nextInt());
    }
  }
}
