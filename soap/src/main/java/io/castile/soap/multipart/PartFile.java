package io.castile.soap.multipart;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The temporary file of one message: its parts stand in it one behind the other, so that a message
 * has one open file however many parts it has. Only the owner may read it. Where the system allows
 * it, the file has no name from the beginning on, and is gone when the process is; elsewhere it is
 * deleted when it is closed.
 *
 * <p>It is closed when all shares are given back. Thread-safe. It is no channel, as an interrupted
 * reader would close that for all others.
 */
final class PartFile {
  private static final Logger log = LoggerFactory.getLogger(PartFile.class);

  private final RandomAccessFile file;
  private final @Nullable Path path; // null where it has been deleted
  private final long maxStoredBytes;

  private final ReentrantLock lock = new ReentrantLock();
  private long size; // guarded by lock
  private long reserved; // guarded by lock
  private int shares = 1; // guarded by lock

  private PartFile(RandomAccessFile file, @Nullable Path path, long maxStoredBytes) {
    this.file = file;
    this.path = path;
    this.maxStoredBytes = maxStoredBytes;
  }

  /**
   * Makes a file, of which the caller has one share.
   *
   * @param maxStoredBytes of all files together
   * @throws IOException if that is not possible in the directory
   */
  static PartFile create(Path directory, long maxStoredBytes) throws IOException {
    Path path = directory.resolve("castile-" + UUID.randomUUID() + ".parts");
    Files.createFile(path, ownerOnly()); // which fails where anything of that name is there
    RandomAccessFile file = null;
    try {
      file = new RandomAccessFile(path.toFile(), "rw");
    } finally {
      if (file == null) {
        Files.deleteIfExists(path);
      }
    }
    return new PartFile(file, isDeleted(path) ? null : path, maxStoredBytes);
  }

  private static FileAttribute<?>[] ownerOnly() {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  private static boolean isDeleted(Path path) {
    try {
      Files.delete(path);
      return true;
    } catch (IOException e) {
      log.debug("an open file cannot be deleted here: {}", e.toString());
      return false;
    }
  }

  long size() {
    lock.lock();
    try {
      return size;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Appends bytes.
   *
   * @throws IOException if that is not possible, or all files together would have too many
   */
  void append(byte[] bytes, int length) throws IOException {
    lock.lock();
    try {
      while (reserved < size + length) {
        DiskBudget.reserve(maxStoredBytes);
        reserved += DiskBudget.STEP;
      }
      file.seek(size);
      file.write(bytes, 0, length);
      size += length;
    } finally {
      lock.unlock();
    }
  }

  /** Reads at least one byte; returns how many. */
  int read(long position, byte[] bytes, int offset, int length) throws IOException {
    lock.lock();
    try {
      file.seek(position);
      int count = file.read(bytes, offset, length);
      if (count < 0) {
        throw new IOException("the temporary file of a message has become shorter");
      }
      return count;
    } finally {
      lock.unlock();
    }
  }

  /** Takes one more share. */
  void share() {
    lock.lock();
    try {
      shares++;
    } finally {
      lock.unlock();
    }
  }

  /** Gives one share back. */
  void release() {
    lock.lock();
    try {
      if (--shares == 0) {
        close();
      }
    } finally {
      lock.unlock();
    }
  }

  private void close() {
    try {
      file.close();
      if (path != null) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      log.warn("the temporary file of a message could not be closed: {}", e.toString());
    } finally {
      DiskBudget.release(reserved);
    }
  }

  /**
   * Counts what the temporary files of all messages have together in this process, so that they do
   * not fill the disk. A server's files end with their exchanges, a client's when the application
   * closes them. Thread-safe.
   */
  static final class DiskBudget {
    /**
     * Files count in steps of this, and so each at least as one: their number is bounded, too.
     * Unit: bytes.
     */
    static final long STEP = 4 << 20;

    /** How long to wait for other exchanges to end when there is no more room. */
    private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Condition RELEASED = LOCK.newCondition();

    private static long total; // guarded by LOCK

    private DiskBudget() {}

    /**
     * Takes one step more. Where there is no room this waits for a second: exchanges under way end,
     * and give theirs back. It asks for no garbage collection, which a peer could then bring about.
     *
     * @throws IOException if all steps together would have more than {@code most} bytes
     */
    static void reserve(long most) throws IOException {
      LOCK.lock();
      try {
        long left = WAIT_NANOS;
        while (total + STEP > most && left > 0) {
          left = RELEASED.awaitNanos(left);
        }
        if (total + STEP > most) {
          throw new IOException(
              "the parts of messages in files have "
                  + total
                  + " bytes together; the limit is maxStoredBytes = "
                  + most);
        }
        total += STEP;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while waiting for room in files", e);
      } finally {
        LOCK.unlock();
      }
    }

    /** Gives steps back. */
    static void release(long bytes) {
      LOCK.lock();
      try {
        total -= bytes;
        RELEASED.signalAll();
      } finally {
        LOCK.unlock();
      }
    }
  }
}
