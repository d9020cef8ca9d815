package io.castile.xml;

import io.castile.xml.datatype.XsdBinary;
import io.castile.xml.datatype.XsdDates;
import io.castile.xml.datatype.XsdDecimals;
import io.castile.xml.datatype.XsdDoubles;
import io.castile.xml.datatype.XsdIntegers;
import io.castile.xml.datatype.XsdNumberWriter;
import io.castile.xml.datatype.XsdTemporal;
import io.castile.xml.datatype.XsdWidths;
import io.castile.xml.internal.AttachmentSink;
import io.castile.xml.internal.BytesAttachment;
import io.castile.xml.internal.XmlInternals;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/**
 * Writes XML as UTF-8 bytes into one growing buffer.
 *
 * <p>Two ways, which mix: codecs copy whole runs of constant markup with {@link #raw} and put
 * values between them; others use {@link #startElement}, {@link #attribute}, {@link #endElement}.
 *
 * <pre>{@code
 * XmlWriter writer = new XmlWriter();
 * writer.startElement("urn:shop", "order");
 * writer.attribute("", "id", "7");
 * writer.closeStartTag();
 * writer.text(12.5);
 * writer.endElement();
 * writer.toByteArray(); // <q1:order xmlns:q1="urn:shop" id="7">12.5</q1:order>
 * }</pre>
 *
 * <p>Mutable, reusable by {@link #reset}, owned by one thread at a time. Writing allocates only
 * when the buffer must grow, and for integers beyond the range of a long, decimals of more than 15
 * digits, dates with an eon, durations, prefixes that are made up, and StAX.
 *
 * <p>A value that cannot be written is refused before anything of it is in the document.
 *
 * <p>A subclass may take the document differently: everything that is written comes through {@link
 * #raw(byte[])}, the {@code text} methods, {@link #attributeText}, {@link #base64}, {@link #hex}
 * and {@code items}, but for elements written by name, whose bytes stand in the buffer from {@link
 * #namedElementStarts} to {@link #namedElementEnds}.
 */
public class XmlWriter implements Payload {
  static {
    XmlInternals.access(new XmlAccess());
  }

  /** The default of the greatest size of a document, in bytes. */
  public static final int DEFAULT_MAX_BYTES = 1 << 30;

  /** The default of the greatest number of {@link #enter} without {@link #leave}. */
  public static final int DEFAULT_MAX_NESTING = 1024;

  private static final int DEFAULT_CAPACITY = 1024;

  private static final int FRAGMENT_CAPACITY = 256;

  /** Enough for every type of bounded width, and for what their formatters store beyond it. */
  private static final int NUMBER_ROOM = XsdNumberWriter.ROOM;

  private static final int MIN_SCRATCH = 64;

  private static final byte[] NO_BYTES = {};

  /** Longer texts with escapes get a scratch array of their own. */
  private static final int MAX_SCRATCH = 1 << 16;

  private final int mostBytes;
  private int maxBytes;
  private boolean full;
  private final int maxNesting;
  private final @Nullable Outflow outflow; // null: the buffer grows
  private final NamespaceScope scope;

  /** Takes the parts of the document; null where it has none. */
  private @Nullable AttachmentSink attachments;

  private byte[] scratch = NO_BYTES;
  private byte[] buffer;
  private int size;
  private int nesting;

  /** The elements that {@link #startElement} has started and {@link #endElement} not ended. */
  private final OpenElements open = new OpenElements();

  /** Whether an element that was started by name is being written: positions in it are kept. */
  private boolean named;

  /** Whether the start tag of the innermost of these still lacks its {@code >}. */
  private boolean inStartTag;

  /** Creates a writer with the default limits. */
  public XmlWriter() {
    this(DEFAULT_CAPACITY);
  }

  /**
   * Creates a writer with the default limits.
   *
   * @param initialCapacity bytes to begin with, not negative
   */
  public XmlWriter(int initialCapacity) {
    this(initialCapacity, DEFAULT_MAX_BYTES, DEFAULT_MAX_NESTING);
  }

