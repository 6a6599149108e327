package io.tokenstorm.worker.chunk;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What readers of further APIs share: walks the members of an object in one pass, without text or
 * tree. A subclass takes each member's value and, when the object is complete, says what it meant.
 * Of a repeated name the last one counts.
 */
public abstract class ObjectReader implements ChunkReader {
  /** The longest finish reason and the longest error message kept, characters. */
  protected static final int MAX_REASON = 64;

  protected static final int MAX_MESSAGE = 512;

  private static final byte[] MESSAGE = name("message");

  protected final JsonCursor json = new JsonCursor();
  protected final ChunkFacts facts = new ChunkFacts();

  /** What the last error said; null if it said nothing. */
  protected @Nullable String errorText;

  private @Nullable AnswerText text;

  /** Makes ready for one object. */
  protected abstract void begin();

  /** Takes the value of the top-level member whose name the cursor holds. */
  protected abstract void member();

  /** The object is complete: states its facts. */
  protected abstract void complete();

  @Override
  public void keepText(AnswerText kept) {
    text = kept;
  }

  @Override
  public final ChunkFacts facts() {
    return facts;
  }

  @Override
  public void reset() {
    // most answers are read without a memory
  }

  @Override
  public final boolean scan(byte[] bytes, int offset, int length) {
    facts.clear();
    begin();
    json.start(bytes, offset, length);
    try {
      json.expect('{');
      if (!json.takeIf('}')) {
        do {
          json.readName();
          member();
        } while (json.more('}'));
      }
      json.expectEnd();
    } catch (JsonCursor.Malformed e) {
      return false;
    }
    complete();
    return true;
  }

  /** Takes each member of an object value in turn; another value is skipped. */
  protected final void members(Runnable takeValue) {
    if (json.opens('{', '}')) {
      do {
        json.readName();
        takeValue.run();
      } while (json.more('}'));
    }
  }

  /** Takes each element of an array value in turn; another value is skipped. */
  protected final void elements(Runnable takeValue) {
    if (json.opens('[', ']')) {
      do {
        takeValue.run();
      } while (json.more(']'));
    }
  }

  /** Takes a value and tells whether it is a text, list or mapping that is not empty. */
  protected final boolean takesNonEmpty() {
    return json.readsNonEmpty();
  }

  /** Takes a value that is output; true if it is not empty. A text is kept where that is wanted. */
  protected final boolean takesOutput() {
    boolean string = json.peek() == '"';
    boolean present = json.readsNonEmpty();
    if (present && text != null) {
      if (string) {
        text.piece(json);
      } else {
        text.spoil();
      }
    }
    return present;
  }

  /** Takes a value; its text if it is a text that is not empty, else null. */
  protected final @Nullable String takesText(int limit) {
    return json.readsString() && !json.stringEmpty() ? json.stringText(limit) : null;
  }

  /**
   * Takes the value of a member that says error, whatever its form.
   *
   * @return whether it says one: it is neither null nor false nor empty; {@link #errorText} then
   *     holds what it says
   */
  protected final boolean takesError() {
    byte first = json.peek();
    errorText = null;
    if (first == '{') {
      members(this::errorMember);
      return true;
    }
    if (first == '"') {
      errorText = takesText(MAX_MESSAGE);
      return errorText != null;
    }
    json.skipValue();
    return first != 'n' && first != 'f';
  }

  private void errorMember() {
    if (json.stringIs(MESSAGE)) {
      errorText = takesText(MAX_MESSAGE);
    } else {
      json.skipValue();
    }
  }

  /** A member's name as {@link JsonCursor#stringIs} compares it. */
  protected static byte[] name(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
