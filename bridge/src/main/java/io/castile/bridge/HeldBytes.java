package io.castile.bridge;

import io.castile.xml.XmlLimitException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A document that is read and let go of: bounds how much of it is read for what has not been let go
 * of yet. Used by one thread.
 */
final class HeldBytes extends FilterInputStream {
  private final int most;
  private int held;

  /**
   * @param most how many bytes may be held
   */
  HeldBytes(InputStream in, int most) {
    super(in);
    this.most = most;
  }

  /** Takes it that what has been read until now is not held any more. */
  void released() {
    held = 0;
  }

  @Override
  public int read() throws IOException {
    int read = super.read();
    if (read >= 0) {
      hold(1);
    }
    return read;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = super.read(bytes, offset, Math.min(length, most - held + 1));
    if (read > 0) {
      hold(read);
    }
    return read;
  }

  /**
   * @throws XmlLimitException if it is too much
   */
  private void hold(int read) {
    held += read;
    if (held > most) {
      throw new XmlLimitException(
          "expected at most " + most + " bytes that can only be written as a whole, found more",
          "",
          -1);
    }
  }
}
