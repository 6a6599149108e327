package io.tokenstorm.coordinator.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.results.RandomRecords;
import io.tokenstorm.coordinator.results.RunEvent;
import io.tokenstorm.protocol.plan.Phase;
import io.tokenstorm.protocol.record.ErrorKind;
import io.tokenstorm.protocol.record.LoadStage;
import io.tokenstorm.protocol.record.Outcome;
import io.tokenstorm.protocol.record.RequestRecord;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class ReportPageTest {
  private static final String HOSTILE = "</td><script>alert('1')</script>\u202e";

  @TempDir Path root;

  private static String pageOf(RunFixture run) throws IOException {
    ReportBuilder.build(run.path());
    return Files.readString(run.directory().reportPage());
  }

  private RunFixture run(int phases, int records) {
    Phase[] plan =
        IntStream.range(0, phases)
            .mapToObj(i -> RunFixture.phase("phase-" + i, 1 << (i % 5), i % 2 == 0))
            .toArray(Phase[]::new);
    RandomRecords random = new RandomRecords(3);
    RunFixture run = new RunFixture(root, RunFixture.plan(plan));
    for (int i = 0; i < phases; i++) {
      run.window(i, i + 1, 0, 1_000_000L * records);
      run.merge("w1", i + 1, random.many(20, i, i + 1, LoadStage.WARMUP));
      run.merge("w1", i + 1, random.many(records, i, i + 1, LoadStage.MEASURE));
      run.settle(i, i + 1);
    }
    run.end();
    return run;
  }

  private static Document parsed(String page) throws Exception {
    // elements are closed and values quoted, so that a page is XML too
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(page.substring(page.indexOf('\n')))));
  }

  private static List<Element> all(Document page, String tag) {
    NodeList nodes = page.getElementsByTagName(tag);
    return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i)).toList();
  }

  @Test
  void page_builtAgain_hasTheSameBytes() throws IOException {
    try (RunFixture run = run(3, 300)) {
      String first = pageOf(run);
      Files.delete(run.directory().reportPage());
      assertThat(pageOf(run)).isEqualTo(first);
    }
  }

  @Test
  void page_ofAnyRun_refersToNothingOutsideAndRunsNothing() throws Exception {
    try (RunFixture run = run(2, 50)) {
      Document page = parsed(pageOf(run));
      assertThat(all(page, "script")).isEmpty();
      assertThat(all(page, "link")).isEmpty();
      assertThat(all(page, "*"))
          .allSatisfy(
              e -> {
                assertThat(e.hasAttribute("src") || e.hasAttribute("style")).isFalse();
                assertThat(e.getAttribute("href")).matches("(#.*)?");
              });
      assertThat(all(page, "style").get(0).getTextContent()).doesNotContain("url(", "@import");
    }
  }

  @Test
  void page_everyLinkAndLabel_leadsToOneElement() throws Exception {
    try (RunFixture run = run(3, 120)) {
      Document page = parsed(pageOf(run));
      List<String> ids =
          all(page, "*").stream().map(e -> e.getAttribute("id")).filter(i -> !i.isEmpty()).toList();
      assertThat(new HashSet<>(ids)).hasSameSizeAs(ids);
      List<String> wanted = new ArrayList<>();
      all(page, "a").forEach(a -> wanted.add(a.getAttribute("href").substring(1)));
      all(page, "*")
          .forEach(e -> wanted.addAll(List.of(e.getAttribute("aria-labelledby").split(" "))));
      wanted.remove("");
      assertThat(ids).containsAll(wanted.stream().filter(w -> !w.isEmpty()).toList());
    }
  }

  @Test
  void page_everyChart_hasTitleDescriptionBasisAndTable() throws Exception {
    try (RunFixture run = run(2, 500)) {
      List<Element> charts = all(parsed(pageOf(run)), "figure");
      assertThat(charts).hasSizeGreaterThanOrEqualTo(12);
      assertThat(charts)
          .allSatisfy(
              chart -> {
                for (String tag : List.of("title", "desc", "h3", "p", "td")) {
                  assertThat(chart.getElementsByTagName(tag).getLength()).as(tag).isPositive();
                  assertThat(chart.getElementsByTagName(tag).item(0).getTextContent()).isNotBlank();
                }
              });
    }
  }

  @Test
  void page_hostileReplicaAndError_areShownAsText() throws Exception {
    try (RunFixture run = new RunFixture(root, RunFixture.plan(RunFixture.phase("one", 4, true)))) {
      List<RequestRecord> records = new RandomRecords(2).many(40, 0, 1, LoadStage.MEASURE);
      List<RequestRecord> hostile =
          records.stream()
              .map(r -> r.succeeded() ? named(r, r.outcome()) : named(r, FAILED))
              .toList();
      run.window(0, 1, 0, 2_000_000_000L);
      run.merge("w1", 1, hostile);
      run.settle(0, 1);
      run.end();
      String text = pageOf(run);
      assertThat(text).doesNotContain("<script", "\u202e");
      assertThat(text).contains("&lt;/td&gt;&lt;script&gt;alert(&#39;1&#39;)");
      assertThat(all(parsed(text), "script")).isEmpty();
    }
  }

  private static final Outcome FAILED = new Outcome.Failed(ErrorKind.HTTP_STATUS, 500, HOSTILE);

  private static RequestRecord named(RequestRecord r, Outcome outcome) {
    return new RequestRecord(
        r.key(),
        HOSTILE,
        r.instants(),
        r.gaps(),
        outcome,
        r.tokens(),
        r.finishReason(),
        r.responseBytes());
  }

  /** Whatever the number of requests, a phase takes the same room. */
  @Test
  void page_fourteenPhasesOfManyRequests_isBelowAMegabyte() throws IOException {
    try (RunFixture run = run(14, 1_500)) {
      assertThat(pageOf(run)).matches(page -> page.length() < 1_000_000, "is below a megabyte");
    }
  }

  @Test
  void page_phaseWithoutAnyRecord_isMadeAllTheSame() throws Exception {
    try (RunFixture run = new RunFixture(root, RunFixture.plan(RunFixture.phase("one", 4, true)))) {
      run.window(0, 1, 0, 2_000_000_000L);
      run.settle(0, 1);
      run.note(new RunEvent.CancelRequested(false));
      String text = pageOf(run);
      assertThat(text).contains("CANCELLED").contains("id=\"phase-1\"");
      assertThat(parsed(text)).isNotNull();
    }
  }

  @Test
  void page_workerLostAndEventOfThePlan_areMarkedOnTheTimeAxis() throws Exception {
    try (RunFixture run = new RunFixture(root, RunFixture.plan(RunFixture.phase("one", 4, true)))) {
      run.window(0, 1, RunFixture.ORIGIN, RunFixture.ORIGIN + 2_000_000_000L);
      run.merge("w1", 1, new RandomRecords(2).many(40, 0, 1, LoadStage.MEASURE));
      run.note(new RunEvent.WorkerLost("w2", 0, "MEASURE", "not heard"));
      run.note(
          new RunEvent.PlanEventFired(0, "POST http://h/admin/evict?replica=r2", 1, 2, 200, ""));
      run.settle(0, 1);
      run.end();
      Document page = parsed(pageOf(run));
      assertThat(all(page, "text").stream().map(Element::getTextContent))
          .contains("w2 lost", "evict?replica=r2", "window");
    }
  }
}