  /**
   * Creates a writer.
   *
   * @param initialCapacity bytes to begin with, not negative
   * @param maxBytes the greatest size of a document; a number is written only where there is room
   *     for 64 bytes
   * @param maxNesting the greatest number of {@link #enter} without {@link #leave}
   */
  public XmlWriter(int initialCapacity, int maxBytes, int maxNesting) {
    if (initialCapacity < 0) {
      throw new IllegalArgumentException("initialCapacity < 0: " + initialCapacity);
    }
    if (maxBytes <= 0) {
      throw new IllegalArgumentException("maxBytes <= 0: " + maxBytes);
    }
    if (maxNesting <= 0) {
      throw new IllegalArgumentException("maxNesting <= 0: " + maxNesting);
    }
    this.mostBytes = maxBytes;
    this.maxBytes = maxBytes;
    this.maxNesting = maxNesting;
    this.outflow = null;
    this.scope = new NamespaceScope();
    this.buffer = new byte[Math.min(initialCapacity, maxBytes)];
  }

  /**
   * Creates a writer that lets its document go in pieces, with the default limits, which count for
   * each piece. What it has itself, and what its methods tell of, is the piece that is not full.
   *
   * @param capacity bytes to begin with, positive
   * @param outflow takes what is full
   */
  public XmlWriter(int capacity, Outflow outflow) {
    if (capacity <= 0) {
      throw new IllegalArgumentException("capacity <= 0: " + capacity);
    }
    this.mostBytes = DEFAULT_MAX_BYTES;
    this.maxBytes = DEFAULT_MAX_BYTES;
    this.maxNesting = DEFAULT_MAX_NESTING;
    this.outflow = Objects.requireNonNull(outflow, "outflow");
    this.scope = new NamespaceScope();
    this.buffer = new byte[capacity];
  }

  /** Creates a writer of a part of another one's document. */
  private XmlWriter(XmlWriter document) {
    this.mostBytes = document.mostBytes;
    this.maxBytes = document.mostBytes;
    this.maxNesting = document.maxNesting;
    this.outflow = null;
    this.scope = document.scope;
    this.buffer = new byte[FRAGMENT_CAPACITY];
  }

  /**
   * Creates a writer of its own buffer in which the same namespaces are in scope as here, now and
   * later; not to be {@link #reset}, but to be emptied by {@link #discard(XmlWriter)}.
   */
  protected final XmlWriter fragment() {
    return new XmlWriter(this);
  }

  /** Discards the content of a {@link #fragment}. */
  protected static void discard(XmlWriter fragment) {
    fragment.size = 0;
  }

  /** Receives the pieces of a document while it is written. */
  @FunctionalInterface
  public interface Outflow {
    /**
     * Receives a piece, which may end anywhere between two things that were written, but not within
     * an element that was started by name.
     *
     * @param piece a buffer, from now on the receiver's
     * @param length how many of its bytes are of the document, positive
     * @return another buffer, the writer's own from now on
     */
    byte[] next(byte[] piece, int length);
  }

  /** Forgets the document and everything in scope; keeps the buffer. Returns this writer. */
  public XmlWriter reset() {
    size = 0;
    maxBytes = mostBytes;
    full = false;
    nesting = 0;
    scope.clear();
    open.clear();
    named = false;
    inStartTag = false;
    attachments = null;
    return this;
  }

  /**
   * Limits the size of the document, until the next {@link #reset}, but for content that fits into
   * the present buffer. Returns this writer.
   *
   * @param bytes positive, of no effect beyond the limit that this writer was made with
   */
  public XmlWriter withMaxBytes(int bytes) {
    maxBytes = Math.min(mostBytes, bytes);
    return this;
  }

  /** Whether the document was refused for its size. */
  public boolean isFull() {
    return full;
  }

