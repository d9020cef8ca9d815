package io.castile.xml;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A document as bytes, ready to be sent: in one piece, in several, or made while it is sent.
 *
 * <p>Owned by one thread at a time; what it gives out is valid until its owner changes it.
 */
public interface Payload {
  /** The {@link #size} of a payload whose size is known only when all has been written. */
  int UNKNOWN_SIZE = -1;

  /** Returns the number of bytes, or {@link #UNKNOWN_SIZE}. */
  int size();

  /**
   * Writes the document to a stream, which is neither flushed nor closed. May be called again, for
   * the same bytes, where the document {@link #isRepeatable}.
   */
  void writeTo(OutputStream out) throws IOException;

  /** Whether {@link #writeTo} may be called again: not where its source can be read once only. */
  default boolean isRepeatable() {
    return true;
  }

  /**
   * The pieces of the document in their order, each from position to limit, for a gathering write;
   * the buffers are this object's own, and their positions are set anew by each call.
   *
   * @return null where there are no pieces to be had: {@link #writeTo} is the only way then
   */
  default ByteBuffer @Nullable [] pieces() {
    return null;
  }

  /**
   * Returns a document in an array, which is not changed as long as the payload is in use.
   *
   * @param length the size of the document, which begins at index 0
   */
  static Payload of(byte[] bytes, int length) {
    Objects.checkFromIndexSize(0, length, bytes.length);
    return new Payload() {
      private final ByteBuffer[] pieces = new ByteBuffer[1];

      @Override
      public int size() {
        return length;
      }

      @Override
      public void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, length);
      }

      @Override
      public ByteBuffer[] pieces() {
        pieces[0] = ByteBuffer.wrap(bytes, 0, length);
        return pieces;
      }
    };
  }
}
