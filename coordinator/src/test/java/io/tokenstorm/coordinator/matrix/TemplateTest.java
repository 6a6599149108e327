package io.tokenstorm.coordinator.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class TemplateTest {
  @Test
  void fill_namesAndOtherBraces_onlyNamesAreFilled() {
    assertThat(
            Template.fill("--c '{\"a\": {model}}' {{model}} ${X} {No}", Map.of("model", "m$1\\")))
        .isEqualTo("--c '{\"a\": m$1\\}' {model} ${X} {No}");
  }

  @Test
  void names_ofATemplate_areInOrderAndOnce() {
    assertThat(Template.names("{tp} {port} {tp} {{model}}")).containsExactly("tp", "port");
  }

  @Test
  void fill_withoutAValue_isRefused() {
    assertThatThrownBy(() -> Template.fill("{tp}", Map.of())).hasMessageContaining("{tp}");
  }

  @Test
  void split_quotesAndEscapes_asAShellDoes() {
    assertThat(CommandWords.split("a  'b c' \"d\\\"e\" f\\ g '' h'i'\n j"))
        .isEqualTo(Optional.of(List.of("a", "b c", "d\"e", "f g", "", "hi", "j")));
  }

  @Test
  void split_openQuote_isNone() {
    assertThat(CommandWords.split("a 'b")).isEmpty();
  }

  @Property
  void join_anyWords_splitIntoTheSame(
      @ForAll @NotEmpty List<@StringLength(max = 12) String> words) {
    assertThat(CommandWords.split(CommandWords.join(words))).isEqualTo(Optional.of(words));
  }
}
