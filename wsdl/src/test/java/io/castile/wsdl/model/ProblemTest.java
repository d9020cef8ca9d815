package io.castile.wsdl.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

final class ProblemTest {
  @Test
  void theTextIsOneLineThatATerminalShowsAsItIs() {
    Problem problem =
        Problem.warning(
            new Place(URI.create("file:/shop.wsdl"), 3, 4),
            "name 'a\nwarning  b\u001b[2K\u009b2K\u202ec\u2028d ü' is used twice",
            "the first is taken");

    assertThat(problem)
        .hasToString(
            "/shop.wsdl:3:4: name 'a?warning  b?[2K?2K?c?d ü' is used twice; the first is taken");
  }
}
