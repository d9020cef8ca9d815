package io.castile.redis;

import java.util.ArrayList;
import java.util.List;

/**
 * A sixteenth of the entries of an operation. All that belongs to it is in one slot of a cluster,
 * so that one script can compare and change it.
 *
 * @param prefix of all names
 * @param operation its name
 * @param digit the first of the digests of the keys
 */
record Shard(String prefix, String operation, String digit) {
  /** All shards of an operation. */
  static List<Shard> of(String prefix, String operation) {
    List<Shard> all = new ArrayList<>();
    for (int digit = 0; digit < 16; digit++) {
      all.add(new Shard(prefix, operation, Integer.toHexString(digit)));
    }
    return all;
  }

  /** In a cluster, what stands in braces decides about the slot. */
  String name(String rest) {
    return prefix + "{" + operation + "." + digit + "}:" + rest;
  }

  /** The {@link Generation} that entries must be of. */
  String generation() {
    return name("g");
  }

  /** The digests of all entries, by the time when they end. */
  String index() {
    return name("i");
  }

  String entry(String digest) {
    return name("e:" + digest);
  }
}
