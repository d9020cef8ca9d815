package io.castile.delta;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The messages of the corpus; a test that asks for them is skipped where it is absent. */
public final class CorpusMessages {
  private static final Path MESSAGES = Path.of("../../shared/corpus/messages");

  private CorpusMessages() {}

  /** All messages, in the order of their files. */
  public static List<byte[]> all() throws IOException {
    assumeTrue(Files.isDirectory(MESSAGES), "the corpus is absent: expected " + MESSAGES);
    List<byte[]> messages = new ArrayList<>();
    try (Stream<Path> files = Files.walk(MESSAGES)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        messages.add(Files.readAllBytes(file));
      }
    }
    return messages;
  }
}
