package io.castile.redis;

import io.castile.cache.CacheEntry;
import io.castile.cache.EntryBytes;
import io.castile.cache.key.CacheKey;
import io.lettuce.core.KeyValue;
import io.lettuce.core.ScriptOutputType;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Entries in Redis, one at a time, and the local tier before it. Thread-safe. All methods throw
 * {@link UnavailableException} where Redis does not do its part.
 */
final class RedisEntries {
  private final RedisLink link;
  private final LocalTier local;
  private final String prefix;
  private final EntryFrame.Format format;
  private final Duration keepAtMost;
  private final Duration leaseTime;
  private final HeldLeases leases;

  /**
   * @param prefix of all names in Redis
   * @param keepAtMost how long Redis keeps an entry at most
   * @param leaseTime how long a lease lasts that is not renewed
   * @param leaseAtMost how long it is renewed at most
   */
  RedisEntries(
      RedisLink link,
      LocalTier local,
      String prefix,
      EntryFrame.Format format,
      Duration keepAtMost,
      Duration leaseTime,
      Duration leaseAtMost) {
    this.link = link;
    this.local = local;
    this.prefix = prefix;
    this.format = format;
    this.keepAtMost = keepAtMost;
    this.leaseTime = leaseTime;
    this.leases = new HeldLeases(leaseTime, leaseAtMost);
  }

  /** Where the operations are that have entries: their bytes by their names. */
  String operations() {
    return prefix + "operations";
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] number(long number) {
    return ascii(Long.toString(number));
  }

  // ---- reading ----

  @Nullable CacheEntry get(CacheKey key) {
    CacheEntry near = local.get(key);
    if (near != null) {
      return near;
    }
    EntryName name = EntryName.of(prefix, key);
    LocalTier.Mark mark = local.mark(name.shard().operation());
    EntryFrame frame = frame(name);
    CacheEntry entry = frame == null ? null : EntryBytes.entry(name.key(), frame.entry());
    if (frame != null && entry != null) {
      local.put(key.toStored(), entry, frame.freshUntilMillis(), mark);
    }
    return entry;
  }

  /** Whether there is an entry that is fresh for requests without terms of their own. */
  boolean hasFresh(CacheKey key) {
    EntryFrame frame = frame(EntryName.of(prefix, key));
    return frame != null && System.currentTimeMillis() < frame.freshUntilMillis();
  }

  private @Nullable EntryFrame frame(EntryName name) {
    List<KeyValue<String, byte[]>> found =
        link.ask(
            name.shard().generation(),
            redis -> redis.mget(name.shard().generation(), name.entry()));
    return found == null || found.size() != 2
        ? null
        : frame(found.get(0).getValueOrElse(null), found.get(1));
  }

  /** The frame of an entry; null if it is none of this generation. */
  @Nullable EntryFrame frame(byte @Nullable [] generation, KeyValue<String, byte[]> found) {
    EntryFrame frame = EntryFrame.parse(found.getValueOrElse(null), format, found.getKey());
    return frame != null && generation != null && Generation.isOf(frame.generation(), generation)
        ? frame
        : null;
  }

  // ---- writing ----

  /**
   * Takes a ticket.
   *
   * @param token for the lease, if it is free; empty for none
   */
  RedisTicket ticket(CacheKey key, EntryName name, String token) {
    LocalTier.Mark mark = local.mark(name.shard().operation());
    // Before any entry: a process that drops entries has to find the operation.
    String operation = name.shard().operation();
    byte[] described = described(operation, EntryName.operationBytes(key.scope()));
    RedisLink.Sent<Boolean> known =
        link.send(operations(), redis -> redis.hset(operations(), operation, described));
    String[] keys = {name.shard().generation(), name.lease(), name.waiters()};
    List<Object> result =
        Objects.requireNonNull(
            link.ask(
                name.shard().generation(),
                redis ->
                    redis.eval(
                        Scripts.TICKET,
                        ScriptOutputType.MULTI,
                        keys,
                        Generation.next(),
                        ascii(token),
                        number(leaseTime.toMillis()))));
    known.result();
    boolean isAlone = ((Long) result.get(1)) == 1;
    if (isAlone && !token.isEmpty()) {
      leases.taken(name, token);
    }
    return new RedisTicket(this, key, name, (byte[]) result.get(0), mark, token, isAlone);
  }

