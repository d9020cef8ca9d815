package io.castile.xml;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A start tag that declares namespaces and has no attributes, such as that of most envelopes: in
 * the same scope, the same bytes mean the same again.
 */
final class KnownTag {
  private static final int MAX_KEPT = 1024;

  /** The scope around the element. */
  final NamespaceBinding outer;

  /** The name; its scope is that inside the element. */
  final NameEntry entry;

  final int length;

  /** The tag from {@code <} to {@code >}. */
  private final byte[] tag;

  private KnownTag(NamespaceBinding outer, NameEntry entry, byte[] tag) {
    this.outer = outer;
    this.entry = entry;
    this.tag = tag;
    this.length = tag.length;
  }

  /** The tag in the range; null if it is too long to keep. */
  static @Nullable KnownTag of(
      NamespaceBinding outer, NameEntry entry, byte[] b, int start, int end) {
    return end - start > MAX_KEPT
        ? null
        : new KnownTag(outer, entry, Arrays.copyOfRange(b, start, end));
  }

  /** Whether this tag stands at {@code p}. */
  boolean isAt(byte[] b, int p, int end) {
    return end - p >= length && Arrays.equals(b, p, p + length, tag, 0, length);
  }
}
