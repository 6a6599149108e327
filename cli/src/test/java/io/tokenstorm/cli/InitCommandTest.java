package io.tokenstorm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InitCommandTest {
  @TempDir private Path folder;
  private HttpServer server;
  private int status = 200;
  private String answer = "{\"data\":[{\"id\":\"org/model-a\"},{\"id\":\"b\"}]}";

  @BeforeEach
  void startServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/v1/models",
        exchange -> {
          byte[] body = answer.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stopServer() {
    server.stop(0);
  }

  @Test
  void endpoint_withModels_getsAPlanThatIsValid() {
    Path plan = folder.resolve("plan.yaml");
    CommandRun run = CommandRun.of("init", url() + "/v1/", "--out", plan.toString());
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("written for model org/model-a");
    assertThat(plan).content().contains("\"b\"");
    assertThat(CommandRun.of("validate", plan.toString()).exitCode()).isZero();
  }

  @Test
  void existingFile_isKept_unlessForced() throws IOException {
    Path plan = Files.writeString(folder.resolve("plan.yaml"), "mine");
    CommandRun run = CommandRun.of("init", url(), "--out", plan.toString());
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("exists already").contains("--force");
    assertThat(plan).hasContent("mine");
    assertThat(CommandRun.of("init", url(), "--force", "--out", plan.toString()).exitCode())
        .isZero();
  }

  @Test
  void nobodyThere_isUnreachable_withUrlAndCause() {
    String url = url();
    server.stop(0);
    CommandRun run = CommandRun.of("init", url, "--out", "-");
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).contains(url + "/v1/models").contains("connection refused");
  }

  @Test
  void refusedKey_isSaid() {
    status = 401;
    CommandRun run = CommandRun.of("init", url(), "--out", "-");
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).contains("status 401").contains("--bearer-env");
  }

  @Test
  void somethingElse_isNoEndpoint() {
    answer = "<html>hello</html>";
    CommandRun run = CommandRun.of("init", url(), "--out", "-");
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).contains("no list of models: <html>hello");
  }

  private String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }
}
