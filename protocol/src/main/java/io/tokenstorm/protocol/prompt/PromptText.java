package io.tokenstorm.protocol.prompt;

import io.tokenstorm.protocol.plan.SharedPrefix;
import io.tokenstorm.protocol.plan.Workload;
import java.io.ByteArrayOutputStream;

/**
 * The prompts of one phase. A prompt is a pure function of (plan seed, run salt, phase, slot,
 * ordinal); its shared prefix one of (plan seed, run salt, group), so that it keeps its text over
 * phases and workers, and of the phase too if it is to be fresh. The salt keeps another run's cache
 * from being hit.
 *
 * <p>Lengths are in words: tokens aimed at × {@code lengthFactor}. The part of a word that remains
 * becomes that part of five letters, so that the factor acts smoothly.
 */
public final class PromptText implements PromptSource {
  private static final int LETTERS_A_WORD = 5;

  private final PromptSeeds seeds;
  private final double ownWords;
  private final byte[][] prefixes;

  /**
   * Makes the shared prefixes; prompts are made one by one.
   *
   * @param seed the plan's
   * @param salt the run's
   * @param phase index of the phase
   * @param lengthFactor words a token, &gt; 0
   */
  public PromptText(long seed, String salt, int phase, Workload workload, double lengthFactor) {
    this.seeds = new PromptSeeds(seed, salt, phase);
    SharedPrefix prefix = workload.prefix();
    int sharedTokens = prefix == null ? 0 : Math.min(prefix.tokens(), workload.inputTokens());
    double sharedWords = Math.rint(sharedTokens * lengthFactor);
    this.ownWords = workload.inputTokens() * lengthFactor - sharedWords;
    this.prefixes = new byte[prefix == null ? 0 : prefix.groups()][];
    for (int group = 0; prefix != null && group < prefixes.length; group++) {
      prefixes[group] = words(seeds.ofGroup(prefix, group), sharedWords);
    }
  }

  @Override
  public Prompt of(int slot, int ordinal) {
    byte[] own = words(seeds.ofRequest(slot, ordinal), ownWords);
    byte[] shared = prefixes.length == 0 ? new byte[0] : prefixes[slot % prefixes.length];
    return new Prompt(ordinal, shared, own);
  }

  /** Words with a blank after each, then the letters of a part of a word; at least one letter. */
  private static byte[] words(long seed, double count) {
    RandomBits random = new RandomBits(seed);
    int whole = (int) Math.max(0, count);
    ByteArrayOutputStream text = new ByteArrayOutputStream(whole * 6 + 8);
    long bits = 0;
    for (int i = 0; i < whole; i++) {
      bits = i % 6 == 0 ? random.next() : bits >>> 10;
      text.writeBytes(Vocabulary.word(bits));
      text.write(' ');
    }
    long letters = Math.round((count - whole) * LETTERS_A_WORD);
    for (long i = whole == 0 ? Math.max(1, letters) : letters; i > 0; i--) {
      text.write('a' + (int) Long.remainderUnsigned(random.next(), 26));
    }
    return text.toByteArray();
  }
}
