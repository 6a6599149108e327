package io.tokenstorm.coordinator.plan.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProblemTest {
  @Test
  void render_aKeyWithControlCharacters_staysOnOneLineAndMovesNoCursor() {
    Problem problem =
        new Problem("plan.yaml", 4, 7, "headers.x\r\nEvil\u001b[31m", "no name", "x\u2028y");
    assertThat(problem.render())
        .isEqualTo("plan.yaml:4:7: headers.x  Evil [31m: no name; did you mean x y?");
  }
}
