package io.tokenstorm.replica.engine;

/**
 * One prompt on its way through an {@link Engine}. Belongs to one engine and is changed by it
 * alone. Invariant: {@code emitted ≤ outputTokens}; {@code computed ≤ promptTokens + emitted}.
 */
public final class Sequence {
  /** Where a sequence stands. */
  public enum State {
    NEW,
    WAITING,
    RUNNING,
    ENDED
  }

  final int promptTokens;
  final long[] blockHashes;
  final int outputTokens;
  final boolean randomRoute;
  final TokenListener listener;
  final KvLease lease = new KvLease();

  State state = State.NEW;
  long readyNanos;
  int computed;
  int emitted;
  int cachedTokens;
  int chunk;
  boolean began;

  /** A prompt of {@code promptTokens} with the hashes of its full blocks. */
  public Sequence(Prompt prompt, int outputTokens, TokenListener listener) {
    this.promptTokens = prompt.tokens;
    this.blockHashes = prompt.blockHashes;
    this.randomRoute = prompt.randomRoute;
    this.outputTokens = outputTokens;
    this.listener = listener;
  }

  /** What an engine has to know of a prompt. */
  public static final class Prompt {
    private final int tokens;
    private final long[] blockHashes;
    private final boolean randomRoute;

    /**
     * A prompt.
     *
     * @param ids its tokens
     * @param blockTokens the engine's block size
     * @param randomRoute whether it came by a gateway's random route
     */
    public Prompt(int[] ids, int blockTokens, boolean randomRoute) {
      this.tokens = ids.length;
      this.blockHashes = BlockHashes.of(ids, blockTokens);
      this.randomRoute = randomRoute;
    }
  }

  /** Prompt tokens that were found in the cache when the sequence first ran. */
  public int cachedTokens() {
    return cachedTokens;
  }

  /** Where it stands. */
  public State state() {
    return state;
  }

  /** Tokens that have to be computed before the next one can be emitted; 1 for a decode. */
  int pending() {
    return promptTokens + emitted - computed;
  }

  /** Whether nothing but the last emitted token is still to be computed. */
  boolean prefilled() {
    return emitted > 0 && computed >= promptTokens + emitted - 1;
  }
}
