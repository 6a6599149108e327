package io.tokenstorm.worker.api;

import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.worker.chunk.ChunkReader;

/**
 * One API: what its requests look like and how its answers are read. Implementations are stateless,
 * have a public constructor without arguments and are named in {@code
 * META-INF/services/io.tokenstorm.worker.api.ApiDialect}; {@code docs/apis.md} shows how to add
 * one.
 */
public interface ApiDialect {
  /** The API spoken; one dialect for each. */
  Api api();

  /**
   * The body of every request of a phase. Fields of the plan's {@code body} win over its {@code
   * sampling}, and both over what is set by default, but never over the prompt, the model, the
   * answer's length and whether it is streamed.
   */
  BodyFields body(RequestForm form);

  /** How a stream's events are told apart. */
  default Framing framing() {
    return Framing.EVENTS;
  }

  /** Reads the answers of one slot, one after the other. */
  ChunkReader newReader();

  /**
   * The dialect of an API that a plan can name.
   *
   * @throws IllegalStateException if no class on the class path speaks it
   */
  static ApiDialect of(Api api) {
    return Dialects.of(api);
  }
}
