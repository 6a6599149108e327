package io.tokenstorm.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.tokenstorm.cli.exit.CommandFailure;
import io.tokenstorm.cli.exit.ExitCode;
import io.tokenstorm.coordinator.api.view.RunView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ApiClientIT {
  private static final PlanSubmission SUBMISSION =
      new PlanSubmission(
          "my plan.yaml", "s&1", 0.5, List.of("a", "b"), List.of("seed=7"), List.of("submit"));

  private FakeCoordinator coordinator;
  private ApiClient client;

  @BeforeEach
  void start() throws IOException {
    coordinator = new FakeCoordinator();
    client = new ApiClient(coordinator.address());
  }

  @AfterEach
  void stop() {
    coordinator.close();
  }

  private RunView.Submitted submit() {
    return client.submit(SUBMISSION, "name: x\n".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void submit_taken_givesTheRunsId() {
    coordinator.then(201, "{\"run\":\"run-7\",\"position\":1}");

    assertThat(submit()).isEqualTo(new RunView.Submitted("run-7", 1));
    assertThat(coordinator.asked())
        .containsExactly(
            new FakeCoordinator.Asked(
                "POST",
                "/api/runs?file=my%20plan.yaml&timeScale=0.5&salt=s%261&phase=a&phase=b"
                    + "&set=seed%3D7&command=submit",
                "null",
                "name: x\n"));
  }

  @Test
  void submit_badPlan_saysEachProblemOnItsLine() {
    coordinator.then(
        422,
        """
        {"error":"plan","detail":"the plan has 2 problems","problems":[
         {"file":"p.yaml","line":3,"column":5,"path":"x","message":"m","suggestion":"","text":"p.yaml:3:5: x: m"},
         {"file":"p.yaml","line":4,"column":1,"path":"y","message":"n","suggestion":"","text":"p.yaml:4:1: y: n"}]}
        """);

    assertThatThrownBy(this::submit)
        .isInstanceOfSatisfying(
            CommandFailure.class,
            failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.USAGE))
        .hasMessage("the plan has 2 problems\n  p.yaml:3:5: x: m\n  p.yaml:4:1: y: n");
  }

  @Test
  void run_answerOfSomethingElse_saysSo() {
    coordinator.then(404, "<html>nginx</html>");

    assertThatThrownBy(() -> client.run("run-7"))
        .isInstanceOf(CommandFailure.class)
        .hasMessage("the answer is no coordinator's (status 404): is the port right?");
  }

  @Test
  void cancel_current_asksForIt() {
    coordinator.then(
        200,
        """
        {"run":"run-7","name":"n","state":"reporting","position":0,"phase":1,"phases":2,
         "directory":"d","submitted_at":"t","verdict":null,"reason":""}
        """);

    RunView run = client.cancel(ApiClient.CURRENT, true);

    assertThat(run.run()).isEqualTo("run-7");
    assertThat(coordinator.asked())
        .extracting(FakeCoordinator.Asked::method, FakeCoordinator.Asked::uri)
        .containsExactly(tuple("POST", "/api/runs/current/cancel?force=true"));
  }
}
