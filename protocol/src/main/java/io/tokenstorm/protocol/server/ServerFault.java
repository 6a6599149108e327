package io.tokenstorm.protocol.server;

import java.util.List;

/**
 * What went wrong with a server on a worker's host. Holds no value of a variable.
 *
 * @param message for the user; empty: nothing went wrong
 * @param stage what had not come about, by its name
 * @param exit exit status of its process; −1: it did not exit by itself
 * @param logTail last lines of its log, oldest first
 * @param cause a recognised one, by its name; empty: none
 * @param causeLine the line of the log that says so
 * @param limitTokens the longest context that would have worked; −1: not known
 */
public record ServerFault(
    String message,
    String stage,
    int exit,
    List<String> logTail,
    String cause,
    String causeLine,
    long limitTokens) {
  /** Nothing went wrong. */
  public static final ServerFault NONE = new ServerFault("", "", -1, List.of(), "", "", -1);

  public boolean isNone() {
    return message.isEmpty();
  }
}
