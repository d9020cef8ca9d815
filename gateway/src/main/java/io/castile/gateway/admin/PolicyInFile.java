package io.castile.gateway.admin;

import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A policy in a file. What another writer has put there a moment ago is replaced. */
record PolicyInFile(ResponseCache cache, Path file) implements PolicyPlace {
  private static final Logger log = LoggerFactory.getLogger(PolicyInFile.class);

  @Override
  public String change() {
    return "file";
  }

  @Override
  public Optional<String> text() {
    try {
      return Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
    } catch (IOException e) {
      log.debug("the file of the policy is not read: {}", e.toString());
      return Optional.empty();
    }
  }

  /**
   * Replaces the file in one step, so that no reader sees a part of it; the target of a link is
   * replaced.
   */
  @Override
  public void replace(String before, String text, CachePolicy policy) {
    try {
      Path target = file.toRealPath();
      Path draft = target.resolveSibling("." + target.getFileName() + ".new");
      Files.writeString(draft, text);
      Files.move(
          draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      log.warn("the policy stays as it was, as its file cannot be written: {}", e.toString());
      throw new ApiException(409, "the policy stays as it was: its file cannot be written: " + e);
    }
    cache.policy(policy);
  }
}
