package io.castile.template.read;

/**
 * The counters of reading by difference.
 *
 * @param identical messages that were, byte for byte, the one before
 * @param changed messages of which a part was recalled
 * @param different messages of which nothing was recalled, first ones among them
 * @param plain messages that were read without a look at the one before
 * @param recalledBytes bytes that were not parsed
 * @param totalBytes the size of all messages but the plain ones, in bytes
 */
public record ReadStatistics(
    long identical, long changed, long different, long plain, long recalledBytes, long totalBytes) {
  /** The counters before anything was read. */
  public static final ReadStatistics NONE = new ReadStatistics(0, 0, 0, 0, 0, 0);

  /** Returns the sum of both. */
  public ReadStatistics plus(ReadStatistics other) {
    return new ReadStatistics(
        identical + other.identical,
        changed + other.changed,
        different + other.different,
        plain + other.plain,
        recalledBytes + other.recalledBytes,
        totalBytes + other.totalBytes);
  }
}
