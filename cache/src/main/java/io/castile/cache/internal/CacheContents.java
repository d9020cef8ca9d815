package io.castile.cache.internal;

import io.castile.cache.CacheStore;
import io.castile.cache.EntryBytes;
import io.castile.cache.key.CacheKey;
import io.castile.cache.policy.CacheRule.NamePattern;
import io.castile.cache.policy.KeyKind;
import io.castile.cache.representation.Content;
import io.castile.cache.request.QuestionText;
import io.castile.soap.Headers;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a cache, for people to look at and to drop: entries whose requests are messages,
 * as all of a gateway's are. Each look walks over all entries. By what answers differ among callers
 * is not shown, as it may be a secret. Thread-safe.
 */
public final class CacheContents {
  /** The part of a request that is searched and shown, in bytes. */
  private static final int MOST_QUESTION_BYTES = 16 << 10;

  private static final int ID_BYTES = 16;

  private final CallCache cache;
  private final CacheStore store;
  private final InstantSource clock;

  public CacheContents(CallCache cache, CacheStore store, InstantSource clock) {
    this.cache = cache;
    this.store = store;
    this.clock = clock;
  }

  /**
   * An entry.
   *
   * @param id the same for the same request in all processes
   * @param service {@code {namespace}local}; empty if it is not known
   * @param operation {@code {namespace}local}
   * @param endpoint where it is called
   * @param target what else tells where the call went, as path and query; empty where nothing does
   * @param question the body of the request without namespaces, cut off where it is long
   * @param bytes that key and entry take, about
   * @param age how old the response is (RFC 9111 §5.1)
   * @param fresh for how long it is fresh yet; negative if it is stale
   * @param fetchNanos how long the origin took
   */
  public record Entry(
      String id,
      String service,
      String operation,
      String endpoint,
      String target,
      String question,
      long bytes,
      Duration age,
      Duration fresh,
      long fetchNanos) {}

  /**
   * A filter of cache entries: an entry matches if it has all that the filter names. Immutable and
   * thread-safe.
   *
   * @param id of one entry; null for any
   * @param service its name, compared as {@link NamePattern#matchesName} does; null for any
   * @param operation its name, as that of the service; null for any
   * @param path to which the request was sent, with its query, as {@link Entry#target} has it,
   *     without words before it; null for any
   * @param tag that the origin has put on the response, in {@code Surrogate-Key}, where spaces part
   *     tags, or {@code Cache-Tag}, where commas do; compared by its case; null for any
   */
  public record Query(
      @Nullable String id,
      @Nullable NamePattern service,
      @Nullable NamePattern operation,
      @Nullable NamePattern path,
      @Nullable String tag) {
    /** Matches all entries. */
    public static final Query ALL = new Query(null, null, null, null, null);

    private static final String SURROGATE_KEY = "surrogate-key";
    private static final String CACHE_TAG = "cache-tag";

    /** The fields that have tags, in lower case. */
    public static final Set<String> TAG_FIELDS = Set.of(SURROGATE_KEY, CACHE_TAG);

    boolean isOf(CacheKey.Scope scope) {
      return fits(service, scope.service()) && fits(operation, scope.operation());
    }

    private static boolean fits(@Nullable NamePattern pattern, QName name) {
      return pattern == null
          || pattern.matchesName("{" + name.getNamespaceURI() + "}" + name.getLocalPart());
    }

    boolean hasTag(Headers fields) {
      return tag == null
          || has(fields, SURROGATE_KEY, "[ \\t]+", tag)
          || has(fields, CACHE_TAG, ",", tag);
    }

    private static boolean has(Headers fields, String name, String between, String tag) {
      for (String line : fields.values(name)) {
        for (String each : line.split(between, -1)) {
          if (each.strip().equals(tag)) {
            return true;
          }
        }
      }
      return false;
    }
  }

  /**
   * Returns entries that contain a text in operation, service, endpoint, target or request, in no
   * order.
   *
   * @param search in any case; empty for all entries
   * @param limit how many are returned at most
   */
  public List<Entry> list(String search, int limit) {
    String wanted = search.toLowerCase(Locale.ROOT);
    List<Entry> found = new ArrayList<>();
    forEach(
        (key, bytes) -> {
          StoredEntry kept = found.size() < limit ? StoredEntry.found(store.get(key)) : null;
          Entry entry = kept == null ? null : entry(key, kept, bytes);
          if (entry != null && has(entry, wanted)) {
            found.add(entry);
          }
        });
    return found;
  }

  private static boolean has(Entry entry, String wanted) {
    return wanted.isEmpty()
        || String.join(
                "\n",
                entry.operation,
                entry.service,
                entry.endpoint,
                entry.target,
                entry.question,
                entry.id)
            .toLowerCase(Locale.ROOT)
            .contains(wanted);
  }

  /** Returns an entry by its id; empty if there is none. */
  public Optional<Entry> find(String id) {
    List<Entry> found = new ArrayList<>();
    forEach(
        (key, bytes) -> {
          StoredEntry kept = id.equals(id(key)) ? StoredEntry.found(store.get(key)) : null;
          Entry entry = kept == null ? null : entry(key, kept, bytes);
          if (entry != null) {
            found.add(entry);
          }
        });
    return found.stream().findFirst();
  }

