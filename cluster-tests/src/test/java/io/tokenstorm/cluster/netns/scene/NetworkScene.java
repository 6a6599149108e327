package io.tokenstorm.cluster.netns.scene;

import io.tokenstorm.cluster.netns.net.Faults;
import io.tokenstorm.cluster.netns.net.Machine;
import io.tokenstorm.cluster.netns.net.Network;
import io.tokenstorm.cluster.scene.Plans;
import io.tokenstorm.distribution.Ended;
import io.tokenstorm.distribution.Launcher;
import io.tokenstorm.distribution.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Machines on a network, each with a folder of its own, and the product's processes on them with
 * mutual TLS. All processes end with the scene.
 */
public final class NetworkScene implements AutoCloseable {
  private static final int UNREACHABLE = 3;
  private static final String SMALL = "-Xmx256m -XX:TieredStopAtLevel=1";

  private final Path folder;
  private final Path certificates;
  private final Network network;
  private final List<Running> all = new ArrayList<>();
  private Running replicas;
  private Running coordinator;

  private NetworkScene(Path folder, Path certificates, Network network) {
    this.folder = folder;
    this.certificates = certificates;
    this.network = network;
  }

  /**
   * Machines with nothing on them.
   *
   * @param folder for all that is written
   * @param certificates with a folder for each node, as {@link #certificates} makes them
   */
  public static NetworkScene open(Path folder, Path certificates) throws IOException {
    NetworkScene scene = new NetworkScene(folder, certificates, Network.create());
    for (Machine machine : Machine.values()) {
      Files.createDirectories(scene.folder(machine));
    }
    return scene;
  }

