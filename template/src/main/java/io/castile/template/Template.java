package io.castile.template;

import io.castile.xml.Payload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A saved message: its bytes in chunks, and the table of its fields with the values that stand
 * there. After every update the bytes are those of a fresh message, stuffing aside. (Differential
 * serialization: Abu-Ghazaleh, Lewis, Govindaraju, HPDC 2004.)
 *
 * <p>Owned by one thread at a time. An update that fails leaves the template broken: it is to be
 * thrown away.
 */
public final class Template implements Payload {
  private final TemplateOptions options;
  private final TemplateWriter writer;
  private boolean broken;
  private long footprint;

  /** The message as a gathering write takes it; null while it is not known. */
  private ByteBuffer[] pieces;

  private int size;

  /** A template without a message. */
  public Template(TemplateOptions options) {
    this.options = options;
    this.writer = new TemplateWriter(options, this);
  }

  /**
   * Another template with the same message. The two share memory until one of them changes: each
   * chunk is copied when it is first written to. To be called by the owner; the new one may go to
   * another thread.
   */
  public Template fork() {
    checkUsable();
    Template fork = new Template(options);
    fork.writer.share(writer);
    fork.measure();
    return fork;
  }

  /**
   * Makes this the message that {@code content} writes.
   *
   * @return how it related to the one before; the same object after each update
   * @throws LongArrayException if the message is to be sent by {@link Overlay} instead; the
   *     template is broken then, too
   * @throws E what {@code content} throws; the template is broken then
   */
  public <E extends Exception> Update update(Content<E> content) throws E {
    checkUsable();
    broken = true;
    writer.begin();
    content.writeTo(writer);
    Update update = writer.end();
    if (update.match() != Match.CONTENT) {
      measure();
    }
    broken = false;
    return update;
  }

  private void checkUsable() {
    if (broken) {
      throw new IllegalStateException("an update of this template has failed");
    }
  }

  private void measure() {
    size = 0;
    for (Chunk chunk : writer.chunks()) {
      size += chunk.used;
      if (chunk.block != null) {
        for (NumberChunk numbers : chunk.block.chunks()) {
          size += numbers.used;
        }
      }
    }
    footprint = writer.footprint();
    pieces = null;
  }

  /** Whether an update has failed: the template is to be thrown away. */
  public boolean isBroken() {
    return broken;
  }

  /** The memory that this template holds, in bytes, roughly; shared chunks count in full. */
  public long footprint() {
    return footprint;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    for (Chunk chunk : writer.chunks()) {
      out.write(chunk.bytes, 0, chunk.used);
      if (chunk.block != null) {
        for (NumberChunk numbers : chunk.block.chunks()) {
          out.write(numbers.bytes, 0, numbers.used);
        }
      }
    }
  }

  @Override
  public ByteBuffer[] pieces() {
    if (pieces == null) {
      List<ByteBuffer> all = new ArrayList<>();
      for (Chunk chunk : writer.chunks()) {
        all.add(ByteBuffer.wrap(chunk.bytes, 0, chunk.used));
        if (chunk.block != null) {
          for (NumberChunk numbers : chunk.block.chunks()) {
            all.add(ByteBuffer.wrap(numbers.bytes, 0, numbers.used));
          }
        }
      }
      pieces = all.toArray(ByteBuffer[]::new);
    } else {
      for (ByteBuffer piece : pieces) {
        piece.position(0);
      }
    }
    return pieces;
  }

  /** A copy of the whole message, the caller's own. */
  public byte[] toByteArray() {
    ByteArrayOutputStream out = new ByteArrayOutputStream(size);
    try {
      writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
