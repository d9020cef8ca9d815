package io.castile.xml;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds the {@link NamespaceBinding} that a declaration makes of another, so that a message with
 * the declarations of the one before it allocates nothing. That of a declaration stands in one
 * place of few: a document can push entries out, not make look-ups long; and what may stay here is
 * bounded.
 */
final class NamespaceCache {
  /** Sets to begin with, and at most; powers of two. */
  private static final int MIN_SETS = 4;

  private static final int MAX_SETS = 64;

  /**
   * Entries of a set, the latest first. One would be too few: each name in the scope of a binding
   * that was pushed out is looked up anew, and of three declarations two share a set in every
   * twentieth process, of ten in every second one.
   */
  private static final int WAYS = 4;

  private static final int MAX_KEPT_VALUE = 512;
  private static final int MAX_KEPT_DEPTH = 32;
  private static final byte[] NONE = new byte[0];

  private NamespaceBinding[] slots = new NamespaceBinding[MIN_SETS * WAYS];
  private final XmlScanner scanner;

  NamespaceCache(XmlScanner scanner) {
    this.scanner = scanner;
  }

  /**
   * The scope inside an element that declares the prefix.
   *
   * @param nameStart start of the attribute name, {@code xmlns} or {@code xmlns:prefix}
   * @param flags what the scan of the value saw
   */
  NamespaceBinding declare(
      NamespaceBinding scope, int nameStart, int nameEnd, int start, int end, int flags) {
    byte[] b = scanner.b;
    int prefixStart = Math.min(nameStart + 6, nameEnd);
    // Not left to the check of what is new: an empty prefix looks like that of a known default.
    if (nameEnd == nameStart + 6) {
      throw scanner.syntax("expected a prefix to declare behind \"xmlns:\", found none", nameStart);
    }
    int hash =
        Bytes.join(
            scope.hash, Bytes.join(Bytes.hash(b, prefixStart, nameEnd), Bytes.hash(b, start, end)));
    NamespaceBinding[] slots = this.slots;
    int set = hash * WAYS & slots.length - WAYS;
    for (int i = set; i < set + WAYS; i++) {
      NamespaceBinding known = slots[i];
      if (known != null
          && known.hash == hash
          && known.outer == scope
          && Bytes.equal(b, prefixStart, nameEnd, known.prefixUtf8)
          && Bytes.equal(b, start, end, known.rawValue)) {
        return known;
      }
    }
    NamespaceBinding made = make(scope, nameStart, prefixStart, nameEnd, start, end, flags, hash);
    if (end - start <= MAX_KEPT_VALUE && made.count <= MAX_KEPT_DEPTH) {
      keep(made);
    }
    return made;
  }

  /** Keeps a binding; among more slots where it would push another one out. */
  private void keep(NamespaceBinding made) {
    int set = set(made, slots);
    while (slots[set + WAYS - 1] != null && slots.length < MAX_SETS * WAYS) {
      slots = spread(slots);
      set = set(made, slots);
    }
    System.arraycopy(slots, set, slots, set + 1, WAYS - 1);
    slots[set] = made;
  }

  /** The same bindings among twice as many slots, those of a set in the same order. */
  private static NamespaceBinding[] spread(NamespaceBinding[] slots) {
    NamespaceBinding[] more = new NamespaceBinding[2 * slots.length];
    for (NamespaceBinding each : slots) {
      if (each != null) {
        int free = set(each, more);
        while (more[free] != null) {
          free++;
        }
        more[free] = each;
      }
    }
    return more;
  }

  private static int set(NamespaceBinding binding, NamespaceBinding[] slots) {
    return binding.hash * WAYS & slots.length - WAYS;
  }

  /** Checks the declaration by Namespaces in XML 1.0, §3 and §5. */
  private NamespaceBinding make(
      NamespaceBinding scope,
      int nameStart,
      int prefixStart,
      int nameEnd,
      int start,
      int end,
      int flags,
      int hash) {
    byte[] b = scanner.b;
    boolean prefixed = nameEnd > nameStart + 5;
    if (prefixed && !XmlChars.isNcName(b, prefixStart, nameEnd)) {
      throw scanner.syntax(
          "expected a prefix without colons to declare, found " + scanner.quote(nameStart, nameEnd),
          nameStart);
    }
    byte[] prefixUtf8 = prefixed ? Arrays.copyOfRange(b, prefixStart, nameEnd) : NONE;
    String prefix = new String(prefixUtf8, StandardCharsets.UTF_8);
    String uri = scanner.string(start, end, flags | XmlScanner.VALUE);
    if (prefix.equals("xmlns")) {
      throw scanner.syntax("the prefix xmlns cannot be declared", nameStart);
    }
    if (prefix.equals("xml") != uri.equals(NamespaceBinding.XML_URI)) {
      throw scanner.syntax(
          "the prefix xml and the namespace " + NamespaceBinding.XML_URI + " belong to each other",
          nameStart);
    }
    if (uri.equals(NamespaceBinding.XMLNS_URI)) {
      throw scanner.syntax("the namespace " + uri + " cannot be declared", nameStart);
    }
    if (prefixed && uri.isEmpty()) {
      throw scanner.syntax(
          "expected a namespace for the prefix " + prefix + ", found none", nameStart);
    }
    if (scope.count >= scanner.limits.maxNamespaces()) {
      throw scanner.limit("maxNamespaces", scanner.limits.maxNamespaces(), nameStart);
    }
    return new NamespaceBinding(
        scope, prefixUtf8, prefix, Arrays.copyOfRange(b, start, end), uri, hash);
  }
}