  /** Discards the content of the buffer, but nothing that is in scope. */
  protected final void discard() {
    size = 0;
  }

  /** Returns how many bytes have been written. */
  @Override
  public int size() {
    return size;
  }

  /** The buffer itself, valid up to {@link #size}, until the next write or reset. */
  public byte[] buffer() {
    return buffer;
  }

  /** Returns a copy of the document, which the caller owns. */
  public byte[] toByteArray() {
    return Arrays.copyOf(buffer, size);
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    out.write(buffer, 0, size);
  }

  // ---- bytes ----

  /**
   * Copies well-formed markup as it is. The caller answers for it, and for never changing the
   * array: it stands for its content from now on.
   */
  public void raw(byte[] bytes) {
    raw(bytes, 0, bytes.length);
  }

  /** Copies well-formed markup as it is. The caller answers for it. */
  public void raw(byte[] bytes, int offset, int length) {
    byte[] b = room(length);
    System.arraycopy(bytes, offset, b, size, length);
    size += length;
  }

  /** Copies text of ASCII characters that need no escapes. */
  @SuppressWarnings("deprecation") // takes the low bytes, which is all there is to ASCII
  private void ascii(String text) {
    byte[] b = room(text.length());
    text.getBytes(0, text.length(), b, size);
    size += text.length();
  }

  /** Returns the buffer, grown if needed so that {@code count} bytes fit behind {@link #size}. */
  private byte[] room(int count) {
    byte[] b = buffer;
    return b.length - size >= count ? b : makeRoom(count);
  }

  private byte[] makeRoom(int count) {
    if (outflow != null && size > 0 && !named) {
      buffer = outflow.next(buffer, size);
      size = 0;
    }
    return buffer.length - size >= count ? buffer : grow(size, count);
  }

  /** Grows the buffer, of which {@code used} bytes are kept, by at least {@code count}. */
  byte[] grow(int used, long count) {
    long needed = used + count;
    if (needed > maxBytes) {
      full = true;
      throw new XmlLimitException(
          "the document is larger than maxBytes = " + maxBytes, open.path(buffer), -1);
    }
    int capacity = (int) Math.min(maxBytes, Math.max(2L * buffer.length, needed));
    buffer = Arrays.copyOf(buffer, capacity);
    return buffer;
  }

  // ---- character data ----

  /**
   * Writes element content, escaped. Characters that XML 1.0 cannot carry (controls, unpaired
   * surrogates, U+FFFE, U+FFFF) are an {@link XmlDataException}.
   */
  public void text(String value) {
    escaped(value, Escapes.classesInText(value), Escapes.TEXT);
  }

  /** Writes an attribute value, escaped for double quotes; the quotes are the caller's. */
  public void attributeText(String value) {
    escaped(value, Escapes.classesInAttribute(value), Escapes.ATTRIBUTE);
  }

  /**
   * Writes characters without escapes, such as a comment's; the caller is responsible for
   * delimiters.
   */
  protected void verbatim(String value) {
    room(value.length());
    size = Escapes.VERBATIM.write(this, size, value);
  }

  private void escaped(String value, int classes, Escapes escapes) {
    if (classes == 0) {
      ascii(value);
    } else {
      room(value.length());
      size = escapes.write(this, size, value, classes);
    }
  }

  /** Bytes for a text on its way, any content; kept for the next one unless it is long. */
  byte[] scratch(int length) {
    if (length > MAX_SCRATCH) {
      return new byte[length];
    }
    if (scratch.length < length) {
      scratch = new byte[Math.max(MIN_SCRATCH, Math.max(length, 2 * scratch.length))];
    }
    return scratch;
  }

  /** The error for a character that XML 1.0 cannot carry. */
  XmlDataException unwritable(int codePoint, int index) {
    return new XmlDataException(
        String.format("XML 1.0 cannot carry U+%04X, character %d of the text", codePoint, index),
        open.path(buffer),
        -1);
  }

