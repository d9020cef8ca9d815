package io.castile.delta.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The examples in the description of the protocol are what is written and read. */
class ExamplesTest {
  private static final Pattern EXAMPLE =
      Pattern.compile(
          "```example\nbase +(.*)\ntarget +(.*)\nversion +([0-9a-f]+)\ndelta +([0-9a-f \n]+)\n```");

  @Test
  void theExamplesHold() throws Exception {
    Path page = Path.of("docs/link/differential-link.md");
    String text = Files.readString(Files.exists(page) ? page : Path.of("..").resolve(page));
    List<String> found = new ArrayList<>();
    Matcher example = EXAMPLE.matcher(text);
    while (example.find()) {
      Instance base = Instance.of(example.group(1).getBytes(UTF_8));
      long version = Long.parseLong(example.group(3), 16);
      Instance target = Instance.of(example.group(2).getBytes(UTF_8), version);
      byte[] written = new DeltaWriter(base, target).write();
      String hex = HexFormat.ofDelimiter(" ").formatHex(written);
      assertThat(example.group(4).replaceAll("\\s+", " ").trim()).isEqualTo(hex);
      assertThat(Delta.apply(base, written, 1000)).isEqualTo(target);
      found.add(hex);
    }
    assertThat(found).hasSize(3);
  }
}
