package io.tokenstorm.coordinator.target;

import static io.tokenstorm.coordinator.target.StubServer.get;
import static io.tokenstorm.coordinator.target.StubServer.json;
import static io.tokenstorm.coordinator.target.StubServer.parse;
import static org.assertj.core.api.Assertions.assertThat;

import akka.http.javadsl.model.HttpResponse;
import com.fasterxml.jackson.databind.JsonNode;
import io.tokenstorm.coordinator.run.spec.RunInput.ExactLength;
import io.tokenstorm.coordinator.run.spec.RunSpec;
import io.tokenstorm.coordinator.run.spec.RunTimings;
import io.tokenstorm.coordinator.simulation.Plans;
import io.tokenstorm.coordinator.simulation.Plans.Shape;
import io.tokenstorm.protocol.length.LengthWay;
import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.Plan;
import io.tokenstorm.protocol.plan.RequestSpec;
import io.tokenstorm.protocol.plan.Workload;
import io.tokenstorm.protocol.plan.Workload.TokenIds;
import io.tokenstorm.protocol.prompt.PromptRecipe;
import io.tokenstorm.protocol.prompt.PromptSeeds;
import io.tokenstorm.protocol.prompt.PromptSource;
import io.tokenstorm.protocol.token.LocalTokenizer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Servers that count as many do, asked by real requests. */
class ExactLengthsIT {
  private static final int TEMPLATE = 9;
  private static final int LENGTH = 1_000;
  private static final RequestSpec COMPLETIONS =
      new RequestSpec(Api.OPENAI_COMPLETIONS, 8, true, true, Map.of(), Map.of());

  private final Queue<String> asked = new ConcurrentLinkedQueue<>();
  private StubServer server;

  /** The form of {@code /tokenize} that the server knows; null: none. */
  private @Nullable TokenizeForm form;

  /** By which it counts; null: by pieces of words. */
  private @Nullable LocalTokenizer tokenizer;

  private boolean takesIds;
  private boolean addsUp = true;
  private int piece = 8;

