package io.tokenstorm.cli.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenstorm.coordinator.matrix.MatrixPlan;
import io.tokenstorm.coordinator.matrix.read.MatrixReader;
import io.tokenstorm.coordinator.matrix.read.MatrixResult;
import io.tokenstorm.coordinator.plan.ReadOptions;
import io.tokenstorm.protocol.node.NodeSecurity;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MatrixTextTest {
  private static MatrixPlan plan(String engine) {
    String text =
        """
        kind: server-matrix
        name: small
        model: m
        lengths: [100]
        axes: {node: [gpu1, gpu2]}
        engines:
          a: {port: 8000, command: serve, %s}
        """
            .formatted(engine);
    return ((MatrixResult.Accepted)
            MatrixReader.read("p", text.getBytes(StandardCharsets.UTF_8), ReadOptions.NONE))
        .plan();
  }

  @Test
  void workers_thatRunServers_areTheCommandsToStartThem() {
    MatrixPlan elsewhere = plan("worker: \"{node}\"");
    assertThat(MatrixText.workers(elsewhere, "127.0.0.1:7355", NodeSecurity.LOOPBACK))
        .contains(
            "workers join 127.0.0.1:7355; servers run on gpu1, gpu2, each started as: tokenstorm"
                + " worker --join 127.0.0.1:7355 --id gpu1 --allow-commands");
    NodeSecurity tls = NodeSecurity.mutualTls(Path.of("certs/run"));
    assertThat(MatrixText.workers(elsewhere, "10.0.0.1:7355", tls).orElseThrow())
        .endsWith("--id gpu1 --host ITS-ADDRESS --certs ITS-CERTIFICATES --allow-commands");
    assertThat(MatrixText.workers(plan("environment: {NODE: \"{node}\"}"), "127.0.0.1:1", tls))
        .isEmpty();
  }
}
