package io.castile.delta.typed;

import io.castile.codec.typed.MadeBeans;
import io.castile.codec.typed.Table;
import io.castile.codec.typed.TypedRows;
import io.castile.delta.kept.Kept;
import org.jspecify.annotations.Nullable;

/**
 * The values of a message as one end keeps them, to be a base. Immutable and thread-safe.
 *
 * @param coding of the plan whose tables these are
 * @param rows the values, in their canonical form
 * @param version names the message between two ends: 48 bits
 * @param beans those made of the rows, where the caller does not change them; null where each
 *     message has its own
 */
public record TypedState(
    TypedCoding coding, TypedRows rows, long version, @Nullable MadeBeans beans) implements Kept {
  /** Stands where there is no version. */
  static final long NO_VERSION = -1;

  @Override
  public int size() {
    return (int) Math.min(rows.size(), Integer.MAX_VALUE);
  }

  /** Returns what tells the values from others, though not for certain. */
  public long digest() {
    long digest = 0;
    for (Table table : coding.plan().tables()) {
      int count = rows.count(table.index());
      digest = 31 * digest + count;
      for (Object column : rows.columns(table.index())) {
        digest = ColumnCoder.digest(column, count, digest);
      }
    }
    return digest;
  }

  @Override
  public long weight() {
    return rows.weight() + (beans == null ? 0 : beans.weight());
  }
}
