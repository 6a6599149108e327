package io.tokenstorm.coordinator.api.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the dashboard is made of is there, and nothing else of the class path is. */
class StaticFilesTest {
  private static final Path SOURCES = Path.of("src/main/resources/dashboard");
  private static final Pattern REFERENCE =
      Pattern.compile("(?:from|import|href=|src=|fetch\\() ?['\"]((?:/|\\./)[^'\"]+)['\"]");

  private final StaticFiles files = new StaticFiles();

  @Test
  void find_emptyPath_isThePage() {
    StaticFile page = files.find("").orElseThrow();
    assertThat(page.type().toString()).isEqualTo("text/html; charset=UTF-8");
    assertThat(page.bytes().utf8String()).startsWith("<!doctype html>");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "vendor/uplot.js",
        "vendor/uplot.css",
        "vendor/uplot-license.txt",
        "plans/quickstart.yaml",
        "favicon.svg"
      })
  void find_whatTheBuildAdds_isThere(String path) {
    assertThat(files.find(path)).isPresent();
  }

  @Test
  void find_sameFileTwice_hasTheSameTag_andAnotherFileAnother() {
    assertThat(files.find("app.css").orElseThrow().tag())
        .isEqualTo(new StaticFiles().find("app.css").orElseThrow().tag())
        .isNotEqualTo(files.find("js/app.js").orElseThrow().tag());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../dashboard/index.html",
        "js/../index.html",
        "js//app.js",
        "/index.html",
        "js",
        "js/",
        "JS/app.js",
        "js/app.class",
        "reference.conf",
        "../logback.xml",
        "js/nothing.js",
        "index.html\0.js",
        "js\\app.js"
      })
  void find_whateverElse_isNoFile(String path) {
    assertThat(files.find(path)).isEmpty();
  }

  /** A module that asks for a file that is not served would leave the page blank. */
  @Test
  void sources_referToServedFilesOnly() throws Exception {
    for (Path source : sources()) {
      Matcher reference = REFERENCE.matcher(Files.readString(source));
      while (reference.find()) {
        String target = reference.group(1);
        if (!target.startsWith("/api/")) {
          Path from = target.startsWith("/") ? Path.of("") : SOURCES.relativize(source.getParent());
          String path = from.resolve(target.replaceFirst("^/", "")).normalize().toString();
          assertThat(files.find(path)).as("%s of %s", target, source).isPresent();
        }
      }
    }
  }

  /** The policy forbids them anyway; here it fails before a browser has to. */
  @Test
  void sources_neverTakeTextAsMarkup_norReachOut() throws Exception {
    for (Path source : sources()) {
      String text = Files.readString(source).replace("http://www.w3.org/2000/svg", "");
      assertThat(text)
          .as("%s", source)
          .doesNotContain(
              List.of(
                  "innerHTML",
                  "outerHTML",
                  "insertAdjacentHTML",
                  "document.write",
                  "eval(",
                  "new Function",
                  " style=",
                  "onclick=",
                  "https://",
                  "http://"));
    }
  }

  private static List<Path> sources() throws Exception {
    try (Stream<Path> all = Files.walk(SOURCES)) {
      List<Path> found = all.filter(Files::isRegularFile).toList();
      assertThat(found).hasSizeGreaterThan(10);
      return found;
    }
  }
}
