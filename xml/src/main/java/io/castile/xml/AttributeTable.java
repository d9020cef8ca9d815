package io.castile.xml;

import java.util.Arrays;

/** The attributes of one start tag, namespace declarations excluded, as parallel arrays. */
final class AttributeTable {
  /** Up to this many are compared in pairs, which is faster than hashing and cannot be abused. */
  private static final int MAX_PAIRWISE = 8;

  int count;
  int[] nameStart = new int[8];
  int[] nameEnd = new int[8];
  int[] valueStart = new int[8];
  int[] valueEnd = new int[8];

  /** The findings of the value's scan, bits of {@link XmlScanner}. */
  int[] flags = new int[8];

  NameEntry[] entries = new NameEntry[8];

  /** Open addressing of indexes + 1, by the names' seeded hash; a power of two long. */
  private int[] buckets = new int[0];

  /** Look-ups in the buckets since this table was made; a test holds it to be linear. */
  long probes;

  void add(int nameFrom, int nameTo, int valueFrom, int valueTo, int seen) {
    int i = count;
    if (i == nameStart.length) {
      int larger = i * 2;
      nameStart = Arrays.copyOf(nameStart, larger);
      nameEnd = Arrays.copyOf(nameEnd, larger);
      valueStart = Arrays.copyOf(valueStart, larger);
      valueEnd = Arrays.copyOf(valueEnd, larger);
      flags = Arrays.copyOf(flags, larger);
      entries = Arrays.copyOf(entries, larger);
    }
    nameStart[i] = nameFrom;
    nameEnd[i] = nameTo;
    valueStart[i] = valueFrom;
    valueEnd[i] = valueTo;
    flags[i] = seen;
    count = i + 1;
  }

  /** Makes all indexes less by so many: what they refer to has been moved. */
  void shift(int bytes) {
    for (int i = 0; i < count; i++) {
      nameStart[i] -= bytes;
      nameEnd[i] -= bytes;
      valueStart[i] -= bytes;
      valueEnd[i] -= bytes;
    }
  }

  /** Index of the first attribute whose expanded name occurred before it, or -1. */
  int duplicate() {
    if (count <= MAX_PAIRWISE) {
      for (int i = 1; i < count; i++) {
        XmlName name = entries[i].name;
        for (int j = 0; j < i; j++) {
          if (entries[j].name.equals(name)) {
            return i;
          }
        }
      }
      return -1;
    }
    int needed = Integer.highestOneBit(count) << 2;
    if (buckets.length < needed) {
      buckets = new int[needed];
    } else {
      Arrays.fill(buckets, 0, needed, 0);
    }
    for (int i = 0; i < count; i++) {
      XmlName name = entries[i].name;
      int bucket = name.hashCode() & needed - 1;
      while (buckets[bucket] != 0) {
        probes++;
        if (entries[buckets[bucket] - 1].name.equals(name)) {
          return i;
        }
        bucket = bucket + 1 & needed - 1;
      }
      buckets[bucket] = i + 1;
    }
    return -1;
  }
}
