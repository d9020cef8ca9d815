package io.castile.soap;

import io.castile.xml.Payload;
import io.castile.xml.XmlWriter;
import java.io.IOException;
import java.io.OutputStream;

/** Payloads as other things than what they are. */
final class Payloads {
  private Payloads() {}

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
