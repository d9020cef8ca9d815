package io.castile.axis2;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Holds what is written, up to a size; larger content passes. Owned by one thread. */
final class HeldStream extends OutputStream {
  private final OutputStream out;
  private final int mostBytes;
  private final ByteArrayOutputStream held = new ByteArrayOutputStream();
  private boolean isPassing;

  /**
   * @param mostBytes the size of the largest content that is held
   */
  HeldStream(OutputStream out, int mostBytes) {
    this.out = out;
    this.mostBytes = mostBytes;
  }

  /** Returns what is held; null where the content passes. */
  byte @Nullable [] bytes() {
    return isPassing ? null : held.toByteArray();
  }

  /** Passes on what is held, and all that is written from now on. */
  void pass() throws IOException {
    isPassing = true;
    held.writeTo(out);
    held.reset();
    out.flush();
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    if (!isPassing && held.size() + (long) length > mostBytes) {
      pass();
    }
    if (isPassing) {
      out.write(bytes, from, length);
    } else {
      held.write(bytes, from, length);
    }
  }

  @Override
  public void flush() throws IOException {
    if (isPassing) {
      out.flush();
    }
  }

  /** Leaves the stream open, for what is held. */
  @Override
  public void close() throws IOException {
    flush();
  }
}
