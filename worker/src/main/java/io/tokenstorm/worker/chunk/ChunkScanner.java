package io.tokenstorm.worker.chunk;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads one chunk, or one whole answer, of an OpenAI API in a single pass over its bytes. Of a
 * repeated key the last one counts, as in a tree. Not thread-safe; allocates only where a chunk
 * finishes a choice or carries an error.
 */
public final class ChunkScanner implements ChunkReader {
  private static final int MAX_REASON = 64;
  private static final int MAX_MESSAGE = 512;

  private static final byte[] CHOICES = ascii("choices");
  private static final byte[] USAGE = ascii("usage");
  private static final byte[] ERROR = ascii("error");
  private static final byte[] OBJECT = ascii("object");
  private static final byte[] MESSAGE = ascii("message");
  private static final byte[] DELTA = ascii("delta");
  private static final byte[] INDEX = ascii("index");
  private static final byte[] FINISH_REASON = ascii("finish_reason");
  private static final byte[] CONTENT = ascii("content");
  private static final byte[] TEXT = ascii("text");
  private static final byte[] REASONING_CONTENT = ascii("reasoning_content");
  private static final byte[] REASONING = ascii("reasoning");
  private static final byte[] TOOL_CALLS = ascii("tool_calls");
  private static final byte[] PROMPT_TOKENS = ascii("prompt_tokens");
  private static final byte[] COMPLETION_TOKENS = ascii("completion_tokens");
  private static final byte[] TYPE = ascii("type");

  // what a choice, or the delta in it, carries: one bit a key
  private static final int HAS_CONTENT = 1;
  private static final int HAS_TEXT = 2;
  private static final int HAS_TOOL_CALLS = 4;
  private static final int HAS_REASONING_CONTENT = 8;
  private static final int HAS_REASONING = 16;
  private static final int HAS_ANSWER = HAS_CONTENT | HAS_TEXT | HAS_TOOL_CALLS;

  private final JsonCursor cursor = new JsonCursor();
  private final ChunkFacts facts = new ChunkFacts();
  private int choiceIndex;
  private @Nullable String choiceReason;
  private int deltaBits;
  private int messageBits;
  private boolean objectIsError;
  private @Nullable String topMessage;
  private @Nullable AnswerText text;

  @Override
  public void keepText(AnswerText kept) {
    text = kept;
  }

  @Override
  public ChunkFacts facts() {
    return facts;
  }

  @Override
  public void reset() {
    // a chunk is read without a memory of the ones before
  }

  @Override
  public boolean scan(byte[] bytes, int offset, int length) {
    facts.clear();
    objectIsError = false;
    topMessage = null;
    cursor.start(bytes, offset, length);
    try {
      scanTop();
      cursor.expectEnd();
    } catch (JsonCursor.Malformed e) {
      return false;
    }
    if (objectIsError && !facts.hasError()) {
      facts.error(true, topMessage);
    }
    return true;
  }

  private void scanTop() {
    cursor.expect('{');
    if (cursor.takeIf('}')) {
      return;
    }
    do {
      cursor.readName();
      if (cursor.stringIs(CHOICES)) {
        scanChoices();
      } else if (cursor.stringIs(USAGE)) {
        scanUsage();
      } else if (cursor.stringIs(ERROR)) {
        scanError();
      } else if (cursor.stringIs(OBJECT)) {
        objectIsError = cursor.readsString() && cursor.stringIs(ERROR);
      } else if (cursor.stringIs(MESSAGE)) {
        topMessage = cursor.readsString() ? cursor.stringText(MAX_MESSAGE) : null;
      } else {
        cursor.skipValue();
      }
    } while (cursor.more('}'));
  }

  private void scanChoices() {
    facts.clearChoices();
    if (!cursor.opens('[', ']')) {
      return;
    }
    int place = 0;
    do {
      scanChoice(place++);
    } while (cursor.more(']'));
  }

