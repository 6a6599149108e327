package io.tokenstorm.protocol.length;

import io.tokenstorm.protocol.plan.Api;
import java.util.ArrayList;
import java.util.List;

/** Ways to a prompt of an exact length; the first that is open is the one to take. */
public enum LengthWay {
  /** Ids are sent: one is one token. Nothing needs to be counted. */
  TOKEN_IDS,
  /** The server counts texts at its {@code /tokenize}. */
  SERVER_TOKENIZE,
  /** A {@code tokenizer.json} on this node counts. */
  LOCAL_TOKENIZER,
  /** The server counts what it is asked, in {@code usage}: each count is a whole request. */
  USAGE;

  /**
   * The ways that are open, best first; never empty.
   *
   * @param serverTokenizes whether the server answers {@code /tokenize}
   * @param hasTokenizer whether a local tokenizer is named
   */
  public static List<LengthWay> open(Api api, boolean serverTokenizes, boolean hasTokenizer) {
    List<LengthWay> open = new ArrayList<>();
    if (api.takesTokenIds()) {
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
