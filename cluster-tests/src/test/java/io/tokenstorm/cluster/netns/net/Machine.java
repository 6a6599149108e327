package io.tokenstorm.cluster.netns.net;

/**
 * A machine of the scene: a network namespace with a link to the control network, if it is a node
 * of the cluster, and one to the data network, where the replicas are. The addresses are those of
 * the README.
 */
public enum Machine {
  COORDINATOR("coordinator", 1, true),
  A("a", 2, true),
  B("b", 3, true),
  C("c", 4, true),
  /** Where further nodes are started: those that come late, and those that are refused. */
  D("d", 5, true),
  REPLICAS("replicas", 10, false);

  private final String node;
  private final int number;
  private final boolean inCluster;

  Machine(String node, int number, boolean inCluster) {
    this.node = node;
    this.number = number;
    this.inCluster = inCluster;
  }

  /** The name of its node, by which its certificate was made. */
  public String node() {
    return node;
  }

  boolean isInCluster() {
    return inCluster;
  }

  int number() {
    return number;
  }

  /** Its address on the control network. */
  public String address() {
    return "10.0.0." + number;
  }

  /** Its address on the data network. */
  public String dataAddress() {
    return "10.1.0." + number;
  }
}
