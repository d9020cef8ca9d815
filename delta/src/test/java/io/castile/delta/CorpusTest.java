package io.castile.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.delta.format.Delta;
import io.castile.delta.format.DeltaException;
import io.castile.delta.format.DeltaWriter;
import io.castile.delta.format.FieldTable;
import io.castile.delta.format.Instance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Deltas between real messages, however little they have in common. */
class CorpusTest {
  private static final Path MESSAGES = Path.of("../../shared/corpus/messages");
  private static final int MAX_BYTES = 64 << 20;

  /** How many other messages are the base of each, besides the one before it. */
  private static final int OTHERS = 40;

  @Test
  void deltasBetweenRealMessagesGiveTheirTargets() throws Exception {
    assumeTrue(Files.isDirectory(MESSAGES), "the corpus is absent: expected " + MESSAGES);
    List<byte[]> messages = messages();
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

  @Test
  void messagesOfThePaperComeOutAsTheyWentIn() throws Exception {
    assumeTrue(Files.isDirectory(MESSAGES), "the corpus is absent: expected " + MESSAGES);
    for (PaperLink.Updates updates : PaperLink.Updates.values()) {
      for (boolean encoded : new boolean[] {false, true}) {
        PaperLink sender = PaperLink.of(updates, encoded);
        PaperLink receiver = PaperLink.of(updates, encoded);
        for (byte[] message : messages()) {
          for (int i = 0; i < 2; i++) { // the second time against itself
            assertThat(receiver.decode(sender.encode(message), MAX_BYTES)).isEqualTo(message);
          }
        }
      }
    }
  }

  private static List<byte[]> messages() throws IOException {
    List<byte[]> messages = new ArrayList<>();
    try (Stream<Path> files = Files.walk(MESSAGES)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        messages.add(Files.readAllBytes(file));
      }
    }
    return messages;
  }

  private static void check(byte[] base, byte[] target) throws DeltaException {
    byte[] written = new DeltaWriter(Instance.of(base), Instance.of(target)).write();
    if (written != target) {
      Instance applied = Delta.apply(Instance.of(base), written, MAX_BYTES);
      assertThat(applied.bytes()).isEqualTo(target);
      assertThat(applied.table()).isEqualTo(FieldTable.of(target));
    }
  }
}
