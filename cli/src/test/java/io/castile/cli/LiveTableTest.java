package io.castile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class LiveTableTest {
  @Test
  void eachTextTakesThePlaceOfTheLast() {
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    try (LiveTable live = new LiveTable(new PrintStream(shown, true, StandardCharsets.UTF_8))) {
      live.show("a\nb\n");
      live.show("c\n");
    }

    assertThat(shown.toString(StandardCharsets.UTF_8))
        .isEqualTo("a\nb\n\033[2A\r\033[Jc\n\033[1A\r\033[J");
  }
}
