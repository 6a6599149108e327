package io.tokenstorm.worker.client;

import io.tokenstorm.protocol.prompt.Prompt;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.worker.link.ClientListener;
import io.tokenstorm.worker.link.ReplicaClient;
import io.tokenstorm.worker.loop.ConnectionListener;
import io.tokenstorm.worker.loop.EventLoop;
import io.tokenstorm.worker.loop.TcpConnection;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * What the clients have in common, however they read HTTP: at most one {@link Link}, and how it
 * comes to be, address by address of the target's name. One thread, the loop's.
 */
abstract class LinkedClient implements ReplicaClient {
  final EventLoop loop;
  final Target target;
  final ClientListener listener;
  private @Nullable Link link;

  LinkedClient(EventLoop loop, Target target, ClientListener listener) {
    this.loop = loop;
    this.target = target;
    this.listener = listener;
  }

  /** Makes the next link; nothing has happened to it yet. */
  abstract Link newLink();

  @Override
  public final void open() {
    close();
    Link fresh = newLink();
    link = fresh;
    target.address().resolve(loop, fresh);
  }

  @Override
  public final boolean fresh() {
    return link != null && link.connection.fresh();
  }

  @Override
  public final boolean send(Prompt prompt, String requestId) {
    Link current = link;
    return current != null && current.send(prompt, requestId);
  }

  @Override
  public final void withoutUsage() {
    target.withoutUsage();
  }

  @Override
  public final void close() {
    Link last = link;
    if (last != null) {
      link = null;
      last.end();
      last.opening.givenUp();
    }
  }

  /** One connection and what is told about it; silent once it is no longer the client's. */
  abstract class Link implements ConnectionListener, HostAddress.Answer {
    final TcpConnection connection = new TcpConnection(loop, this);
    private final Opening opening = new Opening(target.address());

    final boolean current() {
      return link == this;
    }

    /** It is the client's no longer. */
    final void lost() {
      link = null;
    }

    /** Sends over it; false if it was found broken before anything was written. */
    abstract boolean send(Prompt prompt, String requestId);

    /** The connection is open. */
    abstract void opened(long nanos);

    /** Closes it; nothing more is told. */
    abstract void end();

    @Override
    public final void resolved(InetSocketAddress address) {
      if (current()) {
        opening.begins(address);
        connection.connect(address, target.tls());
      }
    }

    @Override
    public final void unresolved(String detail) {
      if (current()) {
        lost();
        listener.onOpenFailed(ErrorKind.DNS, detail, loop.ticker().nanos());
      }
    }

    @Override
    public final void onOpen(long nanos) {
      if (current()) {
        opening.succeeded();
        opened(nanos);
      }
    }

    @Override
    public final void onOpenFailed(ErrorKind kind, String detail, long nanos) {
      if (!current()) {
        return;
      }
      lost();
      if (opening.failed(kind)) {
        open();
      } else {
        listener.onOpenFailed(kind, detail, nanos);
      }
    }
  }
}
