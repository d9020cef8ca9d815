package io.castile.cache.internal;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.castile.cache.CacheEntry;
import io.castile.cache.CacheStore;
import io.castile.cache.EntryBytes;
import io.castile.cache.key.CacheKey;
import io.castile.cache.memory.EntryFile;
import io.castile.cache.memory.PagedMemory;
import io.castile.cache.representation.Content;
import io.castile.cache.representation.KeptMessage;
import io.castile.soap.envelope.StackReserve;
import java.io.IOException;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Entries in memory, bounded by their weight; their messages are in the heap or outside of it.
 * Those that have become useless go first, then those unlikely to be asked for again.
 *
 * <p>Caffeine's own expiry would record every read, which is most of what a hit costs here. So time
 * goes on only when an entry is put, which is when room may be needed: it is then when that entry
 * came, by the clock of the cache; and when what is held is looked at.
 */
public final class MemoryStore implements CacheStore {
  /** The bytes that Caffeine and {@link #expiring} take for an entry, about. */
  private static final int ENTRY_OVERHEAD = 130;

  /** The share of the bound that must be free again for the store not to be full any more: 1/4. */
  private static final int FREE_SHARE = 4;

  /**
   * The share of the bound by which memory outside of the heap may exceed it, while entries leave:
   * 1/8.
   */
  private static final int SLACK = 8;

  /** Smaller messages are in the heap: they would fill a page by half. */
  private static final int MIN_OFF_HEAP_BYTES = 256;

  private final Cache<CacheKey, StoredEntry> entries;
  private final long maxBytes;
  private final @Nullable PagedMemory memory; // null for the heap
  private final boolean isSavable;

  /** Whether an entry has had to go for another one. */
  private volatile boolean full;

  /**
   * The entries that become useless one day, those that do so first before the others. Invariant:
   * once a put has ended, its entry is here if and only if it is in {@link #entries}: what leaves
   * that leaves this next.
   */
  private final ConcurrentSkipListMap<StoredEntry, CacheKey> expiring =
      new ConcurrentSkipListMap<>(
          Comparator.comparing(StoredEntry::uselessFrom).thenComparingLong(StoredEntry::number));

  public MemoryStore(long maxBytes) {
    this(maxBytes, null, false);
  }

  /**
   * @param memory has the messages; null for the heap
   * @param isSavable whether all keys and entries are in forms that can be written to a file
   */
  public MemoryStore(long maxBytes, @Nullable PagedMemory memory, boolean isSavable) {
    if (maxBytes <= 0) {
      throw new IllegalArgumentException("maxBytes <= 0: " + maxBytes);
    }
    this.maxBytes = maxBytes;
    this.memory = memory;
    this.isSavable = isSavable;
    entries =
        Caffeine.newBuilder()
            .maximumWeight(maxBytes)
            .weigher(MemoryStore::weight)
            .executor(Runnable::run)
            .removalListener(
                (@Nullable CacheKey key, @Nullable StoredEntry entry, RemovalCause cause) ->
                    gone(Objects.requireNonNull(entry), cause))
            .build();
  }

  /** The memory outside of the heap for a bound. */
  public static PagedMemory paged(long maxBytes) {
    return new PagedMemory(maxBytes + maxBytes / SLACK);
  }

  private static int weight(CacheKey key, StoredEntry entry) {
    return (int) Math.min(Integer.MAX_VALUE, ENTRY_OVERHEAD + key.weight() + entry.weight());
  }

  @Override
  public boolean keepsObjects() {
    return !isSavable;
  }

  boolean isSavable() {
    return isSavable;
  }

  @Override
  public boolean isLocal() {
    return true;
  }

  @Override
  public @Nullable CacheEntry get(CacheKey key) {
    return entries.getIfPresent(key);
  }

  @Override
  public void put(CacheKey key, CacheEntry came) {
    StackReserve.require();
    dropUseless(StoredEntry.of(came).candidate().responseTime());
    StoredEntry entry = owned(StoredEntry.of(came));
    if (entry == null) {
      return;
    }
    entries.put(key, entry);
    if (entry.uselessFrom().isBefore(Instant.MAX)) {
      expiring.put(entry, key);
      if (entries.policy().getIfPresentQuietly(key) != entry) {
        forget(entry); // it had gone before it was there
      }
    }
  }

