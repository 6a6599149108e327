package io.tokenstorm.replica.engine;

import java.util.ArrayList;
import java.util.List;

/** The blocks one sequence holds: shared ones, found or registered by hash, and its own. */
final class KvLease {
  final List<KvCache.Block> shared = new ArrayList<>();
  int ownBlocks;

  /** Prompt blocks looked at for registration so far. */
  int committedBlocks;

  int blocks() {
    return shared.size() + ownBlocks;
  }
}
