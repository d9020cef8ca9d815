package io.castile.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys come from a file, of which errors tell the line and nothing else. */
final class FleetKeysTest {
  private static final byte[] PLACE = {1, 2};
  private static final byte[] TEXT = "text".getBytes(StandardCharsets.UTF_8);

  @TempDir private Path folder;

  private static byte[] key(int first) {
    byte[] key = new byte[32];
    key[0] = (byte) first;
    return key;
  }

  private static String line(int name, int first) {
    return name + " " + Base64.getEncoder().encodeToString(key(first));
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("keys"), text);
  }

  @Test
  void theFirstKeyEncryptsAndTheOthersDecrypt() throws Exception {
    FleetKeys keys = FleetKeys.load(file("# ours\n\n" + line(2, 20) + "\r\n" + line(1, 10)));

    byte[] sealed = keys.sealed(TEXT, PLACE);
    assertThat(FleetKeys.of(2, key(20)).opened(sealed, PLACE)).isEqualTo(TEXT);
    assertThat(FleetKeys.of(1, key(10)).opened(sealed, PLACE)).isNull();
    assertThat(keys.opened(FleetKeys.of(1, key(10)).sealed(TEXT, PLACE), PLACE)).isEqualTo(TEXT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "c2VjcmV0 | keys:2 | expected two words, found 1",
        "one c2VjcmV0 | keys:2 | expected a number",
        "1 c2VjcmV0! | keys:2 | expected Base64",
        "1 c2VjcmV0 | keys:2 | a key of 32 bytes, found 6",
      })
  void whatIsNoKeyIsRefusedWithItsLineAndIsNotTold(String line, String place, String words)
      throws Exception {
    Path file = file("# ours\n" + line + "\n");

    assertThatThrownBy(() -> FleetKeys.load(file))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll(place, words)
        .hasMessageNotContaining("c2VjcmV0")
        .hasNoCause();
  }

  @Test
  void aFileWithoutKeysIsRefused() throws Exception {
    Path file = file("# none\n");
    Path twice = Files.writeString(folder.resolve("twice"), line(1, 1) + "\n" + line(1, 2));

    assertThatThrownBy(() -> FleetKeys.load(file)).hasMessageContaining("expected a line with");
    assertThatThrownBy(() -> FleetKeys.load(twice))
        .hasMessageContainingAll("twice:2", "another name");
    assertThatThrownBy(() -> FleetKeys.load(folder.resolve("absent")))
        .isInstanceOf(NoSuchFileException.class);
  }
}
