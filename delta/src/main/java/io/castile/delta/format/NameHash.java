package io.castile.delta.format;

/**
 * A hash of names, FNV-1a, the same everywhere. Two names with one hash share a column, which costs
 * bytes and nothing else.
 */
public final class NameHash {
  public static final long START = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  private NameHash() {}

  public static long with(long hash, byte next) {
    return (hash ^ next & 0xff) * PRIME;
  }
}
