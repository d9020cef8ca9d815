package io.castile.delta;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.delta.format.Delta;
import io.castile.delta.format.DeltaException;
import io.castile.delta.format.DeltaWriter;
import io.castile.delta.format.Instance;
import io.castile.delta.format.RowDocument;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Deltas between real messages, however little they have in common. */
class CorpusTest {
  private static final int MAX_BYTES = 64 << 20;

  /** How many other messages are the base of each, besides the one before it. */
  private static final int OTHERS = 40;

  @Test
  @Tag("long")
  void deltasBetweenRealMessagesGiveTheirTargets() throws Exception {
    List<byte[]> messages = CorpusMessages.all();
    assertThat(messages).hasSizeGreaterThan(100);
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 1; i < messages.size(); i++) {
      check(messages.get(i - 1), messages.get(i));
      check(messages.get(i), messages.get(i));
      for (int other = 0; other < OTHERS; other++) {
        check(messages.get(random.nextInt(messages.size())), messages.get(i));
      }
    }
  }

  private static void check(byte[] base, byte[] target) throws DeltaException {
    byte[] written = new DeltaWriter(Instance.of(base), Instance.of(target)).write();
    if (written != target) {
      Instance applied = Delta.apply(Instance.of(base), written, MAX_BYTES);
      assertThat(applied.bytes()).isEqualTo(target);
      assertThat(applied.document()).isEqualTo(RowDocument.of(target));
    }
  }
}
