package io.castile.delta.format;

import java.util.Arrays;

/** A message that is being made of what a peer has sent, of bounded size. Not thread-safe. */
public final class BoundedOutput {
  private final TextOutput out = new TextOutput();
  private final int maxBytes;

  public BoundedOutput(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /**
   * Appends bytes.
   *
   * @throws DeltaException if the message becomes too large
   */
  public void append(byte[] source, int start, int end) throws DeltaException {
    if (end - start > maxBytes - out.size) {
      throw DeltaException.tooLarge(maxBytes);
    }
    out.append(source, start, end);
  }

  /** The bytes so far, and maybe more. */
  public byte[] bytes() {
    return out.bytes;
  }

  public int size() {
    return out.size;
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(out.bytes, out.size);
  }
}
