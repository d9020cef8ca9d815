package io.castile.delta.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DictionaryTrialTest {
  private static final int ROWS = 400;

  private final Random random = new Random(1);

  private static byte[] list(List<String> rows) {
    return rows.stream()
        .map(row -> "<i>" + row + "</i>")
        .collect(Collectors.joining("", "<r>", "</r>"))
        .getBytes(UTF_8);
  }

  private List<String> rows() {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(text());
    }
    return rows;
  }

  private String text() {
    return "0." + (1_000_000_000_000_000L + (long) (random.nextDouble() * 1e15));
  }

  private static boolean isFrame(byte[] delta) {
    return (delta[0] & 0xf) == DeltaFormat.DICTIONARY;
  }

  @Test
  void rowsThatHaveMovedFarAreSentInAFrame() {
    List<String> rows = rows();
    Instance base = Instance.of(list(rows));
    for (int message = 0; message < 5; message++) {
      Collections.shuffle(rows, random);
      Instance target = Instance.of(list(rows));
      byte[] delta = Delta.between(base, target);
      assertThat(isFrame(delta)).isTrue();
      base = target;
    }
  }

  /** After frames that were longer, one delta in so many tries one again. */
  @Test
  void rowsThatHaveMovedAreFoundAfterMessagesWithNone() {
    List<String> rows = rows();
    Instance base = Instance.of(list(rows));
    for (int message = 0; message < 200; message++) {
      for (int i = 0; i < ROWS / 5; i++) {
        rows.set(random.nextInt(ROWS), text());
      }
      Instance target = Instance.of(list(rows));
      assertThat(isFrame(Delta.between(base, target))).isFalse();
      base = target;
    }
    int columns = 0;
    boolean frame = false;
    for (int message = 0; message < 100 && !frame; message++) {
      Collections.shuffle(rows, random);
      Instance target = Instance.of(list(rows));
      frame = isFrame(Delta.between(base, target));
      columns += frame ? 0 : 1;
      base = target;
    }
    assertThat(frame).isTrue();
    assertThat(columns).isLessThanOrEqualTo(64);
  }
}
