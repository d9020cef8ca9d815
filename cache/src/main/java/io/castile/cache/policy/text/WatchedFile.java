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
 * A file whose content may change, behind links too. A change counts once two looks have found the
 * same content: an editor empties a file before it writes the new content, and what a look finds
 * between the two is no version of the file. A look compares time and size, and reads the content
 * only where these are others, or so young that a further edit may have left them the same.
 * Thread-safe.
 */
public final class WatchedFile {
  /** The pause between two looks; a test that waits for changes sets a short one. */
  public static final long PAUSE_MILLIS = Long.getLong("io.castile.files.pauseMillis", 1_000);

  /** The coarsest clock of a file system, that of FAT. */
  private static final long YOUNG_MILLIS = 2_000;

  private final Path file;
  private @Nullable State seen; // null for no file
  private byte @Nullable [] digest; // of the version that counts; null for a file not to be read
  private byte @Nullable [] found; // of the last look; the same as digest where nothing changed
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
    copy.found = found;
    copy.isYoung = isYoung;
    copy.isForgotten = isForgotten;
    return copy;
  }

  /** Returns where it is. */
  public Path path() {
    return file;
  }

  /**
   * Looks at the file, and returns whether it has another content than the last one that counted,
   * and the look before found the same. A file that is gone or cannot be read has a content of its
   * own in this. True for the first look.
   */
  public synchronized boolean hasChanged() {
    State now = state();
    boolean isPending = !Arrays.equals(found, digest);
    if (!isForgotten && !isPending && !isYoung && Objects.equals(now, seen)) {
      return false;
    }
    byte[] content = digest();
    boolean isStill = Arrays.equals(content, found);
    boolean hasChanged = isForgotten || isStill && isPending;
    isYoung = now != null && now.time.toMillis() > System.currentTimeMillis() - YOUNG_MILLIS;
    seen = now;
    found = content;
    if (hasChanged) {
      digest = content;
      isForgotten = false;
    }
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
