package io.tokenstorm.server.cause;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.server.KnownCause;
import io.tokenstorm.server.KnownCause.Kind;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages as the programs print them; docs/servers.md says which versions. */
class LogCausesTest {
  private static KnownCause cause(String... lines) {
    return LogCauses.find(List.of(lines)).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "BAD_FLAG | vllm: error: unrecognized arguments: --omni",
        "BAD_FLAG | launch_server.py: error: unrecognized arguments: --enable-reasoning",
        "BAD_FLAG | vllm serve: error: the following arguments are required: model_tag",
        "BAD_FLAG | vllm serve: error: argument --max-model-len: expected one argument",
        "BAD_FLAG | error: invalid argument: --foo",
        "BAD_FLAG | error while handling argument \"--flash-attn\": error: unknown value",
        "BAD_FLAG | Unknown option: '--no-such'",
        "COMMAND_NOT_FOUND | setsid: failed to execute vllm: No such file or directory",
        "COMMAND_NOT_FOUND | env: ‘vllm’: No such file or directory",
        "COMMAND_NOT_FOUND | env: ‘/opt/vllm’: Permission denied",
        "PORT_IN_USE | ERROR:    [Errno 98] error while attempting to bind on address ('0.0.0.0',"
            + " 44319): [errno 98] address already in use",
        "PORT_IN_USE | OSError: [Errno 98] Address already in use",
        "PORT_IN_USE | RuntimeError: The server socket has failed to listen on any local network"
            + " address. useIpv6: 0, code: -98, name: EADDRINUSE, message: address already in use",
        "PORT_IN_USE | start: couldn't bind HTTP server socket, hostname: 0.0.0.0, port: 8033",
        "MODEL_NOT_FOUND | OSError: vicuna-13b is not a local folder and is not a valid model"
            + " identifier listed on 'https://huggingface.co/models'",
        "MODEL_NOT_FOUND | OSError: /models/x does not appear to have a file named config.json."
            + " Checkout 'https://huggingface.co//models/x/None'",
        "MODEL_NOT_FOUND | HFValidationError: Repo id must be in the form 'repo_name' or"
            + " 'namespace/repo_name': '/data/m'. Use `repo_type` argument if needed.",
        "MODEL_NOT_FOUND | ValueError: Invalid repository ID or local directory specified:"
            + " '/data/m'.",
        "MODEL_NOT_FOUND | E gguf_init_from_file: failed to open GGUF file 'mistral-7b.gguf' (errno"
            + " No such file or directory)",
        "CONTEXT_TOO_LONG | ValueError: Warning: User-specified context_length (65536) is greater"
            + " than the derived context_length (32768). This may lead to incorrect model outputs"
            + " or CUDA errors. To allow overriding this maximum, set the env var"
            + " SGLANG_ALLOW_OVERWRITE_LONGER_CONTEXT_LEN=1",
        "KV_CACHE_TOO_SMALL | ValueError: No available memory for the cache blocks. Try increasing"
            + " `gpu_memory_utilization` when initializing the engine.",
        "KV_CACHE_TOO_SMALL | RuntimeError: Not enough memory. Please try to increase"
            + " --mem-fraction-static.",
        "KV_CACHE_TOO_SMALL | 0.03.148.254 E llama_init_from_model: failed to initialize the"
            + " context: failed to allocate buffer for kv cache",
        "OUT_OF_MEMORY | torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB."
            + " GPU 0 has a total capacity of 118.26 GiB",
        "OUT_OF_MEMORY | torch.cuda.OutOfMemoryError: HIP out of memory. Tried to allocate 616.00"
            + " MiB.",
        "OUT_OF_MEMORY | RuntimeError: CUDA error: out of memory",
        "OUT_OF_MEMORY | ValueError: Free memory on device (4.04/119.63 GiB) on startup is less"
            + " than desired GPU memory utilization (0.15, 17.94 GiB).",
        "OUT_OF_MEMORY | E alloc_tensor_range: failed to allocate CUDA0 buffer of size 12306496768",
        "OUT_OF_MEMORY | llama_model_load: error loading model: unable to allocate CUDA0 buffer",
      })
  void line_ofAProgram_tellsItsCause(Kind expected, String line) {
    assertThat(cause("INFO starting", line, "exiting").kind()).isEqualTo(expected);
  }

  @Test
  void context_longerThanTheModels_tellsTheModels() {
    assertThat(
            cause(
                    "(APIServer pid=53)   Value error, User-specified max_model_len (65536) is"
                        + " greater than the derived max_model_len"
                        + " (max_position_embeddings=32768.0 or model_max_length=None in model's"
                        + " config.json). To allow overriding this maximum, set the env var"
                        + " VLLM_ALLOW_LONG_MAX_MODEL_LEN=1.")
                .limitTokens())
        .isEqualTo(OptionalLong.of(32_768));
    assertThat(
            cause(
                    "ValueError: User-specified max_model_len (25000) is greater than the derived"
                        + " max_model_len (None=4096 in model's config.json). This may lead to"
                        + " incorrect model outputs or CUDA errors. Make sure the value is correct"
                        + " and within the model context size.")
                .limitTokens())
        .isEqualTo(OptionalLong.of(4_096));
  }

  @Test
  void context_longerThanTheModels_asAWarning_isNoCause() {
    String warning =
        "[2026-02-05 16:31:30] Warning: Target model's context_length (8192) is greater than the"
            + " derived context_length (2048). This may lead to incorrect model outputs or CUDA"
            + " errors. Note that the derived context_length may differ.";
    assertThat(LogCauses.find(List.of(warning))).isEmpty();
    assertThat(cause(warning, "torch.OutOfMemoryError: CUDA out of memory.").kind())
        .isEqualTo(Kind.OUT_OF_MEMORY);
  }

  @Test
  void kvCache_tooSmall_tellsWhatWouldFit() {
    KnownCause newer =
        cause(
            "(EngineCore_DP0 pid=18799) ERROR 10-08 20:33:48 [core.py:708] ValueError: To serve at"
                + " least one request with the models's max seq len (40960), (5.62 GiB KV cache is"
                + " needed, which is larger than the available KV cache memory (4.50 GiB). Based on"
                + " the available memory, the estimated maximum model length is 32768. Try"
                + " increasing `gpu_memory_utilization` or decreasing `max_model_len`.",
            "(APIServer pid=1) RuntimeError: Engine core initialization failed.");
    assertThat(newer.kind()).isEqualTo(Kind.KV_CACHE_TOO_SMALL);
    assertThat(newer.limitTokens()).isEqualTo(OptionalLong.of(32_768));
    assertThat(newer.line()).startsWith("ValueError: To serve at least one request");
    KnownCause older =
        cause(
            "[rank0]: ValueError: The model's max seq len (163840) is larger than the maximum"
                + " number of tokens that can be stored in KV cache (13360). Try increasing");
    assertThat(older.kind()).isEqualTo(Kind.KV_CACHE_TOO_SMALL);
    assertThat(older.limitTokens()).isEqualTo(OptionalLong.of(13_360));
  }

  @Test
  void kvCache_ofLlamaCpp_isToldFromOtherMemory() {
    assertThat(
            cause(
                    "E ggml_aligned_malloc: insufficient memory (attempted to allocate 3906.25 MB)",
                    "E ggml_backend_cpu_buffer_type_alloc_buffer: failed to allocate buffer of size"
                        + " 4096000000",
                    "E llama_init_from_model: failed to initialize the context: failed to allocate"
                        + " buffer for kv cache")
                .kind())
        .isEqualTo(Kind.KV_CACHE_TOO_SMALL);
  }

  @Test
  void kvCache_withoutAnEstimate_hasNoLimit() {
    KnownCause known =
        cause(
            "ValueError: To serve at least one request with the model's max seq len (262144), (24.0"
                + " GiB KV cache is needed, which is larger than the available KV cache memory"
                + " (9.05 GiB).");
    assertThat(known.kind()).isEqualTo(Kind.KV_CACHE_TOO_SMALL);
    assertThat(known.limitTokens()).isEmpty();
  }

  @Test
  void line_quoted_isShortAndPlain() {
    assertThat(
            cause(
                    "\u001B[31m[2026-02-05 16:31:30 TP0 EP1] RuntimeError: CUDA error: out of"
                        + " memory\u001B[0m")
                .line())
        .isEqualTo("RuntimeError: CUDA error: out of memory");
    assertThat(cause("0.03.148.254 E gguf_init: failed to open GGUF file '/x'").line())
        .isEqualTo("gguf_init: failed to open GGUF file '/x'");
    assertThat(cause("std::bad_alloc" + "x".repeat(9_000)).line()).hasSize(401);
  }

  @Test
  void log_ofAServerThatServed_tellsNothing() {
    assertThat(
            LogCauses.find(
                List.of(
                    "(EngineCore_DP0 pid=7) INFO 08-19 14:58:40 [kv_cache_utils.py:849] GPU KV"
                        + " cache size: 922,496 tokens",
                    "[2026-02-10 22:26:25] The server is fired up and ready to roll!",
                    "(APIServer pid=9) ERROR 02-02 14:28:39 [repo_utils.py:47] Error retrieving"
                        + " safetensors: Repo id must be in the form 'repo_name' or"
                        + " 'namespace/repo_name'")))
        .isEmpty();
  }

  @Test
  void redaction_takesValuesOut_butNotThoseOfAFewCharacters() {
    Redaction redaction = new Redaction(List.of("sk-secret", "sk-secret-longer", "0,1"));
    assertThat(redaction.of(List.of("key sk-secret-longer and sk-secret on 0,1")))
        .containsExactly("key *** and *** on 0,1");
  }
}
