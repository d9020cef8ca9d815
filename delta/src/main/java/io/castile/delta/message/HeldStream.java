package io.castile.delta.message;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Holds what is written, up to a size; larger content passes. A subclass says what comes of it when
 * it is closed. Owned by one thread.
 */
public class HeldStream extends OutputStream {
  private final OutputStream out;
  private final int mostBytes;
  private final ByteArrayOutputStream held = new ByteArrayOutputStream();
  private boolean isPassing;

  /**
   * @param out to which the content passes
   * @param mostBytes the size of the largest content that is held
   */
  public HeldStream(OutputStream out, int mostBytes) {
    this.out = out;
    this.mostBytes = mostBytes;
  }

  /** Returns what is held; null where the content passes. */
  public final byte @Nullable [] bytes() {
    return isPassing ? null : held.toByteArray();
  }

  /** Returns the stream to which the content passes. */
  protected final OutputStream below() {
    return out;
  }

  /** Passes on what is held, and all that is written from now on. */
  public final void pass() throws IOException {
    isPassing = true;
    held.writeTo(out);
    held.reset();
  }

  @Override
  public final void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public final void write(byte[] bytes, int from, int length) throws IOException {
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
  public final void flush() throws IOException {
    if (isPassing) {
      out.flush();
    }
  }

  /** Leaves the stream below open, for what is held. */
  @Override
  public void close() throws IOException {
    flush();
  }
}
