package io.tokenstorm.coordinator.plan.parse;

import io.tokenstorm.protocol.plan.SharedPrefix;
import io.tokenstorm.protocol.plan.Workload;
import io.tokenstorm.protocol.plan.Workload.TokenIds;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads one workload. */
final class WorkloadParser {
  private static final int MAX_GROUPS = 1_000_000;
  private static final Map<String, Boolean> PROMPTS =
      new TreeMap<>(Map.of("text", false, "token-ids", true));

  private WorkloadParser() {}

  /**
   * @param tokenizer the plan's own, empty for none
   */
  static Workload read(String name, Field field, String tokenizer) {
    Fields workload = Fields.of(field, Section.WORKLOAD);
    int inputTokens =
        workload
            .require("input_tokens", "`input_tokens: 500`")
            .map(value -> (int) value.whole(1, SettingsParser.MAX_TOKENS, 1))
            .orElse(1);
    String own = workload.text("tokenizer", tokenizer);
    return new Workload(
        name,
        inputTokens,
        workload.get("prefix").map(WorkloadParser::prefix).orElse(null),
        tokenIds(workload).orElse(null),
        own.isEmpty() ? null : own,
        workload.flag("exact", false));
  }

  private static SharedPrefix prefix(Field field) {
    Fields prefix = Fields.of(field, Section.PREFIX);
    int tokens =
        prefix
            .require("tokens", "`tokens: 400`, the length of the shared part")
            .map(value -> (int) value.whole(1, SettingsParser.MAX_TOKENS, 1))
            .orElse(1);
    int groups = prefix.read("groups", value -> (int) value.whole(1, MAX_GROUPS, 1), 1);
    return new SharedPrefix(tokens, groups, prefix.flag("fresh", false));
  }

  private static Optional<TokenIds> tokenIds(Fields workload) {
    boolean asked = workload.read("prompt", value -> value.choice(PROMPTS, false), false);
    Optional<Field> range = workload.get("token_ids");
    if (range.isPresent() && !asked) {
      range.get().problem("a range of token ids without `prompt: token-ids`; add that");
    }
    return asked
        ? Optional.of(range.map(WorkloadParser::range).orElse(TokenIds.DEFAULT))
        : Optional.empty();
  }

  private static TokenIds range(Field field) {
    Fields range = Fields.of(field, Section.TOKEN_IDS);
    TokenIds usual = TokenIds.DEFAULT;
    int span = usual.last() - usual.first();
    int first = range.read("first", value -> id(value, usual.first()), usual.first());
    int further = Math.min(first, Integer.MAX_VALUE - 1 - span) + span;
    int last = range.read("last", value -> id(value, further), further);
    if (last < first) {
      field.problem("the last id, " + last + ", is below the first, " + first + "; swap them");
    }
    return new TokenIds(first, Math.max(first, last));
  }

  private static int id(Field field, int fallback) {
    return (int) field.whole(0, Integer.MAX_VALUE - 1, fallback);
  }
}
