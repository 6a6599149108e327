package io.tokenstorm.coordinator.stats;

import java.util.function.LongConsumer;

/**
 * Numbers that can be gone through again and again, always the same ones in whatever order: a
 * column in memory or on disk. Selection needs no more than this, so a sample need not fit into
 * memory.
 */
@FunctionalInterface
public interface LongSource {
  /** Hands every number to {@code sink}, once. */
  void forEach(LongConsumer sink);
}
