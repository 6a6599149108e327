package io.tokenstorm.cli.certs;

import io.tokenstorm.protocol.time.Ticker;
import io.tokenstorm.protocol.tls.CertificateFolder;
import io.tokenstorm.protocol.tls.MutualTls;
import io.tokenstorm.protocol.tls.TlsRefusal;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/** Two nodes' engines joined by buffers, until they agree or one of them gives up. */
final class Handshake {
  private static final int ROUNDS = 60;
  private static final int BYTES = 1 << 16;

  final List<TlsRefusal> dialling = new ArrayList<>();
  final List<TlsRefusal> listening = new ArrayList<>();
  private final SSLEngine client;
  private final SSLEngine server;
  private final ByteBuffer toServer = ByteBuffer.allocate(BYTES);
  private final ByteBuffer toClient = ByteBuffer.allocate(BYTES);

  private Handshake(SSLEngine client, Path listens) {
    this.client = client;
    this.server = tls(listens, listening).createServerSSLEngine("any", 0);
  }

  /** A node dials another by the name of a host. */
  static Handshake between(Path dials, Path listens, String host) {
    List<TlsRefusal> refusals = new ArrayList<>();
    Handshake handshake =
        new Handshake(tls(dials, refusals).createClientSSLEngine(host, 7355), listens);
    handshake.run();
    handshake.dialling.addAll(refusals);
    return handshake;
  }

  /** Something dials a node. */
  static Handshake between(SSLEngine dials, Path listens) {
    Handshake handshake = new Handshake(dials, listens);
    handshake.run();
    return handshake;
  }

  /** A node is sent bytes that are no TLS. */
  static Handshake withPlain(byte[] bytes, Path listens) {
    Handshake handshake =
        new Handshake(tls(listens, new ArrayList<>()).createClientSSLEngine("h", 1), listens);
    handshake.toServer.put(bytes);
    handshake.step(handshake.server, handshake.toServer, handshake.toClient);
    return handshake;
  }

  private static MutualTls tls(Path folder, List<TlsRefusal> refusals) {
    return new MutualTls(new CertificateFolder(folder), refusals::add, Ticker.system());
  }

  /** Whether both sides finished and nobody complained. */
  boolean isDone() {
    return dialling.isEmpty()
        && listening.isEmpty()
        && !client.getSession().getProtocol().equals("NONE")
        && !server.getSession().getProtocol().equals("NONE");
  }

  String protocol() {
    return server.getSession().getProtocol();
  }

  private void run() {
    for (int i = 0; i < ROUNDS; i++) {
      step(client, toClient, toServer);
      step(server, toServer, toClient);
    }
  }

  /** One turn of one side; what fails was told to its listener. */
  private void step(SSLEngine engine, ByteBuffer in, ByteBuffer out) {
    ByteBuffer nothing = ByteBuffer.allocate(BYTES);
    try {
      if (in.position() > 0) {
        in.flip();
        SSLEngineResult unused = engine.unwrap(in, nothing);
        in.compact();
      }
      tasks(engine);
      if (engine.getHandshakeStatus() != HandshakeStatus.NEED_UNWRAP) {
        SSLEngineResult unused = engine.wrap(ByteBuffer.allocate(0), out);
      }
      tasks(engine);
    } catch (SSLException e) {
      in.clear();
      flushAlert(engine, out);
    }
  }

  private static void tasks(SSLEngine engine) {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
  }

  private static void flushAlert(SSLEngine engine, ByteBuffer out) {
    try {
      SSLEngineResult unused = engine.wrap(ByteBuffer.allocate(0), out);
    } catch (SSLException e) {
      // it has nothing to say any more
      return;
    }
  }
}