  /** Makes certificates for all machines, as a user would. */
  public static void certificates(Path folder) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("certs", "init", folder.toString()));
    for (Machine machine : Machine.values()) {
      arguments.add("--node=" + machine.node() + "=" + machine.address());
    }
    Ended made =
        Ended.run(
            Files.createDirectories(folder.getParent()),
            environment(""),
            Launcher.command(List.of(), arguments.toArray(String[]::new)));
    if (made.exitCode() != 0) {
      throw new IllegalStateException(made.out() + made.err());
    }
  }

  /** A machine's working directory. */
  public Path folder(Machine machine) {
    return folder.resolve(machine.address());
  }

  /** The folder of the authority that all nodes trust. */
  public Path authority() {
    return certificates;
  }

  public Faults faults() {
    return network.faults();
  }

  /**
   * Starts replicas, coordinator and the workers a, b and c; a run waits for all three.
   *
   * @return the process of b, who is the one that things happen to
   */
  public Running cluster() throws IOException {
    replicas();
    startCoordinator();
    worker(Machine.A);
    Running b = worker(Machine.B);
    worker(Machine.C);
    return b;
  }

  /** Starts two simulated replicas and a gateway on their machine. */
  public Running replicas() throws IOException {
    replicas = start(Machine.REPLICAS, "", "replica", "--truth=truth.jsonl");
    return replicas;
  }

  /** Starts a coordinator, the one that all else here means. */
  public Running startCoordinator(String... more) throws IOException {
    coordinator =
        start(
            Machine.COORDINATOR,
            "",
            with(List.of("coordinator", "--min-workers=3"), node(Machine.COORDINATOR), more));
    return coordinator;
  }

  public Running coordinator() {
    return coordinator;
  }

  /** Starts the worker of a machine, by the machine's name. */
  public Running worker(Machine machine, String... more) throws IOException {
    return worker(machine, Map.of(), more);
  }

  /** The same with another environment. */
  public Running worker(Machine machine, Map<String, String> environment, String... more)
      throws IOException {
    String[] arguments = with(List.of(workerArguments(machine)), more);
    return start(machine, environment, Launcher.command(List.of(), arguments));
  }

  /** The arguments that make the worker of a machine. */
  public String[] workerArguments(Machine machine) throws IOException {
    return with(
        List.of("worker", "--join=" + Machine.COORDINATOR.address() + ":7355", "--port=7356"),
        with(List.of("--id=" + machine.node()), node(machine)));
  }

  /** Where a node is, and that it is who it is. */
  public String[] node(Machine machine) throws IOException {
    Path own = folder(machine).resolve("certs");
    if (!Files.exists(own)) {
      copy(certificates.resolve(machine.node()), own);
    }
    return new String[] {"--host=" + machine.address(), "--certs=certs"};
  }

  /** Starts the product on a machine, in the machine's folder. */
  public Running start(Machine machine, String javaOptions, String... arguments)
      throws IOException {
    return watch(
        Running.start(
            folder(machine),
            environment(javaOptions),
            Launcher.command(network.on(machine), arguments)));
  }

  /** Starts any command on a machine, in the machine's folder. */
  public Running start(Machine machine, Map<String, String> environment, List<String> command)
      throws IOException {
    Map<String, String> whole = new HashMap<>(environment(""));
    whole.putAll(environment);
    return watch(Running.start(folder(machine), whole, on(machine, command)));
  }

  /** Runs any command on a machine, in the machine's folder, to its end. */
  public Ended run(Machine machine, Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    Map<String, String> whole = new HashMap<>(environment(""));
    whole.putAll(environment);
    return Ended.run(folder(machine), whole, on(machine, command));
  }

  private Running watch(Running process) {
    all.add(process);
    return process;
  }

  private List<String> on(Machine machine, List<String> command) {
    return Stream.concat(network.on(machine).stream(), command.stream()).toList();
  }

  /** The addresses of the replicas, for a plan. */
  public static Plans.Urls urls() {
    String host = "http://" + Machine.REPLICAS.dataAddress();
    return new Plans.Urls(host + ":8000", host + ":8001", host + ":8080");
  }

  /** Hands a plan in, as soon as everybody is there to take it. */
  public LiveRun submit(String plan) throws IOException, InterruptedException {
    replicas.awaitOutput("gateway http://");
    coordinator.awaitOutput("plans go to ");
    for (Machine machine : List.of(Machine.A, Machine.B, Machine.C)) {
      coordinator.awaitOutput("worker " + machine.node() + " joined");
    }
    Path file = Files.writeString(folder(Machine.COORDINATOR).resolve("plan.yaml"), plan);
    Ended submitted = submitOnce(file);
    for (int more = 3; more > 0 && submitted.exitCode() == UNREACHABLE; more--) {
      submitted = submitOnce(file);
    }
    if (submitted.exitCode() != 0) {
      throw new IllegalStateException(submitted.out() + submitted.err() + story());
    }
    return run(submitted.out().strip().split(" ")[0]);
  }

  /** On a busy machine a connect may take longer than the command waits for one. */
  private Ended submitOnce(Path plan) throws IOException, InterruptedException {
    String to = "--to=" + Machine.COORDINATOR.address() + ":7380";
    return run(
        Machine.COORDINATOR,
        Map.of(),
        Launcher.command(List.of(), "submit", plan.toString(), to, "--certs=certs"));
  }

  /** A run of the coordinator. */
  public LiveRun run(String id) {
    return new LiveRun(this, folder(Machine.COORDINATOR).resolve("results").resolve(id));
  }

  /** Ends the replicas and gives their log, which is complete then. */
  Path endOfReplicas() throws IOException, InterruptedException {
    if (replicas.isAlive()) {
      replicas.signal("INT");
      replicas.awaitEnd();
    }
    return folder(Machine.REPLICAS).resolve("truth.jsonl");
  }

  /** What all processes said, for a failing assertion. */
  public String story() {
    StringBuilder story = new StringBuilder();
    for (Running process : all) {
      story.append('\n').append(process.out()).append(process.err());
    }
    return story.toString();
  }

  private static Map<String, String> environment(String javaOptions) {
    return Map.of(
        "TOKENSTORM_JAVA_OPTS",
        SMALL + " " + javaOptions,
        "JAVA_HOME",
        System.getProperty("java.home"));
  }

  private static String[] with(List<String> first, String[] second, String... third) {
    return Stream.of(first.stream(), Stream.of(second), Stream.of(third))
        .flatMap(part -> part)
        .toArray(String[]::new);
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  @Override
  public void close() {
    all.forEach(Running::close);
    network.close();
  }
}
