package io.castile.template.internal;

import io.castile.template.TemplateOptions;
import io.castile.xml.Payload;
import io.castile.xml.XmlLimitException;
import io.castile.xml.XmlWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A saved message: its bytes in chunks, and the table of its fields with the values that stand
 * there. After every update the bytes are those of a fresh message, stuffing aside. (Differential
 * serialization: Abu-Ghazaleh, Lewis, Govindaraju, HPDC 2004.)
 *
 * <p>Owned by one thread at a time. An update that fails leaves the template broken: it is to be
 * thrown away.
 */
public final class Template implements Payload {
  /** Stands for the codecs of a template that are always the same. */
  private static final Object SAME = new Object();

  private final TemplateOptions options;
  private final TemplateWriter writer;
  private boolean broken;
  private long footprint;

  /** Refers to the codecs that wrote the message, which it does not keep; null before any did. */
  private @Nullable WeakReference<Object> codecs;

  /** The message as it was last asked for. */
  private ByteBuffer[] pieces = {};

  private int size;

  /** A template without a message. */
  public Template(TemplateOptions options) {
    this.options = options;
    this.writer = new TemplateWriter(options, this);
  }

  /**
   * Returns another template with the same message, which must not come from an abandoned update.
   * The two share memory until one of them changes: each chunk is copied when it is first written
   * to. To be called by the owner; the new one may go to another thread.
   */
  public Template fork() {
    checkUsable();
    if (writer.isAbandoned()) {
      throw new IllegalStateException(
          "Cannot fork this template, because its last update was abandoned.");
    }
    Template fork = new Template(options);
    fork.writer.share(writer);
    fork.codecs = codecs;
    fork.measure();
    return fork;
  }

  /**
   * Updates this template to the message that {@code content} writes.
   *
   * <p>Where it shows early that nearly everything outgrows its place, {@code content} is called
   * again, to write the message plainly, and the next update has nothing to compare with and begins
   * afresh ({@link UpdateResult#isAbandoned}).
   *
   * @return how it related to the one before; the same object after each update
   * @throws LongArrayException if the message is to be sent by {@link Overlay} instead; the
   *     template is broken then, too
   * @throws E what {@code content} throws; the template is broken then
   */
  public <E extends Exception> UpdateResult update(Content<E> content) throws E {
    return update(content, SAME);
  }

  /**
   * Updates the template, like {@link #update(Content)}, by content whose codecs may change.
   *
   * @param writtenBy stands for the codecs that write this time, by its identity. Where others
   *     wrote last, objects are written even if they say that they are as they were: other codecs
   *     may write the same object otherwise, as with other prefixes
   */
  public <E extends Exception> UpdateResult update(Content<E> content, Object writtenBy) throws E {
    checkUsable();
    broken = true;
    boolean isOfLast = codecs != null && codecs.refersTo(writtenBy);
    if (!isOfLast) {
      codecs = new WeakReference<>(writtenBy);
    }
    writer.begin(size, isOfLast);
    UpdateResult update = tryUpdate(content) ? writer.end() : writePlain(content);
    if (update.match() != Match.CONTENT) {
      measure();
    }
    broken = false;
    return update;
  }

  /** Writes the message over the saved one; false if that was abandoned. */
  private <E extends Exception> boolean tryUpdate(Content<E> content) throws E {
    try {
      content.writeTo(writer);
    } catch (Exception e) {
      if (!writer.resizes.isAbandoned()) {
        throw e;
      }
    }
    return !writer.resizes.isAbandoned();
  }

  private <E extends Exception> UpdateResult writePlain(Content<E> content) throws E {
    writer.beginPlain();
    XmlWriter plain =
        new XmlWriter(
            options.chunkBytes(),
            (piece, length) -> {
              writer.addPlain(piece, length);
              return new byte[options.chunkBytes()];
            });
    content.writeTo(plain);
    writer.addPlain(plain.buffer(), plain.size());
    return writer.endPlain();
  }

  private void checkUsable() {
    if (broken) {
      throw new IllegalStateException(
          "Cannot use this template, because an update has failed. Make another one.");
    }
  }

  private void measure() {
    long bytes = 0;
    List<Chunk> chunks = writer.chunks();
    for (int i = 0; i < chunks.size(); i++) { // as everywhere here: an iterator would be allocated
      Chunk chunk = chunks.get(i);
      bytes += chunk.size();
    }
    if (bytes > XmlWriter.DEFAULT_MAX_BYTES) {
      throw new XmlLimitException(
          "the message is larger than " + XmlWriter.DEFAULT_MAX_BYTES + " bytes", "", -1);
    }
    size = (int) bytes;
    footprint = writer.footprint();
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
        for (ItemChunk items : chunk.block.chunks()) {
          out.write(items.bytes, 0, items.used);
        }
      }
    }
  }

  @Override
  public ByteBuffer[] pieces() {
    int count = 0;
    List<Chunk> chunks = writer.chunks();
    for (int i = 0; i < chunks.size(); i++) {
      Chunk chunk = chunks.get(i);
      piece(count++, chunk.bytes, chunk.used);
      if (chunk.block != null) {
        List<ItemChunk> items = chunk.block.chunks();
        for (int n = 0; n < items.size(); n++) {
          piece(count++, items.get(n).bytes, items.get(n).used);
        }
      }
    }
    if (count != pieces.length) {
      pieces = Arrays.copyOf(pieces, count);
    }
    return pieces;
  }

  /** Sets a piece; its buffer is used again where it is the same chunk as before. */
  private void piece(int index, byte[] bytes, int used) {
    if (index >= pieces.length) {
      pieces = Arrays.copyOf(pieces, Math.max(index + 1, 2 * index));
    }
    ByteBuffer piece = pieces[index];
    if (piece == null || piece.array() != bytes) {
      pieces[index] = ByteBuffer.wrap(bytes, 0, used);
    } else {
      piece.limit(used).position(0);
    }
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
