package io.castile.xml;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The middle of {@link XmlReader}: start and end tags, the elements that are open, their names,
 * attributes and namespaces. A tag is committed as a whole once it has been found right; a method
 * that throws has changed nothing that the reader tells.
 */
abstract class XmlTags extends XmlScanner {
  private static final int MAX_HINT_SLOTS = 512;

  private static final int MIN_HINT_SLOTS = 16;

  final NameCache names;
  private final NamespaceCache namespaces;

  // By the names' numbers in their table: the names of a message, which were added one after the
  // other, seldom share a slot.

  /** How the name was last written, for {@link XmlReader#nextChild}. */
  private NameEntry[] hints = new NameEntry[MIN_HINT_SLOTS];

  /** The start tag that the name last had with namespace declarations. */
  private KnownTag[] knownTags = new KnownTag[MIN_HINT_SLOTS];

  /** Start tags between two looks at the clock. */
  private static final int TAGS_PER_LOOK = 256;

  /** The deadline by {@link System#nanoTime}; holds where {@link #isTimed}. */
  private long deadline;

  private boolean isTimed;

  /** Start tags before the next look at the clock, of which there is one without a deadline too. */
  private int tagsToLook = Integer.MAX_VALUE;

  int event = XmlReader.END_DOCUMENT;

  /** Index of the first byte of the event. */
  int start;

  /** Index behind the event, where the next one begins. */
  int pos;

  boolean rootSeen;

  /** Whether the latest START_ELEMENT was an empty-element tag; its end is then still to report. */
  boolean emptyTag;

  /** Elements open at the current event, the one of an END_ELEMENT included. */
  int depth;

  /** Elements open at the place that is scanned: {@link #depth}, less one behind an END_ELEMENT. */
  int openDepth;

  // Invariant: entries[i] and starts[i] are of the element with i open ones around it, for i <
  // depth; scopes[i] is what is in scope inside i open elements, for i <= depth. Slots are written
  // only when a start tag has been accepted as a whole.
  NameEntry[] entries = new NameEntry[16];
  int[] starts = new int[16];
  NamespaceBinding[] scopes = new NamespaceBinding[17];

  /** How many elements may be open before the arrays must grow, or the limit is reached. */
  private int depthRoom;

  AttributeTable attributes = new AttributeTable();

  /** Where the next start tag's attributes are collected, so that a failure keeps the current. */
  private AttributeTable spareAttributes = new AttributeTable();

  /** The scope inside the start tag that is scanned, as far as it has been. */
  private NamespaceBinding innerScope = NamespaceBinding.ROOT;

  XmlTags(NameTable names, XmlLimits limits) {
    super(Objects.requireNonNull(limits, "limits"));
    this.names = new NameCache(Objects.requireNonNull(names, "names"), this);
    this.namespaces = new NamespaceCache(this);
    scopes[0] = NamespaceBinding.ROOT;
    depthRoom = Math.min(entries.length, limits.maxDepth());
  }

  /**
   * The start tag at {@code p}.
   *
   * @param known how its name is written, if that has been matched already; else null
   */
  final int startTag(int p, int d, @Nullable NameEntry known) {
    if (--tagsToLook <= 0) {
      lookAtClock(p);
    }
    if (d == 0 && rootSeen) {
      throw syntax("expected the end of the document, found a second root element", p);
    }
    if (known == null) {
      int stop = findNameEnd(p + 1);
      if (stop < end && b[stop] == '>') {
        NameEntry entry = names.remembered(p + 1, stop, scopes[d]);
        if (entry != null) {
          return commitStart(entry, p, stop + 1, d, scopes[d], false, null);
        }
      }
    }
    int nameEnd = known != null ? p + 1 + known.length : scanName(p + 1);
    if (nameEnd < end && b[nameEnd] == '>') {
      NameEntry entry = known != null ? known : names.element(p + 1, nameEnd, scopes[d]);
      return commitStart(entry, p, nameEnd + 1, d, scopes[d], false, null);
    }
    AttributeTable found = spareAttributes;
    found.count = 0;
    innerScope = scopes[d];
    int q = scanAttributes(nameEnd, p, d, found);
    boolean empty = b[q] == '/';
    if (empty && (++q >= end || b[q] != '>')) {
      throw syntax("expected '>' behind '/', found " + found(q), q);
    }
    NamespaceBinding scope = innerScope;
    NameEntry entry =
        known != null && scope == known.scope ? known : names.element(p + 1, nameEnd, scope);
    resolve(found, scope);
    return commitStart(entry, p, q + 1, d, scope, empty, found);
  }

