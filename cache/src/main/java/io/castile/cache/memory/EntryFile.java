package io.castile.cache.memory;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Instant;

/**
 * A file of entries that outlive a process. All numbers are big-endian.
 *
 * <pre>
 * file     "CsCF"  version:1  written:time  made-under:text  (useless-from:time  size:4  entry) ...  -1:4
 * time     seconds:8  nanos:4
 * text     size:2  UTF-8
 * </pre>
 *
 * <p>Entries say by themselves whether they are damaged ({@link io.castile.cache.EntryBytes}).
 */
public final class EntryFile {
  private static final int MAGIC = 0x43734346;
  private static final byte VERSION = 1;
  private static final int END = -1;
  private static final int TIME_BYTES = 8 + 4;
  private static final int BUFFER = 1 << 16;

  /** No entry has more, so that a size that is damaged takes no more memory than this. */
  private static final int MOST_ENTRY_BYTES = 64 << 20;

  private EntryFile() {}

  /** Takes what is read. */
  public interface Reader {
    /**
     * @param uselessFrom as it was written
     * @param entry the reader's own
     */
    void entry(Instant uselessFrom, byte[] entry);
  }

  /** Writes a file, which is there once all is written. Used by one thread. */
  public static final class Writer implements Closeable {
    private final Path file;
    private final Path written; // becomes the file
    private final DataOutputStream out;
    private boolean isWhole;

    /**
     * Begins a file that only its owner may read.
     *
     * @param madeUnder says what the entries depend on, in less than 64 KiB
     */
    public Writer(Path file, Instant now, String madeUnder) throws IOException {
      this.file = file;
      Path folder = file.toAbsolutePath().getParent();
      written = Files.createTempFile(folder, file.getFileName() + ".", ".tmp");
      out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(written), BUFFER));
      out.writeInt(MAGIC);
      out.writeByte(VERSION);
      time(now);
      byte[] text = madeUnder.getBytes(StandardCharsets.UTF_8);
      out.writeShort(text.length);
      out.write(text);
    }

    /**
     * Writes an entry.
     *
     * @return false if it is too large, and left out
     */
    public boolean entry(Instant uselessFrom, byte[] entry) throws IOException {
      if (entry.length > MOST_ENTRY_BYTES) {
        return false;
      }
      time(uselessFrom);
      out.writeInt(entry.length);
      out.write(entry);
      return true;
    }

    private void time(Instant time) throws IOException {
      out.writeLong(time.getEpochSecond());
      out.writeInt(time.getNano());
    }

    /** Puts the file where it is to be, in place of one that is there. */
    public void end() throws IOException {
      time(Instant.EPOCH);
      out.writeInt(END);
      out.close();
      Files.move(
          written, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
      isWhole = true;
    }

    /** Leaves nothing of a file that was not ended. */
    @Override
    public void close() throws IOException {
      try {
        out.close();
      } finally {
        if (!isWhole) {
          Files.deleteIfExists(written);
        }
      }
    }
  }

  /**
   * Reads a file.
   *
   * @param now entries that were written later are not used: the clock was set back
   * @param madeUnder entries that depend on something else are not used
   * @return whether the entries of the file are of use; if not, none was read
   * @throws NoSuchFileException if there is none
   * @throws IllegalArgumentException if it is no such file
   * @throws IOException if it is damaged or cannot be read; entries before that were read
   */
  public static boolean read(Path file, Instant now, String madeUnder, Reader reader)
      throws IOException {
    long left = Files.size(file);
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER))) {
      if (left < Integer.BYTES || in.readInt() != MAGIC) {
        throw new IllegalArgumentException(
            "expected a file of entries, found another one: " + file);
      }
      if (in.readByte() != VERSION || time(in).isAfter(now) || !text(in).equals(madeUnder)) {
        return false;
      }
      while (true) {
        Instant uselessFrom = time(in);
        int size = in.readInt();
        if (size == END) {
          return true;
        }
        left -= TIME_BYTES + Integer.BYTES;
        if (size < 0 || size > Math.min(left, MOST_ENTRY_BYTES)) {
          throw new IOException("expected an entry, found one of " + size + " bytes: " + file);
        }
        left -= size;
        byte[] entry = new byte[size];
        in.readFully(entry);
        reader.entry(uselessFrom, entry);
      }
    } catch (EOFException e) {
      throw new IOException("expected more entries, found the end: " + file, e);
    } catch (DateTimeException | ArithmeticException e) {
      throw new IOException("expected a time, found none: " + file, e);
    }
  }

  private static String text(DataInputStream in) throws IOException {
    byte[] text = new byte[in.readUnsignedShort()];
    in.readFully(text);
    return new String(text, StandardCharsets.UTF_8);
  }

  private static Instant time(DataInputStream in) throws IOException {
    long seconds = in.readLong();
    return Instant.ofEpochSecond(seconds, in.readInt());
  }
}
