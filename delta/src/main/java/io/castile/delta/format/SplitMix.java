package io.castile.delta.format;

/**
 * Numbers that a seed gives (Steele, Lea and Flood: Fast Splittable Pseudorandom Number Generators,
 * 2014), in any order.
 */
final class SplitMix {
  /** The increment of the generator. */
  private static final long GAMMA = 0x9e3779b97f4a7c15L;

  private SplitMix() {}

  /** The number of that index. */
  static long word(long seed, int index) {
    long z = seed + index * GAMMA;
    z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
    z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
    return z ^ z >>> 31;
  }

  /** The number 1 as a point of {@link PrimeField} but 0 and 1. */
  static long point(long seed) {
    return (word(seed, 1) >>> 3) % (PrimeField.PRIME - 2) + 2;
  }
}