  final void setDeadline(boolean timed, long nanoTime) {
    isTimed = timed;
    deadline = nanoTime;
    tagsToLook = timed ? TAGS_PER_LOOK : Integer.MAX_VALUE;
  }

  private void lookAtClock(int p) {
    setDeadline(isTimed, deadline);
    if (isTimed && System.nanoTime() - deadline >= 0) {
      throw new XmlLimitException(
          "the time for reading the document was over", openPath(), p - (long) base);
    }
  }

  /**
   * Passes over the attributes of the start tag at {@code p} and collects them; declarations go to
   * {@link #innerScope}.
   *
   * @return the index of the {@code >} or {@code /} behind them
   */
  private int scanAttributes(int from, int p, int d, AttributeTable found) {
    int q = from;
    while (true) {
      int s = skipWhite(q);
      if (s >= end) {
        throw endOfInput("'>' of the start tag at byte " + (p - base));
      }
      if (b[s] == '>' || b[s] == '/') {
        return s;
      }
      if (s == q) {
        throw syntax("expected white space, '/' or '>', found " + found(s), s);
      }
      int nameEnd = scanName(s);
      int open = scanToValue(nameEnd);
      flags = 0;
      int close = scanValue(open + 1, b[open]);
      if (isNamespaceDeclaration(s, nameEnd)) {
        innerScope = declare(innerScope, d, s, nameEnd, open + 1, close);
      } else {
        if (found.count == limits.maxAttributes()) {
          throw limit("maxAttributes", limits.maxAttributes(), s);
        }
        found.add(s, nameEnd, open + 1, close, flags);
      }
      q = close + 1;
    }
  }

  /** Index of the quote that opens the value behind an attribute's name. */
  private int scanToValue(int nameEnd) {
    int p = nameEnd;
    if (p >= end || b[p] != '=') {
      p = skipWhite(p);
      if (p >= end || b[p] != '=') {
        throw syntax("expected '=' behind an attribute's name, found " + found(p), p);
      }
    }
    p++;
    if (p >= end || b[p] != '"') {
      p = skipWhite(p);
      if (p >= end || b[p] != '"' && b[p] != '\'') {
        throw syntax("expected a quoted attribute value, found " + found(p), p);
      }
    }
    return p;
  }

  private boolean isNamespaceDeclaration(int from, int to) {
    byte[] b = this.b;
    return to - from >= 5
        && b[from] == 'x'
        && b[from + 1] == 'm'
        && b[from + 2] == 'l'
        && b[from + 3] == 'n'
        && b[from + 4] == 's'
        && (to - from == 5 || b[from + 5] == ':');
  }

  private NamespaceBinding declare(
      NamespaceBinding scope, int d, int nameStart, int nameEnd, int from, int to) {
    NamespaceBinding made = namespaces.declare(scope, nameStart, nameEnd, from, to, flags);
    int prefixStart = Math.min(nameStart + 6, nameEnd);
    NamespaceBinding other = scope.find(b, prefixStart, nameEnd);
    if (other != null && other.count > scopes[d].count) {
      throw syntax(
          "expected each attribute once, found a second " + quote(nameStart, nameEnd), nameStart);
    }
    return made;
  }

  private void resolve(AttributeTable found, NamespaceBinding scope) {
    for (int i = 0; i < found.count; i++) {
      found.entries[i] = names.attribute(found.nameStart[i], found.nameEnd[i], scope);
    }
    int twice = found.count > 1 ? found.duplicate() : -1;
    if (twice >= 0) {
      throw syntax(
          "expected each attribute once, found a second " + found.entries[twice].name,
          found.nameStart[twice]);
    }
  }

  final int commitStart(
      NameEntry entry,
      int p,
      int behind,
      int d,
      NamespaceBinding scope,
      boolean empty,
      @Nullable AttributeTable found) {
    if (d >= depthRoom) {
      grow(d, p);
    }
    // A reference is stored only where it is another: the collector's barrier costs more than a
    // look.
    if (entries[d] != entry) {
      entries[d] = entry;
    }
    if (scopes[d + 1] != scope) {
      scopes[d + 1] = scope;
    }
    starts[d] = p;
    if (found == null) {
      attributes.count = 0;
    } else {
      spareAttributes = attributes;
      attributes = found;
    }
    rootSeen = true;
    emptyTag = empty;
    start = p;
    pos = behind;
    depth = d + 1;
    event = XmlReader.START_ELEMENT;
    return XmlReader.START_ELEMENT;
  }

  private void grow(int d, int p) {
    if (d >= limits.maxDepth()) {
      throw limit("maxDepth", limits.maxDepth(), p);
    }
    entries = Arrays.copyOf(entries, d * 2);
    starts = Arrays.copyOf(starts, d * 2);
    scopes = Arrays.copyOf(scopes, d * 2 + 1);
    depthRoom = Math.min(entries.length, limits.maxDepth());
  }

