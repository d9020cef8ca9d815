package io.castile.cache.key.internal;

import io.castile.cache.graph.GraphSize;
import io.castile.cache.graph.ObjectLayout;
import io.castile.cache.key.CacheKey;
import io.castile.cache.policy.KeyKind;
import io.castile.cache.representation.Bytes;
import java.util.Arrays;

/**
 * A key whose content is a text or bytes, which are immutable. Callers decide the content, and may
 * find many of one hash: keys have an order, by which a map finds one of them as soon as another.
 */
public final class ContentKey extends CacheKey implements Comparable<ContentKey> {
  private final KeyKind kind;
  private final Object content; // a String or Bytes

  public ContentKey(KeyKind kind, CacheKey.Scope scope, Object content) {
    super(scope, content.hashCode());
    this.kind = kind;
    this.content = content;
  }

  @Override
  public KeyKind kind() {
    return kind;
  }

  @Override
  public CacheKey toStored() {
    return this;
  }

  @Override
  public long weight() {
    long bytes =
        content instanceof Bytes message
            ? ObjectLayout.object(1, 4) + ObjectLayout.array(byte.class, message.size())
            : GraphSize.of(content);
    return ObjectLayout.object(3, 4) + bytes + scope().weight();
  }

  public Object content() {
    return content;
  }

  /** Orders keys by their contents, kinds and scopes, consistently with {@code equals}. */
  @Override
  public int compareTo(ContentKey other) {
    int order = kind.compareTo(other.kind);
    if (order == 0 && content instanceof Bytes one && other.content instanceof Bytes two) {
      order = Arrays.compare(one.toArray(), two.toArray());
    } else if (order == 0) {
      order = content.toString().compareTo(other.content.toString());
    }
    return order == 0 ? scope().compareTo(other.scope()) : order;
  }

  @Override
  protected boolean sameContent(CacheKey other) {
    ContentKey key = (ContentKey) other;
    return key.kind == kind && key.content.equals(content);
  }
}
