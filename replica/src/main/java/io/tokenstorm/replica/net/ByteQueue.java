package io.tokenstorm.replica.net;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Bytes waiting to be written: a growing array with a read position. */
final class ByteQueue {
  private static final int KEEP_BYTES = 65_536;

  private byte[] bytes = new byte[1024];
  private int from;
  private int to;

  int size() {
    return to - from;
  }

  void add(byte[] source, int offset, int length) {
    reserve(length);
    System.arraycopy(source, offset, bytes, to, length);
    to += length;
  }

  void add(ByteBuffer source) {
    int length = source.remaining();
    reserve(length);
    source.get(bytes, to, length);
    to += length;
  }

  /** Puts as much as fits into a buffer, without taking it. */
  void peekInto(ByteBuffer target) {
    target.put(bytes, from, Math.min(size(), target.remaining()));
  }

  void take(int count) {
    from += count;
    if (from == to) {
      from = 0;
      to = 0;
      if (bytes.length > KEEP_BYTES) {
        bytes = new byte[1024];
      }
    }
  }

  private void reserve(int length) {
    if (to + length <= bytes.length) {
      return;
    }
    int size = size();
    byte[] target = size + length > bytes.length ? Arrays.copyOf(bytes, 0) : bytes;
    if (target != bytes) {
      target = new byte[Math.max(bytes.length * 2, size + length)];
    }
    System.arraycopy(bytes, from, target, 0, size);
    bytes = target;
    from = 0;
    to = size;
  }
}
