package io.castile.soap.envelope;

/**
 * Makes sure that a thread has stack left for a change that must not end in its middle. A {@link
 * StackOverflowError} may be thrown at any call; in the middle of a change of shared state, as a
 * concurrent map or a queue is, it leaves behind what others wait for ever after.
 *
 * <p>For the rooms of Castile, without promise. Thread-safe.
 */
public final class StackReserve {
  /** With what {@link #descend} keeps on the stack, some 16 kB at least. */
  private static final int FRAMES = 256;

  private StackReserve() {}

  /**
   * Returns if there is stack for a change of a collection.
   *
   * @throws StackOverflowError if not; nothing has been changed then
   */
  public static void require() {
    if (descend(FRAMES, 1, 2, 3, 4, 5, 6) == 0) {
      throw new AssertionError("a sum of positive numbers"); // so the calls are not left out
    }
  }

  /** Needs all that it is given after the call too, so that all of it is on the stack meanwhile. */
  private static long descend(int frames, long a, long b, long c, long d, long e, long f) {
    if (frames == 0) {
      return 1;
    }
    long below = descend(frames - 1, b, c, d, e, f, a + 1);
    return (below & 0xFFFF) + a + b + c + d + e + f;
  }
}
