package io.castile.redis;

import io.castile.cache.EntryBytes;
import io.castile.cache.key.CacheKey;
import io.lettuce.core.KeyValue;
import io.lettuce.core.ScriptOutputType;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drops entries of many keys, and walks over them. Whole operations are dropped by a new {@link
 * Generation} for each shard, however many entries these have; else the entries are looked at one
 * by one. Thread-safe.
 */
final class Removal {
  private static final Logger log = LoggerFactory.getLogger(Removal.class);

  /** One command does more here than for a call. */
  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  private static final Duration OLD_INDEX = Duration.ofDays(1);
  private static final int BATCH = 100;
  private static final int SWEEP_BATCH = 500;

  private final RedisLink link;
  private final LocalTier local;
  private final RedisEntries entries;
  private final String prefix;

  Removal(RedisLink link, LocalTier local, RedisEntries entries, String prefix) {
    this.link = link;
    this.local = local;
    this.entries = entries;
    this.prefix = prefix;
  }

  /**
   * Drops entries, here and in Redis, and tells the others.
   *
   * @throws UnavailableException if not all may have been dropped
   */
  void drop(CacheKey.Selection keys) {
    boolean done = false;
    try {
      for (String operation : operations(keys)) {
        List<Shard> shards = Shard.of(prefix, operation);
        if (keys.isOfWholeOperations()) {
          dropWhole(shards);
        } else {
          refuseOlder(shards);
          shards.forEach(shard -> dropSome(shard, keys));
        }
        local.drop(operation); // after: what is read from now on is what is left
        tell(operation);
      }
      done = true;
    } finally {
      if (!done) {
        local.dropAll();
      }
    }
  }

  /** The operations that have entries and are meant. */
  private List<String> operations(CacheKey.Selection keys) {
    Map<String, byte[]> known = link.ask("", TIMEOUT, redis -> redis.hgetall(entries.operations()));
    List<String> meant = new ArrayList<>();
    if (known == null) {
      return meant;
    }
    known.forEach(
        (name, described) -> {
          byte[] bytes = entries.operation(name, described);
          CacheKey operation = bytes == null ? null : EntryBytes.keyOf(bytes);
          if (operation == null || keys.mayHave(operation.scope())) {
            meant.add(name);
          }
        });
    return meant;
  }

  private void tell(String operation) {
    byte[] notice = Notice.ofOperation(operation).getBytes(StandardCharsets.UTF_8);
    link.ask("", TIMEOUT, redis -> redis.publish(entries.channel(), notice));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  // ---- whole operations ----

  private void dropWhole(List<Shard> shards) {
    String suffix = ":" + Generation.half();
    byte[] keptFor = ascii(Long.toString(OLD_INDEX.toMillis()));
    List<RedisLink.Sent<Long>> all = new ArrayList<>();
    for (Shard shard : shards) {
      String[] keys = {shard.generation(), shard.index(), shard.index() + suffix};
      all.add(
          link.send(
              shard.generation(),
              redis ->
                  redis.eval(
                      Scripts.DROP, ScriptOutputType.INTEGER, keys, Generation.next(), keptFor)));
    }
    for (int i = 0; i < all.size(); i++) {
      Long hasOld = all.get(i).result(TIMEOUT);
      if (hasOld != null && hasOld == 1) {
        Shard shard = shards.get(i);
        link.later(() -> sweep(shard, shard.index() + suffix));
      }
    }
  }

  /** Frees the memory of entries that can no longer be found; Redis does it later otherwise. */
  private void sweep(Shard shard, String old) {
    String[] keys = {shard.generation(), old};
    try {
      Long left =
          link.ask(
              shard.generation(),
              TIMEOUT,
              redis ->
                  redis.eval(
                      Scripts.SWEEP,
                      ScriptOutputType.INTEGER,
                      keys,
                      ascii(shard.entry("")),
                      ascii(Integer.toString(SWEEP_BATCH)),
                      ascii(Integer.toString(EntryFrame.GENERATION_FIRST)),
                      ascii(Integer.toString(EntryFrame.GENERATION_LAST))));
      if (left != null && left > 0) {
        link.later(() -> sweep(shard, old));
      }
    } catch (UnavailableException e) {
      log.debug("dropped entries stay in Redis until they expire: {}", e.getMessage());
    }
  }

  // ---- some entries ----

  private void refuseOlder(List<Shard> shards) {
    List<RedisLink.Sent<Object>> all = new ArrayList<>();
    for (Shard shard : shards) {
      all.add(
          link.send(
              shard.generation(),
              redis ->
                  redis.eval(
                      Scripts.REFUSE_OLDER,
                      ScriptOutputType.INTEGER,
                      new String[] {shard.generation()},
                      ascii(Generation.half()))));
    }
    all.forEach(each -> each.result(TIMEOUT));
  }

  private void dropSome(Shard shard, CacheKey.Selection keys) {
    List<String> meant = new ArrayList<>();
    forEach(
        shard,
        (name, bytes) -> {
          CacheKey key = bytes == null ? null : EntryBytes.key(bytes);
          if (key == null || keys.has(key)) { // others may read what this process cannot
            meant.add(name);
          }
        });
    for (int from = 0; from < meant.size(); from += BATCH) {
      String[] batch =
          meant.subList(from, Math.min(meant.size(), from + BATCH)).toArray(String[]::new);
      link.ask(shard.generation(), TIMEOUT, redis -> redis.unlink(batch));
    }
  }

  // ---- walking ----

  /** Passes the entries of all operations, as {@link EntryBytes} has them, to something. */
  void forEach(BiConsumer<String, byte[]> action) {
    for (String operation : operations(CacheKey.Selection.all())) {
      for (Shard shard : Shard.of(prefix, operation)) {
        forEach(
            shard,
            (name, bytes) -> {
              if (bytes != null) {
                action.accept(name, bytes);
              }
            });
      }
    }
  }

  /**
   * Passes the entries of a shard to an action, with null for an entry that this process cannot
   * read.
   */
  private void forEach(Shard shard, BiConsumer<String, byte @Nullable []> action) {
    List<byte[]> digests =
        link.ask(shard.generation(), TIMEOUT, redis -> redis.zrange(shard.index(), 0, -1));
    if (digests == null) {
      return;
    }
    for (int from = 0; from < digests.size(); from += BATCH) {
      int to = Math.min(digests.size(), from + BATCH);
      String[] names = new String[1 + to - from];
      names[0] = shard.generation();
      for (int i = from; i < to; i++) {
        names[1 + i - from] = shard.entry(new String(digests.get(i), StandardCharsets.US_ASCII));
      }
      List<KeyValue<String, byte[]>> found =
          link.ask(shard.generation(), TIMEOUT, redis -> redis.mget(names));
      if (found != null && !found.isEmpty()) {
        byte @Nullable [] generation = found.get(0).getValueOrElse(null);
        for (KeyValue<String, byte[]> each : found.subList(1, found.size())) {
          if (each.hasValue()) {
            EntryFrame frame = entries.frame(generation, each);
            action.accept(each.getKey(), frame == null ? null : frame.entry());
          }
        }
      }
    }
  }
}
