package io.tokenstorm.protocol.prompt;

import io.tokenstorm.protocol.plan.SharedPrefix;
import io.tokenstorm.protocol.plan.Workload;
import io.tokenstorm.protocol.plan.Workload.TokenIds;
import java.util.Arrays;

/**
 * Prompts as token ids: exactly as many as the workload asks for, each drawn evenly from its range,
 * written as decimal numbers with commas between them. A function of (plan seed, run salt, phase,
 * slot, ordinal), and a shared prefix of (plan seed, run salt, group), as with text.
 */
public final class PromptIds implements PromptSource {
  private final PromptSeeds seeds;
  private final TokenIds ids;
  private final int ownTokens;
  private final byte[][] prefixes;

  /**
   * Makes the shared prefixes; prompts are made one by one.
   *
   * @param workload with a range of token ids
   */
  public PromptIds(long seed, String salt, int phase, Workload workload) {
    this(new PromptSeeds(seed, salt, phase), workload, 0);
  }

  /**
   * The same for a target that adds tokens of its own.
   *
   * @param addedTokens so many fewer are sent; at least one is
   */
  PromptIds(PromptSeeds seeds, Workload workload, int addedTokens) {
    TokenIds range = workload.tokenIds();
    this.ids = range == null ? TokenIds.DEFAULT : range;
    this.seeds = seeds;
    SharedPrefix prefix = workload.prefix();
    int tokens = Math.max(1, workload.inputTokens() - addedTokens);
    int shared = prefix == null ? 0 : Math.min(prefix.tokens(), tokens - 1);
    this.ownTokens = tokens - shared;
    this.prefixes = new byte[prefix == null ? 0 : prefix.groups()][];
    for (int group = 0; prefix != null && group < prefixes.length; group++) {
      prefixes[group] = draw(seeds.ofGroup(prefix, group), shared, true);
    }
  }

  @Override
  public Prompt of(int slot, int ordinal) {
    byte[] own = draw(seeds.ofRequest(slot, ordinal), ownTokens, false);
    byte[] shared = prefixes.length == 0 ? new byte[0] : prefixes[slot % prefixes.length];
    return new Prompt(ordinal, shared, own);
  }

  /**
   * @param open whether a comma follows the last one, too
   */
  private byte[] draw(long seed, int count, boolean open) {
    RandomBits random = new RandomBits(seed);
    long span = (long) ids.last() - ids.first() + 1;
    long most = (long) count * (digits(ids.last()) + 1);
    byte[] text = new byte[Math.toIntExact(most)];
    int end = 0;
    for (int i = 0; i < count; i++) {
      end = write(ids.first() + (int) Long.remainderUnsigned(random.next(), span), text, end);
      text[end++] = ',';
    }
    return Arrays.copyOf(text, open || count == 0 ? end : end - 1);
  }

  private static int write(int id, byte[] text, int at) {
    int end = at + digits(id);
    int rest = id;
    for (int i = end - 1; i >= at; i--) {
      text[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return end;
  }

  private static int digits(int id) {
    int digits = 1;
    for (int rest = id / 10; rest > 0; rest /= 10) {
      digits++;
    }
    return digits;
  }
}
