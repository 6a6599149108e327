package io.tokenstorm.replica.serve;

import io.tokenstorm.replica.engine.Sequence;
import io.tokenstorm.replica.engine.TokenListener;
import io.tokenstorm.replica.fault.FaultKind;
import io.tokenstorm.replica.fault.FaultSpec;
import io.tokenstorm.replica.net.Connection;
import io.tokenstorm.replica.net.ServerConnection;
import io.tokenstorm.replica.text.AnswerWords;
import io.tokenstorm.replica.truth.TokenTrace;
import io.tokenstorm.replica.truth.TruthRecord;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One answer on its way from the engine to its connection. Tokens are appended when due; {@link
 * #written} is told of each write and stamps them. Invariant: it ends exactly once, and then has
 * left the engine and is in the truth log. On the event loop's thread only.
 */
final class Answer implements TokenListener, ServerConnection.Exchange {
  private final ReplicaServer server;
  private final ServerConnection owner;
  private final AnswerHead head;
  private final Arrival arrival;
  private final AnswerWire wire;
  private final @Nullable FaultSpec fault;
  private final TokenTrace trace = new TokenTrace();
  private final long seed;
  private final long offsetNanos;
  private final long startBytes;
  private @Nullable Sequence sequence;
  private byte[] words = new byte[16];
  private int wordBytes;
  private int wordsInEvent;
  private int emitted;
  private int queued;
  private String ending = "done";
  private boolean finished;
  private boolean ended;

  /** What was true when the request arrived. */
  record Arrival(long nanos, int inFlight, String route, Optional<FaultSpec> fault) {}

  Answer(ReplicaServer server, ServerConnection owner, AnswerHead head, Arrival arrival) {
    this.server = server;
    this.owner = owner;
    this.head = head;
    this.arrival = arrival;
    this.fault = arrival.fault().orElse(null);
    Connection connection = owner.connection();
    this.wire = wire(connection, head);
    this.startBytes = connection.writtenBytes();
    this.seed = head.request().prompt().seed();
    long spread = server.settings().answers().spreadNanos();
    this.offsetNanos =
        spread == 0 ? 0 : Math.floorMod(arrival.nanos() * 0x9E3779B97F4A7C15L, spread);
  }

  private static AnswerWire wire(Connection connection, AnswerHead head) {
    if (!head.request().api().openAi()) {
      return new FormWire(connection, head);
    }
    return head.request().stream()
        ? new StreamWire(connection, head)
        : new WholeWire(connection, head);
  }

  void begin(Sequence newSequence) {
    sequence = newSequence;
    wire.begin();
    owner.connection().flush();
  }

  @Override
  public void onToken(int index, long stepEndNanos) {
    long due = stepEndNanos + offsetNanos + slowNanos(index);
    if (queued == 0 && due <= server.nowNanos()) {
      emit(index, due);
    } else {
      queued++;
      server.at(
          due,
          () -> {
            queued--;
            emit(index, due);
          });
    }
  }

  private long slowNanos(int index) {
    boolean slow = fault != null && fault.kind() == FaultKind.SLOW;
    return slow && fault != null ? (index + 1L) * fault.delayMillis() * 1_000_000L : 0;
  }

  private void emit(int index, long dueNanos) {
    if (ended || finished) {
      return;
    }
    FaultSpec cutting = cutting();
    if (cutting != null && emitted >= cutting.afterTokens()) {
      play(cutting);
      return;
    }
    addWord(AnswerWords.word(seed, index));
    emitted++;
    boolean last = emitted == head.outputTokens();
    if (last || wordsInEvent == server.settings().answers().tokensPerEvent()) {
      sendEvent(dueNanos, last && cutting == null);
    }
    if (last) {
      finishOr(cutting);
    }
  }

  private @Nullable FaultSpec cutting() {
    return fault == null || fault.kind() == FaultKind.SLOW ? null : fault;
  }

  private void addWord(byte[] word) {
    if (wordBytes + word.length > words.length) {
      words = Arrays.copyOf(words, 2 * (wordBytes + word.length));
    }
    System.arraycopy(word, 0, words, wordBytes, word.length);
    wordBytes += word.length;
    wordsInEvent++;
  }

  private void sendEvent(long dueNanos, boolean last) {
    wire.event(words, wordBytes, last);
    if (head.request().stream()) {
      trace.add(dueNanos, wordsInEvent);
    }
    wordBytes = 0;
    wordsInEvent = 0;
    server.dirty(owner.connection());
  }

  private void finishOr(@Nullable FaultSpec cutting) {
    if (cutting == null) {
      finished = true;
      wire.finish();
    } else {
      play(cutting);
    }
  }

  private void play(FaultSpec cutting) {
    ending = "fault:" + cutting.kind().word();
    leaveEngine();
    finished = true;
    Connection connection = owner.connection();
    switch (cutting.kind()) {
      case RESET -> {
        connection.flush();
        connection.reset();
      }
      case TRUNCATE -> {
        wire.truncate();
        connection.closeWhenDrained();
      }
      case ERROR -> {
        wire.error("a fault was asked for after " + emitted + " tokens");
        server.dirty(connection);
      }
      case STALL, SLOW, STATUS -> finished = true; // a stall waits for the client to go
    }
  }

  @Override
  public void written(long stampNanos) {
    trace.stamp(stampNanos);
    boolean waitsForClient = ending.equals("fault:stall") || ending.equals("fault:truncate");
    if (finished && !waitsForClient && owner.connection().pendingBytes() == 0) {
      end(ending, stampNanos);
      owner.answered();
    }
  }

  @Override
  public void abandoned() {
    if (!ended) {
      end(ending.equals("done") ? server.closeReason() : ending, System.nanoTime());
    }
  }

  private void end(String how, long nanos) {
    ended = true;
    leaveEngine();
    server.ended(record(how, nanos));
  }

  private void leaveEngine() {
    if (sequence != null) {
      server.leave(sequence);
    }
  }

  private TruthRecord record(String how, long nanos) {
    int tokens = head.request().stream() ? trace.totalTokens() : emitted;
    return new TruthRecord(
        head.requestId(),
        server.name(),
        arrival.route(),
        arrival.nanos(),
        nanos,
        arrival.inFlight(),
        head.request().prompt().count(),
        sequence == null ? 0 : sequence.cachedTokens(),
        tokens,
        owner.connection().writtenBytes() - startBytes,
        how,
        trace);
  }
}
