package io.tokenstorm.cluster.netns.scenario;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The commands of the README's section on three machines, in their order: those on the
 * coordinator's machine, of which the last one starts the coordinator; one for each worker's; the
 * submission.
 */
record ThreeMachines(
    List<String> preparations, String coordinator, List<String> workers, String submit) {
  private static final Pattern SECTION =
      Pattern.compile("^## Three machines$(.*?)^## ", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern BLOCK =
      Pattern.compile("^```$(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  static ThreeMachines of(String readme) {
    String section =
        SECTION
            .matcher(readme)
            .results()
            .findFirst()
            .map((MatchResult found) -> found.group(1))
            .orElseThrow(() -> changed("the section"));
    List<List<String>> blocks =
        BLOCK
            .matcher(section)
            .results()
            .map((MatchResult found) -> found.group(1).strip().lines().toList())
            .toList();
    if (blocks.size() != 3 || blocks.get(1).size() != 2 || blocks.get(2).size() != 1) {
      throw changed("blocks for the coordinator, two workers and the submission in it");
    }
    List<String> first = blocks.get(0);
    int last = first.size() - 1;
    return new ThreeMachines(
        first.subList(0, last), first.get(last), blocks.get(1), blocks.get(2).get(0));
  }

  private static IllegalArgumentException changed(String what) {
    return new IllegalArgumentException(
        "README.md: " + what + " 'Three machines' is not there as this scenario expects it");
  }
}
