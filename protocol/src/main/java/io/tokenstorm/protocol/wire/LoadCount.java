package io.tokenstorm.protocol.wire;

/**
 * What one worker did in one window of the current epoch.
 *
 * @param issued requests counted before their send, on their own, in the spool's header
 * @param recorded of these, requests whose record is in the spool
 * @param slotsDone slots that will not send again in this window
 */
public record LoadCount(long issued, long recorded, int slotsDone) {
  public static final LoadCount NONE = new LoadCount(0, 0, 0);
}
