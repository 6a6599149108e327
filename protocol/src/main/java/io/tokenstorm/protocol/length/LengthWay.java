package io.tokenstorm.protocol.length;

import java.util.ArrayList;
import java.util.List;

/** Ways to a prompt of an exact length; the first that is open is the one to take. */
public enum LengthWay {
  /** Ids are sent: one is one token. Nothing needs to be counted. */
  TOKEN_IDS("token-ids"),
  /** The server counts texts at its {@code /tokenize}. */
  SERVER_TOKENIZE("server-tokenize"),
  /** A {@code tokenizer.json} on this node counts. */
  LOCAL_TOKENIZER("local-tokenizer"),
  /** The server counts what it is asked, in {@code usage}: each count is a whole request. */
  USAGE("usage"),
  /** None of them led to a length that the server confirmed: the prompt is near it. */
  ESTIMATE("estimate");

  private final String label;

  LengthWay(String label) {
    this.label = label;
  }

  /** Its name in reports. */
  public String label() {
    return label;
  }

  /**
   * The ways that are open, best first; never empty, the estimate not among them.
   *
   * @param takesIds whether the server takes token ids
   * @param serverTokenizes whether the server answers {@code /tokenize}
   * @param hasTokenizer whether a local tokenizer is named
   */
  public static List<LengthWay> open(
      boolean takesIds, boolean serverTokenizes, boolean hasTokenizer) {
    List<LengthWay> open = new ArrayList<>();
    if (takesIds) {
      open.add(TOKEN_IDS);
    }
    if (serverTokenizes) {
      open.add(SERVER_TOKENIZE);
    }
    if (hasTokenizer) {
      open.add(LOCAL_TOKENIZER);
    }
    open.add(USAGE);
    return open;
  }
}
