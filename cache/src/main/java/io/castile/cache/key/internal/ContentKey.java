package io.castile.cache.key.internal;

import io.castile.cache.graph.GraphSize;
import io.castile.cache.graph.ObjectLayout;
import io.castile.cache.key.CacheKey;
import io.castile.cache.policy.KeyKind;
import io.castile.cache.representation.Bytes;

/** A key whose content is a text or bytes, which are immutable. */
public final class ContentKey extends CacheKey {
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

  @Override
  protected boolean sameContent(CacheKey other) {
    ContentKey key = (ContentKey) other;
    return key.kind == kind && key.content.equals(content);
  }
}
