package io.castile.codec.bean;

import java.util.concurrent.TimeUnit;

/**
 * The time that operations have spent in interpreting one class or wrapper, and whether compiling
 * it pays. An operation is a message written or read, or a value copied, compared or hashed,
 * however many items of the class there are in it: what is done once is not done faster by a
 * compiler. The time is that of the whole operation, other classes and waiting for the message
 * included. At times this is too much; the class is then compiled earlier, which delays no
 * operation.
 *
 * <p>Updated without synchronization: an estimate is enough.
 */
final class Heat {
  /**
   * So many operations are likely to be followed by as many, and the JVM has come to compile what
   * they run: a codec that is replaced earlier takes its compilers from code that is needed more.
   */
  static final int MANY = 20_000;

  /**
   * The time that many operations have to have taken: as long as a class takes to compile, about.
   */
  static final long NANOS_OF_MANY = TimeUnit.MILLISECONDS.toNanos(100);

  /** More than what a program does to come up. */
  static final int SOME = 100;

  /** The time that a few operations have to have taken: several times that of the compiler. */
  static final long NANOS_OF_SOME = TimeUnit.MILLISECONDS.toNanos(500);

  private int operations;
  private long nanos;

  /** Adds an operation; whether compiling pays now. */
  boolean add(long taken) {
    operations++;
    nanos += taken;
    return operations >= MANY && nanos >= NANOS_OF_MANY
        || operations >= SOME && nanos >= NANOS_OF_SOME;
  }
}
