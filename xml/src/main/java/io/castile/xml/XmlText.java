package io.castile.xml;

import io.castile.xml.datatype.XsdBinary;
import io.castile.xml.datatype.XsdBooleans;
import io.castile.xml.datatype.XsdDates;
import io.castile.xml.datatype.XsdDecimals;
import io.castile.xml.datatype.XsdDoubleParser;
import io.castile.xml.datatype.XsdIntegers;
import io.castile.xml.datatype.XsdTemporal;
import io.castile.xml.internal.AttachmentSource;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Base64;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A text of the document, an element's content or an attribute's value, converted on demand
 * straight from its bytes. A view that belongs to its reader: valid until the reader moves.
 *
 * <p>Conversions to other types than string collapse white space first (XML Schema part 2, §4.3.6)
 * and refuse text outside the lexical space with an {@link XmlDataException}, after taking the
 * reader back to where it was before the text was read.
 */
public final class XmlText {
  /** The namespace of XOP 1.0 §3. */
  static final String XOP = "http://www.w3.org/2004/08/xop/include";

  private static final byte[] NO_DOCUMENT = {};

  private final XmlReader reader;

  /** The text as it stands in the document, and what its scan saw. */
  private int rawStart;

  private int flags;

  /** The attribute's name; null for an element's content. */
  private @Nullable XmlName attribute;

  /** Whether the reader still has the attributes of the element's start tag. */
  private boolean startTagKept;

  /** The reference of the one element {@code xop:Include} in the content; null for none. */
  private @Nullable String include;

  private int includes;

  /** Stands in expanded text where a child element is between two pieces; in no text of XML. */
  static final byte GAP = 0;

  /** The text itself: in the document, or expanded in the reader's scratch buffer. */
  private byte[] b = NO_DOCUMENT;

  private int start;
  private int end;

  /** Where {@link #nextToken} goes on, and the end of what it divides. */
  private int listNext;

  private int listEnd;

  XmlText(XmlReader reader) {
    this.reader = reader;
  }

  /** Lets go of the document. */
  void clear() {
    b = NO_DOCUMENT;
    rawStart = 0;
    flags = 0;
    attribute = null;
    include = null;
  }

  XmlText element(int from, int to, int seen, boolean kept) {
    forgetOrigin();
    startTagKept = kept;
    return set(from, to, seen);
  }

  /** An element's content that has been expanded already, to {@code length} bytes. */
  XmlText expandedElement(int from, int length, int seen) {
    forgetOrigin();
    startTagKept = true;
    rawStart = from;
    flags = seen;
    return inScratch(length);
  }

  /** The content just set has {@code count} elements that stand for parts, the last this one. */
  XmlText including(String reference, int count) {
    include = reference;
    includes = count;
    return this;
  }

  private void forgetOrigin() {
    if (attribute != null) {
      attribute = null;
    }
    if (include != null) {
      include = null;
    }
  }

  XmlText attribute(int from, int to, int seen, XmlName name) {
    forgetOrigin();
    attribute = name;
    return set(from, to, seen);
  }

  private XmlText set(int from, int to, int seen) {
    rawStart = from;
    flags = seen;
    if ((seen & XmlScanner.EXPAND) == 0) {
      if (b != reader.b) {
        b = reader.b;
      }
      start = from;
      end = to;
      listNext = from;
      listEnd = to;
      return this;
    }
    return inScratch(reader.expand(from, to, seen));
  }

  private XmlText inScratch(int length) {
    if (b != reader.scratch) {
      b = reader.scratch;
    }
    start = 0;
    end = length;
    listNext = 0;
    listEnd = length;
    return this;
  }

  // ---- strings ----

  /** Returns the text unchanged (whiteSpace preserve); of an included part, its base64. */
  @Override
  public String toString() {
    return include != null && reader.attachments() != null
        ? Base64.getEncoder().encodeToString(includedBytes(include))
        : string(b, start, end);
  }

  private String string(byte[] bytes, int from, int to) {
    String text = XmlScanner.string(bytes, from, to - from, flags);
    return (flags & XmlScanner.CHILDREN) == 0 ? text : text.replace("\0", "");
  }