  /** Returns the mark of an entry's operation. */
  LocalTier.Mark mark(EntryName name) {
    return local.mark(name.shard().operation());
  }

  /** Keeps an entry; false if entries of its key may have been dropped since the ticket. */
  boolean put(RedisTicket ticket, CacheEntry entry) {
    EntryName name = ticket.name();
    Duration useful = usefulFor(entry);
    byte[] bytes = EntryBytes.ofEntry(name.key(), entry);
    byte[] frame =
        new EntryFrame(ticket.generation(), entry.freshUntilMillis(), bytes)
            .bytes(format, name.entry());
    if (frame == null || useful.toMillis() <= 0) {
      return true; // nothing was dropped; it is only not worth keeping
    }
    String[] keys = {name.shard().generation(), name.entry(), name.shard().index()};
    Long kept;
    try {
      kept =
          link.ask(
              name.shard().generation(),
              redis ->
                  redis.eval(
                      Scripts.PUT,
                      ScriptOutputType.INTEGER,
                      keys,
                      ticket.generation(),
                      frame,
                      number(useful.toMillis()),
                      ascii(name.digest())));
    } catch (UnavailableException e) {
      local.put(ticket.key(), entry, entry.freshUntilMillis(), ticket.mark());
      throw e;
    }
    if (kept == null || kept != 1) {
      return false;
    }
    local.put(ticket.key(), entry, entry.freshUntilMillis(), ticket.mark());
    return true;
  }

  /** Returns the keys in Redis for an operation. */
  private byte[] described(String name, byte[] operation) {
    FleetKeys keys = format.keys();
    return keys == null ? operation : keys.sealed(operation, place(name));
  }

  /** The bytes of an operation that Redis has; null if they are not known. */
  byte @Nullable [] operation(String name, byte[] described) {
    FleetKeys keys = format.keys();
    return keys == null ? described : keys.opened(described, place(name));
  }

  private byte[] place(String operation) {
    return (operations() + " " + operation).getBytes(StandardCharsets.UTF_8);
  }

  /** How long an entry is of use from when its response came, by the clock of the cache. */
  private Duration usefulFor(CacheEntry entry) {
    Duration useful = Duration.between(entry.answeredAt(), entry.uselessFrom());
    return useful.compareTo(keepAtMost) < 0 ? useful : keepAtMost;
  }

  /** Has the leases of this process last while their holders wait for the origin. */
  void renewLeases() {
    leases.renew(
        (name, token) ->
            link.tell(
                redis ->
                    redis.eval(
                        Scripts.RENEW,
                        ScriptOutputType.INTEGER,
                        new String[] {name.lease()},
                        ascii(token),
                        number(leaseTime.toMillis()))));
  }

  void release(EntryName name, String token) {
    leases.givenBack(token);
    String[] keys = {name.lease(), name.waiters()};
    link.tell(
        redis ->
            redis.eval(
                Scripts.RELEASE,
                ScriptOutputType.INTEGER,
                keys,
                ascii(token),
                channel().getBytes(StandardCharsets.UTF_8),
                ascii(Notice.ofReleased(name.digest()))));
  }

  /** On which the processes tell each other what they do. */
  String channel() {
    return channel(prefix);
  }

  static String channel(String prefix) {
    return prefix + "notices";
  }

  /**
   * Forgets an entry if it is still that of its key. Compares the bytes here, as Redis may have
   * them in another form; that an entry which comes in between is lost is no harm.
   */
  void remove(CacheKey key, CacheEntry entry) {
    EntryName name = EntryName.of(prefix, key);
    EntryFrame frame = frame(name);
    if (frame != null && Arrays.equals(frame.entry(), EntryBytes.ofEntry(name.key(), entry))) {
      link.ask(name.shard().generation(), redis -> redis.unlink(name.entry()));
    }
  }
}
