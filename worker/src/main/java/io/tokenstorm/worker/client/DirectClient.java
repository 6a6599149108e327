package io.tokenstorm.worker.client;

import io.tokenstorm.protocol.prompt.Prompt;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.worker.http.ResponseHandler;
import io.tokenstorm.worker.http.ResponseReader;
import io.tokenstorm.worker.loop.ConnectionListener;
import io.tokenstorm.worker.loop.EventLoop;
import io.tokenstorm.worker.loop.TcpConnection;
import io.tokenstorm.worker.slot.ClientListener;
import io.tokenstorm.worker.slot.ReplicaClient;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** HTTP/1.1 by our own reader over a connection of the loop. */
final class DirectClient implements ReplicaClient {
  private final EventLoop loop;
  private final Target target;
  private final ClientListener listener;
  private final ResponseReader reader;
  private @Nullable Link link;

  DirectClient(EventLoop loop, Target target, ClientListener listener, ResponseHandler answer) {
    this.loop = loop;
    this.target = target;
    this.listener = listener;
    this.reader = new ResponseReader(answer);
  }

  @Override
  public void open() {
    close();
    Link fresh = new Link();
    link = fresh;
    target.address().resolve(loop, fresh);
  }

  @Override
  public boolean fresh() {
    return link != null && link.connection.fresh();
  }

  @Override
  public boolean send(Prompt prompt, String requestId) {
    Link current = link;
    if (current == null) {
      return false;
    }
    reader.reset();
    current.busy = current.connection.write(target.request(prompt, requestId));
    return current.busy;
  }

  @Override
  public void withoutUsage() {
    target.withoutUsage();
  }

  @Override
  public void close() {
    Link last = link;
    if (last != null) {
      link = null;
      last.connection.close();
      last.opening.givenUp();
    }
  }

  /** One connection and what is told about it; silent once it is no longer the client's. */
  private final class Link implements ConnectionListener, HostAddress.Answer {
    private final TcpConnection connection = new TcpConnection(loop, this);
    private final Opening opening = new Opening(target.address());
    private boolean busy;

    private boolean current() {
      return link == this;
    }

    @Override
    public void resolved(InetSocketAddress address) {
      if (current()) {
        opening.begins(address);
        connection.connect(address, target.tls());
      }
    }

    @Override
    public void unresolved(String detail) {
      if (current()) {
        link = null;
        listener.onOpenFailed(ErrorKind.DNS, detail, loop.ticker().nanos());
      }
    }

    @Override
    public void onOpen(long nanos) {
      if (current()) {
        opening.succeeded();
        listener.onOpen(nanos);
      }
    }

    @Override
    public void onOpenFailed(ErrorKind kind, String detail, long nanos) {
      if (!current()) {
        return;
      }
      link = null;
      if (opening.failed(kind)) {
        open();
      } else {
        listener.onOpenFailed(kind, detail, nanos);
      }
    }

    @Override
    public void onRead(byte[] bytes, int offset, int length, int wireBytes, long nanos) {
      if (!current()) {
        return;
      }
      listener.arrived(wireBytes, nanos);
      if (!busy) {
        return;
      }
      int taken = reader.feed(bytes, offset, length);
      String violation = reader.violation();
      if (violation != null) {
        busy = false;
        listener.onViolation(violation);
        return;
      }
      busy = !reader.ended();
      // bytes beyond the answer, or an answer before the request was out, spoil the connection
      listener.settle(reader.keepAlive() && taken == length && !connection.writing());
    }

    @Override
    public void onEnd(long nanos) {
      if (!current()) {
        return;
      }
      link = null;
      ResponseReader.Ending ending = ResponseReader.Ending.BEFORE_RESPONSE;
      if (busy) {
        listener.arrived(0, nanos);
        ending = reader.eof();
      }
      listener.onConnectionEnd(ending, nanos);
    }

    @Override
    public void onBroken(String detail, long nanos) {
      if (current()) {
        link = null;
        listener.onConnectionBroken(busy && reader.begun(), detail, nanos);
      }
    }
  }
}
