package io.tokenstorm.coordinator.target;

import io.tokenstorm.coordinator.run.spec.RunInput.ExactLength;
import io.tokenstorm.coordinator.run.spec.RunSpec;
import io.tokenstorm.protocol.length.LengthWay;
import io.tokenstorm.protocol.length.WordBisection;
import io.tokenstorm.protocol.plan.Workload;
import io.tokenstorm.protocol.plan.Workload.TokenIds;
import io.tokenstorm.protocol.prompt.PromptRecipe;
import io.tokenstorm.protocol.prompt.PromptSeeds;
import io.tokenstorm.protocol.prompt.PromptSource;
import io.tokenstorm.protocol.prompt.WordPrompt;
import io.tokenstorm.protocol.token.LocalTokenizer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds out, before any load, how prompts of exactly a workload's length are made for one phase's
 * target: as ids where it takes them, else of words whose tokens are counted by the server's {@code
 * /tokenize}, else by a local tokenizer, else by {@code usage}. What the server adds to a prompt
 * comes from {@code usage} in each case, and so does a last check on a whole prompt of up to
 * {@value #CHECK_TOKENS} tokens.
 *
 * <p>All texts are short and none is a prompt of the load; at most {@value #TOKENIZE_MOST} +
 * {@value #USAGE_MOST} + 7 requests are sent, whatever the length of the prompts.
 */
final class ExactLengths {
  static final int TOKENIZE_MOST = 64;
  static final int USAGE_MOST = 40;
  static final int CHECK_TOKENS = 512;

  /** Fewer than any cache's block. */
  private static final int SAMPLE_IDS = 8;

  /** More than a beginning-of-text or two is no matter of ids any more. */
  private static final int MOST_ADDED = 16;

  private final TargetCounter counter;
  private final Executor blocking;
  private final RunSpec run;
  private final int phase;
  private final Workload workload;
  private final List<String> remarks = new ArrayList<>();

  /**
   * @param blocking threads that may block
   */
  ExactLengths(TargetCounter counter, Executor blocking, RunSpec run, int phase) {
    this.counter = counter;
    this.blocking = blocking;
    this.run = run;
    this.phase = phase;
    this.workload = run.plan().workloadOf(run.phase(phase));
  }

  /** The outcome; never fails. One request at a time. */
  CompletionStage<ExactLength> find() {
    CompletionStage<ExactLength> found =
        byIds()
            .thenCompose(
                ids ->
                    ids == null
                        ? byText()
                        : CompletableFuture.completedFuture(length(LengthWay.TOKEN_IDS, ids)));
    return found.exceptionally(error -> none(TargetException.causeOf(error)));
  }

  private ExactLength none(String problem) {
    remarks.add(problem);
    return length(LengthWay.ESTIMATE, null);
  }

  private ExactLength length(LengthWay way, @Nullable PromptRecipe recipe) {
    int wanted = workload.inputTokens();
    if (recipe != null && recipe.delivers(wanted) != wanted) {
      remarks.add(
          "%d tokens cannot be made up exactly: prompts have %d"
              .formatted(wanted, recipe.delivers(wanted)));
    }
    return new ExactLength(way, recipe, counter.asked(), String.join("; ", remarks));
  }

  /** A recipe of ids; null: the target takes none. */
  private CompletionStage<@Nullable PromptRecipe> byIds() {
    TokenIds range = workload.tokenIds();
    if (range == null || !run.phase(phase).request().api().takesTokenIds()) {
      return CompletableFuture.completedFuture(null);
    }
    List<Integer> ids =
        IntStream.range(0, SAMPLE_IDS)
            .mapToObj(
                i -> (int) (range.first() + (long) (range.last() - range.first()) * i / SAMPLE_IDS))
            .toList();
    return counter.usage(ids).handle(this::takes);
  }

  private @Nullable PromptRecipe takes(@Nullable Integer counted, @Nullable Throwable error) {
    int added = counted == null ? -1 : counted - SAMPLE_IDS;
    if (added >= 0 && added <= MOST_ADDED) {
      return PromptRecipe.ofIds(added);
    }
    remarks.add(
        "token ids were not taken: "
            + (error == null
                ? SAMPLE_IDS + " ids were counted as " + counted + " tokens"
                : TargetException.causeOf(error)));
    return null;
  }

  private CompletionStage<ExactLength> byText() {
    return form(0)
        .thenCompose(
            form -> {
              boolean local = workload.tokenizer() != null;
              return first(LengthWay.open(false, form != null, local), form);
            });
  }

  /** Which form of {@code /tokenize} the target answers; null: none. */
  private CompletionStage<@Nullable TokenizeForm> form(int index) {
    if (index == TokenizeForm.ALL.size()) {
      return CompletableFuture.completedFuture(null);
    }
    TokenizeForm form = TokenizeForm.ALL.get(index);
    return counter
        .tokenize(form, WordPrompt.OPENING)
        .exceptionally(error -> 0)
        .thenCompose(
            count -> count > 0 ? CompletableFuture.completedFuture(form) : form(index + 1));
  }

  /** The first way that leads to a recipe. */
  private CompletionStage<ExactLength> first(List<LengthWay> ways, @Nullable TokenizeForm form) {
    if (ways.isEmpty()) {
      return CompletableFuture.completedFuture(length(LengthWay.ESTIMATE, null));
    }
    LengthWay way = ways.get(0);
    return words(way, form)
        .thenCompose(words -> confirmed(way, words))
        .handle(
            (recipe, error) -> {
              if (error == null) {
                return CompletableFuture.completedFuture(length(way, recipe));
              }
              remarks.add(way.label() + ": " + TargetException.causeOf(error));
              return first(ways.subList(1, ways.size()), form).toCompletableFuture();
            })
        .thenCompose(next -> next);
  }

  private CompletionStage<WordBisection> words(LengthWay way, @Nullable TokenizeForm form) {
    if (way == LengthWay.SERVER_TOKENIZE && form != null) {
      return counted(new WordBisection(TOKENIZE_MOST), text -> counter.tokenize(form, text));
    }
    String tokenizer = workload.tokenizer();
    if (way == LengthWay.LOCAL_TOKENIZER && tokenizer != null) {
      return CompletableFuture.supplyAsync(() -> local(Path.of(tokenizer)), blocking);
    }
    return counted(new WordBisection(USAGE_MOST), counter::usage);
  }

  private static WordBisection local(Path file) {
    try (LocalTokenizer tokenizer = LocalTokenizer.load(file)) {
      return new WordBisection(TOKENIZE_MOST).run(tokenizer::countPrompt);
    } catch (IllegalArgumentException e) {
      throw new TargetException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Counts texts somewhere else. */
  @FunctionalInterface
  private interface Counting {
    CompletionStage<Integer> count(String text);
  }

  private static CompletionStage<WordBisection> counted(WordBisection words, Counting by) {
    if (words.done()) {
      return CompletableFuture.completedFuture(words);
    }
    return by.count(words.text())
        .thenCompose(
            tokens -> {
              words.counted(tokens);
              return counted(words, by);
            });
  }

  /** The recipe, once a prompt made by it has the length that it should. */
  private CompletionStage<PromptRecipe> confirmed(LengthWay way, WordBisection words) {
    if (!words.problem().isEmpty()) {
      throw new TargetException(words.problem());
    }
    CompletionStage<Integer> fixed =
        way == LengthWay.USAGE
            ? CompletableFuture.completedFuture(words.base())
            : counter.usage(WordPrompt.OPENING);
    return fixed.thenCompose(tokens -> checked(words.recipe(tokens)));
  }

  private CompletionStage<PromptRecipe> checked(PromptRecipe recipe) {
    int aim = Math.min(workload.inputTokens(), CHECK_TOKENS);
    Workload one = new Workload("check", aim, null);
    PromptSeeds seeds = new PromptSeeds(run.plan().seed(), run.salt() + "/check", phase);
    int expected = recipe.delivers(aim);
    return counter
        .usage(PromptSource.exact(seeds, one, recipe).of(0, 0).text())
        .thenApply(
            counted -> {
              if (counted != expected) {
                throw new TargetException(
                    "a prompt that should have %d tokens was counted as %d"
                        .formatted(expected, counted));
              }
              return recipe;
            });
  }
}
