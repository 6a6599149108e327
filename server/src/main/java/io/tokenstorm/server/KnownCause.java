package io.tokenstorm.server;

import io.tokenstorm.protocol.record.FaultSide;
import java.util.OptionalLong;

/**
 * Why a server failed, recognised in its log.
 *
 * @param kind what happened
 * @param line the line that says so, without the time and process that stand before it
 * @param limitTokens the longest context that would have worked, where the line tells
 */
public record KnownCause(Kind kind, String line, OptionalLong limitTokens) {

  /** Causes that are recognised. The label is stable: reports hold it. */
  public enum Kind {
    /** An option that the program does not know, or a value that it does not take. */
    BAD_FLAG(FaultSide.PLAN, "bad-flag", "an option is wrong", "correct the command in the plan"),
    /** The command itself is not there. */
    COMMAND_NOT_FOUND(
        FaultSide.PLAN,
        "command-not-found",
        "the command is not found",
        "install it, or name it by its full path in the plan"),
    /** Somebody else listens on the port. */
    PORT_IN_USE(
        FaultSide.PLAN,
        "port-in-use",
        "the port is in use",
        "end what uses it, or choose another port"),
    /** No model under that name or path. */
    MODEL_NOT_FOUND(
        FaultSide.PLAN, "model-not-found", "the model is not found", "correct its name or path"),
    /** More context was asked for than the model has. */
    CONTEXT_TOO_LONG(
        FaultSide.PLAN,
        "context-too-long",
        "the context is longer than the model's",
        "ask for a shorter one; some servers can be told to go beyond"),
    /** The memory left holds no key-value cache for a request of that length. */
    KV_CACHE_TOO_SMALL(
        FaultSide.TARGET,
        "kv-cache-too-small",
        "the KV cache is too small",
        "ask for a shorter context, or give the server a larger share of the memory"),
    /** The memory did not suffice. */
    OUT_OF_MEMORY(
        FaultSide.TARGET,
        "out-of-memory",
        "out of memory",
        "ask for less, or free the memory that others hold");

    private final FaultSide side;
    private final String label;
    private final String says;
    private final String advice;

    Kind(FaultSide side, String label, String says, String advice) {
      this.side = side;
      this.label = label;
      this.says = says;
      this.advice = advice;
    }

    /** Whose affair it is. */
    public FaultSide side() {
      return side;
    }

    /** Name in reports. */
    public String label() {
      return label;
    }

    /** What happened, in words. */
    public String says() {
      return says;
    }

    /** What to do, in words. */
    public String advice() {
      return advice;
    }
  }
}