  /** Back to the START_ELEMENT at {@code at}, from anywhere inside the element or its end. */
  final void returnToStart(int d, int at) {
    rootSeen = d > 1;
    openDepth = d - 1;
    startTag(at, d - 1, null);
  }

  /** The second half of an empty-element tag; stands behind it. */
  final int endEmptyElement() {
    start = pos;
    event = XmlReader.END_ELEMENT;
    return XmlReader.END_ELEMENT;
  }

  final int endTag(int p, int d) {
    if (d == 0) {
      throw syntax("expected the root element, found an end tag", p);
    }
    NameEntry entry = entries[d - 1];
    int q = p + 2 + entry.length;
    if (!entry.matches(b, p + 2, end) || q < end && XmlChars.isNameByte(b[q])) {
      int nameEnd = scanName(p + 2);
      throw syntax(
          "expected the end tag </"
              + new String(entry.raw, StandardCharsets.UTF_8)
              + "> of the element at byte "
              + (starts[d - 1] - base)
              + ", found "
              + quote(p, nameEnd),
          p);
    }
    q = skipWhite(q);
    if (q >= end || b[q] != '>') {
      throw syntax("expected '>' at the end of an end tag, found " + found(q), q);
    }
    start = p;
    pos = q + 1;
    depth = d;
    event = XmlReader.END_ELEMENT;
    return XmlReader.END_ELEMENT;
  }

  // ---- what was remembered of names ----

  /** The remembered writing of the expected name, if it is of this scope; else null. */
  final @Nullable NameEntry hint(XmlName expected, NamespaceBinding scope) {
    NameEntry[] hints = this.hints;
    NameEntry hint = hints[expected.number & hints.length - 1];
    return hint != null && hint.name == expected && hint.scope == scope ? hint : null;
  }

  /**
   * Goes from END_ELEMENT to the next sibling if its start tag follows at once and is, byte for
   * byte, that of the element which has ended, without attributes; if that has the expected name.
   */
  final boolean nextIsLikeLast(@Nullable XmlName expected) {
    int d = depth - 1;
    NameEntry entry = entries[d];
    // Where the scopes are one, so is what stands in scopes[d + 1] since the last start tag.
    if (entry.name != expected || d == 0 || entry.scope != scopes[d]) {
      return false;
    }
    int p = pos;
    if (p >= end || b[p] != '<' || !entry.closesTag(b, p + 1, end)) {
      return false;
    }
    starts[d] = p;
    attributes.count = 0;
    emptyTag = false;
    start = p;
    pos = p + 2 + entry.length;
    event = XmlReader.START_ELEMENT;
    return true;
  }

  /** Goes to the child if its start tag is, byte for byte, the one that the name had last. */
  final boolean nextIsKnownTag(XmlName expected, int d) {
    KnownTag[] knownTags = this.knownTags;
    KnownTag known = knownTags[expected.number & knownTags.length - 1];
    if (known == null
        || known.entry.name != expected
        || known.outer != scopes[d]
        || d == 0 && rootSeen) {
      return false;
    }
    int p = skipWhite(pos);
    if (p - pos > maxTextBytes || !known.isAt(b, p, end)) {
      return false;
    }
    NameEntry entry = known.entry;
    commitStart(entry, p, p + known.length, d, entry.scope, false, null);
    return true;
  }

  /** Remembers how the name of the current START_ELEMENT was written, for the next of that name. */
  final void rememberTag(XmlName name, NameEntry entry, int d) {
    if (entry.scope == scopes[d]) {
      int slots = slots(name, hints.length);
      if (slots > hints.length) {
        hints = Arrays.copyOf(hints, slots);
      }
      hints[name.number & slots - 1] = entry;
    } else if (attributes.count == 0 && !emptyTag) {
      int slots = slots(name, knownTags.length);
      if (slots > knownTags.length) {
        knownTags = Arrays.copyOf(knownTags, slots);
      }
      knownTags[name.number & slots - 1] = KnownTag.of(scopes[d], entry, b, start, pos);
    }
  }

  /** How many slots there are to be, of {@code now}, for a name to have one that is its own. */
  private static int slots(XmlName name, int now) {
    int slots = now;
    while (slots <= name.number && slots < MAX_HINT_SLOTS) {
      slots *= 2;
    }
    return slots;
  }

  final String path(int open) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < open; i++) {
      path.append('/').append(entries[i].name.local());
    }
    return path.toString();
  }

  @Override
  final String openPath() {
    return path(openDepth);
  }
}
