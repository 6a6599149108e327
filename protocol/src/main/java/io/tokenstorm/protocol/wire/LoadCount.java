package io.tokenstorm.protocol.wire;

/**
 * What one worker did in one window of the current epoch. At rest, issued = recorded + lost.
 *
 * @param issued requests counted before their send, on their own, in the spool's header
 * @param recorded of these, requests whose record is in the spool
 * @param lost of these, requests whose record was lost before it came into the spool (disk full)
 * @param slotsDone slots that will not send again in this window
 */
public record LoadCount(long issued, long recorded, long lost, int slotsDone) {
  public static final LoadCount NONE = new LoadCount(0, 0, 0, 0);

  /** With nothing lost. */
  public LoadCount(long issued, long recorded, int slotsDone) {
    this(issued, recorded, 0, slotsDone);
  }

  /** Whether every request issued has its record, or is known to have lost it. */
  public boolean isAccounted() {
    return issued == recorded + lost;
  }
}
