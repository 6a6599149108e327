package io.tokenstorm.replica.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The KV memory in blocks, with a prefix cache: full prompt blocks are registered by hash and kept
 * when nobody holds them, least recently used first to go. Invariant: own blocks + registered
 * blocks ≤ capacity; a block that somebody holds is never evicted.
 */
final class KvCache {
  /** A registered block. */
  static final class Block {
    final long hash;
    int holders;

    Block(long hash) {
      this.hash = hash;
    }
  }

  private final int capacityBlocks;
  private final int blockTokens;
  private final boolean caching;
  private final Map<Long, Block> registered = new HashMap<>();
  private final LinkedHashMap<Long, Block> evictable = new LinkedHashMap<>();
  private int ownBlocks;

  KvCache(int capacityBlocks, int blockTokens, boolean caching) {
    this.capacityBlocks = capacityBlocks;
    this.blockTokens = blockTokens;
    this.caching = caching;
  }

  /**
   * Reserves blocks for {@code tokens} of a sequence, sharing what the cache has of its prompt.
   *
   * @return the cached tokens, always fewer than {@code tokens}; -1 when memory does not suffice
   */
  int admit(Sequence sequence, int tokens) {
    List<Block> found = match(sequence.blockHashes, (tokens - 1) / blockTokens);
    hold(found);
    int own = blocksFor(tokens) - found.size();
    if (!makeRoom(own)) {
      drop(found);
      return -1;
    }
    sequence.lease.shared.addAll(found);
    sequence.lease.ownBlocks = own;
    sequence.lease.committedBlocks = found.size();
    ownBlocks += own;
    return found.size() * blockTokens;
  }

  /** Makes the lease reach {@code tokens}; false when memory does not suffice. */
  boolean grow(Sequence sequence, int tokens) {
    int more = blocksFor(tokens) - sequence.lease.blocks();
    if (more <= 0) {
      return true;
    }
    if (!makeRoom(more)) {
      return false;
    }
    sequence.lease.ownBlocks += more;
    ownBlocks += more;
    return true;
  }

  /** Registers the prompt blocks that are computed by now. */
  void commit(Sequence sequence) {
    KvLease lease = sequence.lease;
    int full = Math.min(sequence.computed / blockTokens, sequence.blockHashes.length);
    for (; caching && lease.committedBlocks < full; lease.committedBlocks++) {
      long hash = sequence.blockHashes[lease.committedBlocks];
      if (!registered.containsKey(hash)) {
        Block block = new Block(hash);
        block.holders = 1;
        registered.put(hash, block);
        lease.shared.add(block);
        lease.ownBlocks--;
        ownBlocks--;
      }
    }
  }

  /** Gives everything back; registered blocks stay until their memory is needed. */
  void release(Sequence sequence) {
    ownBlocks -= sequence.lease.ownBlocks;
    sequence.lease.ownBlocks = 0;
    sequence.lease.committedBlocks = 0;
    drop(sequence.lease.shared);
    sequence.lease.shared.clear();
  }

  /** Forgets every block nobody holds. */
  void reset() {
    evictable.keySet().forEach(registered::remove);
    evictable.clear();
  }

  /** Share of memory that sequences hold, 0 to 1. */
  double usage() {
    return (double) (ownBlocks + registered.size() - evictable.size()) / capacityBlocks;
  }

  int registeredBlocks() {
    return registered.size();
  }

  int blocksFor(int tokens) {
    return (tokens + blockTokens - 1) / blockTokens;
  }

  private List<Block> match(long[] hashes, int most) {
    List<Block> found = new ArrayList<>();
    for (int i = 0; caching && i < Math.min(most, hashes.length); i++) {
      Block block = registered.get(hashes[i]);
      if (block == null) {
        break;
      }
      found.add(block);
    }
    return found;
  }

  private void hold(List<Block> blocks) {
    for (Block block : blocks) {
      if (block.holders++ == 0) {
        evictable.remove(block.hash);
      }
    }
  }

  /** The last block of a prompt is the first to be evicted: a prefix is worth more than its end. */
  private void drop(List<Block> blocks) {
    for (int i = blocks.size() - 1; i >= 0; i--) {
      Block block = blocks.get(i);
      if (--block.holders == 0) {
        evictable.put(block.hash, block);
      }
    }
  }

  private boolean makeRoom(int blocks) {
    int free = capacityBlocks - ownBlocks - registered.size();
    if (free + evictable.size() < blocks) {
      return false;
    }
    var oldest = evictable.values().iterator();
    for (int missing = blocks - free; missing > 0; missing--) {
      Block block = oldest.next();
      oldest.remove();
      registered.remove(block.hash);
    }
    return true;
  }
}
