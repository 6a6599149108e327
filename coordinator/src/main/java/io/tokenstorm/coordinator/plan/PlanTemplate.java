package io.tokenstorm.coordinator.plan;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.net.URI;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The text of a commented plan to start from, for {@code tokenstorm init URL}. It is a valid plan
 * as it stands, except that a model has to be named where the server named none.
 */
public final class PlanTemplate {
  private static final int MODELS_SHOWN = 20;
  private static final String TEXT =
      """
      # A plan for %1$s. Check it with `tokenstorm validate FILE`, run it with `tokenstorm run FILE`.
      # Every key is explained in docs/plan.md.
      name: %2$s
      %3$s
      # engine: "vLLM 0.11"          # free text, copied into the report
      # hardware: "8 x H200"
      # precision: "FP8"
      # notes: ["what a reader of the report should know"]
      seed: 1                        # of all prompts

      routes:
        direct: {url: %4$s}          # the API's path is added: /v1/chat/completions
        # gateway: {url: "http://GATEWAY:80", headers: {x-my-header: value}, replica_header: x-replica}

      # auth: {bearer: "${env:API_KEY}"}   # secrets only by reference to an environment variable

      defaults:
        api: openai-chat             # or openai-completions
        output_tokens: 256
        sampling: {temperature: 0}   # add ignore_eos: true if the server knows it (vLLM, SGLang)
        warmup: {requests_per_slot: 2}
        measure: {at_least: 60s}     # or {requests: 1000}, or both
        timeout: {connect: 5s, idle: 120s, total: 10m}

      workloads:
        short: {input_tokens: 512}
        long: {input_tokens: 4096}
        # chat: {input_tokens: 4096, prefix: {tokens: 3072, groups: 8}}   # prompts that share a beginning

      phases:                        # run in this order
        - {name: short-c1, route: direct, workload: short, concurrency: 1}
        - {name: short-c8, route: direct, workload: short, concurrency: 8}
        - {name: short-c32, route: direct, workload: short, concurrency: 32}
        - {name: long-c8, route: direct, workload: long, concurrency: 8}
      """;

  private PlanTemplate() {}

  /**
   * The plan's text.
   *
   * @param url of the endpoint, as the user gave it, without the API's own path
   * @param models the names that the endpoint answers to; the first is taken
   */
  public static String text(URI url, List<String> models) {
    return TEXT.formatted(
        url.toString().replaceAll("\\p{Cntrl}", ""),
        name(url),
        model(models),
        quoted(url.toString().replaceAll("/+$", "")));
  }

  private static String name(URI url) {
    String host = url.getHost() == null ? "" : url.getHost().replaceAll("[^A-Za-z0-9.-]", "");
    String start = host.replaceAll("^[^A-Za-z0-9]+", "");
    return quoted(start.isEmpty() ? "my-plan" : start.substring(0, Math.min(80, start.length())));
  }

  private static String model(List<String> models) {
    if (models.isEmpty()) {
      return "model: \"\"                      # name it: the server named no model";
    }
    String more =
        models.stream()
            .skip(1)
            .limit(MODELS_SHOWN)
            .map(PlanTemplate::quoted)
            .collect(Collectors.joining(", "));
    return "model: "
        + quoted(models.get(0))
        + (more.isEmpty() ? "" : "\n# The server also answers to: " + more);
  }

  private static String quoted(String text) {
    return "\"" + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + "\"";
  }
}