  /** The entry with its message outside of the heap; null if that is there and going away. */
  private @Nullable StoredEntry owned(StoredEntry entry) {
    if (memory == null) {
      return entry;
    }
    Content content = entry.content();
    if (content instanceof Content.OffHeap kept) { // of an entry that is validated
      return kept.message().retain() ? entry.with(kept) : null;
    }
    if (!(content instanceof Content.Message message)
        || message.bytes().length < MIN_OFF_HEAP_BYTES) {
      return entry;
    }
    KeptMessage kept = memory.keep(message.bytes());
    return kept == null ? entry : entry.with(new Content.OffHeap(kept));
  }

  @Override
  public void dropUseless(Instant now) {
    Map.Entry<StoredEntry, CacheKey> first = expiring.firstEntry();
    boolean isAny = first != null && first.getKey().isUselessAt(now);
    while (first != null && first.getKey().isUselessAt(now)) {
      forget(first.getKey());
      remove(first.getValue(), first.getKey());
      first = expiring.firstEntry();
    }
    if (isAny) {
      measure();
    }
  }

  private void gone(StoredEntry entry, RemovalCause cause) {
    forget(entry);
    if (entry.content() instanceof Content.OffHeap kept) {
      kept.message().release();
    }
    if (cause == RemovalCause.SIZE && entry.weight() < maxBytes / FREE_SHARE) {
      full = true;
    }
  }

  @Override
  public boolean isFull() {
    return full;
  }

  /** Looks whether there is room again. */
  private void measure() {
    entries
        .policy()
        .eviction()
        .ifPresent(
            bound -> {
              long held = bound.weightedSize().orElse(maxBytes);
              full = full && held > maxBytes - maxBytes / FREE_SHARE;
            });
  }

  private void forget(StoredEntry entry) {
    expiring.remove(entry);
  }

  @Override
  public void remove(CacheKey key, CacheEntry entry) {
    StackReserve.require();
    entries.asMap().remove(key, entry);
  }

  @Override
  public void removeIf(Predicate<CacheKey> keys) {
    StackReserve.require();
    entries.asMap().keySet().removeIf(keys);
    measure();
  }

  @Override
  public void forEach(ObjLongConsumer<CacheKey> action) {
    entries.asMap().forEach((key, entry) -> action.accept(key, weight(key, entry)));
  }

  /**
   * Writes the entries that are of use later.
   *
   * @return how many
   */
  int save(EntryFile.Writer out, Instant now) throws IOException {
    int count = 0;
    for (Map.Entry<CacheKey, StoredEntry> each : entries.asMap().entrySet()) {
      StoredEntry entry = each.getValue().isUselessAt(now) ? null : inHeap(each.getValue());
      if (entry != null) {
        byte[] key = EntryBytes.ofKey(each.getKey());
        count += out.entry(entry.uselessFrom(), EntryBytes.ofEntry(key, entry)) ? 1 : 0;
      }
    }
    return count;
  }

  /** The entry with its message in the heap; null if that is gone. */
  private static @Nullable StoredEntry inHeap(StoredEntry entry) {
    if (!(entry.content() instanceof Content.OffHeap kept)) {
      return entry;
    }
    byte[] message = kept.message().copy();
    return message == null ? null : entry.with(new Content.Message(message));
  }

  /**
   * Keeps an entry that was written.
   *
   * @param entry not kept where it is damaged, of no use any more, or came after {@code now}
   * @return whether it is kept
   */
  boolean restore(Instant uselessFrom, byte[] entry, Instant now) {
    CacheKey key = EntryBytes.key(entry);
    StoredEntry read =
        key == null ? null : StoredEntry.found(EntryBytes.entry(EntryBytes.ofKey(key), entry));
    if (key == null
        || read == null
        || !uselessFrom.isAfter(now)
        || read.answeredAt().isAfter(now)) {
      return false;
    }
    put(key, read.heldUntil(uselessFrom));
    return true;
  }

  @Override
  public void close() {
    entries.invalidateAll();
  }

  /** The entries that are looked after for their expiry; for tests. */
  public int expiring() {
    return expiring.size();
  }
}
