package io.tokenstorm.cli.session;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenstorm.cli.exit.CommandFailure;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {
  @TempDir Path directory;

  @Test
  void read_withoutAReport_saysWhyThereIsNoneAndHowToMakeIt() {
    assertThatThrownBy(() -> Results.read(directory))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("its report could not be written: ")
        .hasMessageEndingWith(
            "'tokenstorm report " + directory + "' makes it once that is mended.");
  }
}
