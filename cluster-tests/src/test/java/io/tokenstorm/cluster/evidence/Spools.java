package io.tokenstorm.cluster.evidence;

import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.spool.IssuedCount;
import io.tokenstorm.protocol.spool.SpoolReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a dead worker's spool says.
 *
 * @param issued counted before each send, by window
 * @param recorded records that were written, handed in or not
 */
public record Spools(List<IssuedCount> issued, long recorded) {

  /** The one spool that a worker has of a run below a directory. */
  public static Spools of(Path directory, String worker, String run) throws IOException {
    List<Path> found;
    try (Stream<Path> paths = Files.walk(directory.resolve(worker), 3)) {
      found = paths.filter(p -> p.getParent().getFileName().toString().equals(run)).toList();
    }
    if (found.size() != 1) {
      throw new IOException("one spool of " + worker + " expected: " + found);
    }
    try (SpoolReader reader = SpoolReader.open(found.get(0))) {
      return new Spools(reader.issued(), reader.endSeq());
    }
  }

  public long issuedIn(int epoch, LoadStage stage) {
    return issued.stream()
        .filter(c -> c.epoch() == epoch && c.stage() == stage)
        .mapToLong(IssuedCount::issued)
        .sum();
  }

  public long issuedInAll() {
    return issued.stream().mapToLong(IssuedCount::issued).sum();
  }
}
