package io.castile.delta;

/**
 * A hash of names, FNV-1a, the same everywhere. Two names with one hash share a column, which costs
 * bytes and nothing else.
 */
final class NameHash {
  static final long START = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  private NameHash() {}

  static long with(long hash, byte next) {
    return (hash ^ next & 0xff) * PRIME;
  }
}
