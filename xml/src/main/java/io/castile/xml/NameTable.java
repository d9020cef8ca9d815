package io.castile.xml;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The names that an application knows: one {@link XmlName} object for each, so that readers report
 * a known name as the identical object. Only the application adds names, never a document: a table
 * is bounded by the application's own types, and no sender can fill it or make its chains long.
 *
 * <p>Thread-safe. Look-up takes no lock: names are only ever added, and a name is immutable, so a
 * racing look-up finds it or does not find it yet.
 */
public final class NameTable {
  /** Open addressing with linear probing; a power of two long, at most three quarters full. */
  private volatile XmlName[] slots = new XmlName[32];

  /** How many names there are; grows with each. Written under the lock of this. */
  private volatile int size;

  /**
   * Returns the one name object of this table for {@code uri} ({@code ""} for none) and {@code
   * local}.
   */
  public XmlName intern(String uri, String local) {
    XmlName name = new XmlName(uri, local);
    XmlName known = find(name, slots);
    return known == null ? add(name) : known;
  }

  private synchronized XmlName add(XmlName name) {
    XmlName[] table = slots;
    XmlName known = find(name, table);
    if (known != null) {
      return known;
    }
    if ((size + 1) * 4 > table.length * 3) {
      XmlName[] larger = new XmlName[table.length * 2];
      for (XmlName old : table) {
        if (old != null) {
          larger[freeSlot(old, larger)] = old;
        }
      }
      table = larger;
    }
    XmlName added = new XmlName(name, size);
    table[freeSlot(added, table)] = added;
    slots = table;
    size = size + 1;
    return added;
  }

  private static int freeSlot(XmlName name, XmlName[] table) {
    int i = name.hashCode() & table.length - 1;
    while (table[i] != null) {
      i = i + 1 & table.length - 1;
    }
    return i;
  }

  private static @Nullable XmlName find(XmlName name, XmlName[] table) {
    for (int i = name.hashCode() & table.length - 1; ; i = i + 1 & table.length - 1) {
      XmlName candidate = table[i];
      if (candidate == null || candidate.equals(name)) {
        return candidate;
      }
    }
  }

  /**
   * Returns the name with {@code uri} and the local part in the range, or null.
   *
   * @param hash the {@link XmlName#hash} of the two
   */
  @Nullable XmlName find(String uri, int hash, byte[] b, int start, int end) {
    XmlName[] table = slots;
    for (int i = hash & table.length - 1; ; i = i + 1 & table.length - 1) {
      XmlName candidate = table[i];
      if (candidate == null) {
        return null;
      }
      byte[] local = candidate.localUtf8();
      if (candidate.hashCode() == hash
          && Arrays.equals(b, start, end, local, 0, local.length)
          && candidate.uri().equals(uri)) {
        return candidate;
      }
    }
  }

  /** Grows whenever a name is added: what was not found at one size may be there at the next. */
  int size() {
    return size;
  }
}
