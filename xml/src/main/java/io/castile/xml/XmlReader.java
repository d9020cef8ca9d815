package io.castile.xml;

import io.castile.xml.datatype.XsdDoubleParser;
import io.castile.xml.internal.AttachmentSource;
import io.castile.xml.internal.ElementCache;
import io.castile.xml.internal.PassedOver;
import io.castile.xml.internal.XmlInternals;
import io.castile.xml.internal.XmlWindow;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * A namespace-aware pull reader over a byte range of UTF-8, for XML 1.0 (names as in the fifth
 * edition) with Namespaces in XML 1.0.
 *
 * <pre>{@code
 * XmlReader in = new XmlReader(names, XmlLimits.DEFAULT).reset(bytes, 0, bytes.length);
 * in.nextChild(null);                                  // the root element
 * for (XmlName name; (name = in.nextChild(PRICE)) != null; ) {
 *   if (name == PRICE) {
 *     total += in.readText().toDouble();
 *   } else {
 *     in.skipElement();
 *   }
 * }
 * }</pre>
 *
 * <p>Never accepts what is not well-formed: every byte that the reader has passed was checked. A
 * document type declaration is refused (SOAP 1.1 §3), so only the predefined entities exist. A
 * document is checked as far as it was read; read to {@link #END_DOCUMENT} to check all of it.
 *
 * <p><b>A failed read does not advance</b>: when a method throws, the reader is where it was, and
 * tells the same as before. Methods throw {@link XmlSyntaxException} for what is not well-formed,
 * {@link XmlLimitException} for what exceeds the {@link XmlLimits}, and {@link
 * IllegalStateException} where they do not fit the current event.
 *
 * <p>Mutable, reusable by {@link #reset}, owned by one thread at a time. The byte array belongs to
 * the caller, is never written to, and must not change while it is read. A reader that is kept for
 * the next message allocates only what it returns, once it has seen such a message; names and
 * namespaces that it remembers are bounded in number and size, whatever is sent.
 */
public final class XmlReader extends XmlTags {
  static {
    XmlInternals.access(new XmlAccess());
  }

  /** A start tag, or the first half of an empty-element tag. */
  public static final int START_ELEMENT = 1;

  /** An end tag, or the second half of an empty-element tag. */
  public static final int END_ELEMENT = 2;

  /** A processing instruction. */
  public static final int PROCESSING_INSTRUCTION = 3;

  /** Character data inside the root element, never empty. */
  public static final int TEXT = 4;

  /** A comment. */
  public static final int COMMENT = 5;

  /** The state at the start, after the XML declaration. */
  public static final int START_DOCUMENT = 7;

  /** The state after the end of the document. */
  public static final int END_DOCUMENT = 8;

  /** So much is told of a text that is passed over. */
  private static final int MAX_TOLD_BYTES = 100;

  /** Longer, with a name, than what is looked at behind the place of an error. */
  private static final int LOOK_AHEAD_BYTES = 4096;

  /** A declaration that is longer is wrong in a document that arrives while it is read. */
  private static final int MAX_DECLARATION_BYTES = 64 << 10;

  /** The length of what begins a CDATA section. */
  private static final int CDATA_START = 9;

  /** The length of the shortest element, {@code <a/>}. */
  private static final int MIN_ELEMENT_BYTES = 4;

  private final XmlDeclaration declaration = new XmlDeclaration();
  private final XmlText text = new XmlText(this);

  private int textStart;
  private int textEnd;
  private int textFlags;

  /** Index behind the target of the current processing instruction. */
  private int targetEnd;

  /** Elements that {@link #estimateFollowing} may still promise in this document. */
  private int unpromised;

  /** Where the rest of the document is to come from; null where all of it is there. */
  private @Nullable XmlWindow window;

  /** Whether the next step may have to wait for more: not within one, nor once all is there. */
  private boolean windowed;

  /** The memory of earlier documents; null while there is none. */
  private @Nullable ElementCache memory;

  /** The parts that came with the document; null while there are none. */
  private @Nullable AttachmentSource attachments;

  /** The listener for what codecs pass over; null for none. */
  private @Nullable PassedOver passedOver;

  private boolean emptyIsZero;

  /** Bytes of parts that have been taken into memory in place of text. */
  private long included;

  /** A reader with the default limits and an own table of names. */
  public XmlReader() {
    this(new NameTable(), XmlLimits.DEFAULT);
  }

  /**
   * @param names the names that are reported as identical objects; may be shared
   * @param limits what documents are held to
   */
  public XmlReader(NameTable names, XmlLimits limits) {
    super(names, limits);
  }

  /**
   * Starts on a document: event START_DOCUMENT. Encoding by appendix F of XML 1.0 (byte order mark,
   * declaration); a declaration that contradicts the bytes is an error.
   */
  public XmlReader reset(byte[] bytes, int offset, int length) {
    return reset(bytes, offset, length, null);
  }

  /**
   * Starts on a document: event START_DOCUMENT. A document that is not in UTF-8 is transcoded as a
   * whole first; offsets then count in its UTF-8 form.
   *
   * @param bytes holds the document; read in place until the next reset
   * @param charset the name of the encoding given by the transport, or null. It has precedence over
   *     the declaration, a byte order mark has over both (RFC 7303, §3)
   * @throws XmlSyntaxException if the XML declaration is wrong, or the encoding unknown or not kept
   */
  public XmlReader reset(byte[] bytes, int offset, int length, @Nullable String charset) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    checkSize(length);
    byte[] source = bytes;
    int from = offset;
    int stop = offset + length;
    Charset encoding = encoding(bytes, from, stop, charset);
    if (encoding != null && !encoding.equals(StandardCharsets.UTF_8)) {
      source = XmlEncoding.toUtf8(bytes, from, length, encoding);
      checkSize(source.length);
      from = 0;
      stop = source.length;
    }
    int first = from + XmlEncoding.utf8Mark(source, from, stop);
    int behind =
        XmlDeclaration.isAt(source, first, stop)
            ? declaration.parse(source, first, stop, from)
            : first;
    if (charset == null && encoding != null && behind > first) {
      XmlEncoding.checkDeclared(declaration.encoding(), encoding);
    }
    b = source;
    base = from;
    end = stop;
    unpromised = (stop - from) / MIN_ELEMENT_BYTES;
    partial = false;
    windowed = false;
    window = null;
    memory = null;
    attachments = null;
    passedOver = null;
    emptyIsZero = false;
    included = 0;
    setDeadline(false, 0);
    event = START_DOCUMENT;
    start = first;
    pos = behind;
    depth = 0;
    openDepth = 0;
    rootSeen = false;
    emptyTag = false;
    text.clear();
    return this;
  }

  private void checkSize(int length) {
    if (length > limits.maxBytes()) {
      throw XmlWindow.tooLarge(limits.maxBytes());
    }
  }

  // ---- documents that arrive while they are read ----

  /**
   * Starts on a document that arrives while it is read: event START_DOCUMENT. All is as with the
   * whole document, but that a read may fail in the stream, with an {@link
   * java.io.UncheckedIOException}. Of a document that is not in UTF-8 all is read at once.
   *
   * @param arriving in use until the next reset
   * @param charset as for {@link #reset(byte[], int, int, String)}
   */
  XmlReader reset(XmlWindow arriving, @Nullable String charset) {
    int most = limits.maxBytes();
    arriving.begin(most);
    while (true) {
      try {
        Charset encoding = encoding(arriving.bytes(), 0, arriving.count(), charset);
        if (encoding != null && !encoding.equals(StandardCharsets.UTF_8)) {
          arriving.readAll(most);
        }
        reset(arriving.bytes(), 0, arriving.count(), charset);
        break;
      } catch (XmlSyntaxException e) {
        if (arriving.hasEnded() || arriving.count() > MAX_DECLARATION_BYTES) {
          throw e;
        }
        arriving.readOn(0, 0, 2 * arriving.count(), most); // the declaration may be cut off
      }
    }
    partial = !arriving.hasEnded();
    window = partial ? arriving : null;
    windowed = partial;
    return this;
  }

  /** The encoding that the bytes, the transport or the declaration says; null for none of them. */
  private @Nullable Charset encoding(byte[] bytes, int from, int stop, @Nullable String charset) {
    Charset encoding = XmlEncoding.detect(bytes, from, stop, charset);
    if (encoding == null && XmlDeclaration.isAt(bytes, from, stop)) {
      declaration.parse(bytes, from, stop, from);
      String declared = declaration.isUtf8() ? null : declaration.encoding();
      if (declared != null) {
        encoding = XmlEncoding.declared(declared);
      }
    }
    return encoding;
  }

  /** A step of this reader. */
  private interface Step<T> {
    T take(XmlReader in);
  }

  /**
   * Takes a step within what has arrived, or where that ends too early, once more has arrived: a
   * failed read does not advance. The step itself sees a document that ends where the window does.
   */
  private <T> T stepInWindow(Step<T> step) {
    windowed = false;
    try {
      int least = 0;
      while (true) {
        try {
          return step.take(this);
        } catch (XmlSyntaxException e) {
          least = readOn(e, least);
        }
      }
    } finally {
      windowed = partial;
    }
  }

  /** Takes the step {@link #nextChild} in a window, without an object for each call. */
  private @Nullable XmlName nextChildInWindow(@Nullable XmlName expected) {
    windowed = false;
    try {
      int least = 0;
      while (true) {
        try {
          return nextChild(expected);
        } catch (XmlSyntaxException e) {
          least = readOn(e, least);
        }
      }
    } finally {
      windowed = partial;
    }
  }

  /**
   * Has more arrive, where that may be what a step lacks.
   *
   * @param failure of the step
   * @param least how many bytes are needed behind this event, at least
   * @return how many are if the step fails again, so that a long construct is not begun too often
   * @throws XmlSyntaxException the failure, if it is one of the document
   */
  private int readOn(XmlSyntaxException failure, int least) {
    boolean isOfDocument =
        failure != XmlSyntaxException.CUT_OFF
            && end - (long) base - failure.offset() > LOOK_AHEAD_BYTES + (long) maxNameBytes;
    if (!partial || isOfDocument) {
      throw failure;
    }
    readOn(least);
    return 2 * (end - pos);
  }

  /** Has more of the document arrive, and lets go of what is before the current event. */
  private void readOn(int least) {
    XmlWindow arriving = Objects.requireNonNull(window, "window"); // as the document is partial
    int gone = arriving.readOn(start, pos, least, limits.maxBytes());
    b = arriving.bytes();
    end = arriving.count();
    partial = !arriving.hasEnded();
    if (gone != 0) {
      base -= gone;
      start -= gone;
      pos -= gone;
      textStart -= gone;
      textEnd -= gone;
      targetEnd -= gone;
      for (int i = 0; i < depth; i++) {
        starts[i] -= gone;
      }
      attributes.shift(gone);
    }
  }

  // ---- events ----

  /**
   * Advances to the next event and returns it. Text, CDATA and references that touch are one TEXT.
   *
   * @throws IllegalStateException at END_DOCUMENT
   */
  public int next() {
    if (windowed) {
      return stepInWindow(XmlReader::next);
    }
    if (event == START_ELEMENT && emptyTag) {
      return endEmptyElement();
    }
    int d = enterContent();
    int p = d == 0 ? skipWhite(pos) : pos;
    while (p < end) {
      if (b[p] != '<' || isCdata(p)) {
        if (d == 0) {
          throw textOutside(p);
        }
        flags = 0;
        int q = scanCharacterData(p);
        if (partial && q >= end - CDATA_START) {
          throw endOfInput("the end of a text");
        }
        if (sawText) {
          return commitText(p, q, flags, q, d);
        }
        p = q;
      } else {
        byte kind = p + 1 < end ? b[p + 1] : 0;
        if (kind == '?' || kind == '!') {
          return commitMisc(p, d);
        }
        return kind == '/' ? endTag(p, d) : startTag(p, d, null);
      }
    }
    return endOfDocument(p, d);
  }

  /** Depth of the content that follows the current event. */
  private int enterContent() {
    int d = depth;
    if (event == END_ELEMENT) {
      d--;
    } else if (event == END_DOCUMENT) {
      throw new IllegalStateException("Cannot move beyond the end of the document.");
    }
    openDepth = d;
    return d;
  }

  private int endOfDocument(int p, int d) {
    if (partial) {
      throw endOfInput("the rest of the document");
    }
    if (d > 0) {
      throw endOfInput("the end tag </" + new String(entries[d - 1].raw, UTF_8) + ">");
    }
    if (!rootSeen) {
      throw endOfInput("the root element");
    }
    depth = 0;
    start = p;
    pos = p;
    event = END_DOCUMENT;
    return END_DOCUMENT;
  }

  private XmlSyntaxException textOutside(int p) {
    return syntax("expected markup outside the root element, found " + found(p), p);
  }

  private int commitText(int from, int to, int seen, int behind, int d) {
    start = from;
    textStart = from;
    textEnd = to;
    textFlags = seen;
    pos = behind;
    depth = d;
    event = TEXT;
    return TEXT;
  }

  /** The comment or processing instruction at {@code p}. */
  private int commitMisc(int p, int d) {
    flags = 0;
    int dataStart;
    int dataEnd;
    int behind;
    int target = 0;
    int kind;
    if (b[p + 1] == '?') {
      target = scanPiTarget(p);
      behind = scanPiData(p, target);
      dataEnd = behind - 2;
      dataStart = Math.min(skipWhite(target), dataEnd);
      kind = PROCESSING_INSTRUCTION;
    } else {
      behind = scanMisc(p);
      dataStart = p + 4;
      dataEnd = behind - 3;
      kind = COMMENT;
    }
    targetEnd = target;
    commitText(p, dataEnd, flags | LITERAL, behind, d);
    textStart = dataStart;
    event = kind;
    return kind;
  }

  // ---- content, for codecs ----

  /**
   * Moves from START_ELEMENT of a parent, or END_ELEMENT of one of its children, to the
   * START_ELEMENT of the next child and returns its name, or to the END_ELEMENT of the parent and
   * returns null. Text, comments and processing instructions between are passed over. The document
   * counts as the parent of the root element, with END_DOCUMENT as its end.
   *
   * @param expected a hint, tried first by its bytes; null for none. Never changes the result.
   */
  public @Nullable XmlName nextChild(@Nullable XmlName expected) {
    if (windowed) {
      return nextChildInWindow(expected);
    }
    if (event == START_ELEMENT && emptyTag) {
      endEmptyElement();
      return null;
    }
    if (event == END_ELEMENT && nextIsLikeLast(expected)) {
      return expected;
    }
    int d = enterContent();
    NameEntry hint = expected == null || d == 0 ? null : hint(expected, scopes[d]);
    if (hint != null) {
      byte[] b = this.b;
      int end = this.end;
      int p = pos;
      while (p < end && XmlChars.isWhite(b[p])) {
        p++;
      }
      if (p < end && b[p] == '<' && p - pos <= maxTextBytes) {
        if (hint.closesTag(b, p + 1, end)) {
          commitStart(hint, p, p + 2 + hint.length, d, hint.scope, false, null);
          return expected;
        }
        int q = p + 1 + hint.length;
        if (q < end && hint.matches(b, p + 1, end) && !XmlChars.isNameByte(b[q])) {
          startTag(p, d, hint);
          return entries[d].name;
        }
      }
    }
    return expected != null && nextIsKnownTag(expected, d)
        ? expected
        : nextChildAnywhere(expected, d);
  }

  private @Nullable XmlName nextChildAnywhere(@Nullable XmlName expected, int d) {
    int p = d == 0 ? skipWhite(pos) : pos;
    while (p < end) {
      byte kind = p + 1 < end ? b[p + 1] : 0;
      if (b[p] != '<' || kind == '!' && isCdata(p)) {
        if (d == 0) {
          throw textOutside(p);
        }
        flags = 0;
        int q = scanCharacterData(p);
        if (passedOver != null) {
          tellText(passedOver, p, q, d);
        }
        p = q;
      } else if (kind == '?' || kind == '!') {
        p = scanMisc(p);
        p = d == 0 ? skipWhite(p) : p;
      } else if (kind == '/') {
        endTag(p, d);
        return null;
      } else {
        startTag(p, d, null);
        NameEntry entry = entries[d];
        if (entry.name == expected) {
          rememberTag(expected, entry, d);
        }
        return entry.name;
      }
    }
    endOfDocument(p, d);
    return null;
  }

  /** Tells of a text in an element at a depth, unless it is white space. */
  private void tellText(PassedOver told, int from, int to, int d) {
    int p = from;
    while (p < to && XmlChars.isWhite(b[p])) {
      p++;
    }
    if (p < to) {
      String text =
          to - p > MAX_TOLD_BYTES ? new String(b, p, MAX_TOLD_BYTES, UTF_8) : string(p, to, flags);
      String found = text.trim(); // of what is white space in XML, and of no other spaces
      if (!found.isEmpty()) {
        told.text(found, path(d), p - (long) base);
      }
    }
  }

  /**
   * Reports the attributes of the element at START_ELEMENT to {@link #passedOver}, if there is one.
   */
  public void passOverAttributes() {
    require(START_ELEMENT, "START_ELEMENT");
    if (attributes.count != 0 && passedOver != null) {
      passedOver.attributes(this);
    }
  }

  /**
   * Moves like {@link #next}, without COMMENT and PROCESSING_INSTRUCTION: text on both sides of one
   * is a single TEXT. For mixed content.
   */
  public int nextContent() {
    if (windowed) {
      return stepInWindow(XmlReader::nextContent);
    }
    if (event == START_ELEMENT && emptyTag) {
      return endEmptyElement();
    }
    int d = enterContent();
    int p = d == 0 ? skipWhite(pos) : pos;
    int from = -1;
    int to = -1;
    int seen = 0;
    long length = 0;
    while (p < end) {
      byte kind = p + 1 < end ? b[p + 1] : 0;
      if (b[p] != '<' || kind == '!' && isCdata(p)) {
        if (d == 0) {
          throw textOutside(p);
        }
        flags = seen;
        int q = scanCharacterData(p);
        if (sawText) {
          length += q - p;
          seen = from < 0 ? flags : flags | EXPAND;
          from = from < 0 ? p : from;
          to = q;
        }
        p = q;
      } else if (kind == '?' || kind == '!') {
        p = scanMisc(p);
        p = d == 0 ? skipWhite(p) : p;
      } else {
        break;
      }
    }
    if (length > maxTextBytes) {
      throw limit("maxTextBytes", maxTextBytes, from);
    }
    if (partial && p >= end - CDATA_START) {
      throw endOfInput("the end of a text");
    }
    if (from >= 0) {
      return commitText(from, to, seen, p, d);
    }
    if (p >= end) {
      return endOfDocument(p, d);
    }
    return p + 1 < end && b[p + 1] == '/' ? endTag(p, d) : startTag(p, d, null);
  }

  /**
   * Reads the text content from START_ELEMENT to the END_ELEMENT of the same element, where the
   * reader then stands. Child elements are passed over (their text does not count). If the view
   * then refuses a conversion, the reader is back at START_ELEMENT: a failed read does not advance.
   * Attributes of the element are passed over, which is told.
   *
   * @return the one view of this reader, valid until the next call that moves it
   */
  public XmlText readText() {
    passOverAttributes();
    return readValueText();
  }

  /** Reads text like {@link #readText}, of an element whose attributes the caller has looked at. */
  public XmlText readValueText() {
    require(START_ELEMENT, "START_ELEMENT");
    if (windowed) {
      return stepInWindow(XmlReader::readValueText);
    }
    int from = pos;
    if (emptyTag) {
      endEmptyElement();
      return text.element(from, from, 0, true);
    }
    byte[] b = this.b;
    int end = this.end;
    int last = end - 8;
    int q = from;
    // Plain ASCII is found here; all else by scanText, from where it begins.
    while (q <= last) {
      long stops = Bytes.textStops(Bytes.longAt(b, q));
      if (stops != 0) {
        q += Long.numberOfTrailingZeros(stops) >>> 3;
        break;
      }
      q += 8;
    }
    int seen = 0;
    int length = -1;
    if (q >= end || b[q] != '<') {
      openDepth = depth;
      int stop = q <= last && b[q] == '&' ? scanExpanding(from, q) : -1;
      if (stop >= 0) {
        q = stop;
        length = expandedLength;
      } else {
        flags = 0;
        q = scanText(q);
      }
      seen = flags;
    }
    if (endsAt(q, from)) {
      return length < 0
          ? text.element(from, q, seen, true)
          : text.expandedElement(from, length, seen);
    }
    return readMixedText(from);
  }

  /**
   * Reads a double at START_ELEMENT, faster than {@code readText().toDouble()}.
   *
   * @throws XmlDataException if the text is no xs:double; the reader is back at START_ELEMENT
   */
  public double readDouble() {
    require(START_ELEMENT, "START_ELEMENT");
    int from = pos;
    if (!emptyTag
        && end - from > XsdDoubleParser.MAX_SHORT_BYTES + 1
        && (attributes.count == 0 || passedOver == null)) {
      // Digits, sign and point are plain text: where nothing else is, it need not be scanned.
      int q = XsdDoubleParser.endOfShort(b, from);
      if (q >= 0 && b[q] == '<' && endsAt(q, from)) {
        return XsdDoubleParser.parseDouble(b, from, q);
      }
    }
    return readText().toDouble();
  }

  /** Goes to the END_ELEMENT if it is that of the current element, with nothing unusual to it. */
  private boolean endsAt(int q, int from) {
    NameEntry entry = entries[depth - 1];
    if (end - q > 1
        && b[q + 1] == '/'
        && entry.closesTag(b, q + 2, end)
        && q - from <= maxTextBytes) {
      start = q;
      pos = q + 3 + entry.length;
      event = END_ELEMENT;
      return true;
    }
    return false;
  }

  /** Like {@link #readText}, for content with other markup, or a limit to be exceeded. */
  private XmlText readMixedText(int from) {
    int d = depth;
    int at = starts[d - 1];
    long length = 0;
    int seen = 0;
    boolean children = false;
    String include = null;
    int includes = 0;
    try {
      while (true) {
        int kind = next();
        if (depth == d) {
          if (kind == END_ELEMENT) {
            break;
          }
          if (kind == TEXT) {
            seen |= textFlags;
            length += textEnd - textStart;
            if (length > maxTextBytes) {
              throw limit("maxTextBytes", maxTextBytes, from);
            }
          }
        } else {
          children = true;
          if (kind == START_ELEMENT && depth == d + 1) {
            if (isInclude()) {
              includes++;
              include = includeReference();
            } else if (passedOver != null) {
              passedOver.element(this, List.of());
            }
          }
        }
      }
    } catch (XmlException e) {
      returnToStart(d, at);
      throw e;
    }
    int found = seen & NON_ASCII | EXPAND | (children ? CHILDREN : 0);
    XmlText content = text.element(from, start, found, !children);
    return include == null ? content : content.including(include, includes);
  }

  /** Whether this element stands for the bytes of a part (XOP 1.0 §3.1). */
  private boolean isInclude() {
    XmlName name = entries[depth - 1].name;
    return name.local().equals("Include") && name.uri().equals(XmlText.XOP);
  }

  /** The reference of the include; empty where it has none. */
  private String includeReference() {
    int count = attributeCount();
    for (int i = 0; i < count; i++) {
      XmlName name = attributes.entries[i].name;
      if (name.uri().isEmpty() && name.local().equals("href")) {
        return attributeString(i).trim();
      }
    }
    return "";
  }

  /**
   * Takes back {@link #readText}.
   *
   * @param contentStart index behind the start tag
   * @param untouched whether no start tag has been read since
   */
  void unreadText(int contentStart, boolean untouched) {
    if (untouched) {
      start = starts[depth - 1];
      pos = contentStart;
      event = START_ELEMENT;
    } else {
      returnToStart(depth, starts[depth - 1]);
    }
  }

  /**
   * Passes over the element from START_ELEMENT to its END_ELEMENT, checking it for well-formedness.
   */
  public void skipElement() {
    require(START_ELEMENT, "START_ELEMENT");
    if (windowed) {
      skipInWindow();
      return;
    }
    int d = depth;
    int at = starts[d - 1];
    try {
      while (next() != END_ELEMENT || depth != d) {
        // Everything inside is passed over.
      }
    } catch (XmlException e) {
      returnToStart(d, at);
      throw e;
    }
  }

  /** Like {@link #skipElement}; what fails does so where it is, as what is passed is not held. */
  private void skipInWindow() {
    int d = depth;
    while (next() != END_ELEMENT || depth != d) {
      // Everything inside is passed over.
    }
  }

  /**
   * Returns the element at START_ELEMENT as StAX, for consumers that need it. It begins at the
   * START_ELEMENT and ends, with END_DOCUMENT, behind the matching END_ELEMENT, where this reader
   * then stands. While it is used, this reader must not be moved otherwise. A consumer that stops
   * early calls {@link XMLStreamReader#close}, which passes over the rest of the element.
   */
  public XMLStreamReader asStreamReader() {
    require(START_ELEMENT, "START_ELEMENT");
    return new XmlStreamReader(this);
  }

  // ---- what the current event is ----

  /** Returns the current event, one of the constants of this class. */
  public int event() {
    return event;
  }

  /** Returns the memory of earlier documents, for codecs; null where there is none. */
  @Nullable ElementCache memory() {
    return memory;
  }

  /**
   * Gives the document its parts, until the next {@link #reset}: the content for {@code
   * xop:Include} elements, and the targets of references to attachments. Returns this reader.
   *
   * @param source null for none
   */
  XmlReader withAttachments(@Nullable AttachmentSource source) {
    attachments = source;
    return this;
  }

  /**
   * Sets the listener for content that codecs pass over in the document, until the next {@link
   * #reset}. Returns this reader.
   *
   * @param told null for none
   */
  XmlReader withPassedOver(@Nullable PassedOver told) {
    passedOver = told;
    return this;
  }

  /**
   * Whether an empty text, or one of white space, is 0 where a number is asked for, until the next
   * {@link #reset}; no number otherwise. Returns this reader.
   */
  public XmlReader withEmptyAsZero(boolean zero) {
    emptyIsZero = zero;
    return this;
  }

  boolean isEmptyZero() {
    return emptyIsZero;
  }

  /** Returns the listener for content that codecs pass over; null for none. */
  @Nullable PassedOver passedOver() {
    return passedOver;
  }

  /**
   * Sets a deadline for reading the document, until the next {@link #reset}: a document that takes
   * longer ends with an {@link XmlLimitException}. The clock is looked at now and then, and where
   * elements are read whose tags are not those that were expected: content that codecs take at full
   * speed is bounded by its size. Returns this reader.
   *
   * @param nanoTime by {@link System#nanoTime}
   */
  public XmlReader withDeadline(long nanoTime) {
    setDeadline(true, nanoTime);
    return this;
  }

  /** The parts that came with the document; null where it came without. */
  @Nullable AttachmentSource attachments() {
    return attachments;
  }

  /**
   * Returns the bytes of a part in an array of the caller's own: they stand for text of the
   * document, and count as such.
   *
   * @throws XmlLimitException if the document has more of them than it may have bytes
   * @throws IOException if the part cannot be read
   */
  public byte[] bytesOf(Attachment part) throws IOException {
    included += Math.max(0, part.size());
    if (included > limits.maxBytes()) {
      throw new XmlLimitException(
          "what the document includes exceeds the limit maxBytes = " + limits.maxBytes(),
          path(),
          offset());
    }
    return part.toByteArray();
  }

  void remember(@Nullable ElementCache memory) {
    this.memory = memory;
  }

  /** Like {@link ElementCache#jump}. */
  void jump(int elementStart, int elementEnd) {
    require(START_ELEMENT, "START_ELEMENT");
    int from = starts[depth - 1];
    if (elementStart != from) {
      int length = pos - from;
      if (Arrays.equals(b, from, pos, b, elementStart, Math.min(elementStart + length, end))) {
        starts[depth - 1] = elementStart; // the same tag means the same here
      } else {
        openDepth = depth - 1;
        startTag(elementStart, depth - 1, null);
      }
    }
    pos = elementEnd;
    start = elementEnd;
    if (!emptyTag) {
      do {
        start--; // an end tag has no other '<' than its first
      } while (b[start] != '<');
    }
    event = END_ELEMENT;
  }

  /**
   * Returns the number of open elements; includes the current one at START_ELEMENT and at
   * END_ELEMENT.
   */
  public int depth() {
    return depth;
  }

  /**
   * Returns the byte offset of the first byte of the current event, counted from the start of the
   * document (in its UTF-8 form). The END_ELEMENT of an empty-element tag is behind the tag.
   */
  public int offset() {
    return start - base;
  }

  /**
   * Estimates how many elements follow START_ELEMENT, this one included, if all that is left of the
   * document is like the {@code count} elements before it. For the capacity of a list: a guess by
   * length, with a little to spare.
   *
   * <p>A sender can make the guess too high, and have it made often. So the guesses of one document
   * add up to no more than elements fit into it; one that would exceed that is 0. Memory that is
   * reserved for what they promise is in proportion to the document.
   *
   * @param first the {@link #offset} of the first of the elements before
   * @param count how many there were, at least 1
   */
  public int estimateFollowing(int first, int count) {
    require(START_ELEMENT, "START_ELEMENT");
    Objects.checkIndex(first, offset());
    long likely = (long) (end - start) * count / (offset() - first);
    long estimate = likely + likely / 32 + 1;
    if (estimate > unpromised) {
      return 0;
    }
    unpromised -= (int) estimate;
    return (int) estimate;
  }

  /**
   * Returns the path of the current element for messages, {@code /Envelope/Body}. Made only when
   * asked for.
   */
  public String path() {
    return path(depth);
  }

  /**
   * Returns the name at START_ELEMENT or END_ELEMENT: the NameTable's object if it knows the name.
   */
  public XmlName name() {
    return element().name;
  }

  /** Returns the prefix of the current element, "" for none. */
  public String prefix() {
    return element().prefix;
  }

  private NameEntry element() {
    if (event != START_ELEMENT && event != END_ELEMENT) {
      throw wrongEvent("START_ELEMENT or END_ELEMENT");
    }
    return entries[depth - 1];
  }

  /** Returns the text of TEXT or COMMENT, data of PROCESSING_INSTRUCTION. */
  public String text() {
    if (event != TEXT && event != COMMENT && event != PROCESSING_INSTRUCTION) {
      throw wrongEvent("TEXT, COMMENT or PROCESSING_INSTRUCTION");
    }
    return string(textStart, textEnd, textFlags);
  }

  /**
   * Returns the source of the current TEXT where it is written in several pieces, of which some are
   * CDATA sections, and not as one section or as plain character data; else null. Readers of other
   * libraries may report each piece as a text of its own.
   */
  public @Nullable String textSourceInPieces() {
    require(TEXT, "TEXT");
    int at = textStart;
    while (at < textEnd && b[at] != '<') {
      at++;
    }
    if (at == textEnd || at == textStart && endOfSection(at) == textEnd) {
      return null;
    }
    return new String(b, textStart, textEnd - textStart, UTF_8);
  }

  /** Index behind the CDATA section that begins at an index of the current TEXT. */
  private int endOfSection(int from) {
    int at = from + CDATA_START;
    while (b[at] != ']' || b[at + 1] != ']' || b[at + 2] != '>') {
      at++;
    }
    return at + 3;
  }

  /** Returns the target of the current PROCESSING_INSTRUCTION. */
  public String piTarget() {
    require(PROCESSING_INSTRUCTION, "PROCESSING_INSTRUCTION");
    return new String(b, start + 2, targetEnd - start - 2, UTF_8);
  }

  private void require(int wanted, String name) {
    if (event != wanted) {
      throw wrongEvent(name);
    }
  }

  private IllegalStateException wrongEvent(String wanted) {
    return new IllegalStateException(
        "expected to be at " + wanted + ", was at event " + event + " of " + path());
  }

  // ---- attributes of the current START_ELEMENT, namespace declarations excluded ----

  /** Returns the number of attributes of the current START_ELEMENT; 0 at other events. */
  public int attributeCount() {
    return event == START_ELEMENT ? attributes.count : 0;
  }

  /** Returns the name of the attribute: the NameTable's object if it knows the name. */
  public XmlName attributeName(int index) {
    return attributeEntry(index).name;
  }

  /** Returns the prefix of the attribute, "" for none. */
  public String attributePrefix(int index) {
    return attributeEntry(index).prefix;
  }

  private NameEntry attributeEntry(int index) {
    Objects.checkIndex(index, attributeCount());
    return attributes.entries[index];
  }

  /**
   * The value for typed access; the one view of this reader, valid until the next call that moves
   * it.
   */
  public XmlText attribute(int index) {
    XmlName name = attributeEntry(index).name;
    AttributeTable a = attributes;
    return text.attribute(a.valueStart[index], a.valueEnd[index], a.flags[index] | VALUE, name);
  }

  /** Value of the attribute as a string. */
  String attributeString(int index) {
    Objects.checkIndex(index, attributeCount());
    AttributeTable a = attributes;
    return string(a.valueStart[index], a.valueEnd[index], a.flags[index] | VALUE);
  }

  /** Returns the index of the attribute, or -1. */
  public int attributeIndex(XmlName name) {
    int count = attributeCount();
    for (int i = 0; i < count; i++) {
      if (attributes.entries[i].name.equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /** Look-ups that finding the attributes of the current element unique has taken, for tests. */
  long attributeProbes() {
    return attributes.probes;
  }

  /** Whether xsi:nil is true or 1 on the current element. */
  public boolean isNil() {
    int index = xsiIndex(NameEntry.XSI_NIL);
    return index >= 0 && attribute(index).toBoolean();
  }

  /**
   * The name that xsi:type gives for the current element, resolved; null where absent.
   *
   * @throws XmlDataException if its value is no QName, or has a prefix that is not bound
   */
  public @Nullable XmlName xsiType() {
    int index = xsiIndex(NameEntry.XSI_TYPE);
    return index < 0 ? null : attribute(index).toXmlName();
  }

  private int xsiIndex(int wanted) {
    int count = attributeCount();
    for (int i = 0; i < count; i++) {
      if (attributes.entries[i].xsi == wanted) {
        return i;
      }
    }
    return -1;
  }

  // ---- namespaces ----

  /** Namespaces declared on the current element; 0 where the current event is none. */
  public int namespaceCount() {
    return event == START_ELEMENT || event == END_ELEMENT
        ? scopes[depth].count - scopes[depth - 1].count
        : 0;
  }

  /**
   * Returns the prefix of the declaration on the current element, "" for the default namespace's.
   */
  public String namespacePrefix(int index) {
    return declaration(index).prefix;
  }

  /**
   * Returns the URI of the declaration on the current element; "" where it takes back the default.
   */
  public String namespaceUri(int index) {
    return declaration(index).uri;
  }

  @SuppressWarnings("NullAway") // so many declarations are so many links, each with an outer one
  private NamespaceBinding declaration(int index) {
    int count = namespaceCount();
    Objects.checkIndex(index, count);
    NamespaceBinding scope = scopes[depth];
    for (int i = count - 1; i > index; i--) {
      scope = scope.outer;
    }
    return scope;
  }

  /**
   * Returns the URI bound to the prefix ("" = default) at the current element; null where unbound
   * ("" prefix: "").
   */
  public @Nullable String namespaceUri(String prefix) {
    return scope().uri(prefix);
  }

  /** The scope at the current event. */
  NamespaceBinding scope() {
    return scopes[depth];
  }

  /** The name that the range, a QName in content, gives here; null if it gives none. */
  @Nullable NameEntry qname(byte[] bytes, int from, int to) {
    return names.qname(bytes, from, to, scope());
  }

  /** A data error at the current place: "expected, found" with path and offset. */
  public XmlDataException unexpected(String expected, String found) {
    return new XmlDataException(
        "expected " + expected + ", found " + found, path(), start - (long) base);
  }

  /** Returns an exception for values that code of the application refuses. */
  public XmlDataException refused(String expected, RuntimeException cause) {
    return new XmlDataException(
        "expected " + expected + ", found such that it throws " + cause,
        path(),
        start - (long) base,
        cause);
  }

  private static final Charset UTF_8 = StandardCharsets.UTF_8;
}
