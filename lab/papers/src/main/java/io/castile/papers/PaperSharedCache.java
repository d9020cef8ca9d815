package io.castile.papers;

import io.castile.delta.DifferentialOptions;
import io.castile.delta.format.NameHash;
import io.castile.delta.format.TextOutput;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The shared cache of mSOAP (§IV): one web service's replies to all applications. It keeps one copy
 * of each element with the time stamp of the reply from which it came; and for each application the
 * time stamp of its last reply and the keys of the elements in it. What it sends is read by a
 * {@link PaperLink} with no encoding.
 *
 * <p>The paper makes keys of an element's tags alone; as those do not tell the elements of a list
 * apart, the key here is the list's path, the element's first leaf unless that is all there is, and
 * how many before it in the list have the same. A key that two elements share costs bytes and
 * nothing else.
 *
 * <p>Thread-safe: one reply after the other, which the paper leaves open. What was not used for
 * longest is forgotten where there is too much; then more is sent.
 */
final class PaperSharedCache {
  /** A guess of what an entry takes beside its bytes or keys. */
  private static final int ENTRY_BYTES = 128;

  private final Bounded<Long, Element> elements;
  private final Bounded<String, Reply> replies;
  private final double maxChanged;
  private long time; // Guarded by this; that of the last reply: no two have the same.

  /** One copy of an element. */
  private record Element(byte[] bytes, long time) {}

  /**
   * The last reply to an application.
   *
   * @param lists for each list what it is found by
   * @param keys for each list the keys of its elements
   */
  private record Reply(long time, Map<Long, Integer> lists, long[][] keys) {}

  /**
   * A cache of bounded size.
   *
   * @param maxElementBytes of all elements
   * @param maxReplyBytes of what is known of the replies to all applications
   */
  PaperSharedCache(long maxElementBytes, long maxReplyBytes) {
    this(maxElementBytes, maxReplyBytes, DifferentialOptions.DEFAULT_MAX_CHANGED_ELEMENTS);
  }

  /**
   * A cache of bounded size.
   *
   * @param maxElementBytes of all elements
   * @param maxReplyBytes of what is known of the replies to all applications
   * @param maxChanged the share of elements above which a reply is sent whole
   */
  PaperSharedCache(long maxElementBytes, long maxReplyBytes, double maxChanged) {
    this.maxChanged = maxChanged;
    this.elements = new Bounded<>(maxElementBytes, element -> ENTRY_BYTES + element.bytes.length);
    this.replies = new Bounded<>(maxReplyBytes, PaperSharedCache::weight);
  }

  private static long weight(Reply reply) {
    long weight = ENTRY_BYTES;
    for (long[] keys : reply.keys) {
      weight += ENTRY_BYTES + (long) Long.BYTES * keys.length;
    }
    return weight;
  }

  /** What was used last, up to a weight. */
  private static final class Bounded<K, V> {
    private final Map<K, V> entries = new LinkedHashMap<>(16, 0.75f, true);
    private final long max;
    private final ToLongFunction<V> weigher;
    private long weight;

    Bounded(long max, ToLongFunction<V> weigher) {
      this.max = max;
      this.weigher = weigher;
    }

    @Nullable V get(K key) {
      return entries.get(key);
    }

    void put(K key, V value) {
      remove(key);
      entries.put(key, value);
      weight += weigher.applyAsLong(value);
      Iterator<V> eldest = entries.values().iterator();
      while (weight > max && eldest.hasNext()) {
        weight -= weigher.applyAsLong(eldest.next());
        eldest.remove();
      }
    }

    void remove(K key) {
      V old = entries.remove(key);
      weight -= old == null ? 0 : weigher.applyAsLong(old);
    }

    int size() {
      return entries.size();
    }
  }

  /** How many elements there are. */
  synchronized int size() {
    return elements.size();
  }

  /** Returns the weight of what is kept, in bytes. */
  synchronized long keptBytes() {
    return elements.weight + replies.weight;
  }

  /** Forgets an application: its next message is whole. */
  synchronized void forget(String application) {
    replies.remove(application);
  }

