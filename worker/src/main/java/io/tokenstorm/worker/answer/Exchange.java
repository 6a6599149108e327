package io.tokenstorm.worker.answer;

import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.Instants;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.worker.http.ResponseHandler;
import io.tokenstorm.worker.http.ResponseHead;
import io.tokenstorm.worker.http.ResponseReader.Ending;
import org.jspecify.annotations.Nullable;

/**
 * One request from {@code sent} to its outcome: takes what arrives, decides once, in the order of
 * {@code docs/metrics.md}, and makes the record. Reused from request to request. Instants are kept
 * as nanoseconds after {@code sent}.
 */
public final class Exchange implements ResponseHandler {
  /** The most that is read of a body after the outcome is known, in bytes. */
  static final long MAX_REST = 256 * 1024;

  private static final int MAX_NAME = 256;
  private static final String UNKNOWN_KEY = "no request has been started";

  private final ExchangeSettings settings;
  private final Answer answer;
  private @Nullable RequestKey key;
  private @Nullable Outcome outcome;
  private String replica = "";
  private int status;
  private boolean bodyEnded;
  private long sentNanos;
  private long turnaround;
  private long connect;
  private long written;
  private long headers;
  private long end;
  private long now;
  private long bytes;
  private long bytesAtEnd;

  public Exchange(ExchangeSettings settings) {
    this.settings = settings;
    this.answer = new Answer(settings);
  }

  /** Begins a request. */
  public void start(RequestKey request, long intendedNanos, long sent) {
    key = request;
    outcome = null;
    replica = settings.target();
    status = 0;
    bodyEnded = false;
    sentNanos = sent;
    turnaround = Math.max(0, sent - intendedNanos);
    connect = Instants.NONE;
    written = Instants.NONE;
    headers = Instants.NONE;
    end = Instants.NONE;
    now = 0;
    bytes = 0;
    answer.reset(request.stage());
  }

  /** The connection that this request needed is open. */
  public void connected(long nanos) {
    connect = nanos - sentNanos;
  }

  /** The first byte has been given to the socket. */
  public void written(long nanos) {
    written = nanos - sentNanos;
  }

  /** A read has brought bytes; what follows carries its stamp. */
  public void arrived(int wireBytes, long nanos) {
    now = nanos - sentNanos;
    bytes += wireBytes;
  }

  @Override
  public void onHead(ResponseHead head) {
    headers = now;
    status = head.status();
    String named = settings.replicaHeader() == null ? null : head.first(settings.replicaHeader());
    if (named != null && !named.isEmpty()) {
      replica = named.length() <= MAX_NAME ? named : named.substring(0, MAX_NAME);
    }
    answer.onHead(head);
  }

  @Override
  public void onBody(byte[] body, int offset, int length) {
    if (outcome == null) {
      answer.onBody(body, offset, length, now);
      decideBy(answer.verdict());
    }
  }

  @Override
  public void onEnd() {
    bodyEnded = true;
    if (outcome == null) {
      answer.onEnd(now);
      decideBy(answer.verdict());
    }
  }

  private void decideBy(@Nullable Outcome verdict) {
    if (verdict != null && outcome == null) {
      outcome = verdict;
      end = now;
      bytesAtEnd = bytes;
    }
  }

  /** The bytes are no HTTP/1.1, or beyond the bounds. */
  public void violated(String detail) {
    interrupted(failed(ErrorKind.PROTOCOL, detail));
  }

  /** The peer closed the connection before the body's proper end. */
  public void ended(Ending ending, long nanos) {
    now = nanos - sentNanos;
    interrupted(
        ending == Ending.BEFORE_RESPONSE
            ? failed(ErrorKind.CLOSED_BEFORE_RESPONSE, "closed without a byte of an answer")
            : failed(ErrorKind.TRUNCATED, "closed before the end of the " + where()));
  }

  /** The connection was reset. */
  public void broke(boolean begun, String detail, long nanos) {
    now = nanos - sentNanos;
    interrupted(failed(begun ? ErrorKind.RESET : ErrorKind.CLOSED_BEFORE_RESPONSE, detail));
  }

  private String where() {
    return headers == Instants.NONE ? "head" : "body";
  }

  /** The connection could not be opened, or a time limit has passed. */
  public void failed(ErrorKind kind, String detail, long nanos) {
    now = nanos - sentNanos;
    interrupted(failed(kind, detail));
  }

  /** Ended by us. */
  public void cut(long nanos) {
    now = nanos - sentNanos;
    interrupted(Outcome.CUT);
  }

  /** An end from outside counts only if the answer itself has not said how it went. */
  private void interrupted(Outcome byWhat) {
    if (outcome == null) {
      Outcome known = answer.whenInterrupted();
      decideBy(known == null ? byWhat : known);
    }
  }

  private Outcome failed(ErrorKind kind, String detail) {
    return new Outcome.Failed(kind, status, detail);
  }

  /**
   * Whether the answer is an error status, or nothing of use, and only its words still come: the
   * outcome is known but for them.
   */
  public boolean refused() {
    return outcome == null && answer.refuses();
  }

  /** Whether the outcome is known, and more of the body came since than is worth reading. */
  public boolean overlong() {
    return outcome != null && bytes - bytesAtEnd > MAX_REST;
  }

  /** Whether the outcome is known; the body may go on. */
  public boolean decided() {
    return outcome != null;
  }

  /** Whether the body has come to its proper end. */
  public boolean bodyEnded() {
    return bodyEnded;
  }

  /** Whether the server refused the request because it asks for usage. */
  public boolean refusesUsage() {
    return (status == 400 || status == 422) && answer.namesStreamOptions();
  }

  public long sentNanos() {
    return sentNanos;
  }

  /** The stamp of the last thing that happened, on the ticker. */
  public long lastNanos() {
    return sentNanos + now;
  }

  /** The ticker's reading when the outcome was known. */
  public long decidedNanos() {
    return sentNanos + end;
  }

  /** Counts over all requests of this slot. */
  public EventCounts counts() {
    return answer.tally().counts();
  }

  /** Whether any output came. */
  public boolean anyOutput() {
    return answer.tally().lastToken() != Instants.NONE;
  }

  /**
   * The record of the request, once decided.
   *
   * @throws IllegalStateException if nothing was started or decided
   */
  public RequestRecord record() {
    if (key == null || outcome == null) {
      throw new IllegalStateException(key == null ? UNKNOWN_KEY : key + " is not decided");
    }
    StreamTally tally = answer.tally();
    Instants instants =
        new Instants(
            sentNanos,
            turnaround,
            connect,
            written,
            headers,
            tally.firstToken(),
            tally.firstAnswer(),
            tally.lastToken(),
            end);
    return new RequestRecord(
        key,
        replica,
        instants,
        tally.gaps(),
        outcome,
        tally.tokens(settings.plannedInput()),
        tally.finishReason(),
        bytes,
        tally.silent());
  }
}
