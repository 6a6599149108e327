package io.tokenstorm.coordinator.page.markup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MarkupTest {
  @Test
  void text_withMarkup_isEscaped() {
    String page = new Markup().element("p", "<b>&\"'", "title", "\"><script>").document();
    assertThat(page)
        .isEqualTo(
            "<!DOCTYPE html>\n<p title=\"&quot;&gt;&lt;script&gt;\">&lt;b&gt;&amp;&quot;&#39;</p>\n");
  }

  @Test
  void text_withControlsDirectionMarksAndHalfPairs_showsThemAsUnknown() {
    String page = new Markup().text("a\u0000b\u202ec\ud83dd\udca9e \ud83d\udca9 \n").document();
    assertThat(page).contains("a\ufffdb\ufffdc\ufffdd\ufffde \ud83d\udca9 \n");
  }

  @Test
  void attribute_empty_isLeftOut() {
    assertThat(new Markup().empty("path", "class", "", "d", "M0 0").document())
        .contains("<path d=\"M0 0\"/>");
  }

  @Test
  void document_withAnOpenElement_isRefused() {
    Markup page = new Markup().open("p");
    assertThatThrownBy(page::document).hasMessageContaining("still open: [p]");
  }
}
