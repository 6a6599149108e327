package io.tokenstorm.cluster.stub;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a stub was started with: the options of the program it stands for, and limits from the
 * environment, all in tokens unless the name says otherwise.
 *
 * @param engine {@code vllm} or {@code sglang}
 * @param model path or name of the model
 * @param servedName what {@code /v1/models} lists
 * @param maxLength the context that was asked for
 * @param port to listen on
 * @param modelLimit {@code STUB_MODEL_LIMIT}: the longest context of the model
 * @param kvTokens {@code STUB_KV_TOKENS}: what the KV cache holds
 * @param loadMillis {@code STUB_LOAD_MILLIS}: how long it loads
 * @param prefillNanosPerToken {@code STUB_PREFILL_NANOS}: how long a prompt takes
 * @param refusals {@code STUB_REFUSE}: words out of {@code ids} (a prompt of token ids is refused)
 *     and {@code tokenize} (there is no such endpoint)
 * @param tokensPerWord {@code STUB_TOKENS_PER_WORD}: what a word of a text counts as
 * @param failure {@code STUB_FAIL}: {@code oom} or {@code never-ready}; empty: none
 * @param apiKey {@code --api-key}, or of vLLM {@code VLLM_API_KEY}: what all must know who ask;
 *     empty: nobody need know anything
 * @param unknown options that the program does not know
 */
record StubSettings(
    String engine,
    String model,
    String servedName,
    int maxLength,
    int port,
    long modelLimit,
    long kvTokens,
    long loadMillis,
    long prefillNanosPerToken,
    Set<String> refusals,
    int tokensPerWord,
    String failure,
    String apiKey,
    List<String> unknown) {
  private static final Set<String> VLLM =
      Set.of(
          "--tensor-parallel-size",
          "--kv-cache-dtype",
          "--max-model-len",
          "--max-num-seqs",
          "--block-size",
          "--gpu-memory-utilization",
          "--tokenizer-mode",
          "--reasoning-parser",
          "--served-model-name",
          "--api-key",
          "--host",
          "--port");
  private static final Set<String> VLLM_SWITCHES =
      Set.of(
          "--trust-remote-code",
          "--no-disable-hybrid-kv-cache-manager",
          "--disable-uvicorn-access-log",
          "--enable-prefix-caching",
          "--no-enable-prefix-caching");
  private static final Set<String> SGLANG =
      Set.of(
          "--model-path",
          "--tp",
          "--moe-runner-backend",
          "--context-length",
          "--max-running-requests",
          "--mem-fraction-static",
          "--served-model-name",
          "--api-key",
          "--host",
          "--port");
  private static final Set<String> SGLANG_SWITCHES =
      Set.of("--trust-remote-code", "--disable-radix-cache");

  static StubSettings of(String engine, List<String> arguments, Map<String, String> environment) {
    boolean vllm = engine.equals("vllm");
    Map<String, String> options = new HashMap<>();
    List<String> places = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    Set<String> valued = vllm ? VLLM : SGLANG;
    Set<String> switches = vllm ? VLLM_SWITCHES : SGLANG_SWITCHES;
    for (int i = 0; i < arguments.size(); i++) {
      String word = arguments.get(i);
      if (valued.contains(word) && i + 1 < arguments.size()) {
        options.put(word, arguments.get(++i));
      } else if (word.startsWith("-") && !switches.contains(word)) {
        unknown.add(word);
      } else if (!word.startsWith("-")) {
        places.add(word);
      }
    }
    String model =
        vllm ? (places.size() > 1 ? places.get(1) : "") : options.getOrDefault("--model-path", "");
    String length = options.get(vllm ? "--max-model-len" : "--context-length");
    long limit = number(environment, "STUB_MODEL_LIMIT", 1_048_576);
    return new StubSettings(
        engine,
        model,
        options.getOrDefault("--served-model-name", model),
        length == null ? (int) limit : Integer.parseInt(length),
        Integer.parseInt(options.getOrDefault("--port", vllm ? "8000" : "30000")),
        limit,
        number(environment, "STUB_KV_TOKENS", 4_000_000),
        number(environment, "STUB_LOAD_MILLIS", 50),
        number(environment, "STUB_PREFILL_NANOS", 100),
        Set.of(environment.getOrDefault("STUB_REFUSE", "").split(",")),
        (int) number(environment, "STUB_TOKENS_PER_WORD", 1),
        environment.getOrDefault("STUB_FAIL", ""),
        options.getOrDefault("--api-key", vllm ? environment.getOrDefault("VLLM_API_KEY", "") : ""),
        List.copyOf(unknown));
  }

  private static long number(Map<String, String> environment, String name, long otherwise) {
    String text = environment.get(name);
    return text == null ? otherwise : Long.parseLong(text);
  }

  boolean isVllm() {
    return engine.equals("vllm");
  }

  /** The longest prompt that is served. */
  long longestPrompt() {
    return Math.min(maxLength, kvTokens);
  }
}
