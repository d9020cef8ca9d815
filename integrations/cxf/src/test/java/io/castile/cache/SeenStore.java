package io.castile.cache;

import io.castile.cache.internal.StoredEntry;
import io.castile.cache.key.CacheKey;
import io.castile.cache.representation.Content;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;

/** A store in memory that shows what it was given. */
public final class SeenStore implements CacheStore {
  private final CacheStore store = CacheStore.inMemory(DEFAULT_MAX_BYTES);
  private final List<Content> contents = new CopyOnWriteArrayList<>();

  /** What was given so far: messages as text, and null for what is kept as values. */
  public List<String> messages() {
    List<String> texts = new ArrayList<>();
    for (Content content : contents) {
      texts.add(
          content instanceof Content.Message message
              ? new String(message.bytes(), StandardCharsets.UTF_8)
              : null);
    }
    return texts;
  }

  /** What was given so far. */
  public List<Content> contents() {
    return List.copyOf(contents);
  }

  @Override
  public boolean keepsObjects() {
    return store.keepsObjects();
  }

  @Override
  public CacheEntry get(CacheKey key) {
    return store.get(key);
  }

  @Override
  public void put(CacheKey key, CacheEntry entry) {
    contents.add(StoredEntry.of(entry).content());
    store.put(key, entry);
  }

  @Override
  public void remove(CacheKey key, CacheEntry entry) {
    store.remove(key, entry);
  }

  @Override
  public void removeIf(Predicate<CacheKey> keys) {
    store.removeIf(keys);
  }

  @Override
  public void forEach(ObjLongConsumer<CacheKey> action) {
    store.forEach(action);
  }

  @Override
  public void close() {
    store.close();
  }
}
