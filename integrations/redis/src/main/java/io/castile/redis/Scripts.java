package io.castile.redis;

/**
 * The scripts that Redis runs in one step. The keys of each script are in one slot of a cluster.
 *
 * <p>Not more than one place sends each; the comments say what its keys and arguments are.
 */
final class Scripts {
  /**
   * Takes a ticket, and a lease if it is free.
   *
   * <p>Keys: generation, lease, waiters. Arguments: a new generation, where there is none; a token
   * for the lease, or nothing for no lease; how long it lasts, in milliseconds. Result: generation;
   * 1 if no other holder has the lease.
   */
  static final String TICKET =
      """
      local generation = redis.call('GET', KEYS[1])
      if not generation then
        generation = ARGV[1]
        redis.call('SET', KEYS[1], generation)
      end
      if ARGV[2] == '' or redis.call('SET', KEYS[2], ARGV[2], 'NX', 'PX', ARGV[3]) then
        return {generation, 1}
      end
      redis.call('SET', KEYS[3], '', 'PX', ARGV[3])
      return {generation, 0}
      """;

  /**
   * Keeps an entry if nothing was dropped since the ticket was taken.
   *
   * <p>Keys: generation, entry, index. Arguments: the ticket's generation; the entry; how long it
   * is of use, in milliseconds; its digest. Result: whether it is kept.
   */
  static final String PUT =
      """
      if redis.call('GET', KEYS[1]) ~= ARGV[1] then
        return 0
      end
      redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
      local time = redis.call('TIME')
      local now = time[1] * 1000 + math.floor(time[2] / 1000)
      redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now)
      redis.call('ZADD', KEYS[3], now + ARGV[3], ARGV[4])
      return 1
      """;

  /**
   * Gives a lease back, if it is still held, and tells the calls that wait for it.
   *
   * <p>Keys: lease, waiters. Arguments: token; channel; what is told.
   */
  static final String RELEASE =
      """
      if redis.call('GET', KEYS[1]) == ARGV[1] then
        redis.call('DEL', KEYS[1])
        if redis.call('DEL', KEYS[2]) == 1 then
          redis.call('PUBLISH', ARGV[2], ARGV[3])
        end
      end
      return 1
      """;

  /**
   * Has a lease last longer, if it is still held.
   *
   * <p>Key: lease. Arguments: token; how long from now on, in milliseconds.
   */
  static final String RENEW =
      """
      if redis.call('GET', KEYS[1]) == ARGV[1] then
        return redis.call('PEXPIRE', KEYS[1], ARGV[2])
      end
      return 0
      """;

  /**
   * Drops all entries of a shard: they are of another generation then. Their memory is given back
   * by {@link #SWEEP}.
   *
   * <p>Keys: generation, index, what the index is called from now on. Arguments: a new generation;
   * for how many milliseconds the old index is kept. Result: whether there is an old index.
   */
  static final String DROP =
      """
      redis.call('SET', KEYS[1], ARGV[1])
      if redis.call('EXISTS', KEYS[2]) == 0 then
        return 0
      end
      redis.call('RENAME', KEYS[2], KEYS[3])
      redis.call('PEXPIRE', KEYS[3], ARGV[2])
      return 1
      """;

  /**
   * Deletes some entries that an old index has, unless newer ones have taken their place.
   *
   * <p>Keys: generation, old index. Arguments: what stands before the digest in names of entries;
   * how many; where the generation stands in an entry, first and last byte. Result: how many are
   * left.
   */
  static final String SWEEP =
      """
      local generation = string.sub(redis.call('GET', KEYS[1]) or '', 1, 16)
      local old = redis.call('ZPOPMIN', KEYS[2], ARGV[2])
      for i = 1, #old, 2 do
        local name = ARGV[1] .. old[i]
        if redis.call('GETRANGE', name, ARGV[3], ARGV[4]) ~= generation then
          redis.call('UNLINK', name)
        end
      end
      return redis.call('ZCARD', KEYS[2])
      """;

  /**
   * Keeps answers from being kept that were asked for before.
   *
   * <p>Key: generation. Argument: a new second half.
   */
  static final String REFUSE_OLDER =
      """
      local generation = redis.call('GET', KEYS[1])
      if generation then
        redis.call('SET', KEYS[1], string.sub(generation, 1, 16) .. ARGV[1])
      end
      return 1
      """;

  /**
   * Makes another policy that of the fleet, if none was made meanwhile.
   *
   * <p>Key: policy. Arguments: the version that it follows; its text; channel; what is told.
   * Result: its version; 0 if another one has come.
   */
  static final String PUBLISH_POLICY =
      """
      local version = tonumber(redis.call('HGET', KEYS[1], 'version') or '0')
      if version ~= tonumber(ARGV[1]) then
        return 0
      end
      redis.call('HSET', KEYS[1], 'version', version + 1, 'yaml', ARGV[2])
      redis.call('PUBLISH', ARGV[3], ARGV[4])
      return version + 1
      """;

  private Scripts() {}
}
