package io.castile.delta;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import io.castile.delta.format.DeltaException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Content of Zstandard frames, decoded while it arrives, to its end; what is cut short or goes on
 * behind its end fails. For one thread.
 */
final class ZstdContent extends InputStream {
  private final InputStream content;
  private final @Nullable Dictionary dictionary; // null for none
  private final int windowLog;
  private @Nullable ZstdInputStreamNoFinalizer frames; // null before the first read

  /**
   * The dictionary with which frames were made.
   *
   * @param head with which the content begins
   */
  record Dictionary(byte[] head, byte[] bytes) {}

  /**
   * @param content closed with this stream
   * @param dictionary null for none
   * @param windowLog of the largest window, to the base 2
   */
  ZstdContent(InputStream content, @Nullable Dictionary dictionary, int windowLog) {
    this.content = content;
    this.dictionary = dictionary;
    this.windowLog = windowLog;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    try {
      ZstdInputStreamNoFinalizer begun = frames == null ? begin() : frames;
      return begun.read(bytes, offset, length);
    } catch (ZstdIOException e) {
      throw new DeltaException("expected a Zstandard frame: " + e.getMessage(), e);
    }
  }

  private ZstdInputStreamNoFinalizer begin() throws IOException {
    if (dictionary != null) {
      byte[] head = content.readNBytes(dictionary.head().length);
      if (!Arrays.equals(head, dictionary.head())) {
        throw new DeltaException("expected the head of dcz with the hash of the dictionary");
      }
    }
    PushbackInputStream in = new PushbackInputStream(content);
    int first = in.read();
    if (first < 0) {
      throw new DeltaException("expected a Zstandard frame, found the end");
    }
    in.unread(first);
    ZstdInputStreamNoFinalizer begun = new ZstdInputStreamNoFinalizer(in);
    frames = begun; // closed whatever fails from here on
    begun.setLongMax(windowLog);
    if (dictionary != null) {
      begun.setDict(dictionary.bytes());
    }
    return begun;
  }

  /** Frees native memory, which the garbage collector does not; so it has to be called. */
  @Override
  public void close() throws IOException {
    if (frames != null) {
      frames.close();
    }
    content.close();
  }
}
