package io.castile.xml.datatype;

import io.castile.xml.XmlWriter;

/**
 * Numbers straight into bytes, as {@link XmlWriter} writes them. Each method returns the position
 * behind the number; {@link #ROOM} bytes must be there from {@code pos} on, all of which it may
 * write to.
 */
public final class XsdNumberWriter {
  /** Bytes that must be there to write any number. */
  public static final int ROOM = 64;

  private XsdNumberWriter() {}

  public static int write(byte[] b, int pos, int value) {
    return XsdIntegers.write(b, pos, value);
  }

  public static int write(byte[] b, int pos, long value) {
    return XsdIntegers.write(b, pos, value);
  }

  /** The shortest text that reads as the same float; {@code INF}, {@code NaN}. */
  public static int write(byte[] b, int pos, float value) {
    return XsdDoubles.write(b, pos, value);
  }

  /** The shortest text that reads as the same double; {@code INF}, {@code NaN}. */
  public static int write(byte[] b, int pos, double value) {
    return XsdDoubles.write(b, pos, value);
  }
}
