package io.castile.delta.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Bits out of bytes, the first bit highest; what comes from a peer. Not thread-safe. */
public final class BitInput {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final byte[] bytes;
  private final long end;

  /** The index of the next bit. */
  private long pos;

  /** Reads {@code bytes} from index {@code start}. */
  public BitInput(byte[] bytes, int start) {
    this.bytes = bytes;
    this.pos = 8L * start;
    this.end = 8L * bytes.length;
  }

  /**
   * Returns the next {@code count} bits, 0 to 64.
   *
   * @throws DeltaException if there are fewer
   */
  public long bits(int count) throws DeltaException {
    if (end - pos < count) {
      throw new DeltaException("expected " + count + " more bits, found " + (end - pos));
    }
    int at = (int) (pos >>> 3);
    int offset = (int) pos & 7;
    if (offset + count <= Long.SIZE && bytes.length - at >= Long.BYTES) {
      pos += count;
      long word = (long) LONGS.get(bytes, at);
      return count == 0 ? 0 : word << offset >>> Long.SIZE - count;
    }
    long value = 0;
    int left = count;
    while (left > 0) {
      offset = (int) pos & 7;
      int taken = Math.min(left, 8 - offset);
      int piece = (bytes[(int) (pos >>> 3)] & 0xff) >>> (8 - offset - taken) & ((1 << taken) - 1);
      value = value << taken | piece;
      pos += taken;
      left -= taken;
    }
    return value;
  }

  /**
   * Reads values of 64 bits each into their places; what is no number gets one form.
   *
   * @throws DeltaException if there are fewer bits
   */
  public void doubles(double[] values, int[] places) throws DeltaException {
    if ((end - pos) / Long.SIZE < places.length) {
      throw new DeltaException("expected " + places.length + " more doubles, found fewer");
    }
    int at = (int) (pos >>> 3);
    int offset = (int) pos & 7;
    pos += (long) Long.SIZE * places.length;
    for (int place : places) {
      long bits = (long) LONGS.get(bytes, at) << offset;
      at += Long.BYTES;
      if (offset != 0) { // there is one more byte, as the value ends within it
        bits |= (bytes[at] & 0xff) >>> Byte.SIZE - offset;
      }
      double value = Double.longBitsToDouble(bits);
      values[place] = Double.isNaN(value) ? Double.NaN : value;
    }
  }

  /**
   * Reads numbers that {@link BitOutput#truncated} wrote, all of {@code values}.
   *
   * @throws DeltaException if there are fewer
   */
  void truncated(long[] values, long least, int width, long shorter) throws DeltaException {
    int read = 0;
    if (width <= Long.SIZE - Byte.SIZE) {
      long bit = pos;
      long lastWord = Byte.SIZE * (bytes.length - (long) Long.BYTES);
      while (read < values.length && bit <= lastWord) {
        long word = (long) LONGS.get(bytes, (int) (bit >>> 3)) << (bit & 7);
        long value = word >>> 1 >>> Long.SIZE - width; // without the last bit
        bit += width - 1;
        if (value >= shorter) {
          value = (word >>> Long.SIZE - width) - shorter;
          bit++;
        }
        values[read++] = least + value;
      }
      pos = bit;
    }
    for (; read < values.length; read++) {
      long value = bits(width - 1);
      values[read] = least + (value < shorter ? value : (value << 1 | bits(1)) - shorter);
    }
  }

  /**
   * Reads numbers that {@link BitOutput#rice} wrote, all of {@code values}.
   *
   * @throws DeltaException if there are fewer
   */
  void rice(long[] values, int order, int escape) throws DeltaException {
    long lastWord = Byte.SIZE * (bytes.length - (long) Long.BYTES);
    for (int i = 0; i < values.length; i++) {
      if (pos <= lastWord) {
        // Zeros come in from the right, so that no more ones are counted than there are.
        long word = (long) LONGS.get(bytes, (int) (pos >>> 3)) << (pos & 7);
        int ones = Long.numberOfLeadingZeros(~word);
        int taken = ones + 1 + order;
        if (ones < escape && taken <= Long.SIZE - Byte.SIZE) {
          long rest = order == 0 ? 0 : word << ones + 1 >>> Long.SIZE - order;
          values[i] = (long) ones << order | rest;
          pos += taken;
          continue;
        }
      }
      int ones = unary(escape);
      values[i] = ones == escape ? bits(Long.SIZE) : (long) ones << order | bits(order);
    }
  }

  /** Returns the next bit. */
  public boolean bit() throws DeltaException {
    return bits(1) != 0;
  }

  /**
   * Returns the number of ones before the next zero, or {@code limit} if there are so many, and
   * passes the zero, but none after {@code limit} ones.
   */
  public int unary(int limit) throws DeltaException {
    int count = 0;
    int at = (int) (pos >>> 3);
    if (bytes.length - at >= Long.BYTES) {
      // Zeros come in from the right, so that no more ones are counted than there are.
      long word = (long) LONGS.get(bytes, at) << (pos & 7);
      count = Long.numberOfLeadingZeros(~word);
      if (count < limit && count < Long.SIZE - Byte.SIZE) {
        pos += count + 1;
        return count;
      }
      count = 0;
    }
    while (count < limit && bit()) {
      count++;
    }
    return count;
  }

  /** Returns a value that was written by {@link BitOutput#golomb}. */
  public long golomb(int order) throws DeltaException {
    int longer = unary(63 - order);
    int width = longer + order;
    if (width > 62) {
      throw new DeltaException("expected a number below 2^62, found one of " + width + " bits");
    }
    return (1L << width | bits(width)) - (1L << order);
  }

  /**
   * Returns a count that was written by {@link BitOutput#golomb}.
   *
   * @param limit the greatest allowed
   * @param what is counted, for the exception
   */
  public int count(int order, long limit, String what) throws DeltaException {
    long count = golomb(order);
    if (count > limit) {
      throw new DeltaException("expected at most " + limit + " " + what + ", found " + count);
    }
    return (int) count;
  }

  /** Passes to the next whole byte, and returns its index. */
  public int align() throws DeltaException {
    int rest = (int) (-pos & 7);
    if (bits(rest) != 0) {
      throw new DeltaException("expected zeros up to the next byte");
    }
    return (int) (pos >>> 3);
  }
}
