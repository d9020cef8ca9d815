package io.castile.gateway.edge;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The keys in a file, which is read again when it changes. Thread-safe. */
final class JwkSetFile implements KeySource {
  private final WatchedFiles<JwkSetKeys> keys;

  /**
   * @throws IOException if the file cannot be read, or has no set with a key
   */
  JwkSetFile(Path file) throws IOException {
    keys = new WatchedFiles<>(List.of(file), () -> JwkSetKeys.read(file));
  }

  @Override
  public JwkSetKeys keys() {
    return keys.value();
  }

  @Override
  public CompletableFuture<Void> newer() {
    return CompletableFuture.completedFuture(null); // it is looked at anyway
  }

  @Override
  public void look() {
    keys.look();
  }
}
