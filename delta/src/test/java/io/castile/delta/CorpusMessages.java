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
  private CorpusMessages() {}

  /** The folder of the messages beside the repository, whose root is the folder with .mvn. */
  private static Path folder() {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(root.resolve(".mvn"))) {
      root = root.getParent();
    }
    return root.resolveSibling("shared").resolve("corpus").resolve("messages");
  }

  /** All messages, in the order of their files. */
  public static List<byte[]> all() throws IOException {
    Path folder = folder();
    assumeTrue(Files.isDirectory(folder), "the corpus is absent: expected " + folder);
    List<byte[]> messages = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        messages.add(Files.readAllBytes(file));
      }
    }
    return messages;
  }
}
