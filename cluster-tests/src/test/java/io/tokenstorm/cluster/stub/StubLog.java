package io.tokenstorm.cluster.stub;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * What vLLM 0.11 and SGLang 0.5 print when they start and when they do not, in their wording, as
 * far as it tells what happened.
 */
final class StubLog {
  private static final DateTimeFormatter VLLM = DateTimeFormatter.ofPattern("MM-dd HH:mm:ss");
  private static final DateTimeFormatter SGLANG =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
  private static final double BYTES_PER_TOKEN = 42_000;
  private static final double GIB = 1L << 30;

  private final StubSettings settings;
  private final long pid = ProcessHandle.current().pid();

  StubLog(StubSettings settings) {
    this.settings = settings;
  }

  void starting() {
    if (settings.isVllm()) {
      api("INFO", "[api_server.py:1839] vLLM API server version 0.11.0");
      // vLLM shows its key
      api(
          "INFO",
          "[utils.py:233] non-default args: {'model': '%s', 'api_key': ['%s']}"
              .formatted(settings.model(), settings.apiKey()));
      api("INFO", "[model.py:547] Resolved architecture: DeepseekV4ForCausalLM");
    } else {
      stamped("", "server_args=ServerArgs(model_path='" + settings.model() + "')");
    }
  }

  void loading() {
    if (settings.isVllm()) {
      api("INFO", "[model.py:1510] Using max model len " + settings.maxLength());
      core("INFO", "[core.py:77] Initializing a V1 LLM engine (v0.11.0) with config: ...");
      core("INFO", "[gpu_model_runner.py:2653] Model loading took 19.1 GiB and 12.2 seconds");
      core("INFO", "[gpu_worker.py:298] Available KV cache memory: " + gib(settings.kvTokens()));
    } else {
      stamped(" TP0", "Load weight begin. avail mem=138.9 GB");
      stamped(" TP0", "Load weight end. type=DeepseekV4ForCausalLM, avail mem=118.2 GB");
    }
  }

  void loaded() {
    if (settings.isVllm()) {
      core(
          "INFO",
          String.format(
              Locale.ROOT,
              "[kv_cache_utils.py:1087] GPU KV cache size: %,d tokens",
              settings.kvTokens()));
      plain("INFO:     Started server process [" + pid + "]");
      plain("INFO:     Waiting for application startup.");
      plain("INFO:     Application startup complete.");
    } else {
      stamped(
          " TP0",
          "max_total_num_tokens=%d, chunked_prefill_size=8192, context_len=%d"
              .formatted(settings.kvTokens(), settings.maxLength()));
      stamped("", "INFO:     Uvicorn running on http://0.0.0.0:" + settings.port());
      stamped("", "The server is fired up and ready to roll!");
    }
  }

  void unknownOptions() {
    String program = settings.isVllm() ? "vllm" : "sglang";
    plain("usage: " + program + " [-h] [-v] {chat,complete,serve,bench} ...");
    plain(program + ": error: unrecognized arguments: " + String.join(" ", settings.unknown()));
  }

  void contextTooLong() {
    plain("Traceback (most recent call last):");
    if (settings.isVllm()) {
      plain("pydantic_core._pydantic_core.ValidationError: 1 validation error for ModelConfig");
      plain(
          ("  Value error, User-specified max_model_len (%d) is greater than the derived"
                  + " max_model_len (max_position_embeddings=%d or model_max_length=None in model's"
                  + " config.json). To allow overriding this maximum, set the env var"
                  + " VLLM_ALLOW_LONG_MAX_MODEL_LEN=1. [type=value_error, input_value=ArgsKwargs(())]")
              .formatted(settings.maxLength(), settings.modelLimit()));
    } else {
      plain(
          ("ValueError: Warning: User-specified context_length (%d) is greater than the derived"
                  + " context_length (%d). This may lead to incorrect model outputs or CUDA errors."
                  + " To allow overriding this maximum, set the env var"
                  + " SGLANG_ALLOW_OVERWRITE_LONGER_CONTEXT_LEN=1")
              .formatted(settings.maxLength(), settings.modelLimit()));
    }
  }

  /** vLLM only: SGLang starts, and refuses the requests. */
  void kvCacheTooSmall() {
    core("ERROR", "[core.py:708] EngineCore failed to start.");
    core(
        "ERROR",
        ("[core.py:708] ValueError: To serve at least one request with the models's max seq len"
                + " (%d), (%s KV cache is needed, which is larger than the available KV cache"
                + " memory (%s). Based on the available memory, the estimated maximum model length"
                + " is %d. Try increasing `gpu_memory_utilization` or decreasing `max_model_len`"
                + " when initializing the engine.")
            .formatted(
                settings.maxLength(),
                gib(settings.maxLength()),
                gib(settings.kvTokens()),
                settings.kvTokens()));
    api("ERROR", "Traceback (most recent call last):");
    plain(
        "(APIServer pid=%d) RuntimeError: Engine core initialization failed. See root cause above."
            .formatted(pid));
  }

  void outOfMemory() {
    String said =
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 7.45 GiB. GPU 0 has a total"
            + " capacity of 139.72 GiB of which 4.10 GiB is free.";
    if (settings.isVllm()) {
      core("ERROR", "[core.py:708] " + said);
    } else {
      stamped(" TP0", "Scheduler hit an exception: Traceback (most recent call last):");
      plain(said);
    }
  }

  void received(int promptTokens) {
    plain("received a request, prompt tokens: " + promptTokens);
  }

  void stopping() {
    plain("INFO:     Shutting down");
  }

  private void api(String level, String text) {
    plain("(APIServer pid=%d) %s %s %s".formatted(pid, level, now(VLLM), text));
  }

  private void core(String level, String text) {
    plain("(EngineCore_DP0 pid=%d) %s %s %s".formatted(pid + 1, level, now(VLLM), text));
  }

  private void stamped(String rank, String text) {
    plain("[" + now(SGLANG) + rank + "] " + text);
  }

  private static String now(DateTimeFormatter format) {
    return LocalDateTime.now(ZoneId.systemDefault()).format(format);
  }

  private static String gib(long tokens) {
    return String.format(Locale.ROOT, "%.2f GiB", tokens * BYTES_PER_TOKEN / GIB);
  }

  private static void plain(String line) {
    System.out.println(line);
  }
}