  public void text(boolean value) {
    byte[] b = room(XsdWidths.BOOLEAN);
    int pos = size;
    if (value) {
      b[pos] = 't';
      b[pos + 1] = 'r';
      b[pos + 2] = 'u';
      b[pos + 3] = 'e';
      size = pos + 4;
    } else {
      b[pos] = 'f';
      b[pos + 1] = 'a';
      b[pos + 2] = 'l';
      b[pos + 3] = 's';
      b[pos + 4] = 'e';
      size = pos + 5;
    }
  }

  public void text(int value) {
    size = XsdIntegers.write(room(NUMBER_ROOM), size, value);
  }

  public void text(long value) {
    size = XsdIntegers.write(room(NUMBER_ROOM), size, value);
  }

  /** Writes the shortest text that reads as the same float; {@code INF}, {@code NaN}. */
  public void text(float value) {
    size = XsdDoubles.write(room(NUMBER_ROOM), size, value);
  }

  /** Writes the shortest text that reads as the same double; {@code INF}, {@code NaN}. */
  public void text(double value) {
    size = XsdDoubles.write(room(NUMBER_ROOM), size, value);
  }

  public void text(BigInteger value) {
    if (XsdDecimals.isLong(value)) {
      text(value.longValue());
    } else {
      ascii(value.toString());
    }
  }

  /** Writes plain notation without exponent (xs:decimal). */
  public void text(BigDecimal value) {
    long length = XsdDecimals.plainLength(value);
    byte[] b = buffer.length - size >= length ? buffer : grow(size, length);
    size = XsdDecimals.write(b, size, value);
  }

  /**
   * Writes any of the eight date and time types, as {@code toXMLFormat} of the value gives it.
   *
   * @throws IllegalStateException if the fields that are set make none of these types
   */
  public void text(XMLGregorianCalendar value) {
    int end = XsdDates.write(room(NUMBER_ROOM), size, value);
    if (end >= 0) {
      size = end;
    } else {
      ascii(value.toXMLFormat());
    }
  }

  public void text(Duration value) {
    ascii(value.toString());
  }

  /**
   * Writes a value of {@code java.time}, of the class of the form.
   *
   * @throws IllegalArgumentException if XML Schema has no text for it; nothing has been written
   */
  void temporal(XsdTemporal form, Object value) {
    size = form.write(room(NUMBER_ROOM), size, value);
  }

  /**
   * Writes {@code prefix:local} with a prefix in scope, the local name alone where there is no
   * namespace; see {@link #declare(QName)}.
   */
  public void text(QName value) {
    String uri = value.getNamespaceURI();
    String prefix = uri.isEmpty() ? "" : scope.prefix(uri);
    if (prefix == null || (uri.isEmpty() && !scope.isBound("", ""))) {
      throw new IllegalStateException(
          "Cannot write a name whose prefix is not in scope. Call declare(" + value + ") first.");
    }
    qualifiedName(prefix, value.getLocalPart());
  }

  public void base64(byte[] value) {
    long length = XsdBinary.base64Length(value.length);
    byte[] b = buffer.length - size >= length ? buffer : grow(size, length);
    size = XsdBinary.writeBase64(b, size, value);
  }

  /**
   * Writes the content of an element of type xs:base64Binary: as a part of the document's package
   * where that takes it, else as base64.
   *
   * @param value with a part, unchanged until the document has been sent
   */
  public void binary(byte[] value) {
    if (attachments == null || !include(new BytesAttachment(value, BytesAttachment.UNKNOWN_TYPE))) {
      base64(value);
    }
  }

  /**
   * Writes the content of an element of type xs:base64Binary, if the document's package takes it as
   * a part (XOP 1.0 §3.1).
   *
   * @return whether it does; else nothing has been written
   */
  public boolean include(Attachment part) {
    String reference = attachments == null ? null : attachments.offer(part);
    if (reference == null) {
      return false;
    }
    raw(INCLUDE_START);
    attributeText(reference);
    raw(INCLUDE_END);
    return true;
  }

