package io.castile.delta.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Bits into bytes, the first bit highest. Not thread-safe. */
public final class BitOutput {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private byte[] bytes = new byte[256];
  private int size;

  /**
   * Bits that are not in {@link #bytes} yet, in the lowest {@code pending} places: below 32. Places
   * above them have bits that are in it.
   */
  private long open;

  private int pending;

  /** Appends the lowest {@code count} bits of {@code value}, 0 to 64, the highest of them first. */
  public void bits(long value, int count) {
    int last = count;
    if (count > Integer.SIZE) {
      last = Integer.SIZE;
      bits(value >>> Integer.SIZE, count - Integer.SIZE);
    }
    open = open << last | value & ((1L << last) - 1);
    pending += last;
    if (pending >= Integer.SIZE) {
      pending -= Integer.SIZE;
      ensure(Integer.BYTES);
      INTS.set(bytes, size, (int) (open >>> pending));
      size += Integer.BYTES;
    }
  }

  /** Appends the 64 bits of some values; what is no number has one form. */
  public void doubles(double[] values, int[] places) {
    reserve((long) Long.SIZE * places.length);
    long before = open;
    for (int place : places) {
      long value = Double.doubleToLongBits(values[place]);
      LONGS.set(
          bytes, size, pending == 0 ? value : before << Long.SIZE - pending | value >>> pending);
      before = value;
      size += Long.BYTES;
    }
    open = before;
  }

  /**
   * Appends numbers in truncated binary: what each is above {@code least} takes a bit less than
   * {@code width} where it is below {@code shorter}, and stands {@code shorter} higher otherwise.
   *
   * @param width of the greatest with what is added to it, in bits; 1 to 62
   */
  void truncated(long[] values, int count, long least, int width, long shorter) {
    if (width > Integer.SIZE) {
      for (int i = 0; i < count; i++) {
        long value = values[i] - least;
        boolean isShort = value < shorter;
        bits(isShort ? value : value + shorter, isShort ? width - 1 : width);
      }
      return;
    }
    reserve((long) width * count);
    byte[] target = bytes; // what changes with each number stands in registers
    int at = size;
    long last = open;
    int left = pending;
    for (int i = 0; i < count; i++) {
      long value = values[i] - least;
      long isShort = value - shorter >> Long.SIZE - 1; // -1 or 0
      int taken = width + (int) isShort;
      last = last << taken | value + (shorter & ~isShort);
      left += taken;
      if (left >= Integer.SIZE) {
        left -= Integer.SIZE;
        INTS.set(target, at, (int) (last >>> left));
        at += Integer.BYTES;
      }
    }
    size = at;
    open = last;
    pending = left;
  }

  /**
   * Appends numbers in Rice codes: what is above the lowest {@code order} bits as ones and a zero,
   * then these. So many ones as {@code escape}, and no zero, stand before a number of which more
   * would be needed, which is written in full.
   *
   * @param escape below 32
   */
  void rice(long[] values, int count, int order, int escape) {
    byte[] target = bytes; // what changes with each number stands in registers
    int at = size;
    long last = open;
    int left = pending;
    for (int i = 0; i < count; i++) {
      long value = values[i];
      long ones = value >>> order;
      if (Long.compareUnsigned(ones, escape) < 0 && ones + 1 + order <= Integer.SIZE) {
        if (target.length - at < Integer.BYTES) {
          size = at;
          ensure(Integer.BYTES);
          target = bytes;
        }
        int taken = (int) ones + 1 + order;
        long head = (1L << ones) - 1 << 1;
        last = last << taken | head << order | value & (1L << order) - 1;
        left += taken;
        if (left >= Integer.SIZE) {
          left -= Integer.SIZE;
          INTS.set(target, at, (int) (last >>> left));
          at += Integer.BYTES;
        }
        continue;
      }
      size = at;
      open = last;
      pending = left;
      riceInPieces(value, order, escape);
      target = bytes;
      at = size;
      last = open;
      left = pending;
    }
    size = at;
    open = last;
    pending = left;
  }

  private void riceInPieces(long value, int order, int escape) {
    long ones = value >>> order;
    if (Long.compareUnsigned(ones, escape) < 0) {
      unary((int) ones);
      bits(value, order);
    } else {
      bits((1L << escape) - 1, escape);
      bits(value, Long.SIZE);
    }
  }

  /** Makes room for some bits, so that they are appended without a copy of those before them. */
  void reserve(long bits) {
    ensure(Math.toIntExact((bits + pending) / Byte.SIZE + Integer.BYTES));
  }

  /** Appends one bit. */
  public void bit(boolean value) {
    bits(value ? 1 : 0, 1);
  }

  /** Appends {@code count} ones and a zero. */
  void unary(int count) {
    int left = count;
    while (left >= 32) {
      bits(-1L, 32);
      left -= 32;
    }
    bits(((1L << left) - 1) << 1, left + 1);
  }

  /** Appends a value from 0 to 2^62 in the exponential Golomb code of order {@code order}. */
  public void golomb(long value, int order) {
    long shifted = value + (1L << order);
    int width = 64 - Long.numberOfLeadingZeros(shifted);
    unary(width - 1 - order);
    bits(shifted, width - 1); // without its highest bit, which is 1
  }

  /** Fills the last byte with zeros. */
  public void align() {
    bits(0, -pending & 7);
    ensure(Integer.BYTES);
    while (pending > 0) {
      pending -= Byte.SIZE;
      bytes[size++] = (byte) (open >>> pending);
    }
  }

  /** Appends whole bytes, after {@link #align}. */
  void bytes(byte[] source, int start, int end) {
    int length = end - start;
    ensure(length);
    System.arraycopy(source, start, bytes, size, length);
    size += length;
  }

  /** Returns the number of bits. */
  long bitCount() {
    return 8L * size + pending;
  }

  /** Returns the number of bytes, after {@link #align}. */
  public int size() {
    return size;
  }

  /** Copies all bytes, after {@link #align}, into an array from an index on. */
  public void copyTo(byte[] target, int start) {
    System.arraycopy(bytes, 0, target, start, size);
  }

  /** Returns all bytes, after {@link #align}. */
  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, size);
  }

  private void ensure(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), bytes.length << 1));
    }
  }
}
