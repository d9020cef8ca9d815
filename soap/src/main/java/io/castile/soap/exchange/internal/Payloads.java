package io.castile.soap.exchange.internal;

import io.castile.xml.Payload;
import io.castile.xml.XmlWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Payloads as other things than what they are. */
final class Payloads {
  private Payloads() {}

  /**
   * The document that {@code payload} is, as the caller's own array.
   *
   * @return null where it has no pieces
   */
  static byte @Nullable [] toByteArray(Payload payload) {
    ByteBuffer[] pieces = payload.pieces();
    if (pieces == null) {
      return null;
    }
    int size = 0;
    for (ByteBuffer piece : pieces) {
      size = Math.addExact(size, piece.remaining());
    }
    byte[] bytes = new byte[size];
    int at = 0;
    for (ByteBuffer piece : pieces) {
      int length = piece.remaining();
      piece.get(bytes, at, length);
      at += length;
    }
    return bytes;
  }

  /** Appends the document that {@code payload} is. */
  static void copy(Payload payload, XmlWriter out) {
    try {
      payload.writeTo(
          new OutputStream() {
            @Override
            public void write(int b) {
              out.raw(new byte[] {(byte) b});
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
              out.raw(bytes, offset, length);
            }
          });
    } catch (IOException e) {
      throw new IllegalStateException("the payload cannot be written: " + e.getMessage(), e);
    }
  }
}
