package io.tokenstorm.worker.client;

import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.scaladsl.model.EntityStreamException;
import akka.http.scaladsl.model.IllegalResponseException;
import akka.stream.stage.AsyncCallback;
import akka.util.ByteString;
import io.tokenstorm.worker.http.HttpViolation;
import io.tokenstorm.worker.http.ResponseHandler;
import io.tokenstorm.worker.http.ResponseHead;
import io.tokenstorm.worker.http.ResponseReader.Ending;
import io.tokenstorm.worker.link.ClientListener;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What Akka HTTP makes of one connection's bytes, told in the slot's terms. Knows no sockets: bytes
 * and their end are announced from outside before they enter the stream. One thread.
 */
final class AkkaHttpAnswer implements ExchangeStage.Events {
  /** Akka HTTP's words for an end of the stream within a head. */
  private static final String ENDED_IN_THE_HEAD = "Illegal HTTP message start";

  private final ClientListener listener;
  private final ResponseHandler answer;
  private final Consumer<AsyncCallback<HttpRequest>> onRunning;
  private final LongSupplier clock;
  private boolean busy;
  private boolean begun;
  private boolean peerEnded;
  private boolean reusable;

  /**
   * @param onRunning told how to send a request once the stream runs
   * @param clock the ticker
   */
  AkkaHttpAnswer(
      ClientListener listener,
      ResponseHandler answer,
      Consumer<AsyncCallback<HttpRequest>> onRunning,
      LongSupplier clock) {
    this.listener = listener;
    this.answer = answer;
    this.onRunning = onRunning;
    this.clock = clock;
  }

  /** A request is being sent. */
  void begin() {
    busy = true;
    begun = false;
    reusable = false;
  }

  /** Whether the bytes that have arrived end with an answer that leaves the connection fit. */
  void reusable(boolean is) {
    reusable = is;
  }

  /** Nothing more is to be told. */
  void silence() {
    busy = false;
  }

  boolean isBusy() {
    return busy;
  }

  /** Whether a byte of the answer has come. */
  boolean hasBegun() {
    return begun;
  }

  /** The bytes of a read enter the stream next. */
  void arrived(int wireBytes, long nanos) {
    if (busy) {
      begun |= wireBytes > 0;
      listener.arrived(wireBytes, nanos);
    }
  }

  /** The peer has closed in order; the end of the stream enters it next. */
  void peerEnded() {
    peerEnded = true;
  }

  @Override
  public void running(AsyncCallback<HttpRequest> send) {
    onRunning.accept(send);
  }

  @Override
  public void response(HttpResponse response) {
    if (busy) {
      guarded(() -> answer.onHead(head(response)));
    }
  }

  private static ResponseHead head(HttpResponse response) {
    ResponseHead.Builder head = ResponseHead.builder(response.status().intValue());
    head.field("content-type", response.entity().getContentType().toString());
    response.getHeaders().forEach(field -> head.field(field.lowercaseName(), field.value()));
    return head.build();
  }

  @Override
  public void body(ByteString bytes) {
    if (busy) {
      byte[] piece = bytes.toArrayUnsafe();
      guarded(() -> answer.onBody(piece, 0, piece.length));
    }
  }

  private void guarded(Runnable step) {
    try {
      step.run();
      listener.settle(false);
    } catch (HttpViolation e) {
      busy = false;
      listener.onViolation(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void bodyEnd() {
    if (busy) {
      busy = false;
      answer.onEnd();
      listener.settle(reusable && !peerEnded);
    }
  }

  @Override
  public void bodyFailed(Throwable error) {
    failed(error);
  }

  @Override
  public void flowEnded(@Nullable Throwable error) {
    failed(error);
  }

  private void failed(@Nullable Throwable error) {
    if (!busy) {
      return;
    }
    busy = false;
    if (peerEnded && !isViolation(error)) {
      listener.onConnectionEnd(
          begun ? Ending.TRUNCATED : Ending.BEFORE_RESPONSE, clock.getAsLong());
    } else {
      listener.onViolation(error == null ? "no answer" : String.valueOf(error.getMessage()));
    }
  }

  /**
   * Whether the bytes were wrong, as against missing: told by type and text, there is no other way.
   */
  private static boolean isViolation(@Nullable Throwable error) {
    if (!(error instanceof EntityStreamException || error instanceof IllegalResponseException)) {
      return false;
    }
    String text = String.valueOf(error.getMessage());
    return !text.contains("truncation") && !text.contains(ENDED_IN_THE_HEAD);
  }
}
