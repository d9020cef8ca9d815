package io.castile.cache.request;

import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;

/**
 * The content of a message's body in a form that is the same for all messages that say the same,
 * and different for all others. What does not matter: prefixes, the order of attributes, white
 * space, comments and processing instructions between elements, a text that is one CDATA section,
 * references, the form of empty elements, schema locations, and the parts that the policy ignores.
 * A text that comments, processing instructions or CDATA sections cut into pieces is another one
 * than the same text in one piece: some readers take one of the pieces for all of it.
 *
 * <p>The form is a row of tokens, each a control character that XML has no place for, and UTF-8:
 *
 * <pre>
 *   01 uri 02 local            start of an element
 *   03 uri 02 local 04 value   an attribute; sorted by uri, then local name
 *   05 text                    text
 *   06                         end of an element
 *   07 prefix 02 uri           behind a text or value that looks like a qualified name: what its
 *                              prefix stands for
 *   08                         a comment beside a text; followed by a question mark, a
 *                              processing instruction
 *   0E source                  behind a text with CDATA sections: how it was written
 *   0F attributes              behind everything, for Envelope, Header and Body each, where one of
 *                              them has attributes
 * </pre>
 *
 * <p>A text with a prefix is kept as it stands, so that messages which differ in the prefix of such
 * a value have two forms; the value of {@code xsi:type} is resolved. A word that may be a name
 * without prefix is told apart by the default namespace, so that a text is another one where a
 * stack declares that and where it does not, also if no name was meant.
 *
 * <p>Owned by one thread.
 */
final class CanonicalBody {
  static final int START = 1;
  static final int LOCAL = 2;
  static final int ATTRIBUTE = 3;
  private static final int VALUE = 4;
  static final int TEXT = 5;
  static final int END = 6;
  static final int BINDING = 7;
  static final int MARKUP = 8;
  static final int SOURCE = 14;
  static final int FRAME = 15;

  private static final String UTILITY =
      "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
  private static final byte[] NOTHING = {};

  private static final Comparator<XmlName> BY_NAME =
      Comparator.comparing(XmlName::uri).thenComparing(XmlName::local);

  private final XmlReader in;
  private final ElementPaths ignored;

  /** Where the ignored paths stand at the body and at each element that is open below it. */
  private final List<long[]> ways = new ArrayList<>();

  private byte[] out = new byte[1024];
  private int size;

  /** The parts of the frame that {@link #readFrame} has noted so far. */
  private byte[] frame = NOTHING;

  private boolean framePreserves;

  /**
   * The pieces of white space and of markup in {@link #out}, in their order: start, end, and the
   * index of the piece before in the same element or -1. Whether one is dropped is known at its
   * element's end.
   */
  private int[] pieces = new int[48];

  private boolean[] dropped = new boolean[16];
  private int pieceCount;

  /**
   * @param in reads the message
   */
  CanonicalBody(XmlReader in, ElementPaths ignored) {
    this.in = in;
    this.ignored = ignored;
    this.ways.add(ignored.start());
  }

  /**
   * Notes the attributes of Envelope, Header or Body, at whose start {@code in} is: an
   * encodingStyle or a language there holds for the content. Identifiers of signatures are passed
   * over.
   */
  void readFrame() {
    if (in.attributeCount() == 0) {
      return;
    }
    int before = size;
    put(FRAME);
    put(in.name().local());
    attributes(name -> isSchemaLocation(name) || name.uri().equals(UTILITY));
    if (size == before + 1 + in.name().local().length()) {
      size = before; // there were none but such
    }
    frame = Arrays.copyOf(out, size);
    framePreserves = keepsSpace(framePreserves);
  }

  /** Reads the body's content; {@code in} is at the start of the body, and then at its end. */
  byte[] read() {
    byte[] behind = frame;
    size = 0;
    content(0, framePreserves);
    reserve(behind.length);
    System.arraycopy(behind, 0, out, size, behind.length);
    size += behind.length;
    return compacted();
  }