  /** Returns what is sent to an application for its next message. */
  synchronized byte[] encode(String application, byte[] message) {
    Objects.requireNonNull(application, "application");
    time++;
    PaperLists lists = PaperLists.of(message);
    Reply last = replies.get(application);
    long[][] keys = new long[lists.count()][];
    Map<Long, Integer> byKey = new HashMap<>();
    boolean[][] kept = new boolean[lists.count()][];
    for (int list = 0; list < keys.length; list++) {
      byKey.putIfAbsent(lists.key(list), list);
      keys[list] = keys(message, lists, list);
      kept[list] = new boolean[keys[list].length];
      for (int i = 0; i < keys[list].length; i++) {
        int start = lists.start(list, i);
        long stored = store(keys[list][i], message, start, lists.start(list, i + 1));
        kept[list][i] = last != null && stored <= last.time;
      }
    }
    replies.put(application, new Reply(time, byKey, keys));
    TextOutput out = PaperLink.newBody();
    if (last != null && new Writer(message, lists, last, keys, kept, out).write()) {
      return PaperLink.body(PaperLink.UPDATE, message, out);
    }
    return PaperLink.wholeBody(message);
  }

  /** Stores an element; returns the time stamp of the reply from which it, as it is now, came. */
  private long store(long key, byte[] message, int start, int end) {
    Element known = elements.get(key);
    if (known == null || !Arrays.equals(known.bytes, 0, known.bytes.length, message, start, end)) {
      known = new Element(Arrays.copyOfRange(message, start, end), time);
      elements.put(key, known);
    }
    return known.time;
  }

  private static long[] keys(byte[] message, PaperLists lists, int list) {
    long[] keys = new long[lists.size(list)];
    Map<Long, Integer> occurrences = new HashMap<>();
    for (int i = 0; i < keys.length; i++) {
      int end = lists.start(list, i + 1);
      PaperLeaves leaves = PaperLeaves.of(message, lists.start(list, i), end);
      long key = lists.key(list);
      if (leaves.count() > 1) {
        for (int pos = leaves.start(0); pos < leaves.end(0); pos++) {
          key = NameHash.with(key, message[pos]);
        }
      }
      keys[i] = key + occurrences.merge(key, 1, Integer::sum) * 0x9e3779b97f4a7c15L;
    }
    return keys;
  }

  /** Writes an update for an application. */
  private final class Writer {
    private final byte[] message;
    private final PaperLists lists;
    private final Reply last;
    private final long[][] keys;
    private final boolean[][] kept;
    private final TextOutput bytes;
    private final PaperUpdateOutput out;
    private final PaperEncoding none = new PaperEncoding();
    private boolean isClean = true;
    private long all;
    private long changes;

    Writer(
        byte[] message,
        PaperLists lists,
        Reply last,
        long[][] keys,
        boolean[][] kept,
        TextOutput bytes) {
      this.message = message;
      this.lists = lists;
      this.last = last;
      this.keys = keys;
      this.kept = kept;
      this.bytes = bytes;
      this.out = new PaperUpdateOutput(bytes);
    }

    /** Returns false if the message is to be sent whole. */
    boolean write() {
      boolean[] told = new boolean[last.keys.length]; // a list is told once, whatever hashes say
      int written = 0;
      for (int list = 0; list < lists.count() && isClean; list++) {
        Integer before = last.lists.get(lists.key(list));
        if (before != null && !told[before]) {
          told[before] = true;
          text(written, lists.start(list, 0));
          list(list, before);
          written = lists.end(list);
        }
      }
      text(written, message.length);
      return isClean && all > 0 && changes <= maxChanged * all;
    }

    private void text(int start, int end) {
      isClean &= none.write(message, start, end, bytes);
    }

    private void element(int list, int element) {
      changes++;
      text(lists.start(list, element), lists.start(list, element + 1));
    }

    private void list(int list, int before) {
      long[] cachedKeys = last.keys[before];
      all += Math.max(cachedKeys.length, keys[list].length);
      int[] matches =
          PaperMatches.of(
              cachedKeys,
              keys[list],
              (cached, element) -> cachedKeys[cached] == keys[list][element]);
      out.list(before);
      PaperMatches.tell(
          matches,
          cachedKeys.length,
          new PaperMatches.Changes() {
            @Override
            public void matched(int cached, int element) {
              if (!kept[list][element]) {
                changed(cached, element);
              }
            }

            @Override
            public void changed(int cached, int element) {
              out.changed(cached);
              element(list, element);
            }

            @Override
            public void removed(int cached) {
              changes++;
              out.removed(cached);
            }

            @Override
            public void inserted(int cached, int element) {
              out.inserted(cached);
              element(list, element);
            }
          });
      out.end();
    }
  }
}
