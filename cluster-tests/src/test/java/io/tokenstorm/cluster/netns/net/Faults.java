package io.tokenstorm.cluster.netns.net;

/**
 * What goes wrong on the control network, between the machines and unknown to them: packets are
 * dropped on the bridge, or a machine's link carries less. All of it holds until {@link #heal}.
 */
public final class Faults {
  private final Network network;
  private boolean prepared;

  Faults(Network network) {
    this.network = network;
  }

  /** Nothing gets from one to the other any more; the other way is left alone. */
  public void cut(Machine from, Machine to) {
    drop(from, to, "");
  }

  /** Nothing gets through either way. */
  public void cutBothWays(Machine one, Machine other) {
    cut(one, other);
    cut(other, one);
  }

  /** Of a hundred packets either way so many are dropped, at random. */
  public void lose(Machine one, Machine other, int percent) {
    String some = " numgen random mod 100 < " + percent;
    drop(one, other, some);
    drop(other, one, some);
  }

  /** What the machine sends to other nodes, it sends at this rate. */
  public void slow(Machine machine, int kilobitPerSecond) {
    network.inside(
        machine,
        "tc",
        "qdisc",
        "add",
        "dev",
        Network.controlInterface(),
        "root",
        "tbf",
        "rate",
        kilobitPerSecond + "kbit",
        "burst",
        "16kb",
        "latency",
        "400ms");
  }

  /**
   * Connections of a machine to another one's port go to a relay's instead, unknown to it.
   *
   * @param from whose connections
   * @param to where they mean to go
   * @param port the port there
   * @param relay where they go
   * @param relayPort the port there
   */
  public record Diversion(Machine from, Machine to, int port, Machine relay, int relayPort) {
    /** For the relay's command line. */
    public String route() {
      return relayPort + "=" + to.address() + ":" + port;
    }
  }

  /** Takes connections that are made from now on another way. */
  public void divert(Diversion way) {
    network.inside(
        way.from(),
        "nft",
        "add table ip diverted;"
            + " add chain ip diverted out { type nat hook output priority -100; };"
            + " add rule ip diverted out ip daddr %s tcp dport %d dnat to %s:%d"
                .formatted(way.to().address(), way.port(), way.relay().address(), way.relayPort()));
  }

  /** Packets pass again. */
  public void heal() {
    network.insideSwitch("nft", "flush chain bridge faults drops");
  }

  private void drop(Machine from, Machine to, String which) {
    if (!prepared) {
      network.insideSwitch(
          "nft",
          "add table bridge faults;"
              + " add chain bridge faults drops { type filter hook forward priority 0; }");
      prepared = true;
    }
    network.insideSwitch(
        "nft",
        "add rule bridge faults drops iifname \"%s\" oifname \"%s\"%s drop"
            .formatted(Network.controlPort(from), Network.controlPort(to), which));
  }
}
