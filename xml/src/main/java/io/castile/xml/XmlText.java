package io.castile.xml;

import java.math.BigDecimal;
import java.math.BigInteger;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;

/**
 * A text of the document, an element's content or an attribute's value, converted on demand
 * straight from its bytes. A view that belongs to its reader: valid until the reader moves.
 *
 * <p>Conversions to other types than string collapse white space first (XML Schema part 2, §4.3.6)
 * and refuse text outside the lexical space with an {@link XmlDataException}, after taking the
 * reader back to where it was before the text was read.
 */
public final class XmlText {
  private final XmlReader reader;

  /** The text as it stands in the document, and what its scan saw. */
  private int rawStart;

  private int flags;

  /** The attribute's name; null for an element's content. */
  private XmlName attribute;

  /** Whether the reader still has the attributes of the element's start tag. */
  private boolean startTagKept;

  /** The text itself: in the document, or expanded in the reader's scratch buffer; null: to do. */
  private byte[] b;

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
    b = null;
    rawStart = 0;
    flags = 0;
    attribute = null;
  }

  XmlText element(int from, int to, int seen, boolean kept) {
    if (attribute != null) {
      attribute = null;
    }
    startTagKept = kept;
    return set(from, to, seen);
  }

  /** An element's content that has been expanded already, to {@code length} bytes. */
  XmlText expandedElement(int from, int length, int seen) {
    if (attribute != null) {
      attribute = null;
    }
    startTagKept = true;
    rawStart = from;
    flags = seen;
    return inScratch(length);
  }

  XmlText attribute(int from, int to, int seen, XmlName name) {
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

  /** As it stands (whiteSpace preserve). */
  @Override
  public String toString() {
    return string(b, start, end);
  }

  private String string(byte[] bytes, int from, int to) {
    return XmlScanner.string(bytes, from, to - from, flags);
  }

  /** whiteSpace = replace. */
  public String toNormalizedString() {
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

  /** whiteSpace = collapse. */
  public String toToken() {
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

  /** True if nothing, or only white space, is left. */
  public boolean isBlank() {
    return trimmedStart() == end;
  }

  /** True if there is no text at all. */
  public boolean isEmpty() {
    return start == end;
  }

  /** Compares the collapsed text with ASCII bytes that have no white space; for enums. */
  public boolean tokenEquals(byte[] ascii) {
    int from = trimmedStart();
    return Bytes.equal(b, from, trimmedEnd(from), ascii);
  }

  // ---- values ----

  /** xs:boolean: {@code true}, {@code false}, {@code 1} or {@code 0}. */
  public boolean toBoolean() {
    int from = trimmedStart();
    try {
      return XsdNumbers.parseBoolean(b, from, trimmedEnd(from));
    } catch (IllegalArgumentException e) {
      throw invalid("xs:boolean", e);
    }
  }

  /** xs:byte. */
  public byte toByte() {
    int from = trimmedStart();
    try {
      return XsdNumbers.parseByte(b, from, trimmedEnd(from));
    } catch (IllegalArgumentException e) {
      throw invalid("xs:byte", e);
    }
  }

  /** xs:short. */
  public short toShort() {
    int from = trimmedStart();
    try {
      return XsdNumbers.parseShort(b, from, trimmedEnd(from));
    } catch (IllegalArgumentException e) {
      throw invalid("xs:short", e);
    }
  }

  /** xs:int. */
  public int toInt() {
    int from = trimmedStart();
    try {
      return XsdNumbers.parseInt(b, from, trimmedEnd(from));
    } catch (IllegalArgumentException e) {
      throw invalid("xs:int", e);
    }
  }

  /** xs:long. */
  public long toLong() {
    int from = trimmedStart();
    try {
      return XsdNumbers.parseLong(b, from, trimmedEnd(from));
    } catch (IllegalArgumentException e) {
      throw invalid("xs:long", e);
    }
  }

  /** xs:float. */
  public float toFloat() {
    int from = trimmedStart();
    try {
      return XsdNumbers.parseFloat(b, from, trimmedEnd(from));
    } catch (IllegalArgumentException e) {
      throw invalid("xs:float", e);
    }
  }

  /** xs:double. */
  public double toDouble() {
    int from = trimmedStart();
    try {
      return XsdNumbers.parseDouble(b, from, trimmedEnd(from));
    } catch (IllegalArgumentException e) {
      throw invalid("xs:double", e);
    }
  }

  /** xs:integer and the types derived from it that no primitive type holds. */
  public BigInteger toBigInteger() {
    int from = trimmedStart();
    try {
      return XsdNumbers.parseBigInteger(b, from, trimmedEnd(from));
    } catch (IllegalArgumentException e) {
      throw invalid("xs:integer", e);
    }
  }

  /** xs:decimal. */
  public BigDecimal toBigDecimal() {
    int from = trimmedStart();
    try {
      return XsdNumbers.parseBigDecimal(b, from, trimmedEnd(from));
    } catch (IllegalArgumentException e) {
      throw invalid("xs:decimal", e);
    }
  }

  /** xs:base64Binary. */
  public byte[] toBase64() {
    int from = trimmedStart();
    try {
      return XsdBinary.parseBase64(b, from, trimmedEnd(from));
    } catch (IllegalArgumentException e) {
      throw invalid("xs:base64Binary", e);
    }
  }

  /** xs:hexBinary. */
  public byte[] toHex() {
    int from = trimmedStart();
    try {
      return XsdBinary.parseHex(b, from, trimmedEnd(from));
    } catch (IllegalArgumentException e) {
      throw invalid("xs:hexBinary", e);
    }
  }

  /** Any of the eight date and time types; which one is seen from the form. */
  public XMLGregorianCalendar toXMLGregorianCalendar() {
    int from = trimmedStart();
    try {
      return XsdDates.parseCalendar(b, from, trimmedEnd(from));
    } catch (IllegalArgumentException e) {
      throw invalid("a date or time", e);
    }
  }

  /** xs:duration. */
  public Duration toDuration() {
    int from = trimmedStart();
    try {
      return XsdDates.parseDuration(b, from, trimmedEnd(from));
    } catch (IllegalArgumentException e) {
      throw invalid("xs:duration", e);
    }
  }

  /** xs:QName, resolved with the namespaces in scope at the element. */
  public QName toQName() {
    NameEntry entry = qname();
    return new QName(entry.name.uri(), entry.name.local(), entry.prefix);
  }

  /** As {@link #toQName}, as the name table's object if it knows the name. */
  XmlName toXmlName() {
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

  private XmlDataException invalid(String expected, Throwable cause) {
    String message = "expected " + expected + ", found " + XmlScanner.quote(b, start, end);
    String path = attribute == null ? reader.path() : reader.path() + "/@" + attribute.local();
    int at = (flags & XmlScanner.EXPAND) == 0 ? start : rawStart;
    XmlDataException error = new XmlDataException(message, path, at - reader.base, cause);
    if (attribute == null && reader.event() == XmlReader.END_ELEMENT) {
      reader.unreadText(rawStart, startTagKept);
    }
    return error;
  }
}
