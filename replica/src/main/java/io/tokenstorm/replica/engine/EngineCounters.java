package io.tokenstorm.replica.engine;

/** What an engine counts over its life, in tokens and events. */
final class EngineCounters {
  long cacheQueries;
  long cacheHits;
  double lastHitRate;
  long preemptions;
  long promptTokens;
  long generationTokens;
}
