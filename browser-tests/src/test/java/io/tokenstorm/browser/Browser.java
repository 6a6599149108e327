package io.tokenstorm.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Debian's Chromium without a window, and what the tests ask of it. */
final class Browser implements AutoCloseable {
  static final int WIDE = 1440;
  static final int NARROW = 390;

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String SERIOUS =
      """
      const done = arguments[arguments.length - 1];
      axe.run(document, {resultTypes: ['violations']}).then(
        (found) => done(found.violations
          .filter((v) => v.impact === 'serious' || v.impact === 'critical')
          .map((v) => v.id + ': ' + v.nodes.map((n) => n.html.slice(0, 160)).join(' | '))),
        (failure) => done(['axe failed: ' + failure]));
      """;

  private final ChromeDriver driver;
  private final Path screenshots;

  Browser(Path profile) {
    screenshots = Path.of(System.getProperty("screenshots"));
    ChromeOptions options = new ChromeOptions();
    options.setBinary("/usr/bin/chromium");
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
        "--user-data-dir=" + profile);
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(new File("/usr/bin/chromedriver"))
            .usingAnyFreePort()
            .build();
    driver = new ChromeDriver(service, options);
    driver.manage().timeouts().scriptTimeout(Duration.ofSeconds(60));
  }

  void open(String address) {
    driver.get(address);
  }

  /** The screen's width and whether the system is dark; the page's own choice is forgotten. */
  void look(int width, boolean dark) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of(
            "width",
            width,
            "height",
            width == NARROW ? 844 : 900,
            "deviceScaleFactor",
            1,
            "mobile",
            width == NARROW));
    run(
        "document.documentElement.dataset.theme !== arguments[0] && theme.click()",
        dark ? "dark" : "light");
  }

  Object run(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  List<WebElement> all(String css) {
    return driver.findElements(By.cssSelector(css));
  }

  WebElement one(String css) {
    return await("one " + css)
        .atMost(PATIENCE)
        .until(() -> all(css), found -> found.stream().anyMatch(WebElement::isDisplayed))
        .get(0);
  }

  /** The text of the first such element, as it is shown. */
  String text(String css) {
    return String.valueOf(run("return document.querySelector(arguments[0])?.innerText ?? ''", css));
  }

  void awaitText(String css, String part) {
    await(css + " says " + part)
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(text(css)).contains(part));
  }

  void click(String css) {
    WebElement element = one(css);
    driver.executeScript("arguments[0].scrollIntoView({block: 'center'})", element);
    element.click();
  }

  String address() {
    return Objects.requireNonNull(driver.getCurrentUrl());
  }

  String title() {
    return Objects.requireNonNull(driver.getTitle());
  }

  /** What the page wrote to its console since the last time, warnings and errors. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(LogEntry::getMessage)
        .toList();
  }

  void assertNoComplaint() {
    assertThat(complaints()).as("console of " + driver.getCurrentUrl()).isEmpty();
  }

  /** Serious and critical faults of accessibility, by axe-core. */
  void assertAccessible() throws IOException {
    try (InputStream in = Browser.class.getResourceAsStream("/axe.min.js")) {
      driver.executeCdpCommand(
          "Runtime.evaluate",
          Map.of("expression", new String(in.readAllBytes(), StandardCharsets.UTF_8)));
    }
    assertThat((List<?>) driver.executeAsyncScript(SERIOUS))
        .as("accessibility of " + driver.getCurrentUrl())
        .isEmpty();
  }

  /** The page must not be wider than the screen. */
  void assertFits() {
    assertThat((Long) run("return document.documentElement.scrollWidth - innerWidth"))
        .as("pixels beyond the screen of " + driver.getCurrentUrl())
        .isLessThanOrEqualTo(0);
  }

  void photograph(String name) throws IOException {
    Files.createDirectories(screenshots);
    Files.write(screenshots.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
  }

  @Override
  public void close() {
    driver.quit();
  }
}