  /** Returns the message that is kept; empty if there is none, or values are kept in its place. */
  public Optional<byte[]> message(String id) {
    List<byte[]> found = new ArrayList<>();
    forEach(
        (key, bytes) -> {
          StoredEntry kept = id.equals(id(key)) ? StoredEntry.found(store.get(key)) : null;
          Content content = kept == null ? null : kept.content();
          if (content instanceof Content.Message message) {
            found.add(message.bytes().clone());
          } else if (content instanceof Content.OffHeap message) {
            byte[] copy = message.message().copy();
            if (copy != null) {
              found.add(copy);
            }
          }
        });
    return found.stream().findFirst();
  }

  /**
   * Drops entries, or marks them stale, so that they are given only as {@code staleWhileRevalidate}
   * and {@code staleIfError} allow. Holds for calls under way as {@link CallCache#invalidateIf}
   * does: what may be one of these entries is not kept. In a store that processes share it holds
   * for all of them.
   *
   * @param soft whether they become stale
   * @return how many there were, as far as this process has seen them: where no tag is asked for,
   *     and they are dropped, a store need not show all
   * @throws RuntimeException if the store does not give the entries that have to be looked at
   */
  public int purge(Query query, boolean soft) {
    CacheKey.Selection asked = CacheKey.Selection.of(query::isOf, key -> isMeant(query, key));
    CacheKey.Selection none = CacheKey.Selection.of(query::isOf, key -> false);
    Set<CacheKey> purged = ConcurrentHashMap.newKeySet();
    if (!soft && query.tag() == null) {
      CacheKey.Selection counted =
          CacheKey.Selection.of(
              query::isOf,
              key -> {
                boolean isMeant = isMeant(query, key);
                if (isMeant) {
                  purged.add(key);
                }
                return isMeant;
              });
      cache.drop(counted, asked);
      return purged.size();
    }
    cache.drop(none, asked); // first, so that nothing is put later that was asked for before
    List<CacheKey> found = new ArrayList<>();
    store.forEachShared(
        (key, bytes) -> {
          StoredEntry entry = asked.has(key) ? StoredEntry.found(store.get(key)) : null;
          if (entry != null && query.hasTag(entry.fields())) {
            found.add(key);
          }
        });
    if (soft) {
      found.removeIf(key -> !cache.replace(key, entry -> stale(key, entry)));
      cache.drop(none, none); // tells other processes, which may have entries at hand
      return found.size();
    }
    purged.addAll(found);
    cache.drop(CacheKey.Selection.of(query::isOf, purged::contains), none);
    return purged.size();
  }

  /** Whether a key is one of a query, as far as keys tell. */
  private boolean isMeant(Query query, CacheKey key) {
    return key.kind() == KeyKind.XML_MESSAGE
        && query.isOf(key.scope())
        && (query.id() == null || query.id().equals(id(key)))
        && (query.path() == null
            || query.path().matches(path(target(operation(key), key.scope().parts()))));
  }

  /**
   * A path without what stands before it: the kind of the request, and whether it is a canary's.
   */
  private static String path(String target) {
    return target.substring(target.lastIndexOf(' ') + 1);
  }

  /** The operation of a key, which is made known where this process has not called it yet. */
  private OperationCache operation(CacheKey key) {
    OperationCache known = cache.operationOf(key);
    CacheKey.Scope scope = key.scope();
    return known != null
        ? known
        : cache.operation(
            cache.cachedOperation(scope.service(), scope.operation()), scope.endpoint());
  }

  private @Nullable StoredEntry stale(CacheKey key, StoredEntry entry) {
    StoredEntry own = operation(key).own(entry);
    return own == null ? null : own.staleAt(clock.instant());
  }

  /** Passes the entries that are made of messages. */
  private void forEach(BiConsumer<CacheKey, Long> action) {
    store.forEach(
        (key, bytes) -> {
          if (key.kind() == KeyKind.XML_MESSAGE) {
            action.accept(key, bytes);
          }
        });
  }

  private static String id(CacheKey key) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(EntryBytes.ofKey(key));
      return HexFormat.of().formatHex(Arrays.copyOf(digest, ID_BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(
          "Cannot digest the entry, because this JDK has no SHA-256.", e);
    }
  }

  /** Null where it is of no use any more. */
  private @Nullable Entry entry(CacheKey key, StoredEntry kept, long bytes) {
    CacheKey.Scope scope = key.scope();
    Instant now = clock.instant();
    OperationCache operation = operation(key);
    StoredEntry own = operation.own(kept);
    StoredEntry shown = own == null ? kept : own;
    if (own != null && own.isUselessAt(now)) {
      return null;
    }
    Instant freshUntil = Instant.ofEpochMilli(shown.freshUntilMillis());
    return new Entry(
        id(key),
        scope.service().toString(),
        scope.operation().toString(),
        scope.endpoint(),
        target(operation, scope.parts()),
        QuestionText.of(key, MOST_QUESTION_BYTES),
        bytes,
        shown.age(now),
        Duration.between(now, freshUntil),
        shown.fetchNanos());
  }

  /** The first line of the target, which stands behind what tells callers apart. */
  private static String target(OperationCache operation, @Nullable String[] parts) {
    int index = KeyFactory.targetAt(operation.policy, operation.asBytes);
    String target = index < parts.length ? parts[index] : null;
    int end = target == null ? -1 : target.indexOf('\n');
    return target == null || end < 0 ? "" : target.substring(0, end);
  }
}
