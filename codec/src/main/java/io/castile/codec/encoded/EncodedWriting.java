package io.castile.codec.encoded;

import io.castile.codec.value.ValueCodec;
import org.jspecify.annotations.Nullable;

/**
 * A message while it is written: blocks that stand outside of its element, the element, and what
 * they refer to. Owned by one thread.
 */
public final class EncodedWriting {
  private final EncodedMessage message;
  private final @Nullable Object[] values;
  private final EncodedOutput out;
  private final SharedObjects shared;

  EncodedWriting(
      EncodedMessage message, @Nullable Object[] values, EncodedOutput out, SharedObjects shared) {
    this.message = message;
    this.values = values;
    this.out = out;
    this.shared = shared;
  }

  /** Writes a block, by its place among those of the message. */
  public void block(int index) {
    EncodedMessage.Part part = message.block(index);
    out.block(part.markup(), part.type(), part.get(values));
  }

  /** Writes the element of the message, and ends. */
  public void body() {
    int mark = out.xml.mark();
    out.openBlock(message.tag());
    out.xml.raw(ValueCodec.GT);
    for (EncodedMessage.Part part : message.parts()) {
      out.element(part.open, part.close, part.type(), part.get(values));
    }
    out.xml.raw(message.tag().close);
    out.xml.release(mark);
    end();
  }

  /** Writes the elements to which blocks refer, where they stand on their own, and ends. */
  public void end() {
    out.independentElements();
    message.release(shared);
  }
}
