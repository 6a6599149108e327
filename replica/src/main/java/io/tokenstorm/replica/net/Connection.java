package io.tokenstorm.replica.net;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * One socket on an {@link EventLoop}, touched by that loop's thread only. What is appended is
 * written by {@link #flush} in one write if the socket takes it; the rest waits for the socket.
 */
public final class Connection {
  private final EventLoop loop;
  private final SocketChannel channel;
  private final ConnectionHandler handler;
  private final ByteQueue pending = new ByteQueue();
  private @Nullable SelectionKey key;
  private boolean blocked;
  private boolean closeWhenDrained;
  private boolean closed;
  private long writtenBytes;

  Connection(EventLoop loop, SocketChannel channel, ConnectionHandler handler) {
    this.loop = loop;
    this.channel = channel;
    this.handler = handler;
  }

  void registered(SelectionKey newKey) {
    key = newKey;
  }

  /** Runs something on this connection's loop, behind what the loop does now. */
  public void later(Runnable task) {
    loop.execute(task);
  }

  /** Bytes given to the socket so far. */
  public long writtenBytes() {
    return writtenBytes;
  }

  /** Bytes that still wait for the socket or for {@link #flush}. */
  public int pendingBytes() {
    return pending.size();
  }

  /** Whether it has ended. */
  public boolean closed() {
    return closed;
  }

  /** Adds bytes to what the next {@link #flush} writes. */
  public void append(byte[] bytes) {
    append(bytes, 0, bytes.length);
  }

  /** Adds bytes to what the next {@link #flush} writes. */
  public void append(byte[] bytes, int offset, int length) {
    if (!closed && !closeWhenDrained) {
      pending.add(bytes, offset, length);
    }
  }

  /** Writes bytes at once, behind what is pending; what the socket does not take is kept. */
  public void write(ByteBuffer bytes) {
    if (closed || closeWhenDrained) {
      return;
    }
    try {
      if (pending.size() > 0) {
        pending.add(bytes);
        flush();
        return;
      }
      long stampNanos = System.nanoTime();
      send(bytes);
      if (bytes.hasRemaining()) {
        pending.add(bytes);
        block();
      }
      handler.onWritten(this, stampNanos);
    } catch (IOException broken) {
      close();
    }
  }

  /** Writes what is pending, unless the socket is known to be full. */
  public void flush() {
    if (closed || blocked || pending.size() == 0) {
      return;
    }
    try {
      drain();
    } catch (IOException broken) {
      close();
    }
  }

  private void drain() throws IOException {
    while (pending.size() > 0) {
      ByteBuffer scratch = loop.scratch();
      scratch.clear();
      pending.peekInto(scratch);
      scratch.flip();
      int offered = scratch.remaining();
      long stampNanos = System.nanoTime();
      int sent = send(scratch);
      pending.take(sent);
      handler.onWritten(this, stampNanos);
      if (closed) {
        return;
      }
      if (sent < offered) {
        block();
        return;
      }
    }
    if (closeWhenDrained) {
      close();
    }
  }

  private int send(ByteBuffer bytes) throws IOException {
    int sent = channel.write(bytes);
    writtenBytes += sent;
    return sent;
  }

  private void block() {
    blocked = true;
    interest(SelectionKey.OP_WRITE, true);
  }

  /** Stops or resumes reading. */
  public void readable(boolean wanted) {
    interest(SelectionKey.OP_READ, wanted);
  }

  private void interest(int operation, boolean wanted) {
    SelectionKey current = key;
    if (current != null && current.isValid()) {
      int before = current.interestOps();
      int after = wanted ? before | operation : before & ~operation;
      if (after != before) {
        current.interestOps(after);
      }
    }
  }

  /** Closes once everything pending is written. */
  public void closeWhenDrained() {
    flush();
    if (pending.size() == 0) {
      close();
    } else {
      closeWhenDrained = true;
    }
  }

  /** Closes so that the peer sees a reset. */
  public void reset() {
    if (!closed) {
      try {
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      } catch (IOException gone) {
        loop.note("reset", gone);
      }
      close();
    }
  }

  /** Closes at once; what is pending is dropped. */
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      channel.close();
    } catch (IOException gone) {
      loop.note("close", gone);
    }
    loop.forget(this);
    handler.onClosed(this);
  }

  /** The selector says the socket is ready for something. */
  void ready(int operations) {
    try {
      if ((operations & SelectionKey.OP_CONNECT) != 0) {
        connected();
      }
      if ((operations & SelectionKey.OP_WRITE) != 0) {
        unblocked();
      }
      if (!closed && (operations & SelectionKey.OP_READ) != 0) {
        received();
      }
    } catch (IOException broken) {
      close();
    }
  }

  void connected() throws IOException {
    if (channel.finishConnect()) {
      interest(SelectionKey.OP_CONNECT, false);
      interest(SelectionKey.OP_READ, true);
      handler.onConnected(this);
    }
  }

  private void unblocked() throws IOException {
    blocked = false;
    interest(SelectionKey.OP_WRITE, false);
    drain();
    if (!closed && !blocked) {
      handler.onDrained(this);
    }
  }

  private void received() throws IOException {
    ByteBuffer in = loop.readBuffer();
    in.clear();
    int count = channel.read(in);
    if (count < 0) {
      close();
      return;
    }
    in.flip();
    handler.onBytes(this, in);
  }
}