  /** Reads one element; {@code in} is at its start, and then at its end. */
  byte[] readElement() {
    element(1, false);
    return compacted();
  }

  /**
   * The content of an element, to its end.
   *
   * @param depth the number of elements open below the body
   * @param preserve whether {@code xml:space} keeps white space
   */
  private void content(int depth, boolean preserve) {
    boolean hasChild = false;
    boolean hasText = false;
    int lastPiece = -1;
    String run = null; // the text since the last child; null for none but white space
    StringBuilder cut = null; // the same, where comments cut it; null elsewhere
    int event = in.next();
    while (event != XmlReader.END_ELEMENT) {
      if (event == XmlReader.START_ELEMENT) {
        hasChild = true;
        putBindings(run, cut);
        run = null;
        cut = null;
        element(depth + 1, preserve);
      } else if (event != XmlReader.TEXT) {
        String kind = event == XmlReader.COMMENT ? "" : "?"; // PHP refuses the latter in a text
        lastPiece = addPiece(MARKUP, kind, lastPiece);
      } else {
        String text = in.text();
        if (text.isBlank() && isWhite(text)) {
          lastPiece = addPiece(TEXT, text, lastPiece);
        } else {
          hasText = true;
          putText(text);
        }
        if (run != null) {
          cut = (cut == null ? new StringBuilder(run) : cut).append(text);
        } else if (hasText) {
          run = text;
        }
      }
      event = in.next();
    }
    putBindings(run, cut);
    if ((hasChild || depth == 0) && !hasText && !preserve) {
      for (int piece = lastPiece; piece >= 0; piece = pieces[3 * piece + 2]) {
        dropped[piece] = true;
      }
    }
  }

  private void putBindings(@Nullable String run, @Nullable StringBuilder cut) {
    if (run != null) {
      putBindings(cut == null ? run : cut.toString());
    }
  }

  private void putText(String text) {
    put(TEXT);
    put(text);
    String source = in.textSourceInPieces();
    if (source != null) {
      put(SOURCE);
      put(source);
    }
  }

  private void element(int depth, boolean preserve) {
    XmlName name = in.name();
    if (!ignored.isEmpty() && ignored.enter(ways.get(depth - 1), name, way(depth))) {
      in.skipElement();
      return;
    }
    put(START);
    putName(name);
    attributes(attribute -> isIgnored(attribute, depth));
    content(depth, keepsSpace(preserve));
    put(END);
  }

  private long[] way(int depth) {
    if (ways.size() == depth) {
      ways.add(ignored.start());
    }
    return ways.get(depth);
  }

  private boolean keepsSpace(boolean inherited) {
    int count = in.attributeCount();
    for (int i = 0; i < count; i++) {
      XmlName name = in.attributeName(i);
      if (name.local().equals("space") && name.uri().equals(XMLConstants.XML_NS_URI)) {
        return in.attribute(i).toToken().equals("preserve");
      }
    }
    return inherited;
  }

