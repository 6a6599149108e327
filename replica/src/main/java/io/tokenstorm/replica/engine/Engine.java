package io.tokenstorm.replica.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * A serving engine with continuous batching, in virtual time: a scheduler that fills each step with
 * the decodes of running sequences and, within a token budget, with chunks of prefill. It has no
 * clock: whoever drives it says what time it is, and tokens carry the end of their step as their
 * due time. Invariant: driven late or early, the same arrivals give the same due times. Not
 * thread-safe.
 */
public final class Engine {
  private static final long NEVER = Long.MAX_VALUE;

  private final EngineParameters parameters;
  private final KvCache cache;
  private final StallModel stalls;
  private final EngineCounters counters = new EngineCounters();
  private final List<Sequence> waiting = new ArrayList<>();
  private final List<Sequence> running = new ArrayList<>();
  private final List<Sequence> step = new ArrayList<>();
  private boolean stepping;
  private long stepEndNanos = Long.MIN_VALUE;
  private long intakeFreeNanos = Long.MIN_VALUE;

  /** An idle engine with an empty cache. */
  public Engine(EngineParameters parameters) {
    this.parameters = parameters;
    this.cache =
        new KvCache(parameters.kvBlocks(), parameters.blockTokens(), parameters.prefixCaching());
    this.stalls = new StallModel(parameters);
  }

  /** Whether memory could ever hold a sequence of that many tokens. */
  public boolean fits(int tokens) {
    return cache.blocksFor(tokens + 1) <= parameters.kvBlocks();
  }

  /**
   * Takes a sequence in; steps that began before now are not touched by it. It must fit, have a
   * prompt and ask for at least one token.
   */
  public void submit(Sequence sequence, long nowNanos) {
    if (!fits(sequence.promptTokens + sequence.outputTokens) || sequence.outputTokens < 1) {
      throw new IllegalArgumentException("a sequence that can never run was submitted");
    }
    intakeFreeNanos = Math.max(intakeFreeNanos, nowNanos) + parameters.intakeNanos();
    sequence.readyNanos =
        intakeFreeNanos
            + parameters.arrivalNanos()
            + parameters.arrivalNanosPer1kTokens() * sequence.promptTokens / 1000;
    sequence.state = Sequence.State.WAITING;
    enqueue(sequence);
  }

  /** By readiness, first come first served among equals. */
  private void enqueue(Sequence sequence) {
    int at = waiting.size();
    while (at > 0 && waiting.get(at - 1).readyNanos > sequence.readyNanos) {
      at--;
    }
    waiting.add(at, sequence);
  }

  /** Ends a sequence early; it emits nothing more. */
  public void cancel(Sequence sequence) {
    if (sequence.state == Sequence.State.WAITING) {
      waiting.remove(sequence);
    } else if (sequence.state == Sequence.State.RUNNING) {
      running.remove(sequence);
      step.remove(sequence);
      cache.release(sequence);
    }
    sequence.state = Sequence.State.ENDED;
  }

  /** When {@link #advance} next has something to do; {@code Long.MAX_VALUE} when idle. */
  public long nextDueNanos() {
    return stepping ? stepEndNanos : nextStartNanos();
  }

  /** Ends and begins every step due by now; tokens are told to their listeners. */
  public void advance(long nowNanos) {
    advance(nowNanos, Integer.MAX_VALUE);
  }

  /**
   * The same for at most so many steps: a driver that cannot keep up with the model must still come
   * to its other work. Listeners may submit and cancel, but not advance.
   */
  public void advance(long nowNanos, int mostSteps) {
    for (int steps = 0; steps < mostSteps && nextDueNanos() <= nowNanos; ) {
      if (stepping) {
        finishStep();
        steps++;
      } else {
        beginStep(nextStartNanos());
      }
    }
  }

  /** Forgets what the prefix cache holds for nobody. */
  public void resetPrefixCache() {
    cache.reset();
  }

  /** What it does now and has done so far. */
  public EngineGauges gauges() {
    return new EngineGauges(
        running.size(),
        waiting.size(),
        cache.usage(),
        counters.cacheQueries,
        counters.cacheHits,
        counters.lastHitRate,
        counters.preemptions,
        counters.promptTokens,
        counters.generationTokens);
  }

  private long nextStartNanos() {
    if (!running.isEmpty()) {
      return stepEndNanos;
    }
    if (waiting.isEmpty()) {
      return NEVER;
    }
    return Math.max(stepEndNanos, waiting.get(0).readyNanos) + parameters.gatherNanos();
  }

