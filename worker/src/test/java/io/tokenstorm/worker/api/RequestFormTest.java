package io.tokenstorm.worker.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tokenstorm.protocol.plan.Api;
import io.tokenstorm.protocol.plan.HeaderValue;
import io.tokenstorm.protocol.plan.RequestSpec;
import io.tokenstorm.protocol.plan.SecretRef;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestFormTest {
  private static final ApiDialect CHAT = ApiDialect.of(Api.OPENAI_CHAT);

  private static JsonNode body(ApiDialect api, RequestSpec spec, boolean usage) {
    BodyTemplate template =
        api.body(new RequestForm("org/model \"x\"", spec, usage, PromptPlace.TEXT)).template();
    return json(template);
  }

  private static JsonNode json(BodyTemplate template) {
    String text =
        new String(template.before(), StandardCharsets.UTF_8)
            + "the prompt"
            + new String(template.after(), StandardCharsets.UTF_8);
    try {
      return new ObjectMapper().readTree(text);
    } catch (IOException e) {
      throw new AssertionError(text, e);
    }
  }

  private static RequestSpec spec(boolean stream, Map<String, Object> extra) {
    return new RequestSpec(
        Api.OPENAI_CHAT, 256, stream, true, Map.of("temperature", 0, "ignore_eos", true), extra);
  }

  @Test
  void chat_hasOneUserMessageAndAsksForUsage() {
    JsonNode body = body(CHAT, spec(true, Map.of()), true);
    assertThat(body.at("/messages/0/role").asText()).isEqualTo("user");
    assertThat(body.at("/messages/0/content").asText()).isEqualTo("the prompt");
    assertThat(body.get("model").asText()).isEqualTo("org/model \"x\"");
    assertThat(body.get("max_tokens").asInt()).isEqualTo(256);
    assertThat(body.get("stream").asBoolean()).isTrue();
    assertThat(body.at("/stream_options/include_usage").asBoolean()).isTrue();
    assertThat(body.get("temperature").asInt()).isZero();
    assertThat(body.get("ignore_eos").asBoolean()).isTrue();
  }

  @Test
  void completions_hasThePromptAsText() {
    JsonNode body = body(ApiDialect.of(Api.OPENAI_COMPLETIONS), spec(true, Map.of()), true);
    assertThat(body.get("prompt").asText()).isEqualTo("the prompt");
    assertThat(body.has("messages")).isFalse();
  }

  @Test
  void completions_ofTokenIds_hasAnArrayForThem() {
    RequestForm form = new RequestForm("m", spec(true, Map.of()), true, PromptPlace.TOKEN_IDS);
    BodyTemplate template = ApiDialect.of(Api.OPENAI_COMPLETIONS).body(form).template();
    assertThat(new String(template.before(), StandardCharsets.UTF_8))
        .isEqualTo("{\"model\":\"m\",\"prompt\":[");
    assertThat(new String(template.after(), StandardCharsets.UTF_8)).startsWith("],\"max_tokens\"");
  }

  @ParameterizedTest
  @EnumSource(Api.class)
  void everyApi_isSpoken_andSendsFurtherFieldsOfThePlan(Api api) {
    ApiDialect dialect = ApiDialect.of(api);
    assertThat(dialect.api()).isEqualTo(api);
    RequestForm form =
        new RequestForm(
            "m",
            new RequestSpec(
                api, 5, true, true, Map.of("top_p", 0.5), Map.of("x", Map.of("y", List.of(1)))),
            true,
            PromptPlace.TEXT);
    JsonNode body = json(dialect.body(form).template());
    assertThat(body.toString()).contains("\"the prompt\"").contains("\"top_p\":0.5");
    assertThat(body.at("/x/y/0").asInt()).isEqualTo(1);
    assertThat(api.ownFields()).anyMatch(body::has);
    assertThat(body.has("stream_options")).isEqualTo(api.asksForUsage());
    HeadTemplate head =
        HeadTemplate.of(
            URI.create("http://h"),
            dialect,
            true,
            Map.of("x-a", HeaderValue.literal("b")),
            Map.of());
    assertThat(new String(head.render(1, "id"), StandardCharsets.UTF_8))
        .startsWith("POST " + api.path(true) + " HTTP/1.1\r\n")
        .contains("\r\naccept: " + dialect.framing().mediaType() + "\r\n", "\r\nx-a: b\r\n");
  }

  @ParameterizedTest
  @CsvSource({
    "OLLAMA_CHAT, options, num_predict",
    "OLLAMA_GENERATE, options, num_predict",
    "SGLANG_GENERATE, sampling_params, max_new_tokens",
    "TGI_GENERATE, parameters, max_new_tokens"
  })
  void nestedSampling_takesThePlansOwnFields_butNeverAnotherLength(
      Api api, String mapping, String length) {
    RequestSpec spec =
        new RequestSpec(
            api,
            5,
            true,
            true,
            Map.of("top_k", 3),
            Map.of(mapping, Map.of("own", 1, "top_k", 4, length, 99)));
    JsonNode inner =
        json(ApiDialect.of(api).body(new RequestForm("m", spec, true, PromptPlace.TEXT)).template())
            .get(mapping);
    assertThat(inner.get("own").asInt()).isEqualTo(1);
    assertThat(inner.get("top_k").asInt()).isEqualTo(4);
    assertThat(inner.get(length).asInt()).isEqualTo(5);
  }

  @Test
  void sglang_ofTokenIds_namesThemInputIds() {
    RequestForm form = new RequestForm("m", spec(true, Map.of()), true, PromptPlace.TOKEN_IDS);
    BodyTemplate template = ApiDialect.of(Api.SGLANG_GENERATE).body(form).template();
    assertThat(new String(template.before(), StandardCharsets.UTF_8)).isEqualTo("{\"input_ids\":[");
  }

  @Test
  void tgi_greedy_leavesOutTheTemperatureThatItRefuses() {
    RequestForm form = new RequestForm("m", spec(true, Map.of()), true, PromptPlace.TEXT);
    JsonNode inner = json(ApiDialect.of(Api.TGI_GENERATE).body(form).template()).get("parameters");
    assertThat(inner.has("temperature")).isFalse();
    assertThat(inner.get("details").asBoolean()).isTrue();
  }

  @Test
  void usage_isNotAskedForWithoutAStreamOrWhereItWasRefused() {
    assertThat(body(CHAT, spec(false, Map.of()), true).has("stream_options")).isFalse();
    assertThat(body(CHAT, spec(true, Map.of()), false).has("stream_options")).isFalse();
  }

  @Test
  void extraFields_nestAndWinOverDefaultsButNotOverModelAndPrompt() {
    Map<String, Object> extra =
        Map.of(
            "max_tokens",
            9,
            "temperature",
            0.7,
            "messages",
            List.of(),
            "model",
            "other",
            "chat_template_kwargs",
            Map.of("thinking", false, "list", List.of(1, "a")));
    JsonNode body = body(CHAT, spec(true, extra), true);
    assertThat(body.get("max_tokens").asInt()).isEqualTo(9);
    assertThat(body.get("temperature").asDouble()).isEqualTo(0.7);
    assertThat(body.get("model").asText()).isEqualTo("org/model \"x\"");
    assertThat(body.at("/messages/0/content").asText()).isEqualTo("the prompt");
    assertThat(body.at("/chat_template_kwargs/thinking").asBoolean(true)).isFalse();
    assertThat(body.at("/chat_template_kwargs/list/1").asText()).isEqualTo("a");
  }

  private static String head(String url, Map<String, HeaderValue> headers) {
    HeadTemplate template =
        HeadTemplate.of(URI.create(url), CHAT, true, headers, Map.of("KEY", "s3cret"));
    return new String(template.render(12, "run/1/0/m/0/0"), StandardCharsets.UTF_8);
  }

  @Test
  void head_hasWhatARequestNeeds() {
    assertThat(head("http://h:8000/base/", Map.of()))
        .startsWith("POST /base/v1/chat/completions HTTP/1.1\r\nhost: h:8000\r\n")
        .contains("\r\naccept: text/event-stream\r\n", "\r\naccept-encoding: identity\r\n")
        .endsWith("content-length: 12\r\nx-request-id: run/1/0/m/0/0\r\n\r\n");
  }

  @Test
  void head_ofTheRoute_winsOverDefaultsAndMayCarryASecret() {
    String head =
        head(
            "http://h",
            Map.of(
                "Host", HeaderValue.literal("virtual"),
                "Authorization", HeaderValue.secret(new SecretRef("KEY", "Bearer "))));
    assertThat(head).contains("\r\nhost: virtual\r\n", "\r\nauthorization: Bearer s3cret\r\n");
    assertThat(head).doesNotContain("host: h\r\n");
  }

  @Test
  void template_asText_showsNoSecret() {
    HeadTemplate template =
        HeadTemplate.of(
            URI.create("http://h"),
            CHAT,
            true,
            Map.of("Authorization", HeaderValue.secret(new SecretRef("KEY", ""))),
            Map.of("KEY", "s3cret"));
    assertThat(template.toString()).doesNotContain("s3cret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Content-Length", "Transfer-Encoding", "X-Request-Id", "", "a b", "a:b"})
  void header_thatARouteMustNotSet_isRefused(String name) {
    assertThatThrownBy(() -> head("http://h", Map.of(name, HeaderValue.literal("x"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"" + name + "\"");
  }

  @Test
  void header_withALineBreak_isRefusedWithoutShowingIt() {
    assertThatThrownBy(() -> head("http://h", Map.of("x-a", HeaderValue.literal("1\r\nevil: 2"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("x-a")
        .hasMessageNotContaining("evil");
  }

  @Test
  void secret_thatIsMissing_isNamedByItsVariable() {
    HeaderValue value = HeaderValue.secret(new SecretRef("OTHER", ""));
    assertThatThrownBy(() -> head("http://h", Map.of("authorization", value)))
        .hasMessageContaining("OTHER");
  }
}
