package io.castile.xml;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * From a qualified name's bytes and the namespaces in scope to its {@link XmlName}, with a memory
 * of the latest answers: those that share a set, as among the names of a message some often do, are
 * kept beside each other. Entries are compared in full before they are used; a document can push
 * entries out, not make look-ups long.
 */
final class NameCache {
  /** Sets to begin with, and at most, as powers of two. */
  private static final int MIN_SET_BITS = 3;

  private static final int MAX_SET_BITS = 8;

  /** Entries of a set, the latest first. */
  private static final int WAYS = 4;

  private static final NameEntry[] NONE = new NameEntry[WAYS << MIN_SET_BITS];

  private static final int MAX_KEPT_NAME = 256;

  private NameEntry[] elements = new NameEntry[WAYS << MIN_SET_BITS];

  /** Never written to while it is {@link #NONE}. */
  private NameEntry[] attributes = NONE;

  private final NameTable table;
  private final XmlScanner scanner;

  /** Why the last name was refused. */
  private String refusal = "";

  NameCache(NameTable table, XmlScanner scanner) {
    this.table = table;
    this.scanner = scanner;
  }

  /** The element name in the range if it is remembered in this scope; else null. */
  @Nullable NameEntry remembered(int start, int end, NamespaceBinding scope) {
    byte[] b = scanner.b;
    NameEntry[] entries = elements;
    return remembered(entries, set(entries, b, start, end, scope.hash), b, start, end, scope);
  }

  private @Nullable NameEntry remembered(
      NameEntry[] entries, int set, byte[] b, int start, int end, NamespaceBinding scope) {
    for (int i = set; i < set + WAYS; i++) {
      NameEntry entry = entries[i];
      if (entry != null && isFor(entry, b, start, end, scope)) {
        return entry;
      }
    }
    return null;
  }

  private boolean isFor(NameEntry entry, byte[] b, int start, int end, NamespaceBinding scope) {
    return entry.scope == scope
        && entry.length == end - start
        && entry.matches(b, start, b.length)
        && (entry.unknownAt < 0 || entry.unknownAt == table.size());
  }

  /** The element name in the range. */
  NameEntry element(int start, int end, NamespaceBinding scope) {
    NameEntry entry = find(elements, scanner.b, start, end, scope, true);
    if (entry == null) {
      throw scanner.syntax(refusal, start);
    }
    return entry;
  }

  /** The attribute name in the range; without prefix it is in no namespace. */
  NameEntry attribute(int start, int end, NamespaceBinding scope) {
    NameEntry entry = find(attributes, scanner.b, start, end, scope, false);
    if (entry == null) {
      throw scanner.syntax(refusal, start);
    }
    return entry;
  }

  /** The name that a QName in content gives; null if it is none or its prefix is unbound. */
  @Nullable NameEntry qname(byte[] b, int start, int end, NamespaceBinding scope) {
    return start == end ? null : find(elements, b, start, end, scope, true);
  }

  private @Nullable NameEntry find(
      NameEntry[] entries,
      byte[] b,
      int start,
      int end,
      NamespaceBinding scope,
      boolean defaultApplies) {
    int set = set(entries, b, start, end, scope.hash);
    NameEntry entry = remembered(entries, set, b, start, end, scope);
    if (entry != null) {
      return entry;
    }
    entry = resolve(b, start, end, scope, defaultApplies);
    if (entry != null && entry.length <= MAX_KEPT_NAME) {
      NameEntry[] kept = entries;
      int at = set;
      while (kept == NONE || kept[at + WAYS - 1] != null && kept.length < WAYS << MAX_SET_BITS) {
        kept = more(kept);
        at = set(kept, b, start, end, scope.hash);
      }
      System.arraycopy(kept, at, kept, at + 1, WAYS - 1);
      kept[at] = entry;
    }
    return entry;
  }

  /** The same entries, to be used from now on, among twice as many places. */
  private NameEntry[] more(NameEntry[] entries) {
    NameEntry[] more = new NameEntry[entries == NONE ? NONE.length : 2 * entries.length];
    for (NameEntry each : entries) {
      if (each != null) {
        byte[] raw = each.raw.length < 8 ? Arrays.copyOf(each.raw, 8) : each.raw;
        int free = set(more, raw, 0, each.length, each.scope.hash);
        while (more[free] != null) {
          free++; // a set becomes two, so that there is room
        }
        more[free] = each;
      }
    }
    if (entries == elements) {
      elements = more;
    } else {
      attributes = more;
    }
    return more;
  }

  /**
   * Where the set of a name begins, from its first and its last eight bytes, its length and the
   * scope.
   */
  private static int set(NameEntry[] entries, byte[] b, int start, int end, int scopeHash) {
    int n = end - start;
    long h;
    if (n >= 8) {
      h = Bytes.longAt(b, start) ^ Long.rotateLeft(Bytes.longAt(b, end - 8), 21);
    } else if (b.length - start >= 8) {
      h = Bytes.longAt(b, start) & Bytes.mask(n);
    } else {
      h = 0;
      for (int i = start; i < end; i++) {
        h |= (b[i] & 0xffL) << (i - start << 3); // as the other way: entries are spread by it
      }
    }
    h = (h ^ scopeHash ^ (long) n << 56) * 0x9E3779B97F4A7C15L;
    return (int) (h >>> 54) & entries.length - WAYS; // the highest bits depend on all
  }

  private @Nullable NameEntry resolve(
      byte[] b, int start, int end, NamespaceBinding scope, boolean defaultApplies) {
    int colon = start;
    while (colon < end && b[colon] != ':') {
      colon++;
    }
    boolean prefixed = colon < end;
    int local = prefixed ? colon + 1 : start;
    if (prefixed && !XmlChars.isNcName(b, start, colon) || !XmlChars.isNcName(b, local, end)) {
      refusal = "expected a qualified name, found " + XmlScanner.quote(b, start, end);
      return null;
    }
    NamespaceBinding binding = null;
    if (prefixed) {
      binding = scope.find(b, start, colon);
      if (binding == null) {
        refusal = "no namespace is declared for the prefix of " + XmlScanner.quote(b, start, end);
        return null;
      }
    } else if (defaultApplies) {
      binding = scope.find(b, start, start);
    }
    String uri = binding == null ? "" : binding.uri;
    int uriHash = binding == null ? NO_URI_HASH : binding.uriHash;
    int hash = XmlName.hash(uriHash, b, local, end);
    // The size is read before the look-up: a name added between the two is then looked up again.
    int size = table.size();
    XmlName name = table.find(uri, hash, b, local, end);
    int unknownAt = -1;
    if (name == null) {
      name = new XmlName(uri, Arrays.copyOfRange(b, local, end), hash);
      unknownAt = size;
    }
    String prefix = prefixed ? new String(b, start, colon - start, StandardCharsets.UTF_8) : "";
    return new NameEntry(Arrays.copyOfRange(b, start, end), scope, name, prefix, unknownAt);
  }

  private static final int NO_URI_HASH = XmlName.hashOf("");
}
