package io.castile.bench.dynamic;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The folders of a checkout of Castile, where this runs in one. */
final class Checkout {
  /** What the launcher script says of itself. */
  private static final String ROOT = "castile.root";

  private Checkout() {}

  /** The root: what the launcher says, or the nearest folder with {@code .mvn}. */
  static Optional<Path> root() {
    Path at = Path.of(System.getProperty(ROOT, "")).toAbsolutePath();
    while (at != null && !Files.isDirectory(at.resolve(".mvn"))) {
      at = at.getParent();
    }
    return Optional.ofNullable(at);
  }

  /** A folder of the checkout, by its name. */
  static Optional<Path> folder(String name) {
    return root().map(root -> root.resolve(name)).filter(Files::isDirectory);
  }

  /** A file of the corpus of services beside the checkout. */
  static Optional<Path> corpus(String name) {
    return root()
        .map(root -> root.resolveSibling("shared").resolve("corpus").resolve(name))
        .filter(Files::isRegularFile);
  }
}
