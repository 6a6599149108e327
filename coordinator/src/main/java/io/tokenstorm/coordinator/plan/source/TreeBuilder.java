package io.tokenstorm.coordinator.plan.source;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * Turns the YAML reader's nodes into a {@link Tree}, refusing what a plan has no use for: keys that
 * are no texts, keys twice, tags, merge keys, values that hold themselves.
 */
final class TreeBuilder {
  /** Bounds what aliases can blow up to. */
  private static final int MAX_NODES = 100_000;

  private static final int MAX_DEPTH = 40;

  private final Function<Mark, Location> locations;
  private final Problems problems;
  private final Resolver resolver = new Resolver();
  private int nodes;
  private boolean saidTooLarge;

  TreeBuilder(Function<Mark, Location> locations, Problems problems) {
    this.locations = locations;
    this.problems = problems;
  }

  /** The tree, or empty if anything in it was refused. */
  Optional<Tree> build(Node root) {
    Tree tree = tree(root, 0);
    return problems.isEmpty() ? Optional.of(tree) : Optional.empty();
  }

  private Tree tree(Node node, int depth) {
    Location at = locations.apply(node.getStartMark());
    nodes++;
    if (depth > MAX_DEPTH || nodes > MAX_NODES) {
      tooLarge(at);
      return new Tree.Scalar(at, "", true);
    }
    if (node instanceof MappingNode mapping) {
      return mapping(mapping, at, depth);
    }
    if (node instanceof SequenceNode sequence) {
      checkTag(node, Tag.SEQ, at);
      List<Tree> items = new ArrayList<>();
      for (Node item : sequence.getValue()) {
        items.add(tree(item, depth + 1));
      }
      return new Tree.Sequence(at, List.copyOf(items));
    }
    return scalar((ScalarNode) node, at);
  }

  private void tooLarge(Location at) {
    if (!saidTooLarge) {
      problems.add(at, "", "too deep or too large once its aliases are expanded; write less here");
      saidTooLarge = true;
    }
  }

  private Tree mapping(MappingNode node, Location at, int depth) {
    checkTag(node, Tag.MAP, at);
    Map<String, Tree.Entry> entries = new LinkedHashMap<>();
    for (NodeTuple tuple : node.getValue()) {
      Location keyAt = locations.apply(tuple.getKeyNode().getStartMark());
      String key = key(tuple.getKeyNode(), keyAt);
      if (key == null) {
        continue;
      }
      Tree.Entry first = entries.get(key);
      if (first != null) {
        problems.add(
            keyAt,
            "",
            "the key `" + key + "` stands here twice; it is already at " + first.keyAt());
        continue;
      }
      entries.put(key, new Tree.Entry(keyAt, tree(tuple.getValueNode(), depth + 1)));
    }
    return new Tree.Mapping(at, entries);
  }

  private @Nullable String key(Node node, Location at) {
    if (!(node instanceof ScalarNode scalar)) {
      problems.add(at, "", "a key is a single word, not " + kind(node) + "; check the braces");
      return null;
    }
    if (scalar.isPlain() && scalar.getValue().equals("<<")) {
      problems.add(
          at, "", "merge keys (`<<`) are not understood; put what phases share under `defaults:`");
      return null;
    }
    return scalar.getValue();
  }

  private Tree scalar(ScalarNode node, Location at) {
    checkTag(node, resolver.resolve(NodeId.scalar, node.getValue(), node.isPlain()), at);
    return new Tree.Scalar(at, node.getValue(), node.isPlain());
  }

  private void checkTag(Node node, Tag implied, Location at) {
    if (!node.getTag().equals(implied)) {
      problems.add(
          at, "", "YAML tags (" + node.getTag() + ") are not understood; write the value alone");
    }
  }

  private static String kind(Node node) {
    return node instanceof MappingNode ? "a mapping" : "a list";
  }
}
