package io.tokenstorm.server.cause;

import io.tokenstorm.server.KnownCause;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Recognises why a server failed in the lines it left, by the wordings of vLLM, SGLang, llama.cpp
 * and what they stand on ({@code docs/servers.md} names versions and sources). A cause found by an
 * earlier sign wins over one by a later sign wherever the lines stand, because a failure drags
 * general ones behind it; of one sign the first line counts.
 */
public final class LogCauses {
  private LogCauses() {}

  /** The cause, if the lines tell one. */
  public static Optional<KnownCause> find(List<String> lines) {
    for (Sign sign : Signs.ALL) {
      for (String line : lines) {
        Optional<OptionalLong> seen = sign.seenIn(line);
        if (seen.isPresent()) {
          return Optional.of(new KnownCause(sign.kind(), LogLine.bare(line), seen.get()));
        }
      }
    }
    return Optional.empty();
  }
}
