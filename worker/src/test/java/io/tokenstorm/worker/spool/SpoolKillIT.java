package io.tokenstorm.worker.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.spool.BatchLimit;
import io.tokenstorm.protocol.spool.IssuedCount;
import io.tokenstorm.protocol.spool.SpoolKey;
import io.tokenstorm.protocol.spool.SpoolReader;
import io.tokenstorm.worker.lease.IssueCounter;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real process that issues and records as fast as it can, killed with SIGKILL. */
@Timeout(60)
class SpoolKillIT {
  private static final SpoolKey KEY = new SpoolKey("w1", "run", 1, "p-1");

  @TempDir Path base;

  /** The child: says one byte for each request just after it counted it, then records it. */
  public static final class Child {
    private Child() {}

    public static void main(String[] args) throws IOException {
      Path directory = KEY.directoryBelow(Path.of(args[0]));
      SpoolSettings settings = new SpoolSettings(200_000, 64 << 20, 1 << 20, Duration.ofMillis(2));
      RecordSpool spool = RecordSpool.create(directory, KEY, settings, record -> {});
      IssueCounter issued = spool.issued(1, 0, LoadStage.MEASURE);
      for (int ordinal = 0; ; ordinal++) {
        issued.increment();
        System.out.write('i');
        System.out.flush();
        spool.accept(Records.record(ordinal));
        while (ordinal == 0 && spool.endSeq() == 0) {
          Thread.onSpinWait(); // what follows is killed with something already written
        }
      }
    }
  }

  @Test
  void kill_whileIssuingAndRecording_issuedIsExactAndRecordsAreAPrefix() throws Exception {
    Process child = child();
    long said;
    try (InputStream out = new BufferedInputStream(child.getInputStream())) {
      said = out.readNBytes(20_000).length;
      child.toHandle().destroyForcibly();
      said += out.readAllBytes().length;
    }
    assertThat(child.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(child.exitValue()).as("SIGKILL").isEqualTo(128 + 9);

    try (SpoolReader reader = SpoolReader.open(KEY.directoryBelow(base))) {
      List<IssuedCount> issued = reader.issued();
      assertThat(issued).hasSize(1);
      assertThat(issued.get(0).issued()).as("counted before it was said").isBetween(said, said + 1);
      long lost = issued.get(0).issued() - reader.endSeq();
      assertThat(lost).isNotNegative();
      assertThat(reader.endSeq()).isPositive();
      assertThat(ordinalsOf(reader)).hasSize((int) reader.endSeq());
    }
  }

  private static Set<Integer> ordinalsOf(SpoolReader reader) throws IOException {
    Set<Integer> ordinals = new HashSet<>();
    List<RequestRecord> batch = reader.read(0, new BatchLimit(500, 1 << 20));
    while (!batch.isEmpty()) {
      for (RequestRecord record : batch) {
        assertThat(record).isEqualTo(Records.record(ordinals.size()));
        ordinals.add(record.key().ordinal());
      }
      batch = reader.read(ordinals.size(), new BatchLimit(500, 1 << 20));
    }
    return ordinals;
  }

  private Process child() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-cp",
            System.getProperty("java.class.path"),
            Child.class.getName(),
            base.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