  /**
   * Gives the document a package that takes parts, until the next {@link #reset}. Returns this
   * writer.
   *
   * @param sink null for none
   */
  XmlWriter withAttachments(@Nullable AttachmentSink sink) {
    attachments = sink;
    return this;
  }

  /** Returns the receiver of the document's parts; null where it has none. */
  @Nullable AttachmentSink attachments() {
    return attachments;
  }

  public void hex(byte[] value) {
    long length = 2L * value.length;
    byte[] b = buffer.length - size >= length ? buffer : grow(size, length);
    size = XsdBinary.writeHex(b, size, value);
  }

  /**
   * Writes the items of an array, each between tags; nothing where there are none.
   *
   * @param start the first start tag
   * @param next an end tag and a start tag, between two items
   * @param end the last end tag
   */
  public void items(int[] items, byte[] start, byte[] next, byte[] end) {
    for (int i = 0; i < items.length; i++) {
      raw(i == 0 ? start : next);
      text(items[i]);
    }
    endItems(items.length, end);
  }

  /** Writes items like {@link #items(int[], byte[], byte[], byte[])}. */
  public void items(long[] items, byte[] start, byte[] next, byte[] end) {
    for (int i = 0; i < items.length; i++) {
      raw(i == 0 ? start : next);
      text(items[i]);
    }
    endItems(items.length, end);
  }

  /** Writes items like {@link #items(int[], byte[], byte[], byte[])}. */
  public void items(float[] items, byte[] start, byte[] next, byte[] end) {
    for (int i = 0; i < items.length; i++) {
      raw(i == 0 ? start : next);
      text(items[i]);
    }
    endItems(items.length, end);
  }

  /** Writes items like {@link #items(int[], byte[], byte[], byte[])}. */
  public void items(double[] items, byte[] start, byte[] next, byte[] end) {
    for (int i = 0; i < items.length; i++) {
      raw(i == 0 ? start : next);
      text(items[i]);
    }
    endItems(items.length, end);
  }

  /**
   * Writes the items of a list of boxed numbers as those of an array, for a subclass that has an
   * advantage of that.
   *
   * @param items may be looked at by their index
   * @return false, always here, if nothing is written: the items are to be written one by one
   */
  public boolean items(List<?> items, byte[] start, byte[] next, byte[] end) {
    return false;
  }

  private void endItems(int count, byte[] end) {
    if (count != 0) {
      raw(end);
    }
  }

  private void qualifiedName(String prefix, String local) {
    if (!prefix.isEmpty()) {
      text(prefix);
      raw(COLON);
    }
    text(local);
  }

  // ---- namespaces in scope ----

  /**
   * Declares a prefix inside an open start tag, by {@code xmlns:p="uri"}, unless that very binding
   * is in scope.
   */
  public void declare(Namespace namespace) {
    String prefix = namespace.prefix();
    if (!scope.isBound(prefix, namespace.uri())) {
      checkNotDeclared(prefix);
      raw(namespace.declaration());
      scope.add(prefix, namespace.uri());
    }
  }

  /**
   * Declares a prefix for the name's namespace inside an open start tag, if none is in scope: q1,
   * q2 and so on, whichever nothing in scope uses. For a name without a namespace, that the default
   * namespace is none.
   */
  public void declare(QName value) {
    String uri = value.getNamespaceURI();
    if (uri.isEmpty()) {
      if (!scope.isBound("", "")) {
        declare("", "");
      }
    } else if (scope.prefix(uri) == null) {
      declare(scope.unusedPrefix(), uri);
    }
  }

  /** Declares a prefix, {@code ""} for the default, in the open start tag. */
  void declare(String prefix, String uri) {
    checkNotDeclared(prefix);
    int before = size;
    try {
      raw(prefix.isEmpty() ? XMLNS : XMLNS_PREFIX);
      text(prefix);
      raw(EQUALS_QUOTE);
      attributeText(uri);
      raw(QUOTE);
    } catch (XmlException e) {
      size = before;
      throw e;
    }
    scope.add(prefix, uri);
  }

