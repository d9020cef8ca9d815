package io.castile.xml.datatype;

import io.castile.xml.XmlWriter;

/**
 * The greatest number of bytes that {@link XmlWriter} writes for a value of each type of bounded
 * width.
 */
public final class XsdWidths {
  /** {@code false}. */
  public static final int BOOLEAN = 5;

  /** {@code -128}. */
  public static final int BYTE = 4;

  /** {@code -32768}. */
  public static final int SHORT = 6;

  /** {@code -2147483648}. */
  public static final int INT = 11;

  /** {@code -9223372036854775808}. */
  public static final int LONG = 20;

  /** {@code -1.17549435E-38}. */
  public static final int FLOAT = 15;

  /** {@code -2.2250738585072014E-308}. */
  public static final int DOUBLE = 24;

  private XsdWidths() {}
}
