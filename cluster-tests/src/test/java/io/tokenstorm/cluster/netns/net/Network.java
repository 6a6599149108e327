package io.tokenstorm.cluster.netns.net;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * One network namespace for each machine, and one that holds two bridges which join them: the
 * control network of the cluster's nodes, and the data network with the replicas on it. So a fault
 * between nodes leaves the load alone. Nothing of it is in the namespace of this process, so
 * several networks with the same addresses may stand side by side.
 *
 * <p>Everything is deleted when it is closed, at the latest when this JVM ends; what a killed JVM
 * left is deleted by the next one.
 */
public final class Network implements AutoCloseable {
  /** Of the names of all namespaces; the process's number follows. */
  static final String PREFIX = "tokenstorm";

  private static final String CONTROL = "ctl";
  private static final String DATA = "data";
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final String prefix;
  private final Thread atExit = new Thread(this::delete, "delete-namespaces");
  private final Faults faults;

  private Network(String prefix) {
    this.prefix = prefix;
    this.faults = new Faults(this);
  }

  /** Makes one with all machines. */
  public static Network create() {
    Network network =
        new Network(PREFIX + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet() + "-");
    Runtime.getRuntime().addShutdownHook(network.atExit);
    try {
      network.build();
    } catch (RuntimeException e) {
      network.close();
      throw e;
    }
    return network;
  }

  /** Deletes the networks of processes that are no more. */
  public static void deleteLeftovers() {
    for (String name : names()) {
      String pid = name.replaceFirst("^" + PREFIX, "").replaceFirst("-.*", "");
      if (pid.matches("[0-9]+") && ProcessHandle.of(Long.parseLong(pid)).isEmpty()) {
        deleteNamespace(name);
      }
    }
  }

  private void build() {
    Tool.run("ip", "netns", "add", switchName());
    bridge(CONTROL);
    bridge(DATA);
    for (Machine machine : Machine.values()) {
      Tool.run("ip", "netns", "add", name(machine));
      ip(name(machine), "link", "set", "lo", "up");
      if (machine.isInCluster()) {
        link(machine, CONTROL, machine.address());
      }
      link(machine, DATA, machine.dataAddress());
    }
    reachLoopback(Machine.REPLICAS);
  }

  private void bridge(String name) {
    ip(switchName(), "link", "add", name, "type", "bridge");
    ip(switchName(), "link", "set", name, "up");
  }

  private void link(Machine machine, String bridge, String address) {
    String end = port(machine, bridge);
    String there = name(machine);
    ip(there, "link", "add", bridge, "type", "veth", "peer", "name", end, "netns", switchName());
    ip(switchName(), "link", "set", end, "master", bridge, "up");
    ip(there, "addr", "add", address + "/24", "dev", bridge);
    ip(there, "link", "set", bridge, "up");
  }

  /** The simulated replicas listen on loopback only: what comes over the link is turned there. */
  private void reachLoopback(Machine machine) {
    inside(machine, "sh", "-c", "echo 1 > /proc/sys/net/ipv4/conf/all/route_localnet");
    inside(
        machine,
        "nft",
        "add table ip loopback;"
            + " add chain ip loopback in { type nat hook prerouting priority -100; };"
            + " add rule ip loopback in ip daddr %s dnat to 127.0.0.1"
                .formatted(machine.dataAddress()));
  }

  /** What comes before a command so that it runs on that machine. */
  public List<String> on(Machine machine) {
    return List.of("ip", "netns", "exec", name(machine));
  }

  /** What can go wrong with the links. */
  public Faults faults() {
    return faults;
  }

  void inside(Machine machine, String... command) {
    Tool.run(Stream.concat(on(machine).stream(), Stream.of(command)).toList());
  }

  void insideSwitch(String... command) {
    List<String> whole = new ArrayList<>(List.of("ip", "netns", "exec", switchName()));
    whole.addAll(List.of(command));
    Tool.run(whole);
  }

  /** The control network's interface, inside a machine. */
  static String controlInterface() {
    return CONTROL;
  }

  /** The other end of that: a port of the bridge. */
  static String controlPort(Machine machine) {
    return port(machine, CONTROL);
  }

  private static String port(Machine machine, String bridge) {
    return bridge + "-" + machine.number();
  }

  private String name(Machine machine) {
    return prefix + machine.node();
  }

  private String switchName() {
    return prefix + "switch";
  }

  private static void ip(String namespace, String... arguments) {
    Tool.run(Stream.concat(Stream.of("ip", "-n", namespace), Stream.of(arguments)).toList());
  }

  /** Kills what runs there, and deletes all. */
  @Override
  public void close() {
    delete();
    Runtime.getRuntime().removeShutdownHook(atExit);
  }

  private void delete() {
    names().stream().filter(name -> name.startsWith(prefix)).forEach(Network::deleteNamespace);
  }

  private static void deleteNamespace(String name) {
    for (String pid : Tool.run("ip", "netns", "pids", name).strip().split("\\s+")) {
      if (!pid.isEmpty()) {
        ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
      }
    }
    Tool.run("ip", "netns", "del", name);
  }

  private static List<String> names() {
    return Tool.run("ip", "netns", "list")
        .lines()
        .map(line -> line.split(" ")[0])
        .filter(name -> name.startsWith(PREFIX))
        .toList();
  }
}
