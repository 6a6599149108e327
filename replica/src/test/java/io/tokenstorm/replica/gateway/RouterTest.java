package io.tokenstorm.replica.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.replica.gateway.Router.Candidate;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class RouterTest {
  private static final long[] NONE = new long[0];
  private static final List<Candidate> IDLE = List.of(new Candidate("a", 0), new Candidate("b", 0));

  private final Router router =
      new Router(new GatewaySettings(256, 100, 4, RoutingStrategy.LEAST_REQUEST), 5);

  private String choose(RoutingStrategy strategy, List<Candidate> candidates, long... prefix) {
    return router.choose(strategy, candidates, prefix).orElseThrow();
  }

  @Property
  void choose_anyStrategy_oneOfTheCandidates(
      @ForAll RoutingStrategy strategy,
      @ForAll @Size(min = 1, max = 5) List<@IntRange(min = 0, max = 9) Integer> loads,
      @ForAll long[] prefix) {
    List<Candidate> candidates =
        IntStream.range(0, loads.size())
            .mapToObj(i -> new Candidate("r" + i, loads.get(i)))
            .toList();

    String chosen = choose(strategy, candidates, prefix);

    assertThat(candidates).extracting(Candidate::name).contains(chosen);
    if (strategy == RoutingStrategy.LEAST_REQUEST) {
      int load = loads.get(Integer.parseInt(chosen.substring(1)));
      assertThat(loads).allMatch(other -> other >= load);
    }
  }

  @Test
  void choose_noCandidate_none() {
    assertThat(router.choose(RoutingStrategy.RANDOM, List.of(), NONE)).isEmpty();
  }

  @Test
  void roundRobin_twoReplicas_takeTurns() {
    List<String> chosen =
        IntStream.range(0, 6).mapToObj(i -> choose(RoutingStrategy.ROUND_ROBIN, IDLE)).toList();

    assertThat(chosen).containsExactly("a", "b", "a", "b", "a", "b");
  }

  @Test
  void random_manyRequests_bothGetAboutHalf() {
    Map<String, Long> counts =
        IntStream.range(0, 2_000)
            .mapToObj(i -> choose(RoutingStrategy.RANDOM, IDLE))
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));

    assertThat(counts.get("a")).isBetween(900L, 1_100L);
  }

  @Test
  void prefixCache_knownPrefix_theReplicaThatHasTheMostOfIt() {
    String first = choose(RoutingStrategy.PREFIX_CACHE, IDLE, 1, 2, 3);
    List<Candidate> busy =
        IDLE.stream().map(c -> new Candidate(c.name(), c.name().equals(first) ? 4 : 0)).toList();

    assertThat(choose(RoutingStrategy.PREFIX_CACHE, busy, 1, 2, 9)).isEqualTo(first);
  }

  @Test
  void prefixCache_itsReplicaOverloaded_theIdlestInstead() {
    String first = choose(RoutingStrategy.PREFIX_CACHE, IDLE, 1, 2, 3);
    List<Candidate> overloaded =
        IDLE.stream().map(c -> new Candidate(c.name(), c.name().equals(first) ? 5 : 0)).toList();

    assertThat(choose(RoutingStrategy.PREFIX_CACHE, overloaded, 1, 2, 3)).isNotEqualTo(first);
  }

  @Test
  void forget_evictedReplica_itsPrefixesCountNoMore() {
    String first = choose(RoutingStrategy.PREFIX_CACHE, IDLE, 1, 2, 3);
    router.forget(first);
    List<Candidate> busy =
        IDLE.stream().map(c -> new Candidate(c.name(), c.name().equals(first) ? 1 : 0)).toList();

    assertThat(choose(RoutingStrategy.PREFIX_CACHE, busy, 1, 2, 3)).isNotEqualTo(first);
  }

  @Test
  void index_moreThanItHolds_oldestForgotten() {
    PrefixIndex index = new PrefixIndex(3);
    index.add(new long[] {1, 2}, "a");
    index.add(new long[] {3, 4}, "a");

    assertThat(index.size()).isEqualTo(3);
    assertThat(index.matched(new long[] {1, 2}, "a")).isZero();
    assertThat(index.matched(new long[] {3, 4, 5}, "a")).isEqualTo(2);
    assertThat(index.matched(new long[] {3, 4}, "b")).isZero();
  }

  @Test
  void parse_words_asInTheHeader() {
    for (RoutingStrategy strategy : RoutingStrategy.values()) {
      assertThat(RoutingStrategy.parse(strategy.word())).contains(strategy);
    }
    assertThat(RoutingStrategy.parse("least_request")).isEmpty();
    assertThat(RoutingStrategy.LEAST_REQUEST.word()).isEqualTo("least-request");
  }

  @Test
  void promptPrefix_chatAndText_hashesOfThePromptAlone() {
    byte[] chat =
        "{\"x\":1,\"messages\":[{\"role\":\"user\",\"content\":\"aaaaaaaa\"}]}".getBytes(UTF_8);
    byte[] same =
        "{\"messages\":[{\"role\":\"user\",\"content\":\"aaaaaaaa\"}],\"y\":2}".getBytes(UTF_8);

    assertThat(PromptPrefix.of(chat, 4)).isNotEmpty().isEqualTo(PromptPrefix.of(same, 4));
    assertThat(PromptPrefix.of("{\"prompt\":\"abcdefgh\"}".getBytes(UTF_8), 4)).hasSize(2);
    assertThat(PromptPrefix.of("not json".getBytes(UTF_8), 4)).isEmpty();
  }

  private static final java.nio.charset.Charset UTF_8 = java.nio.charset.StandardCharsets.UTF_8;
}