  private void checkNotDeclared(String prefix) {
    if (scope.declaredInTag(prefix)) {
      throw new IllegalStateException(
          "Cannot declare the prefix again, because the start tag declares xmlns:"
              + prefix
              + "=\""
              + scope.uri(prefix)
              + "\".");
    }
  }

  /**
   * Returns a mark of the current scope, to be given to {@link #release} after the end tag. To be
   * taken where a start tag begins that declares namespaces.
   */
  public int mark() {
    return scope.mark();
  }

  /** Drops the declarations since the mark. */
  public void release(int mark) {
    scope.release(mark);
  }

  /**
   * Returns a prefix in scope for the URI, or null. Never the default namespace, which stands for
   * nothing in attributes.
   */
  public @Nullable String prefix(String uri) {
    return scope.prefix(uri);
  }

  NamespaceScope scope() {
    return scope;
  }

  // ---- nesting ----

  /**
   * Begins an application object; counts one level in and refuses more than the limit (a cycle in
   * the object graph looks like this) with an XmlLimitException.
   *
   * @return true; a subclass may return false to say that the object is in the document already:
   *     then nothing is to be written for it, and {@link #leave} not to be called
   */
  public boolean enter(Object object) {
    if (nesting >= maxNesting) {
      throw new XmlLimitException(
          "objects are nested deeper than maxNesting = "
              + maxNesting
              + "; a cycle among them is likely",
          open.path(buffer),
          -1);
    }
    nesting++;
    return true;
  }

  /** Ends an object that {@link #enter} has begun. */
  public void leave() {
    nesting--;
  }

  /**
   * Begins the items of a repeated property, of which each is an object or a value. Only of use to
   * a subclass, which may want to know which items came and went.
   *
   * @param property the Java name of the property
   * @param size how many items there are, nulls included
   */
  public void enterList(String property, int size) {}

  /** Ends a list that {@link #enterList} has begun. */
  public void leaveList() {}

  /** Begins content in which white space between elements has a meaning. */
  public void enterMixed() {}

  /** Ends mixed content that {@link #enterMixed} has begun. */
  public void leaveMixed() {}

  // ---- markup by name, for everything that is not compiled ----

  private static final byte[] INCLUDE_START =
      ("<xop:Include xmlns:xop=\"" + XmlText.XOP + "\" href=\"")
          .getBytes(StandardCharsets.US_ASCII);
  private static final byte[] INCLUDE_END = {'"', '/', '>'};
  private static final byte[] XMLNS = {' ', 'x', 'm', 'l', 'n', 's'};
  private static final byte[] XMLNS_PREFIX = {' ', 'x', 'm', 'l', 'n', 's', ':'};
  private static final byte[] EQUALS_QUOTE = {'=', '"'};
  private static final byte[] END_EMPTY = {'/', '>'};
  private static final byte[] END_TAG = {'<', '/'};
  private static final byte[] SPACE = {' '};
  private static final byte[] LESS_THAN = {'<'};
  private static final byte[] GREATER_THAN = {'>'};
  private static final byte[] QUOTE = {'"'};
  private static final byte[] COLON = {':'};

  /**
   * Starts an element; namespace {@code ""} for none. The prefix is one in scope, or is made up and
   * declared. Its parent's start tag is closed if it is still open.
   */
  public void startElement(String uri, String local) {
    Objects.requireNonNull(uri, "uri");
    NcNames.check(local);
    String prefix = uri.isEmpty() ? "" : scope.prefix(uri);
    startElement(prefix == null ? scope.unusedPrefix() : prefix, uri, local);
    if (uri.isEmpty() && !scope.isBound("", "")) {
      declare("", "");
    }
  }

