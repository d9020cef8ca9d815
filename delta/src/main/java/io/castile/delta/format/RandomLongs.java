package io.castile.delta.format;

import java.nio.ByteBuffer;
import java.security.SecureRandom;

/** Unpredictable random numbers, many drawn at a time. */
public final class RandomLongs {
  private static final int DRAWN = 512;
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final ThreadLocal<ByteBuffer> STOCK =
      ThreadLocal.withInitial(() -> ByteBuffer.allocate(DRAWN * Long.BYTES).limit(0));

  private RandomLongs() {}

  public static long next() {
    ByteBuffer stock = STOCK.get();
    if (!stock.hasRemaining()) {
      RANDOM.nextBytes(stock.array());
      stock.clear();
    }
    return stock.getLong();
  }
}
