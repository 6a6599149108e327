package io.tokenstorm.benchmarks.jmh;

import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestKey;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.worker.answer.Exchange;
import io.tokenstorm.worker.answer.ExchangeSettings;
import io.tokenstorm.worker.chunk.ChunkScanner;
import io.tokenstorm.worker.http.ResponseReader;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A token from the bytes of a read to its place in the record: time a token. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class StreamBenchmark {
  private static final int TOKENS = 256;
  private static final RequestKey KEY = new RequestKey(1, 0, LoadStage.MEASURE, 0, 0);

  private final byte[] token = Streams.token(0);
  private final byte[] alike = Streams.answer(TOKENS, true);
  private final byte[] different = Streams.answer(TOKENS, false);
  private final ChunkScanner scanner = new ChunkScanner();
  private final Exchange exchange = new Exchange(new ExchangeSettings(true, null, "target:80", 50));
  private final ResponseReader reader = new ResponseReader(exchange);

  /** The scanner alone. */
  @Benchmark
  public boolean scan() {
    return scanner.scan(token, 0, token.length);
  }

  /** Whole answers whose tokens differ in their text alone. */
  @Benchmark
  @OperationsPerInvocation(TOKENS)
  public RequestRecord answerOfTokensAlike() {
    return read(alike);
  }

  /** Whole answers whose tokens must be scanned one by one. */
  @Benchmark
  @OperationsPerInvocation(TOKENS)
  public RequestRecord answerOfTokensThatDiffer() {
    return read(different);
  }

  private RequestRecord read(byte[] answer) {
    exchange.start(KEY, 0, 0);
    reader.reset();
    exchange.arrived(answer.length, 5);
    reader.feed(answer, 0, answer.length);
    return exchange.record();
  }
}
