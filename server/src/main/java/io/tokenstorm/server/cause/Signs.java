package io.tokenstorm.server.cause;

import io.tokenstorm.server.KnownCause.Kind;
import java.util.List;

/**
 * All signs, the most telling first. Wordings that also stand in warnings of servers that go on are
 * told apart by what only the error says.
 */
final class Signs {
  static final List<Sign> ALL =
      List.of(
          // setsid and env, by which a command is executed
          Sign.of(
              Kind.COMMAND_NOT_FOUND,
              "^(setsid|env): .*(No such file or directory|Permission denied|not found|can't"
                  + " execute)"),
          // argparse: vLLM, SGLang
          Sign.of(
              Kind.BAD_FLAG,
              "error: (unrecognized arguments|the following arguments are required"
                  + "|argument .*: (expected|invalid|unrecognized))"),
          // llama.cpp
          Sign.of(Kind.BAD_FLAG, "^(error: invalid argument: |error while handling argument )"),
          // picocli: tokenstorm replica
          Sign.of(
              Kind.BAD_FLAG, "^(Unknown option|Invalid value for option|Missing required option)"),
          // vLLM and SGLang; the warning of a server told to go beyond has no such second sentence
          Sign.of(
              Kind.CONTEXT_TOO_LONG,
              "(max_model_len|context_length) \\(\\d+\\) is greater than the derived"
                  + " (max_model_len|context_length) \\([^)]*?(?<limit>\\d{1,18})(\\.0)?(\\)| or |"
                  + " in ).*(To allow overriding this maximum|Make sure the value is correct)"),
          // vLLM, its V1 engine
          Sign.of(
              Kind.KV_CACHE_TOO_SMALL,
              "To serve at least one request with the models?'s max(imum)? seq(uence)? len.*KV"
                  + " cache is needed(.*estimated maximum model length is (?<limit>\\d{1,18}))?"),
          // vLLM, its V0 engine
          Sign.of(
              Kind.KV_CACHE_TOO_SMALL,
              "is larger than the maximum number of tokens that can be stored in KV cache"
                  + " \\((?<limit>\\d{1,18})\\)"),
          // vLLM, then SGLang: the weights leave nothing
          Sign.of(Kind.KV_CACHE_TOO_SMALL, "No available memory for the cache blocks"),
          Sign.of(
              Kind.KV_CACHE_TOO_SMALL,
              "Not enough memory. Please try to increase --mem-fraction-static"),
          // llama.cpp
          Sign.of(Kind.KV_CACHE_TOO_SMALL, "failed to allocate buffer for kv cache"),
          // torch on any accelerator
          Sign.of(
              Kind.OUT_OF_MEMORY,
              "OutOfMemoryError|(CUDA|HIP|XPU|NPU)( driver)?( error:)? out of memory"),
          // vLLM: others hold the memory
          Sign.of(
              Kind.OUT_OF_MEMORY,
              "Free memory on device.* is less than desired GPU memory utilization"),
          // llama.cpp
          Sign.of(Kind.OUT_OF_MEMORY, "failed to allocate .*buffer|unable to allocate .*buffer"),
          Sign.of(Kind.OUT_OF_MEMORY, "std::bad_alloc|Cannot allocate memory"),
          // Hugging Face's libraries
          Sign.of(
              Kind.MODEL_NOT_FOUND,
              "is not a local folder and is not a valid model identifier"
                  + "|does not appear to have a file named config\\.json"
                  + "|HFValidationError: Repo id must be|RepositoryNotFoundError"
                  + "|Can't load the configuration of"),
          // vLLM
          Sign.of(Kind.MODEL_NOT_FOUND, "Invalid repository ID or local directory specified"),
          // llama.cpp
          Sign.of(Kind.MODEL_NOT_FOUND, "failed to open GGUF file"),
          // last: a server that failed for another reason may be started twice by its own
          // supervisor
          Sign.of(
              Kind.PORT_IN_USE,
              "address already in use|EADDRINUSE|couldn't bind HTTP server socket"));

  private Signs() {}
}
