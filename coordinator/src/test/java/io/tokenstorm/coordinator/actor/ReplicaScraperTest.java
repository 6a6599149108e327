package io.tokenstorm.coordinator.actor;

import static org.assertj.core.api.Assertions.assertThat;

import akka.Done;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import io.tokenstorm.coordinator.results.RunEvent.ReplicaReading;
import io.tokenstorm.protocol.plan.Plan;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The plan asks once an hour, so that each question is one that a test knows of. */
class ReplicaScraperTest {
  private static final URI URL = URI.create("http://127.0.0.1:1/metrics");
  private static final Duration WAIT = Duration.ofSeconds(20);

  private final ActorTestKit kit = ActorTestKit.create();
  private final TestProbe<CoordinatorCommand> coordinator =
      kit.createTestProbe(CoordinatorCommand.class);
  private final TestProbe<Done> read = kit.createTestProbe(Done.class);
  private final BlockingQueue<CompletableFuture<String>> questions = new LinkedBlockingQueue<>();
  private final AtomicLong nanos = new AtomicLong();

  private ActorRef<ReplicaScraper.Command> scraper() {
    Plan.Scrape scrape = new Plan.Scrape(Duration.ofHours(1), Map.of("r1", URL));
    return kit.spawn(
        ReplicaScraper.of(
            new ReplicaScraper.Order("run", scrape, nanos::incrementAndGet, coordinator.getRef()),
            url -> {
              CompletableFuture<String> answer = new CompletableFuture<>();
              questions.add(answer);
              return answer;
            }));
  }

  private CompletableFuture<String> question() throws InterruptedException {
    CompletableFuture<String> question = questions.poll(WAIT.toSeconds(), TimeUnit.SECONDS);
    assertThat(question).as("a question").isNotNull();
    return question;
  }

  private ReplicaReading reading() {
    return coordinator.expectMessageClass(CoordinatorCommand.ReplicaRead.class, WAIT).reading();
  }

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
  }

  @Test
  void scraper_atItsBeginning_asksAndTellsWhatItRead() throws Exception {
    scraper();
    question().complete("vllm:num_requests_running 3\n");

    ReplicaReading reading = reading();
    assertThat(reading.replica()).isEqualTo("r1");
    assertThat(reading.figures()).isEqualTo(Map.of("running", 3.0));
    assertThat(reading.answeredAtNanos()).isGreaterThan(reading.askedAtNanos());
    assertThat(reading.error()).isEmpty();
  }

  @Test
  void scraper_noAnswerOrNoMetrics_isAReadingWithItsCause() throws Exception {
    ActorRef<ReplicaScraper.Command> scraper = scraper();
    question().completeExceptionally(new IllegalStateException("Connection refused"));
    assertThat(reading().error()).startsWith("Connection refused");

    scraper.tell(new ReplicaScraper.Edge(read.getRef()));
    question().complete("<html>");

    assertThat(reading().error()).startsWith("not metrics of a known engine: line 1");
  }

  @Test
  void edge_whileAnAnswerIsAwaited_isAskedForAnew() throws Exception {
    ActorRef<ReplicaScraper.Command> scraper = scraper();
    CompletableFuture<String> first = question();
    scraper.tell(new ReplicaScraper.Edge(read.getRef()));
    scraper.tell(new ReplicaScraper.Edge(read.getRef()));

    first.complete("vllm:num_requests_running 1\n");
    question().complete("vllm:num_requests_running 2\n");

    assertThat(reading().figures()).containsEntry("running", 1.0);
    assertThat(reading().figures()).containsEntry("running", 2.0);
    read.expectMessageClass(Done.class, WAIT);
    read.expectMessageClass(Done.class, WAIT);
    assertThat(questions).isEmpty();
  }

  @Test
  void finish_whileAnAnswerIsAwaited_stopsOnlyAfterTellingIt() throws Exception {
    ActorRef<ReplicaScraper.Command> scraper = scraper();
    CompletableFuture<String> asked = question();
    scraper.tell(new ReplicaScraper.Finish());
    asked.complete("vllm:num_requests_running 1\n");

    assertThat(reading().figures()).containsEntry("running", 1.0);
    coordinator.expectTerminated(scraper, WAIT);
  }
}
