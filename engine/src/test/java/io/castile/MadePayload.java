package io.castile;

import io.castile.xml.Payload;
import java.io.IOException;
import java.io.OutputStream;

/** A message that is written step by step, and whose size nobody knows before. */
public record MadePayload(byte[] bytes, int step) implements Payload {
  @Override
  public int size() {
    return UNKNOWN_SIZE;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    for (int i = 0; i < bytes.length; i += step) {
      out.write(bytes, i, Math.min(step, bytes.length - i));
    }
  }
}