  private void scanChoice(int place) {
    if (cursor.peek() != '{') {
      cursor.skipValue();
      return;
    }
    choiceIndex = place;
    choiceReason = null;
    deltaBits = 0;
    messageBits = 0;
    int bits = 0;
    if (cursor.opens('{', '}')) {
      do {
        cursor.readName();
        bits = choiceMember(bits, place);
      } while (cursor.more('}'));
    }
    int all = bits | deltaBits | messageBits;
    if (text != null && choiceIndex > 0) {
      text.spoil(); // several answers are not one text
    }
    facts.addChoice(choiceIndex, all != 0, (all & HAS_ANSWER) != 0, choiceReason);
  }

  private int choiceMember(int bits, int place) {
    if (cursor.stringIs(DELTA)) {
      deltaBits = scanDelta();
    } else if (cursor.stringIs(MESSAGE)) {
      messageBits = scanDelta();
    } else if (cursor.stringIs(INDEX)) {
      int index = cursor.readCount();
      choiceIndex = index < 0 ? place : index;
    } else if (cursor.stringIs(FINISH_REASON)) {
      choiceReason = readReason();
    } else {
      return outputMember(bits);
    }
    return bits;
  }

  private int scanDelta() {
    int bits = 0;
    if (cursor.opens('{', '}')) {
      do {
        cursor.readName();
        bits = outputMember(bits);
      } while (cursor.more('}'));
    }
    return bits;
  }

  private int outputMember(int bits) {
    int bit = outputBit();
    if (bit == 0) {
      cursor.skipValue();
      return bits;
    }
    return readsOutput() ? bits | bit : bits & ~bit;
  }

  private int outputBit() {
    if (cursor.stringIs(CONTENT)) {
      return HAS_CONTENT;
    } else if (cursor.stringIs(TEXT)) {
      return HAS_TEXT;
    } else if (cursor.stringIs(REASONING_CONTENT)) {
      return HAS_REASONING_CONTENT;
    } else if (cursor.stringIs(REASONING)) {
      return HAS_REASONING;
    }
    return cursor.stringIs(TOOL_CALLS) ? HAS_TOOL_CALLS : 0;
  }

  /** Reads a value that may be output; true if it is not empty. */
  private boolean readsOutput() {
    if (cursor.peek() != '"') {
      boolean present = cursor.readsNonEmpty();
      if (present && text != null) {
        text.spoil(); // a tool call is no text
      }
      return present;
    }
    cursor.readString();
    if (cursor.stringEmpty()) {
      return false;
    }
    facts.text(cursor.stringStart, cursor.stringEnd);
    if (text != null) {
      text.piece(cursor);
    }
    return true;
  }

  private @Nullable String readReason() {
    byte first = cursor.peek();
    if (first == '"') {
      cursor.readString();
      return cursor.stringEmpty() ? null : cursor.stringText(MAX_REASON);
    }
    if (first != '{') {
      cursor.skipValue();
      return null;
    }
    return memberText(TYPE, MAX_REASON);
  }

  /** Reads an object and gives the text of one of its members, null if there is no such text. */
  private @Nullable String memberText(byte[] name, int limit) {
    String text = null;
    if (cursor.opens('{', '}')) {
      do {
        cursor.readName();
        if (cursor.stringIs(name)) {
          text = cursor.readsString() && !cursor.stringEmpty() ? cursor.stringText(limit) : null;
        } else {
          cursor.skipValue();
        }
      } while (cursor.more('}'));
    }
    return text;
  }

  private void scanUsage() {
    facts.clearUsage();
    boolean object = cursor.peek() == '{';
    int prompt = -1;
    int completion = -1;
    if (cursor.opens('{', '}')) {
      do {
        cursor.readName();
        if (cursor.stringIs(PROMPT_TOKENS)) {
          prompt = cursor.readCount();
        } else if (cursor.stringIs(COMPLETION_TOKENS)) {
          completion = cursor.readCount();
        } else {
          cursor.skipValue();
        }
      } while (cursor.more('}'));
    }
    if (object) {
      facts.usage(prompt, completion);
    }
  }

  /** An error is present unless its value is null, false or the empty string. */
  private void scanError() {
    byte first = cursor.peek();
    if (first == '"') {
      cursor.readString();
      facts.error(!cursor.stringEmpty(), cursor.stringText(MAX_MESSAGE));
    } else if (first == '{') {
      facts.error(true, memberText(MESSAGE, MAX_MESSAGE));
    } else {
      cursor.skipValue();
      facts.error(first != 'n' && first != 'f', null);
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
