package io.castile.template.read;

/**
 * The limits for the memory of a message for reading the next one, and whether its values are
 * shared. Immutable.
 *
 * @param shared whether values are given out without a copy: the caller has promised to treat them
 *     as read-only, and accepts that other callers get them too
 * @param maxBytes the largest message to be remembered, in bytes; larger ones are read plainly
 */
public record ReadOptions(boolean shared, int maxBytes) {
  /** Values are the caller's own; messages of up to 16 MiB. */
  public static final ReadOptions DEFAULT = new ReadOptions(false, 16 << 20);

  public ReadOptions {
    if (maxBytes <= 0) {
      throw new IllegalArgumentException("maxBytes <= 0: " + maxBytes);
    }
  }

  /** Returns these options for values that are read-only. */
  public ReadOptions withShared(boolean readOnly) {
    return new ReadOptions(readOnly, maxBytes);
  }
}