  /** Whether the text is that of an element which has elements in it, whose text is left out. */
  public boolean hasElements() {
    return (flags & XmlScanner.CHILDREN) != 0;
  }

  /** Whether the text has parts on both sides of a child element: a string, and no other value. */
  public boolean isSplit() {
    if (hasElements()) {
      for (int i = start; i < end; i++) {
        if (b[i] == GAP) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether the text is that of a part; as a child element like any other it has none. */
  private boolean isIncluded() {
    return include != null && reader.attachments() != null;
  }

  /** Returns the text with whiteSpace = replace. */
  public String toNormalizedString() {
    if (isIncluded()) {
      return toString();
    }
    for (int p = start; p < end; p++) {
      if (b[p] < ' ' && b[p] >= 0) {
        byte[] replaced = java.util.Arrays.copyOfRange(b, start, end);
        for (int i = p - start; i < replaced.length; i++) {
          if (XmlChars.isWhite(replaced[i])) {
            replaced[i] = ' ';
          }
        }
        return string(replaced, 0, replaced.length);
      }
    }
    return toString();
  }

  /** Returns the text with whiteSpace = collapse. */
  public String toToken() {
    if (isIncluded()) {
      return toString();
    }
    int from = trimmedStart();
    int to = trimmedEnd(from);
    for (int p = from; p < to; p++) {
      if (XmlChars.isWhite(b[p]) && (b[p] != ' ' || XmlChars.isWhite(b[p + 1]))) {
        return collapse(from, to);
      }
    }
    return string(b, from, to);
  }

  private String collapse(int from, int to) {
    byte[] collapsed = new byte[to - from];
    int n = 0;
    for (int p = from; p < to; p++) {
      if (!XmlChars.isWhite(b[p])) {
        collapsed[n++] = b[p];
      } else if (!XmlChars.isWhite(b[p + 1])) {
        collapsed[n++] = ' ';
      }
    }
    return string(collapsed, 0, n);
  }

  private int trimmedStart() {
    int p = start;
    while (p < end && XmlChars.isWhite(b[p])) {
      p++;
    }
    return p;
  }

  private int trimmedEnd(int from) {
    int p = end;
    while (p > from && XmlChars.isWhite(b[p - 1])) {
      p--;
    }
    return p;
  }

  /** Whether nothing, or only white space, is left. */
  public boolean isBlank() {
    return trimmedStart() == end && include == null;
  }

  /** Whether there is no text at all. */
  public boolean isEmpty() {
    return start == end && include == null;
  }

  /** Compares the collapsed text with ASCII bytes that have no white space; for enums. */
  public boolean tokenEquals(byte[] ascii) {
    int from = trimmedStart();
    return Bytes.equal(b, from, trimmedEnd(from), ascii);
  }

  // ---- values ----

  /** Converts to an xs:boolean: {@code true}, {@code false}, {@code 1} or {@code 0}. */
  public boolean toBoolean() {
    int from = trimmedStart();
    try {
      return XsdBooleans.parse(b, from, trimmedEnd(from));
    } catch (IllegalArgumentException e) {
      throw invalid("xs:boolean", e);
    }
  }

  /** Converts to an xs:byte. */
  public byte toByte() {
    int from = trimmedStart();
    try {
      return XsdIntegers.parseByte(b, from, trimmedEnd(from));
    } catch (IllegalArgumentException e) {
      if (isZero()) {
        return 0;
      }
      throw invalid("xs:byte", e);
    }
  }

  /** Converts to an xs:short. */
  public short toShort() {
    int from = trimmedStart();
    try {
      return XsdIntegers.parseShort(b, from, trimmedEnd(from));
    } catch (IllegalArgumentException e) {
      if (isZero()) {
        return 0;
      }
      throw invalid("xs:short", e);
    }
  }

  /** Converts to an xs:int. */
  public int toInt() {
    int from = trimmedStart();
    try {
      return XsdIntegers.parseInt(b, from, trimmedEnd(from));
    } catch (IllegalArgumentException e) {
      if (isZero()) {
        return 0;
      }
      throw invalid("xs:int", e);
    }
  }

  /** Converts to an xs:long. */
  public long toLong() {
    int from = trimmedStart();
    try {
      return XsdIntegers.parseLong(b, from, trimmedEnd(from));
    } catch (IllegalArgumentException e) {
      if (isZero()) {
        return 0;
      }
      throw invalid("xs:long", e);
    }
  }

  /** Converts to an xs:float. */
  public float toFloat() {
    int from = trimmedStart();
    try {
      return XsdDoubleParser.parseFloat(b, from, trimmedEnd(from));
    } catch (IllegalArgumentException e) {
      if (isZero()) {
        return 0;
      }
      throw invalid("xs:float", e);
    }
  }

  /** Converts to an xs:double. */
  public double toDouble() {
    int from = trimmedStart();
    try {
      return XsdDoubleParser.parseDouble(b, from, trimmedEnd(from));
    } catch (IllegalArgumentException e) {
      if (isZero()) {
        return 0;
      }
      throw invalid("xs:double", e);
    }
  }

  /** Converts to an xs:integer or a type derived from it that no primitive type holds. */
  public BigInteger toBigInteger() {
    int from = trimmedStart();
    int to = trimmedEnd(from);
    int maxDigits = reader.limits.maxDigits();
    if (to - from > maxDigits) {
      checkDigits(from, to, maxDigits);
    }
    try {
      return XsdDecimals.parseBigInteger(b, from, to, maxDigits);
    } catch (IllegalArgumentException e) {
      if (isZero()) {
        return BigInteger.ZERO;
      }
      throw invalid("xs:integer", e);
    }
  }

  /** Converts to an xs:decimal. */
  public BigDecimal toBigDecimal() {
    int from = trimmedStart();
    int to = trimmedEnd(from);
    int maxDigits = reader.limits.maxDigits();
    if (to - from > maxDigits) {
      checkDigits(from, to, maxDigits);
    }
    try {
      return XsdDecimals.parseBigDecimal(b, from, to, maxDigits);
    } catch (IllegalArgumentException e) {
      if (isZero()) {
        return BigDecimal.ZERO;
      }
      throw invalid("xs:decimal", e);
    }
  }

  /** Whether this is no number, and to be read as one. */
  private boolean isZero() {
    return reader.isEmptyZero() && isBlank();
  }

  private void checkDigits(int from, int to, int max) {
    int digits = 0;
    for (int i = from; i < to && (b[i] >= '0' && b[i] <= '9' || "+-.".indexOf(b[i]) >= 0); i++) {
      digits += b[i] >= '0' ? 1 : 0;
    }
    if (digits > max) {
      XmlLimitException error =
          new XmlLimitException(
              "the number of " + digits + " digits exceeds the limit maxDigits = " + max,
              path(),
              offset());
      unread();
      throw error;
    }
  }

  /** Converts to an xs:base64Binary, or returns an included part. */
  public byte[] toBase64() {
    if (include != null) {
      return includedBytes(include);
    }
    int from = trimmedStart();
    try {
      return XsdBinary.parseBase64(b, from, trimmedEnd(from));
    } catch (IllegalArgumentException e) {
      throw invalid("xs:base64Binary", e);
    }
  }

  /**
   * Returns the part that replaces the text, by an element {@code xop:Include}; null where there is
   * no such element.
   */
  public @Nullable Attachment included() {
    return include == null ? null : included(include);
  }

  private Attachment included(String reference) {
    if (includes > 1 || trimmedStart() != end) {
      throw invalid("xop:Include and nothing beside it", found(), null); // XOP 1.0 §3
    }
    return take(reference);
  }

  private byte[] includedBytes(String reference) {
    try {
      return reader.bytesOf(included(reference));
    } catch (IOException e) {
      throw invalid("a readable attachment", '\'' + reference + "': " + e.getMessage(), e);
    }
  }

  private String found() {
    return includes + " of them and text " + XmlScanner.quote(b, start, end);
  }

  /** Returns the part to which this text refers (WS-I Attachments Profile 1.0 §4.4). */
  public Attachment toAttachment() {
    return take(toToken());
  }

  private Attachment take(String reference) {
    AttachmentSource source = reader.attachments();
    if (source == null) {
      throw invalid(
          "no reference to an attachment in a message without attachments",
          '\'' + reference + '\'',
          null);
    }
    try {
      return source.take(reference, reader);
    } catch (XmlException e) {
      unread();
      throw e;
    }
  }

  /** Converts to an xs:hexBinary. */
  public byte[] toHex() {
    int from = trimmedStart();
    try {
      return XsdBinary.parseHex(b, from, trimmedEnd(from));
    } catch (IllegalArgumentException e) {
      throw invalid("xs:hexBinary", e);
    }
  }

  /** Converts to any of the eight date and time types; the form decides which one. */
  public XMLGregorianCalendar toXMLGregorianCalendar() {
    int from = trimmedStart();
    try {
      return XsdDates.parseCalendar(b, from, trimmedEnd(from));
    } catch (IllegalArgumentException e) {
      throw invalid("a date or time", e);
    }
  }

  /** Converts to an xs:duration. */
  public Duration toDuration() {
    int from = trimmedStart();
    try {
      return XsdDates.parseDuration(b, from, trimmedEnd(from));
    } catch (IllegalArgumentException e) {
      throw invalid("xs:duration", e);
    }
  }

  /**
   * Converts to a value of {@code java.time}, of the class of the form; see {@link XsdTemporal} for
   * what is an error.
   */
  Object toTemporal(XsdTemporal form) {
    int from = trimmedStart();
    try {
      return form.parse(b, from, trimmedEnd(from));
    } catch (IllegalArgumentException e) {
      throw invalid(
          "xs:" + form.schemaType() + " for a " + form.javaType().getSimpleName(),
          XmlScanner.quote(b, start, end) + ": " + e.getMessage(),
          e);
    }
  }

  /** Converts to an xs:QName, resolved with the namespaces in scope at the element. */
  public QName toQName() {
    NameEntry entry = qname();
    return new QName(entry.name.uri(), entry.name.local(), entry.prefix);
  }

  /** Converts like {@link #toQName}, to the name table's object if it knows the name. */
  public XmlName toXmlName() {
    return qname().name;
  }

  private NameEntry qname() {
    int from = trimmedStart();
    NameEntry entry = reader.qname(b, from, trimmedEnd(from));
    if (entry == null) {
      throw invalid("xs:QName with a prefix that is declared");
    }
    return entry;
  }

  /** Narrows this view to the next item of a white-space separated list; false after the last. */
  public boolean nextToken() {
    int p = listNext;
    int last = listEnd;
    byte[] bytes = b;
    while (p < last && XmlChars.isWhite(bytes[p])) {
      p++;
    }
    start = p;
    while (p < last && !XmlChars.isWhite(bytes[p])) {
      p++;
    }
    end = p;
    listNext = p;
    return end > start;
  }

  // ---- errors ----

  /** A data error for this text, which also takes the reader back to before it was read. */
  public XmlDataException invalid(String expected) {
    return invalid(expected, null);
  }

  private XmlDataException invalid(String expected, @Nullable Throwable cause) {
    String quoted = XmlScanner.quote(b, start, end);
    return isSplit()
        ? invalid(expected, quoted.replace("\0", "…") + " around an element", cause)
        : invalid(expected, quoted, cause);
  }

  private XmlDataException invalid(String expected, String found, @Nullable Throwable cause) {
    String message = "expected " + expected + ", found " + found;
    XmlDataException error = new XmlDataException(message, path(), offset(), cause);
    unread();
    return error;
  }

  private String path() {
    return attribute == null ? reader.path() : reader.path() + "/@" + attribute.local();
  }

  private int offset() {
    return ((flags & XmlScanner.EXPAND) == 0 ? start : rawStart) - reader.base;
  }

  private void unread() {
    if (attribute == null && reader.event() == XmlReader.END_ELEMENT) {
      reader.unreadText(rawStart, startTagKept);
    }
  }
}
