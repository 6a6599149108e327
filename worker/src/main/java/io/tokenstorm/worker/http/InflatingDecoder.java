package io.tokenstorm.worker.http;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * gzip (RFC 1952, also several members in a row) and deflate (RFC 1950) by one inflater over the
 * whole body, so that each flush of the server is readable as it arrives. The checksums are left to
 * the framing around them.
 */
final class InflatingDecoder implements ContentDecoder {
  private static final int TRAILER_BYTES = 8;

  private enum State {
    HEADER,
    DATA,
    TRAILER
  }

  private final boolean gzip;
  private final Inflater inflater;
  private final byte[] scratch = new byte[16 * 1024];
  private final GzipHeader header = new GzipHeader();
  private State state;
  private int trailerLeft;

  InflatingDecoder(boolean gzip) {
    this.gzip = gzip;
    this.inflater = new Inflater(gzip);
    this.state = gzip ? State.HEADER : State.DATA;
  }

  @Override
  public void decode(byte[] bytes, int offset, int length, Output output) {
    int at = offset;
    int end = offset + length;
    while (at < end) {
      switch (state) {
        case HEADER -> {
          if (header.take(bytes[at++])) {
            state = State.DATA;
          }
        }
        case DATA -> at = inflate(bytes, at, end, output);
        case TRAILER -> {
          at++;
          if (--trailerLeft == 0) {
            header.reset();
            inflater.reset();
            state = State.HEADER;
          }
        }
      }
    }
  }

  private int inflate(byte[] bytes, int at, int end, Output output) {
    inflater.setInput(bytes, at, end - at);
    long before = inflater.getBytesWritten();
    try {
      int produced;
      while ((produced = inflater.inflate(scratch)) > 0) {
        output.accept(scratch, 0, produced);
        before += produced;
      }
    } catch (DataFormatException e) {
      // what came before the damage counts, however the bytes were cut
      output.accept(scratch, 0, (int) (inflater.getBytesWritten() - before));
      throw new HttpViolation("body is not in its content-encoding: " + e.getMessage());
    }
    if (inflater.needsDictionary()) {
      throw new HttpViolation("compressed body needs a dictionary");
    }
    int left = inflater.getRemaining();
    if (!inflater.finished()) {
      return end;
    }
    state = State.TRAILER;
    trailerLeft = gzip ? TRAILER_BYTES : Integer.MAX_VALUE;
    return end - left;
  }

  @Override
  public void close() {
    inflater.end();
  }

  /** The header of a gzip member, byte by byte; its optional fields are skipped. */
  private static final class GzipHeader {
    private static final int FEXTRA = 4;
    private static final int FNAME = 8;
    private static final int FCOMMENT = 16;
    private static final int FHCRC = 2;

    private int index;
    private int flags;
    private int extraLeft;
    private int extraLengthBytes;
    private int crcLeft;

    void reset() {
      index = 0;
    }

    /** Takes one byte; true if it was the last of the header. */
    boolean take(byte b) {
      if (index < 10) {
        fixedPart(b & 0xff);
        return index == 10 && flags == 0;
      }
      if ((flags & FEXTRA) != 0) {
        extra(b & 0xff);
      } else if ((flags & FNAME) != 0) {
        flags &= b == 0 ? ~FNAME : -1;
      } else if ((flags & FCOMMENT) != 0) {
        flags &= b == 0 ? ~FCOMMENT : -1;
      } else if (--crcLeft == 0) {
        flags &= ~FHCRC;
      }
      return flags == 0;
    }

    private void fixedPart(int b) {
      boolean bad =
          (index == 0 && b != 0x1f) || (index == 1 && b != 0x8b) || (index == 2 && b != 8);
      if (bad) {
        throw new HttpViolation("content-encoding gzip, but the body is no gzip");
      }
      if (index == 3) {
        flags = b & (FEXTRA | FNAME | FCOMMENT | FHCRC);
        extraLeft = 0;
        extraLengthBytes = 2;
        crcLeft = 2;
      }
      index++;
    }

    private void extra(int b) {
      if (extraLengthBytes > 0) {
        extraLeft |= extraLengthBytes == 2 ? b : b << 8;
        extraLengthBytes--;
      } else {
        extraLeft--;
      }
      if (extraLengthBytes == 0 && extraLeft == 0) {
        flags &= ~FEXTRA;
      }
    }
  }
}
