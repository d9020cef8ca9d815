package io.castile.template;

import io.castile.xml.Payload;
import io.castile.xml.XmlWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * A saved message: its bytes in chunks, and the table of its fields with the values that stand
 * there. After every update the bytes are those of a fresh message, stuffing aside.
 *
 * <p>Owned by one thread at a time. An update that fails leaves the template unusable.
 */
public final class Template implements Payload {
  private final XmlWriter writer = new XmlWriter();
  private final ByteBuffer[] pieces = new ByteBuffer[1];

  public Template(TemplateOptions options) {}

  /**
   * Makes this the message that {@code content} writes.
   *
   * @return how it related to the one before; the same object after each update
   */
  public <E extends Exception> Update update(Content<E> content) throws E {
    writer.reset();
    content.writeTo(writer);
    return new Update();
  }

  /** Whether an update has failed: the template is to be thrown away. */
  public boolean isBroken() {
    return false;
  }

  /** The memory that this template holds, in bytes, roughly. */
  public long footprint() {
    return writer.buffer().length;
  }

  @Override
  public int size() {
    return writer.size();
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    writer.writeTo(out);
  }

  @Override
  public ByteBuffer[] pieces() {
    pieces[0] = ByteBuffer.wrap(writer.buffer(), 0, writer.size());
    return pieces;
  }

  /** A copy of the whole message, the caller's own. */
  public byte[] toByteArray() {
    return writer.toByteArray();
  }
}
