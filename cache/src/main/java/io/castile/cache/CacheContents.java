package io.castile.cache;

import io.castile.cache.key.CacheKey;
import io.castile.cache.key.KeyScope;
import io.castile.cache.key.QuestionText;
import io.castile.cache.policy.KeyKind;
import io.castile.cache.policy.Vary;
import io.castile.cache.representation.Content;
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
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a cache, for people to look at and to drop: those whose questions are messages, as
 * all of a gateway are. Each look walks over all entries. By what answers differ among callers is
 * not shown, as it may be a secret. Thread-safe.
 */
public final class CacheContents {
  /** So much of a question is looked at and shown. */
  private static final int MOST_QUESTION_BYTES = 16 << 10;

  private static final int ID_BYTES = 16;

  private final ResponseCache cache;
  private final CacheStore store;
  private final InstantSource clock;

  CacheContents(ResponseCache cache, CacheStore store, InstantSource clock) {
    this.cache = cache;
    this.store = store;
    this.clock = clock;
  }

  /**
   * An entry.
   *
   * @param id the same for the same question in all processes
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
   * Returns entries that have a text in operation, service, endpoint, target or question, in no
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
          CacheEntry kept = found.size() < limit ? store.get(key) : null;
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
          CacheEntry kept = id.equals(id(key)) ? store.get(key) : null;
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
          CacheEntry kept = id.equals(id(key)) ? store.get(key) : null;
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
   * Drops an entry, as {@link ResponseCache#invalidateIf} does.
   *
   * @return whether there was one
   */
  public boolean drop(String id) {
    boolean isThere = find(id).isPresent();
    cache.invalidateIf(key -> key.kind() == KeyKind.XML_MESSAGE && id.equals(id(key)));
    return isThere;
  }

  /** Those that are made of messages. */
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
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Null where it is of no use any more. */
  private @Nullable Entry entry(CacheKey key, CacheEntry kept, long bytes) {
    KeyScope scope = key.scope();
    Instant now = clock.instant();
    OperationCache operation = cache.operationOf(key);
    CacheEntry own = operation == null ? kept : operation.own(kept);
    CacheEntry shown = own == null ? kept : own;
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
  private static String target(@Nullable OperationCache operation, @Nullable String[] parts) {
    if (operation == null) {
      return "";
    }
    long callers =
        1 + operation.policy.vary().stream().filter(v -> v.kind() != Vary.Kind.ARGUMENT).count();
    int index = (int) callers + 1; // behind the partition
    String target = index < parts.length ? parts[index] : null;
    int end = target == null ? -1 : target.indexOf('\n');
    return target == null || end < 0 ? "" : target.substring(0, end);
  }
}
