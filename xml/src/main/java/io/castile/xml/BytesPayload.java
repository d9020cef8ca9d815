package io.castile.xml;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/** A document at the beginning of an array. */
final class BytesPayload implements Payload {
  private final byte[] bytes;
  private final int length;
  private final ByteBuffer[] pieces = new ByteBuffer[1];

  BytesPayload(byte[] bytes, int length) {
    Objects.checkFromIndexSize(0, length, bytes.length);
    this.bytes = bytes;
    this.length = length;
  }

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
}
