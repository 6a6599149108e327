package io.tokenstorm.coordinator.matrix;

import io.tokenstorm.protocol.plan.Measure;
import io.tokenstorm.protocol.plan.OnWorkerLoss;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.Route;
import io.tokenstorm.protocol.plan.TlsOptions;
import io.tokenstorm.protocol.plan.Warmup;
import io.tokenstorm.protocol.plan.Workload;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is asked of a row's server, as the plan of an ordinary run with one phase, no warmup. */
public final class RowPlan {
  private static final String WORKLOAD = "prompt";

  private RowPlan() {}

  /**
   * The plan of one repeat of a row.
   *
   * @param servedModel the model's name in requests
   * @param base where the server listens
   */
  public static Plan of(MatrixPlan plan, MatrixRow row, String servedModel, URI base) {
    MatrixLoad load = plan.load();
    EngineSpec engine = row.engine();
    Map<String, String> about = new LinkedHashMap<>();
    about.put("engine", row.column());
    about.put("hardware", plan.about("hardware"));
    about.put("precision", plan.about("precision"));
    Workload workload =
        new Workload(
            WORKLOAD,
            row.targetLen(),
            null,
            engine.request().api().takesTokenIds() ? load.tokenIds() : null,
            load.tokenizer().isEmpty() ? null : load.tokenizer(),
            true);
    return new Plan(
        name(row),
        servedModel,
        about,
        plan.notes(),
        plan.seed(),
        OnWorkerLoss.DEFAULT,
        Map.of(
            engine.name(),
            new Route(engine.name(), List.of(base), engine.headers(), null, TlsOptions.DEFAULT)),
        Map.of(WORKLOAD, workload),
        List.of(
            new Phase(
                name(row),
                engine.name(),
                WORKLOAD,
                load.concurrency(),
                engine.request(),
                Warmup.NONE,
                new Measure(Duration.ZERO, load.prompts()),
                engine.timeouts(),
                List.of())));
  }

  /** A name that fits a plan's rules. */
  private static String name(MatrixRow row) {
    String slug = row.slug().replace('=', '-');
    return slug.length() > 80 ? slug.substring(0, 80) : slug;
  }
}
