package io.tokenstorm.replica.gateway;

/**
 * The gateway's figures.
 *
 * @param prefixBlockChars it knows prompts in blocks of that many characters
 * @param prefixEntries blocks it remembers, least recently used first to go
 * @param prefixImbalance when the replica with the longest prefix has more than that many requests
 *     above the least loaded one, the load decides
 * @param defaultStrategy for requests that name none
 */
public record GatewaySettings(
    int prefixBlockChars, int prefixEntries, int prefixImbalance, RoutingStrategy defaultStrategy) {

  /** Checks the ranges. */
  public GatewaySettings {
    if (prefixBlockChars < 1 || prefixEntries < 1 || prefixImbalance < 0) {
      throw new IllegalArgumentException("the gateway's prefix figures must be above 0");
    }
  }
}
