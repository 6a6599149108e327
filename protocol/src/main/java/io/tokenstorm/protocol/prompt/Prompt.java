package io.tokenstorm.protocol.prompt;

import java.nio.charset.StandardCharsets;

/**
 * One prompt: ASCII that goes into a JSON body as it is, be it text that needs no escaping or token
 * ids with commas between them. The shared part is the same array for all prompts of its group.
 *
 * @param ordinal the request it belongs to
 * @param shared the text that the group's prompts begin with; empty if there is none
 * @param own the text after it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; handed to the socket as it is
public record Prompt(int ordinal, byte[] shared, byte[] own) {
  /** Length of the whole text, bytes. */
  public int length() {
    return shared.length + own.length;
  }

  /** The whole text. */
  public String text() {
    return new String(shared, StandardCharsets.US_ASCII)
        + new String(own, StandardCharsets.US_ASCII);
  }
}
