package io.castile.xml;

/** A qualified name as it stood in a document, in one namespace scope, with what it stands for. */
final class NameEntry {
  /** {@link #xsi}: the name is not one of these. */
  static final int XSI_NONE = 0;

  /** {@link #xsi}: xsi:nil. */
  static final int XSI_NIL = 1;

  /** {@link #xsi}: xsi:type. */
  static final int XSI_TYPE = 2;

  private static final String XSI_URI = "http://www.w3.org/2001/XMLSchema-instance";

  final byte[] raw;
  final int length;
  final NamespaceBinding scope;
  final XmlName name;
  final String prefix;
  final int xsi;

  /** Size of the name table when it did not know the name; -1 if it knows it. */
  final int unknownAt;

  private final long first;
  private final long mask;

  /** Like {@link #first} and {@link #mask}, with the {@code >} behind a name of up to 7 bytes. */
  private final long firstOfTag;

  private final long tagMask;

  NameEntry(byte[] raw, NamespaceBinding scope, XmlName name, String prefix, int unknownAt) {
    this.raw = raw;
    this.length = raw.length;
    this.scope = scope;
    this.name = name;
    this.prefix = prefix;
    this.unknownAt = unknownAt;
    long head = 0;
    for (int i = 0; i < Math.min(8, raw.length); i++) {
      head |= (raw[i] & 0xffL) << (i << 3);
    }
    this.first = head;
    this.mask = Bytes.mask(Math.min(8, raw.length));
    this.firstOfTag = raw.length < 8 ? head | (long) '>' << (raw.length << 3) : head;
    this.tagMask = Bytes.mask(Math.min(8, raw.length + 1));
    if (name.uri().equals(XSI_URI)) {
      this.xsi = name.local().equals("nil") ? XSI_NIL : name.local().equals("type") ? XSI_TYPE : 0;
    } else {
      this.xsi = XSI_NONE;
    }
  }

  /** Whether the bytes at {@code p}, none of them at or behind {@code end}, are this name. */
  boolean matches(byte[] b, int p, int end) {
    int n = length;
    if (end - p < n) {
      return false;
    }
    if (end - p < 8) {
      return Bytes.equal(b, p, p + n, raw);
    }
    return (Bytes.longAt(b, p) & mask) == first && (n <= 8 || restMatches(b, p));
  }

  /** Whether all bytes but the first 8, which match, are those of this name. */
  private boolean restMatches(byte[] b, int p) {
    int n = length;
    byte[] own = raw;
    for (int i = 8; i < n - 8; i += 8) {
      if (Bytes.longAt(b, p + i) != Bytes.longAt(own, i)) {
        return false;
      }
    }
    return Bytes.longAt(b, p + n - 8) == Bytes.longAt(own, n - 8);
  }

  /** Like {@link #matches}, with {@code >} behind the name. */
  boolean closesTag(byte[] b, int p, int end) {
    int n = length;
    if (end - p < 8) {
      return end - p > n && b[p + n] == '>' && Bytes.equal(b, p, p + n, raw);
    }
    if ((Bytes.longAt(b, p) & tagMask) != firstOfTag) {
      return false;
    }
    return n < 8 || end - p > n && b[p + n] == '>' && restMatches(b, p);
  }
}
