package io.tokenstorm.worker.spool;

import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.spool.BatchLimit;
import io.tokenstorm.protocol.spool.IssuedCount;
import io.tokenstorm.protocol.spool.SpoolReader;
import java.io.IOException;
import java.util.List;

/** The spool of a process that is no more; kept whole until its run is released. */
final class AdoptedSpool implements SpoolSource {
  private final SpoolReader reader;

  AdoptedSpool(SpoolReader reader) {
    this.reader = reader;
  }

  @Override
  public synchronized List<RequestRecord> read(long fromSeq, BatchLimit limit) throws IOException {
    return reader.read(fromSeq, limit);
  }

  @Override
  public void acknowledge(long seq) {}

  @Override
  public long endSeq() {
    return reader.endSeq();
  }

  @Override
  public List<IssuedCount> issued() {
    return reader.issued();
  }

  synchronized void close() throws IOException {
    reader.close();
  }
}
