package io.tokenstorm.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** One run, from its plan to its report, as a user sees it; the steps build on each other. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DashboardBrowserIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @TempDir private static Path directory;
  private static Scene scene;
  private static Browser browser;

  @BeforeAll
  static void open() throws Exception {
    scene = new Scene(directory.resolve("results"));
    browser = new Browser(directory.resolve("profile"));
    browser.open(scene.address() + "/");
    browser.look(Browser.WIDE, true);
  }

  @AfterAll
  static void close() throws Exception {
    if (browser != null) {
      browser.close();
    }
    if (scene != null) {
      scene.close();
    }
  }

  @Test
  @Order(1)
  void root_noRunYet_saysSo_andTheKeyboardLeadsOn() throws Exception {
    browser.awaitText("main h1", "No run yet");
    browser.awaitText("#cluster", "2 workers");
    browser.one("body").sendKeys(Keys.TAB);
    assertThat(focused()).isEqualTo("Skip to content");
    for (int i = 0; i < 3; i++) {
      press(Keys.TAB);
    }
    assertThat(focused()).isEqualTo("New run");
    press(Keys.ENTER);
    browser.awaitText("main h1", "New run");
    browser.assertAccessible();
    browser.assertNoComplaint();
  }

  private static String focused() {
    return String.valueOf(browser.run("return document.activeElement.textContent"));
  }

  private static void press(CharSequence key) {
    ((org.openqa.selenium.WebElement) browser.run("return document.activeElement")).sendKeys(key);
  }

  @Test
  @Order(2)
  void submit_badPlan_showsWhatIsWrongAtItsLine_andStartsNothing() throws Exception {
    type(scene.plan().replace("workload: long", "workload: lnog"));
    browser.awaitText("#plan-problems", "Did you mean long?");
    assertThat(browser.text(".line.bad .code")).contains("gateway-c8");
    assertThat(browser.text(".line.bad .why")).contains("lnog");
    assertThat(browser.one("#start").isEnabled()).isFalse();
    browser.assertAccessible();
    browser.photograph("submit-1440");
    browser.click(".problem-list .at");
    assertThat(String.valueOf(browser.run("return getSelection().toString()")))
        .contains("workload: lnog");
    browser.assertNoComplaint();
  }

  private static void type(String plan) {
    browser.run(
        "plan.value = arguments[0]; plan.dispatchEvent(new Event('input', {bubbles: true}))", plan);
  }

  @Test
  @Order(3)
  void submit_goodPlan_leadsToTheLiveView() {
    type(scene.plan());
    browser.awaitText("#plan-problems", "No problem found");
    browser.click("#start");
    browser.awaitText("main h1", "nightly-gateway");
    browser.awaitText(".stage h2", "direct-c2");
    browser.assertNoComplaint();
  }

  @Test
  @Order(4)
  void watch_measuring_figuresChartsAndRowsAreThere() throws Exception {
    browser.awaitText(".stage h2", "gateway-c8");
    browser.awaitText(".stages [data-state=now]", "measure");
    await().atMost(PATIENCE).until(() -> moments() > 22);
    browser.awaitText(".tables", "gateway-c4");
    assertThat(browser.text(".tiles")).contains("of 8 asked", "p99");
    assertThat(browser.all(".charts canvas")).hasSize(8);
    assertThat(browser.text(".tables")).contains("w1", "w2", "serving", "Waiting", "KV");
    look("dashboard");
    assertThat(browser.title()).contains("gateway-c8");
  }

  /** Both widths and both themes: nothing sticks out, axe has no serious objection. */
  private static void look(String name) throws Exception {
    for (int width : List.of(Browser.WIDE, Browser.NARROW)) {
      for (boolean dark : List.of(false, true)) {
        browser.look(width, dark);
        browser.assertFits();
        browser.assertAccessible();
        browser.photograph(name + "-" + width + (dark ? "" : "-light"));
      }
    }
    browser.look(Browser.WIDE, true);
    browser.assertNoComplaint();
  }

  private static long moments() {
    return number("moments");
  }

  private static long number(String name) {
    return Long.parseLong(
        String.valueOf(
            browser.run("return document.querySelector('.live').dataset[arguments[0]]", name)));
  }

  /** Frames sent but not shown, both read at one moment: the next comes each second. */
  private static long missed() {
    return (Long)
        browser.run(
            "const live = document.querySelector('.live').dataset;"
                + " return Number(live.sequence) - Number(live.moments)");
  }

  @Test
  @Order(5)
  void watch_connectionCutAndMended_goesOnWithoutAGap() {
    long missedBefore = missed();
    long sequenceBefore = number("sequence");
    scene.relay().cut();
    browser.awaitText(".notice", "No connection to the coordinator");
    browser.awaitText("#link", "connection lost");
    scene.relay().mend();
    await().atMost(PATIENCE).until(() -> number("sequence") > sequenceBefore + 2);
    browser.awaitText("#link", "live");
    assertThat(browser.one(".live").getDomAttribute("data-stale")).isEqualTo("false");
    assertThat(missed()).isEqualTo(missedBefore);
    assertThat(browser.complaints()).allMatch(line -> line.contains("net::ERR_"));
  }

  @Test
  @Order(6)
  void watch_toItsEnd_showsTheVerdict_andTheReportIsOneClickAway() throws Exception {
    await()
        .atMost(PATIENCE)
        .until(() -> browser.text(".live .head .pill").matches("VALID|DEGRADED|INVALID"));
    String verdict = browser.text(".live .head .pill");
    assertThat(browser.all(".phases li:is([data-state=done], [data-state=skipped])")).hasSize(3);
    browser.click(".live .head a.button");
    browser.awaitText(".report h1", "nightly-gateway");
    assertThat(browser.text(".report .head .pill")).isEqualTo(verdict);
    assertThat(browser.text(".report")).contains("Findings", "direct-c2", "TTFT p50");
    look("report-view");
    browser.click("summary");
    browser.awaitText(".report", "Own metrics");
    browser.assertAccessible();
  }

  @Test
  @Order(7)
  void reports_listed_andFoundAgainAfterReload() throws Exception {
    browser.open(scene.address() + "/#/reports");
    browser.run("location.reload()");
    browser.awaitText("main table", "nightly-gateway");
    browser.assertAccessible();
    browser.click("main tbody a");
    browser.awaitText(".report h1", "nightly-gateway");
    browser.assertNoComplaint();
  }

  /** A model's name and a target's answer are shown as they are, never taken for what they say. */
  @Test
  @Order(8)
  void watch_markupInAPlanAndInAnswers_isShownAsText() {
    browser.open(scene.address() + "/#/submit");
    type(scene.hostilePlan());
    browser.awaitText("#plan-problems", "<img src=x");
    browser.click("#start");
    browser.awaitText(".live .head .pill", "INVALID");
    browser.click(".live .head a.button");
    browser.awaitText(".report .reason", "<img src=x onerror=");
    assertThat(browser.all("main img")).isEmpty();
    assertThat(browser.title()).doesNotStartWith("broken");
    browser.assertNoComplaint();
  }

  @Test
  @Order(9)
  void run_unknown_saysWhereToLook() throws Exception {
    browser.open(scene.address() + "/#/runs/20250101-000000-none");
    browser.awaitText(".notice", "does not know the run 20250101-000000-none");
    browser.assertAccessible();
    assertThat(browser.complaints()).allMatch(line -> line.contains("404"));
  }

  @Test
  @Order(10)
  void token_neededAndGiven_opensTheData_andStaysOutOfTheAddress() throws Exception {
    browser.open(scene.guardedAddress() + "/");
    browser.awaitText("#token-dialog[open]", "Access token");
    browser.assertAccessible();
    browser.one("#token-text").sendKeys("wrong", Keys.ENTER);
    browser.awaitText("#token-dialog[open]", "Access token");
    browser.one("#token-text").sendKeys(Keys.chord(Keys.CONTROL, "a"), Scene.TOKEN, Keys.ENTER);
    browser.awaitText("main h1", "hostile");
    browser.awaitText("#runs", "nightly-gateway");
    assertThat(browser.address()).doesNotContain(Scene.TOKEN);
    assertThat(browser.complaints()).allMatch(line -> line.contains("401"));
  }
}