  @BeforeEach
  void listen() throws Exception {
    server = new StubServer((request, body) -> answer(request.getUri().path(), body));
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  private HttpResponse answer(String path, String text) {
    JsonNode body = parse(text);
    asked.add(path + " " + text);
    if (path.equals("/tokenize")) {
      return tokenized(body);
    }
    JsonNode prompt = body.has("prompt") ? body.path("prompt") : body.at("/messages/0/content");
    if (prompt.isArray() && !takesIds) {
      return HttpResponse.create().withStatus(400);
    }
    int tokens = prompt.isArray() ? prompt.size() + 1 : TEMPLATE + count(prompt.asText());
    return json("{\"usage\":{\"prompt_tokens\":" + tokens + "}}");
  }

  private HttpResponse tokenized(JsonNode body) {
    if (form == null) {
      return HttpResponse.create().withStatus(404);
    }
    String tokens = "[" + "7,".repeat(Math.max(0, count(text(body)) - 1)) + "7]";
    return switch (form) {
      case PROMPT ->
          body.has("prompt")
              ? json("{\"count\":" + count(text(body)) + ",\"tokens\":" + tokens + "}")
              : HttpResponse.create().withStatus(422);
      case CONTENT -> json("{\"tokens\":" + (body.has("content") ? tokens : "[]") + "}");
      case INPUTS -> body.has("inputs") ? json(tokens) : HttpResponse.create().withStatus(422);
    };
  }

  private static String text(JsonNode body) {
    return body.path("prompt").asText()
        + body.path("content").asText()
        + body.path("inputs").asText();
  }

  private int count(String text) {
    LocalTokenizer own = tokenizer;
    if (own != null) {
      return own.countAnswer(text);
    }
    if (!addsUp) {
      return 1 + text.length() / 6;
    }
    int tokens = 0;
    for (String word : text.split("(?= )")) {
      tokens += (word.length() + piece - 1) / piece;
    }
    return tokens;
  }

  private Plan plan(@Nullable TokenIds ids, @Nullable String tokenizer) {
    Plan p = Plans.plan(Shape.SMALL, server.url(""));
    Workload exact = new Workload("short", LENGTH, null, ids, tokenizer, true);
    return new Plan(
        p.name(),
        p.model(),
        p.about(),
        p.notes(),
        p.seed(),
        p.onWorkerLoss(),
        p.routes(),
        Map.of("short", exact),
        p.phases().stream().map(phase -> ids == null ? phase : phase.with(COMPLETIONS)).toList());
  }

  private ExactLength find(@Nullable TokenIds ids, @Nullable String tokenizer) throws Exception {
    RunSpec spec =
        new RunSpec("run-1", plan(ids, tokenizer), "h", "{}", "salt", 1, 1, RunTimings.DEFAULT);
    LengthProbe.Finding finding =
        get(new LengthProbe(server.system(), name -> null).probe(spec, 0));
    assertThat(finding.problem()).isEmpty();
    ExactLength exact = finding.exact();
    assertThat(exact).isNotNull();
    if (exact.recipe() != null) {
      assertThat(asked).hasSize(exact.probes());
      assertThat(asked).noneMatch(text -> text.length() > 6_000);
      assertThat(delivered(exact.recipe())).isEqualTo(LENGTH);
    }
    return exact;
  }

  /** What this server would count of a prompt of the load. */
  private int delivered(PromptRecipe recipe) {
    Workload workload = new Workload("short", LENGTH, null, TokenIds.DEFAULT, null, true);
    String text =
        PromptSource.exact(new PromptSeeds(1, "salt", 0), workload, recipe).of(0, 0).text();
    assertThat(asked).noneMatch(probe -> probe.contains(text));
    return recipe.sendsIds() ? text.split(",").length + 1 : TEMPLATE + count(text);
  }

  @ParameterizedTest
  @EnumSource(TokenizeForm.class)
  void server_thatTokenizes_countsWordsThere_andItsTemplateByUsage(TokenizeForm its)
      throws Exception {
    form = its;
    ExactLength exact = find(null, null);
    assertThat(exact.way()).isEqualTo(LengthWay.SERVER_TOKENIZE);
    assertThat(exact.remark()).isEmpty();
    assertThat(asked.stream().filter(text -> !text.startsWith("/tokenize"))).hasSize(2);
  }

  @Test
  void server_thatOnlyCountsInUsage_isAskedInShortRequests() throws Exception {
    ExactLength exact = find(null, null);
    assertThat(exact.way()).isEqualTo(LengthWay.USAGE);
    assertThat(exact.probes()).isLessThanOrEqualTo(3 + ExactLengths.USAGE_MOST + 1);
  }

  @Test
  void server_ofBytes_isMetExactly_too() throws Exception {
    piece = 1;
    assertThat(find(null, null).way()).isEqualTo(LengthWay.USAGE);
  }

  @Test
  void server_thatTakesIds_isAskedOnce_andWhatItAddsIsLeftOut() throws Exception {
    takesIds = true;
    ExactLength exact = find(TokenIds.DEFAULT, null);
    assertThat(exact.way()).isEqualTo(LengthWay.TOKEN_IDS);
    assertThat(exact.recipe()).isEqualTo(PromptRecipe.ofIds(1));
    assertThat(exact.probes()).isEqualTo(1);
  }

  @Test
  void server_thatRefusesIds_getsText_andThatIsSaid() throws Exception {
    form = TokenizeForm.PROMPT;
    ExactLength exact = find(TokenIds.DEFAULT, null);
    assertThat(exact.way()).isEqualTo(LengthWay.SERVER_TOKENIZE);
    assertThat(exact.remark()).contains("token ids were not taken", "400");
  }

  @Test
  void tokenizer_ofTheServersOwn_countsHere_andTheServerIsAskedTwice() throws Exception {
    Path file = Path.of("../protocol/src/test/resources/tokenizer/tiny.json");
    try (LocalTokenizer own = LocalTokenizer.load(file)) {
      tokenizer = own;
      ExactLength exact = find(null, file.toString());
      assertThat(exact.way()).isEqualTo(LengthWay.LOCAL_TOKENIZER);
      assertThat(asked.stream().filter(text -> !text.startsWith("/tokenize"))).hasSize(2);
    }
  }

  @Test
  void tokenizer_thatIsNotTheServers_isNotBelieved() throws Exception {
    piece = 3;
    Path file = Path.of("../protocol/src/test/resources/tokenizer/tiny.json");
    ExactLength exact = find(null, file.toString());
    assertThat(exact.way()).isEqualTo(LengthWay.USAGE);
    assertThat(exact.remark()).contains("local-tokenizer: a prompt that should have 512 tokens");
  }

  @Test
  void tokenizer_thatIsNotThere_isSaid() throws Exception {
    ExactLength exact = find(null, "src/test/resources/no-tokenizer.json");
    assertThat(exact.way()).isEqualTo(LengthWay.USAGE);
    assertThat(exact.remark()).contains("local-tokenizer", "no such file");
  }

  @Test
  void server_whoseCountsDoNotAddUp_isEstimated_andThatIsSaid() throws Exception {
    addsUp = false;
    form = TokenizeForm.CONTENT;
    ExactLength exact = find(null, null);
    assertThat(exact.way()).isEqualTo(LengthWay.ESTIMATE);
    assertThat(exact.recipe()).isNull();
    assertThat(exact.remark()).contains("server-tokenize: ").contains("usage: ");
  }
}