  /**
   * Starts an element like {@link #startElement(String, String)} with a namespace and with this
   * prefix for it, which is declared where it does not stand for the namespace yet: for content in
   * which prefixes have a meaning.
   */
  public void startElementWithPrefix(String prefix, String uri, String local) {
    NcNames.check(prefix);
    NcNames.check(local);
    if (uri.isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot use the prefix '" + prefix + "' without a namespace.");
    }
    startElement(prefix, uri, local);
  }

  /**
   * Starts an element with a prefix, {@code ""} for none; declares the prefix if it does not stand
   * for the URI, but never the default namespace, and nothing where the URI is null. All three must
   * be right in themselves.
   */
  void startElement(String prefix, @Nullable String uri, String local) {
    if (open.count() == 0) {
      named = true;
      namedElementStarts();
    }
    closeStartTag();
    int before = size;
    try {
      raw(LESS_THAN);
      qualifiedName(prefix, local);
    } catch (XmlException e) {
      size = before;
      throw e;
    }
    open.push(before + 1, size - before - 1, scope.mark());
    inStartTag = true;
    if (!prefix.isEmpty() && uri != null && !scope.isBound(prefix, uri)) {
      declare(prefix, uri);
    }
  }

  /**
   * Writes an attribute of the element just started; namespace {@code ""} for none. Names must not
   * repeat, which is the caller's to see to.
   */
  public void attribute(String uri, String local, String value) {
    NcNames.check(local);
    checkInStartTag();
    String prefix = "";
    if (!uri.isEmpty()) {
      prefix = scope.prefix(uri);
      if (prefix == null) {
        prefix = scope.unusedPrefix();
        declare(prefix, uri);
      }
    }
    attributeWithPrefix(prefix, local, value);
  }

  /** Writes an attribute with a prefix in scope, {@code ""} for none. */
  void attributeWithPrefix(String prefix, String local, String value) {
    int before = size;
    try {
      raw(SPACE);
      qualifiedName(prefix, local);
      raw(EQUALS_QUOTE);
      attributeText(value);
      raw(QUOTE);
    } catch (XmlException e) {
      size = before;
      throw e;
    }
  }

  boolean inStartTag() {
    return inStartTag;
  }

  private void checkInStartTag() {
    if (!inStartTag) {
      throw new IllegalStateException(
          "Cannot write an attribute or declaration, because no start tag is open at "
              + open.path(buffer)
              + ".");
    }
  }

  /** Closes the start tag if it is open; text methods then write content. */
  public void closeStartTag() {
    if (inStartTag) {
      raw(GREATER_THAN);
      inStartTag = false;
    }
  }

  /** Ends the innermost element that {@link #startElement} started. */
  public void endElement() {
    if (open.count() == 0) {
      throw new IllegalStateException("Cannot end an element, because none is open.");
    }
    if (inStartTag) {
      raw(END_EMPTY);
      inStartTag = false;
    } else {
      int length = open.nameLength();
      byte[] b = room(length + 3);
      System.arraycopy(END_TAG, 0, b, size, 2);
      System.arraycopy(b, open.nameOffset(), b, size + 2, length);
      b[size + 2 + length] = '>';
      size += length + 3;
    }
    scope.release(open.pop());
    if (open.count() == 0) {
      named = false;
      namedElementEnds();
    }
  }

  /** Receives the start of the outermost element that is written by name; its content follows. */
  protected void namedElementStarts() {}

  /** Receives the end of the outermost element that is written by name. */
  protected void namedElementEnds() {}

  /** Returns how many elements {@link #startElement} has started and nothing has ended. */
  int openElements() {
    return open.count();
  }

  /**
   * Returns this writer as StAX, for producers that need it (the reference implementation, DOM). It
   * writes what comes next in this document: elements into the current one. Prefixes without a
   * declaration are declared; the start and end of the document, and flushing, do nothing.
   */
  public XMLStreamWriter asStreamWriter() {
    return new StaxWriter(this);
  }
}