  private void attributes(Predicate<XmlName> passedOver) {
    int count = in.attributeCount();
    if (count == 0) {
      return;
    }
    List<Integer> order = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      if (!passedOver.test(in.attributeName(i))) {
        order.add(i);
      }
    }
    order.sort((a, b) -> BY_NAME.compare(in.attributeName(a), in.attributeName(b)));
    for (int index : order) {
      XmlName name = in.attributeName(index);
      put(ATTRIBUTE);
      putName(name);
      put(VALUE);
      if (isXsi(name, "type")) {
        putName(Objects.requireNonNull(in.xsiType()));
      } else {
        String value = in.attribute(index).toString();
        put(value);
        putBindings(value);
      }
    }
  }

  private boolean isIgnored(XmlName name, int depth) {
    return isSchemaLocation(name)
        || (!ignored.isEmpty() && ignored.namesAttribute(ways.get(depth), name));
  }

  private static boolean isSchemaLocation(XmlName name) {
    return isXsi(name, "schemaLocation") || isXsi(name, "noNamespaceSchemaLocation");
  }

  private static boolean isXsi(XmlName name, String local) {
    return name.local().equals(local)
        && name.uri().equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI);
  }

  // ---- qualified names in text ----

  /**
   * Tells what prefixes in a text stand for, and where one of its words may be a qualified name
   * without a prefix, the default namespace: whether it is one, only the type of the text says.
   */
  private void putBindings(String text) {
    boolean mayHaveDefault = false;
    int length = text.length();
    int at = 0;
    // Invariant: at is at the beginning of a word, or in white space before it.
    while (at < length) {
      int end = at;
      boolean isName = true;
      while (end < length && !isWhite(text.charAt(end))) {
        char c = text.charAt(end);
        if (c == ':') {
          putPrefix(text, end);
        }
        isName &= isNameChar(c);
        end++;
      }
      mayHaveDefault |= isName && end > at && !isAsciiDigit(text.charAt(at));
      at = end + 1;
    }
    String outer = mayHaveDefault ? in.namespaceUri("") : "";
    if (outer != null && !outer.isEmpty()) {
      putBinding("", outer);
    }
  }

  /** Tells what the prefix before a colon stands for, if it is one. */
  private void putPrefix(String text, int colon) {
    int from = colon;
    while (from > 0 && isNameChar(text.charAt(from - 1))) {
      from--;
    }
    String prefix = text.substring(from, colon);
    String bound = prefix.isEmpty() ? null : in.namespaceUri(prefix);
    if (bound != null) {
      putBinding(prefix, bound);
    }
  }

  private void putBinding(String prefix, String uri) {
    put(BINDING);
    put(prefix);
    put(LOCAL);
    put(uri);
  }

  private static boolean isAsciiDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Whether a character may stand in a prefix, at least. */
  private static boolean isNameChar(char c) {
    return c >= 0x80 || Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.';
  }

  // ---- bytes ----

  /** Unlike {@link String#isBlank}: only what XML takes for white space. */
  private static boolean isWhite(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isWhite(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isWhite(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }

  /** A piece that says nothing unless it stands beside a text. */
  private int addPiece(int token, String text, int before) {
    if (pieceCount == dropped.length) {
      dropped = Arrays.copyOf(dropped, 2 * pieceCount);
      pieces = Arrays.copyOf(pieces, 6 * pieceCount);
    }
    int at = 3 * pieceCount;
    pieces[at] = size;
    put(token);
    put(text);
    pieces[at + 1] = size;
    pieces[at + 2] = before;
    return pieceCount++;
  }

  /** Returns the written bytes, without the dropped pieces. */
  private byte[] compacted() {
    byte[] kept = new byte[size];
    int from = 0;
    int to = 0;
    for (int i = 0; i < pieceCount; i++) {
      if (dropped[i]) {
        int length = pieces[3 * i] - from;
        System.arraycopy(out, from, kept, to, length);
        to += length;
        from = pieces[3 * i + 1];
      }
    }
    System.arraycopy(out, from, kept, to, size - from);
    return Arrays.copyOf(kept, to + size - from);
  }

  private void putName(XmlName name) {
    put(name.uri());
    put(LOCAL);
    put(name.local());
  }

  private void put(int token) {
    reserve(1);
    out[size++] = (byte) token;
  }

  private void put(String text) {
    int length = text.length();
    reserve(length);
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        byte[] rest = text.substring(i).getBytes(StandardCharsets.UTF_8);
        reserve(rest.length);
        System.arraycopy(rest, 0, out, size, rest.length);
        size += rest.length;
        return;
      }
      out[size++] = (byte) c;
    }
  }

  private void reserve(int more) {
    if (size + more > out.length) {
      out = Arrays.copyOf(out, Math.max(2 * out.length, size + more));
    }
  }
}