  private void beginStep(long startNanos) {
    step.clear();
    int budget = scheduleRunning(parameters.maxBatchedTokens());
    long queries = counters.cacheQueries;
    long hits = counters.cacheHits;
    admitWaiting(budget, startNanos);
    if (counters.cacheQueries > queries) {
      counters.lastHitRate =
          (double) (counters.cacheHits - hits) / (counters.cacheQueries - queries);
    }
    stepEndNanos = startNanos + stepNanos();
    stepping = true;
  }

  /** Gives each running sequence its share of the budget; returns what is left of it. */
  private int scheduleRunning(int budget) {
    int left = budget;
    for (Sequence sequence : List.copyOf(running)) {
      if (left > 0 && sequence.state == Sequence.State.RUNNING && ensureMemory(sequence)) {
        sequence.chunk = Math.min(sequence.pending(), left);
        left -= sequence.chunk;
        step.add(sequence);
      }
    }
    return left;
  }

  /** Room for the next token, at the cost of the sequence that began last if need be. */
  private boolean ensureMemory(Sequence sequence) {
    while (!cache.grow(sequence, sequence.promptTokens + sequence.emitted + 1)) {
      Sequence victim = running.get(running.size() - 1);
      preempt(victim);
      if (victim == sequence) {
        return false;
      }
    }
    return true;
  }

  private void preempt(Sequence victim) {
    running.remove(victim);
    step.remove(victim);
    cache.release(victim);
    victim.computed = 0;
    victim.state = Sequence.State.WAITING;
    victim.readyNanos = Long.MIN_VALUE;
    waiting.add(0, victim);
    counters.preemptions++;
  }

  private void admitWaiting(int budget, long startNanos) {
    int left = budget;
    while (left > 0 && running.size() < parameters.maxSequences() && !waiting.isEmpty()) {
      Sequence head = waiting.get(0);
      if (!mayBegin(head, startNanos) || !admit(head)) {
        return;
      }
      waiting.remove(0);
      running.add(head);
      head.chunk = Math.min(head.pending(), left);
      left -= head.chunk;
      step.add(head);
    }
  }

  /** While others run, the first to begin in a step has to have waited; the rest go along. */
  private boolean mayBegin(Sequence head, long startNanos) {
    boolean interrupts = !step.isEmpty() && step.stream().allMatch(Sequence::prefilled);
    long wait = interrupts && !head.began ? parameters.prefillDelayNanos() : 0;
    return head.readyNanos <= startNanos - wait;
  }

  private boolean admit(Sequence sequence) {
    int cached = cache.admit(sequence, sequence.promptTokens + sequence.emitted);
    if (cached < 0) {
      return false;
    }
    sequence.computed = cached;
    sequence.state = Sequence.State.RUNNING;
    if (!sequence.began) {
      sequence.began = true;
      sequence.cachedTokens = cached;
      counters.cacheQueries += sequence.promptTokens;
      counters.cacheHits += cached;
    }
    return true;
  }

  private long stepNanos() {
    StepLoad load = StepLoad.of(step, stalls);
    long nanos =
        parameters.stepBaseNanos()
            + parameters.stepPerSequenceNanos() * step.size()
            + parameters.contextNanosPer1kTokens() * load.contextTokens() / 1000;
    if (load.prefillTokens() > 0) {
      nanos +=
          parameters.prefillBaseNanos()
              + (long) (load.prefillTokens() * 1e9 / parameters.prefillTokensPerSecond())
              + parameters.cachedNanosPer1kTokens() * load.cachedTokens() / 1000
              + stalls.stallNanos(step.size(), load.stallingPrefills());
    }
    return nanos;
  }

  private void finishStep() {
    stepping = false;
    for (Sequence sequence : List.copyOf(step)) {
      if (sequence.state == Sequence.State.RUNNING) {
        finish(sequence);
      }
    }
  }

  private void finish(Sequence sequence) {
    sequence.computed += sequence.chunk;
    cache.commit(sequence);
    if (sequence.computed < sequence.promptTokens + sequence.emitted) {
      return;
    }
    int index = sequence.emitted++;
    counters.generationTokens++;
    counters.promptTokens += index == 0 ? sequence.promptTokens : 0;
    if (sequence.emitted == sequence.outputTokens) {
      running.remove(sequence);
      cache.release(sequence);
      sequence.state = Sequence.State.ENDED;
    }
    sequence.listener.onToken(index, stepEndNanos);
  }
}
