package io.tokenstorm.cluster.netns.net;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What this machine must have for the scenarios. Without it they fail; they are never skipped. */
public final class Requirements {
  private static final List<String> TOOLS = List.of("ip", "tc", "nft", "mount", "kill");

  private Requirements() {}

  /**
   * Finds out, by making a namespace, too.
   *
   * @throws IllegalStateException with what is missing and what to do
   */
  public static void check() {
    missing(isRoot(), Requirements::isOnPath)
        .ifPresent(
            what -> {
              throw new IllegalStateException(what);
            });
    String probe = Network.PREFIX + ProcessHandle.current().pid() + "-probe";
    try {
      Tool.run("ip", "netns", "add", probe);
      Tool.run("ip", "netns", "del", probe);
    } catch (IllegalStateException refused) {
      throw new IllegalStateException(
          "the profile netns needs a machine that allows network namespaces, and this one refused"
              + " one to root. In a container it takes --privileged. What was said: "
              + refused.getMessage(),
          refused);
    }
  }

  /** The first thing that is missing, with what to do; empty if all is there. */
  static Optional<String> missing(boolean root, Predicate<String> onPath) {
    if (!root) {
      return Optional.of(
          "the profile netns makes network namespaces and must be run as root; as another user run"
              + " ./mvnw verify without it");
    }
    return TOOLS.stream()
        .filter(onPath.negate())
        .findFirst()
        .map(
            tool ->
                "the profile netns needs the command '"
                    + tool
                    + "', which is not on the PATH: apt-get install iproute2 nftables");
  }

  private static boolean isRoot() {
    return Tool.run("id", "-u").strip().equals("0");
  }

  private static boolean isOnPath(String tool) {
    return Stream.of(System.getenv("PATH").split(":"))
        .map(directory -> Path.of(directory, tool))
        .anyMatch(Files::isExecutable);
  }
}
