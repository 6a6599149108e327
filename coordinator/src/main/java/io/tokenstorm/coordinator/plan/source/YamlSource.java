package io.tokenstorm.coordinator.plan.source;

import java.util.Optional;
import java.util.function.Function;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * Reads one YAML document into a {@link Tree}. Never throws, whatever the bytes: what cannot be
 * read becomes a located problem. Size, depth and aliases are bounded.
 */
public final class YamlSource {
  private static final int MAX_DEPTH = 40;
  private static final int MAX_ALIASES = 50;

  private final Function<Mark, Location> locations;
  private final Location whole;
  private final Problems problems;

  private YamlSource(Function<Mark, Location> locations, Location whole, Problems problems) {
    this.locations = locations;
    this.whole = whole;
    this.problems = problems;
  }

  /** The document in a file's bytes, or empty after at least one problem was added. */
  public static Optional<Tree> read(String source, byte[] bytes, Problems problems) {
    Function<Mark, Location> locations =
        mark -> new Location(source, mark.getLine() + 1, mark.getColumn() + 1);
    return YamlText.decode(source, bytes, problems)
        .flatMap(
            text ->
                new YamlSource(locations, Location.whole(source), problems)
                    .document(text, "the file"));
  }

  /** The value of an option; whatever is in it stands at the option. */
  public static Optional<Tree> value(Location option, String text, Problems problems) {
    if (text.chars().anyMatch(c -> !StreamReader.isPrintable(c) && !Character.isSurrogate((char) c))
        || text.length() > YamlText.MAX_BYTES) {
      problems.add(option, "", "the value is not text");
      return Optional.empty();
    }
    if (text.isBlank()) {
      return Optional.of(new Tree.Scalar(option, "", false));
    }
    return new YamlSource(mark -> option, option, problems).document(text, "the value");
  }

  private Optional<Tree> document(String text, String what) {
    if (text.isBlank()) {
      problems.add(
          whole, "", what + " is empty; `tokenstorm init URL` writes a plan to start from");
      return Optional.empty();
    }
    try {
      return single(composer(text), what)
          .flatMap(root -> new TreeBuilder(locations, problems).build(root));
    } catch (MarkedYAMLException e) {
      problems.add(at(e), "", YamlFault.explain(e, text));
    } catch (YAMLException e) {
      problems.add(whole, "", YamlFault.explain(e));
    }
    return Optional.empty();
  }

  private Optional<Node> single(Composer composer, String what) {
    if (!composer.checkNode()) {
      problems.add(whole, "", what + " holds nothing but comments; a plan begins with `name:`");
      return Optional.empty();
    }
    Node root = composer.getNode();
    if (composer.checkNode()) {
      problems.add(
          locations.apply(composer.getNode().getStartMark()),
          "",
          "a second YAML document begins here; a plan is one document, without `---` inside");
      return Optional.empty();
    }
    return Optional.of(root);
  }

  private static Composer composer(String text) {
    LoaderOptions limits = limits();
    return new Composer(new ParserImpl(new StreamReader(text), limits), new Resolver(), limits);
  }

  private Location at(MarkedYAMLException e) {
    boolean begin = e.getProblemMark() == null || YamlFault.endsTooEarly(e.getProblem());
    Mark mark = begin && e.getContextMark() != null ? e.getContextMark() : e.getProblemMark();
    return mark == null ? whole : locations.apply(mark);
  }

  private static LoaderOptions limits() {
    LoaderOptions limits = new LoaderOptions();
    limits.setNestingDepthLimit(MAX_DEPTH);
    limits.setMaxAliasesForCollections(MAX_ALIASES);
    limits.setCodePointLimit(YamlText.MAX_BYTES);
    limits.setAllowRecursiveKeys(false);
    return limits;
  }
}
