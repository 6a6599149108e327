package io.tokenstorm.coordinator.actor;

import io.tokenstorm.coordinator.run.spec.RunInput;
import io.tokenstorm.coordinator.run.spec.RunOutput;
import io.tokenstorm.coordinator.run.state.HandIn;
import io.tokenstorm.protocol.record.RecordFormatException;
import io.tokenstorm.protocol.record.RequestRecord;
import io.tokenstorm.protocol.spool.BatchLimit;
import io.tokenstorm.protocol.spool.SpoolKey;
import io.tokenstorm.protocol.spool.SpoolReader;
import io.tokenstorm.protocol.wire.CoordinatorProtocol.WorkerHello;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/** Reads the spool of a lost worker where it lies on this machine. Blocks. */
final class LostSpools {
  private static final BatchLimit PIECE = new BatchLimit(4096, 64 * 1024 * 1024);

  private LostSpools() {}

  /** One piece of the spool, or why there is none; never fails. */
  static RunInput read(RunOutput.ReadSpool order) {
    boolean ended = hasEnded(order.writer());
    if (order.onlyIfEnded() && !ended) {
      return unreadable(order, "its process may still run", false);
    }
    try {
      SpoolKey key =
          new SpoolKey(
              order.spool().worker(),
              order.spool().run(),
              order.spool().incarnation(),
              order.spool().processKey());
      Path directory = key.directoryBelow(Path.of(order.writer().spoolPath()));
      if (!Files.isDirectory(directory)) {
        return unreadable(order, directory + " is not on this machine", ended);
      }
      return read(order, key, directory, ended);
    } catch (IOException | RecordFormatException | IllegalArgumentException e) {
      return unreadable(order, String.valueOf(e.getMessage()), ended);
    }
  }

  private static RunInput read(
      RunOutput.ReadSpool order, SpoolKey key, Path directory, boolean ended) throws IOException {
    try (SpoolReader reader = SpoolReader.open(directory)) {
      if (!reader.key().equals(key)) {
        return unreadable(order, directory + " is the spool of " + reader.key(), ended);
      }
      List<RequestRecord> records = reader.read(order.fromSeq(), PIECE);
      long end = order.fromSeq() + records.size();
      return new RunInput.SpoolRead(
          order.spool(),
          order.fromSeq(),
          records,
          !records.isEmpty() && end < reader.endSeq(),
          HandIn.byWindow(reader.issued()),
          ended);
    }
  }

  private static RunInput unreadable(
      RunOutput.ReadSpool order, String reason, boolean writerEnded) {
    return new RunInput.SpoolUnreadable(order.spool(), reason, writerEnded);
  }

  /** Whether the worker's process ran on this machine, apart from this one, and is no more. */
  private static boolean hasEnded(WorkerHello writer) {
    return writer.host().equals(localHost())
        && writer.pid() != ProcessHandle.current().pid()
        && ProcessHandle.of(writer.pid()).filter(ProcessHandle::isAlive).isEmpty();
  }

  private static String localHost() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }

  /** Why nothing can be written below a directory; empty if it can. Blocks. */
  static String writeProblem(Path directory) {
    try {
      Files.createDirectories(directory);
      return Files.isWritable(directory)
          ? ""
          : "cannot write below " + directory + ": choose a writable place with --out";
    } catch (IOException | InvalidPathException e) {
      return "cannot make directory "
          + directory
          + ": choose a writable place with --out ("
          + e
          + ")";
    }
  }
}
