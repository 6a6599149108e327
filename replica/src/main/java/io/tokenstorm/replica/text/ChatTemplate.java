package io.tokenstorm.replica.text;

import java.util.Arrays;
import java.util.List;

/**
 * Turns chat messages into token ids: one token that begins the text, for each message a marker of
 * its role, its content and an end marker, and at last the marker that asks the assistant to speak.
 * Invariant: the template adds exactly {@code 2 + 2 × messages} tokens (one less without the
 * generation prompt).
 */
public final class ChatTemplate {
  private static final int BEGIN = 1;
  private static final int END_OF_MESSAGE = 2;
  private static final int ASSISTANT = 3;
  private static final int FIRST_ROLE = 16;
  private static final int ROLES = 200;

  private ChatTemplate() {}

  /** One message: who speaks, and the text. */
  public record Message(String role, String content) {}

  /** The ids of the whole prompt. */
  public static int[] render(List<Message> messages, boolean generationPrompt) {
    int[] ids = new int[64];
    int count = 0;
    ids[count++] = BEGIN;
    for (Message message : messages) {
      int[] content = Tokenizer.encode(message.content());
      ids = Arrays.copyOf(ids, count + content.length + 64);
      ids[count++] = roleId(message.role());
      System.arraycopy(content, 0, ids, count, content.length);
      count += content.length;
      ids[count++] = END_OF_MESSAGE;
    }
    if (generationPrompt) {
      ids[count++] = ASSISTANT;
    }
    return Arrays.copyOf(ids, count);
  }

  private static int roleId(String role) {
    return role.equals("assistant")
        ? ASSISTANT
        : FIRST_ROLE + Math.floorMod(role.hashCode(), ROLES);
  }
}
