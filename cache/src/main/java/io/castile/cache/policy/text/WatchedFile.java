package io.castile.cache.policy.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A file whose content may change, behind links too. Its time and size are looked at, and its
 * content only where these are others, or so young that a further edit may have left them the same.
 * Thread-safe.
 */
public final class WatchedFile {
  /** The coarsest clock of a file system, that of FAT. */
  private static final long YOUNG_MILLIS = 2_000;

  private final Path file;
  private @Nullable State seen; // null for no file
  private byte @Nullable [] digest; // null for a file that cannot be read
  private boolean isYoung;
  private boolean isForgotten = true;

  private record State(FileTime time, long size, @Nullable Object key) {}

  public WatchedFile(Path file) {
    this.file = Objects.requireNonNull(file, "file");
  }

  /** Returns another look at the same file, to which the same is known of it. */
  public synchronized WatchedFile copy() {
    WatchedFile copy = new WatchedFile(file);
    copy.seen = seen;
    copy.digest = digest;
    copy.isYoung = isYoung;
    copy.isForgotten = isForgotten;
    return copy;
  }

  /** Returns where it is. */
  public Path path() {
    return file;
  }

  /**
   * Whether the content is another one than when this was asked last; that the file is there or can
   * be read counts. True for the first time.
   */
  public synchronized boolean hasChanged() {
    State now = state();
    if (!isForgotten && !isYoung && Objects.equals(now, seen)) {
      return false;
    }
    byte[] content = digest();
    boolean hasChanged = isForgotten || !Arrays.equals(content, digest);
    isForgotten = false;
    isYoung = now != null && now.time.toMillis() > System.currentTimeMillis() - YOUNG_MILLIS;
    seen = now;
    digest = content;
    return hasChanged;
  }

  /** Has the content count as another one when it is asked for next. */
  public synchronized void forget() {
    isForgotten = true;
  }

  private @Nullable State state() {
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      return new State(now.lastModifiedTime(), now.size(), now.fileKey());
    } catch (IOException e) {
      return null;
    }
  }

  private byte @Nullable [] digest() {
    try (InputStream in =
        new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-256"))) {
      in.transferTo(OutputStream.nullOutputStream());
      return ((DigestInputStream) in).getMessageDigest().digest();
    } catch (IOException e) {
      return null;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(
          "Cannot digest the file, because this JDK has no SHA-256.", e);
    }
  }
}
