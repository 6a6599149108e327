package io.tokenstorm.coordinator.report;

import io.tokenstorm.coordinator.results.RecordFrame;
import io.tokenstorm.coordinator.results.RecordLogReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Makes the gzip members of {@code records.jsonl.gz} from the record log, several at once. A member
 * holds the frames of so many bytes of the log and never reaches beyond the end of a settled phase,
 * so the same log always gives the same bytes, in one go or phase by phase. Memory is a few times a
 * member's size.
 */
final class LineMembers {
  /** Bytes of the log in one member, usually. */
  static final long MEMBER_BYTES = 1 << 20;

  private final RecordLines lines;
  private final long memberBytes;
  private final int atOnce;

  /**
   * @param memberBytes of the log in one member
   * @param atOnce how many members are made at the same time, ≥ 1
   */
  LineMembers(RecordLines lines, long memberBytes, int atOnce) {
    this.lines = lines;
    this.memberBytes = memberBytes;
    this.atOnce = atOnce;
  }

  /**
   * Writes the frames that are left and end at or before an offset of the log.
   *
   * @return the offset behind the last one written, {@code from} if there is none
   */
  long write(RecordLogReader log, long from, long upTo, OutputStream out) throws IOException {
    long position = from;
    List<List<RecordFrame>> members = new ArrayList<>();
    List<RecordFrame> open = new ArrayList<>();
    while (log.position() < upTo) {
      RecordFrame frame = log.next();
      if (frame == null) {
        break;
      }
      position = frame.endOffset();
      open.add(frame);
      if (position - open.get(0).offset() >= memberBytes) {
        members.add(open);
        open = new ArrayList<>();
      }
      if (members.size() == atOnce) {
        writeMembers(members, out);
        members.clear();
      }
    }
    if (!open.isEmpty()) {
      members.add(open);
    }
    writeMembers(members, out);
    return position;
  }

  /** Writes a member without lines: a file without any would be no gzip file. */
  void writeNone(OutputStream out) throws IOException {
    out.write(packed(List.of()));
  }

  private void writeMembers(List<List<RecordFrame>> members, OutputStream out) throws IOException {
    try {
      for (byte[] member : members.parallelStream().map(this::packed).toList()) {
        out.write(member);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private byte[] packed(List<RecordFrame> frames) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 20);
    try (OutputStream gzip = new QuickGzip(bytes)) {
      lines.writeFrames(gzip, frames);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** The lines repeat themselves so much that more effort hardly makes them smaller. */
  private static final class QuickGzip extends GZIPOutputStream {
    QuickGzip(OutputStream out) throws IOException {
      super(out, 1 << 16);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
