package io.castile.cache.representation;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Bytes that are compared by content. Never changed once they are here. */
public final class Bytes {
  private final byte[] content;
  private final int hash;

  public Bytes(byte[] content) {
    this.content = content;
    this.hash = Arrays.hashCode(content);
  }

  /** The content itself. */
  public byte[] toArray() {
    return content;
  }

  public int size() {
    return content.length;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Bytes bytes
        && bytes.hash == hash
        && Arrays.equals(bytes.content, content);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
