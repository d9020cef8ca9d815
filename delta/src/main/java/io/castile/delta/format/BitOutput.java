package io.castile.delta.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Bits into bytes, the first bit highest. Not thread-safe. */
public final class BitOutput {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private byte[] bytes = new byte[256];
  private int size;

  /** Bits that are not in {@link #bytes} yet, in the lowest {@code pending} places: below 32. */
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
