package io.tokenstorm.protocol.token;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import io.tokenstorm.protocol.length.LengthSearch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The tokenizer of one {@code tokenizer.json}. Never on a thread that sends or reads: a long text
 * takes long. Thread-safe; holds native memory until closed.
 *
 * <p>The library behind it would look for a GPU build of itself on the network, and reports its use
 * to its makers; both are switched off before its first class is loaded.
 */
public final class LocalTokenizer implements AutoCloseable {
  /** No truncation, no padding: a count must be of the whole text. */
  private static final Map<String, String> WHOLE =
      Map.of("truncation", "false", "padding", "false", "modelMaxLength", "2147483647");

  static {
    offline();
  }

  private final HuggingFaceTokenizer tokenizer;
  private final ReadWriteLock use = new ReentrantReadWriteLock();
  private boolean closed;

  private LocalTokenizer(HuggingFaceTokenizer tokenizer) {
    this.tokenizer = tokenizer;
  }

  private static void offline() {
    System.setProperty("ai.djl.offline", "true");
    System.setProperty("OPT_OUT_TRACKING", "true");
    System.setProperty("RUST_FLAVOR", "cpu");
  }

  /**
   * Loads a file.
   *
   * @throws IllegalArgumentException if there is none or it is no tokenizer, with the reason for a
   *     person
   */
  public static LocalTokenizer load(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException(
          "tokenizer "
              + file
              + ": no such file on this node; put the model's tokenizer.json there");
    }
    try {
      return new LocalTokenizer(HuggingFaceTokenizer.newInstance(file, WHOLE));
    } catch (IOException | RuntimeException | UnsatisfiedLinkError e) {
      throw new IllegalArgumentException(
          "tokenizer "
              + file
              + " cannot be loaded: "
              + e.getMessage()
              + "; it should be the model's tokenizer.json, as Hugging Face has it",
          e);
    }
  }

  /** What is wrong with a file, and what to do; empty if it can be loaded. */
  public static Optional<String> problemOf(Path file) {
    try (LocalTokenizer loaded = load(file)) {
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** Tokens of a prompt, those included that the tokenizer adds by itself. */
  public int countPrompt(String text) {
    return ids(text, true).length;
  }

  /** Tokens of prompts that mostly begin alike, for a search; not thread-safe. */
  public LengthSearch.Counter searchCounter() {
    return new PieceCounter(this)::count;
  }

  /** Tokens of an answer's text alone. */
  public int countAnswer(String text) {
    return ids(text, false).length;
  }

  private long[] ids(String text, boolean addSpecialTokens) {
    use.readLock().lock();
    try {
      if (closed) {
        throw new IllegalStateException("the tokenizer is closed");
      }
      return tokenizer.encode(text, addSpecialTokens, false).getIds();
    } finally {
      use.readLock().unlock();
    }
  }

  /** Waits for counts under way; there are none after it. */
  @Override
  public void close() {
    use.writeLock().lock();
    try {
      closed = true;
      tokenizer.close();
    } finally {
      use.writeLock().unlock();
    }
  }
}
