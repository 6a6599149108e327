package io.tokenstorm.worker.cases;

import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.worker.answer.Exchange;
import io.tokenstorm.worker.answer.ExchangeSettings;
import io.tokenstorm.worker.api.ApiDialect;
import io.tokenstorm.worker.http.ResponseReader;

/** A whole answer through reader and exchange, without sockets, in a time that the test names. */
public final class Wire {
  private final Exchange exchange;
  private final ResponseReader reader;
  private boolean over;
  private boolean beyond;
  private boolean cutShort;

  /** Of the chat API. */
  public Wire(boolean stream) {
    this(stream, Api.OPENAI_CHAT);
  }

  public Wire(boolean stream, Api api) {
    exchange =
        new Exchange(
            new ExchangeSettings(stream, "target-pod", "target:80", 20, ApiDialect.of(api), null));
    reader = new ResponseReader(exchange);
    exchange.start(new RequestKey(1, 0, LoadStage.MEASURE, 0, 0), 0, 0);
  }

  /** The same reader and exchange for a further request, whatever became of the one before. */
  public Wire again() {
    over = false;
    beyond = false;
    cutShort = false;
    reader.reset();
    exchange.start(new RequestKey(1, 0, LoadStage.MEASURE, 0, 0), 0, 0);
    return this;
  }

  /** Bytes of one read. */
  public Wire read(byte[] bytes, int offset, int length, long nanos) {
    if (over || length == 0) {
      beyond |= length > 0;
      return this;
    }
    exchange.arrived(length, nanos);
    beyond |= reader.feed(bytes, offset, length) < length;
    String violation = reader.violation();
    if (violation != null) {
      exchange.violated(violation);
    }
    over = violation != null || reader.ended();
    return this;
  }

  /** One read of the whole text, one byte a character. */
  public Wire read(String latin1, long nanos) {
    byte[] bytes = latin1.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    return read(bytes, 0, bytes.length, nanos);
  }

  /** The peer closes in order. */
  public Wire close(long nanos) {
    if (!over) {
      exchange.arrived(0, nanos);
      ResponseReader.Ending ending = reader.eof();
      cutShort = ending == ResponseReader.Ending.TRUNCATED;
      exchange.ended(ending, nanos);
      over = true;
    }
    return this;
  }

  public Wire reset(long nanos) {
    if (!over) {
      exchange.broke(reader.begun(), "Connection reset", nanos);
      over = true;
    }
    return this;
  }

  public Wire timeout(long nanos) {
    exchange.failed(ErrorKind.TIMEOUT_IDLE, "no byte", nanos);
    over = true;
    return this;
  }

  public boolean over() {
    return over;
  }

  /** Whether bytes came beyond the answer's end; how many of them it counts is up to the reads. */
  public boolean beyond() {
    return beyond;
  }

  /** Whether the peer closed while the framing said that more was to come. */
  public boolean cutShort() {
    return cutShort;
  }

  /** How the framing is broken, before or after the outcome was known; empty if it is not. */
  public String broken() {
    String violation = reader.violation();
    return violation == null ? "" : violation;
  }

  public boolean reusable() {
    return reader.keepAlive();
  }

  public Exchange exchange() {
    return exchange;
  }

  public RequestRecord record() {
    return exchange.record();
  }
}
