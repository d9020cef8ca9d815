package io.castile.soap.multipart;

import io.castile.xml.Attachment;
import io.castile.xml.internal.BytesAttachment;
import jakarta.activation.DataSource;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A part of a message that came which stands in a file. It can be read any number of times, by any
 * number of threads, until it is closed: by the application, or with the exchange. The garbage
 * collector closes what a client's application has forgotten, as a last resort. Thread-safe.
 */
final class StoredPart implements Attachment, DataSource, Closeable {
  /** With its thread, for all; there is none before the first part. */
  private static final Cleaner CLEANER = Cleaner.create();

  /** An array may not be longer. */
  private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  private final String id;
  private final String contentType;
  private final PartFile file;
  private final long start;
  private final long size;
  private final Cleaner.Cleanable share;

  private volatile boolean closed;
  private volatile boolean retained;
  private volatile boolean kept;

  /** A part that stands at the end of the file, of which it takes a share. */
  StoredPart(String id, @Nullable String contentType, PartFile file, long size) {
    this.id = id;
    this.contentType = contentType == null ? BytesAttachment.UNKNOWN_TYPE : contentType;
    this.file = file;
    this.start = file.size() - size;
    this.size = size;
    file.share();
    this.share = CLEANER.register(this, file::release);
  }

  @Override
  public String contentType() {
    return contentType;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public Attachment retained() {
    retained = true;
    return this;
  }

  /** Whether the caller has got it, and keeps it beyond the exchange. */
  boolean isRetained() {
    return retained;
  }

  /** Lets the part stand beyond the exchange, whether or not it {@link #isRetained}. */
  void keep() {
    kept = true;
  }

  /** Whether the application has asked for that. */
  boolean isKept() {
    return kept;
  }

  @Override
  public byte[] toByteArray() throws IOException {
    if (size > MAX_ARRAY) {
      throw new IOException("Cannot return " + size + " bytes in an array. Use a DataHandler.");
    }
    byte[] bytes = new byte[(int) size];
    for (int count = 0; count < bytes.length; ) {
      count += read(count, bytes, count, bytes.length - count);
    }
    return bytes;
  }

  @Override
  public InputStream open() throws IOException {
    checkOpen();
    return new PartStream();
  }

  /** Lets go of the bytes, for all code that has the part. */
  @Override
  public void close() {
    closed = true;
    share.clean();
  }

  private void checkOpen() throws IOException {
    if (closed) {
      throw new IOException(
          "Cannot read "
              + this
              + ", because it has been closed, or its call has ended. A service keeps it longer by"
              + " AttachmentData.keep.");
    }
  }

  private int read(long position, byte[] bytes, int offset, int length) throws IOException {
    try {
      checkOpen();
      return file.read(start + position, bytes, offset, length);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return open();
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    throw new IOException("Cannot write to a received part.");
  }

  @Override
  public String getContentType() {
    return contentType;
  }

  @Override
  public String getName() {
    return "";
  }

  @Override
  public String toString() {
    return "part " + id;
  }

  /** Reads from the beginning. Not thread-safe. */
  private final class PartStream extends InputStream {
    private long position;

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      Objects.checkFromIndexSize(offset, length, bytes.length);
      if (length == 0) {
        return 0;
      }
      if (position == size) {
        return -1;
      }
      int wanted = (int) Math.min(length, size - position);
      int count = StoredPart.this.read(position, bytes, offset, wanted);
      position += count;
      return count;
    }

    @Override
    public long skip(long count) {
      long skipped = Math.max(0, Math.min(count, size - position));
      position += skipped;
      return skipped;
    }

    @Override
    public int available() {
      return (int) Math.min(Integer.MAX_VALUE, size - position);
    }
  }
}
