package io.tokenstorm.protocol.server;

/**
 * What a worker says of a server on its host.
 *
 * @param state where it stands
 * @param startNanos how long it took until it was ready; −1: it was not
 * @param fault what went wrong, if anything
 */
public record ServerFacts(ServerState state, long startNanos, ServerFault fault) {
  /** Of a server that nothing else can be said of. */
  public static ServerFacts of(ServerState state) {
    return new ServerFacts(state, -1, ServerFault.NONE);
  }
}
