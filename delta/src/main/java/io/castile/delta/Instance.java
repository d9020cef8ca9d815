package io.castile.delta;

import java.util.Arrays;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * A message as one end holds it, to be the base of a delta (RFC 3229: base instance), or its
 * target. Immutable and thread-safe; the bytes are not copied and must not be changed.
 */
public final class Instance {
  private final byte[] bytes;
  private final long version;
  private volatile FieldTable table; // made when it is asked for

  private Instance(byte[] bytes, FieldTable table) {
    this.bytes = bytes;
    this.version = version(bytes);
    this.table = table;
  }

  /** Returns the instance of a message in any encoding; the array is its own from here on. */
  public static Instance of(byte[] message) {
    return new Instance(Objects.requireNonNull(message, "message"), null);
  }

  static Instance of(byte[] message, FieldTable table) {
    return new Instance(message, table);
  }

  /** Returns the message; not to be changed. */
  public byte[] bytes() {
    return bytes;
  }

  /**
   * Returns what names the message between two ends: its CRC-32C (RFC 3720, appendix B.4) in the
   * upper, the lowest 16 bits of its length in the lower of 48 bits. Two messages may have the same
   * one.
   */
  public long version() {
    return version;
  }

  /** Returns about how many bytes of memory this takes. */
  public long weight() {
    FieldTable known = table;
    return bytes.length + 64L + (known == null ? 0 : known.weight());
  }

  /** The table of the message's fields. */
  FieldTable table() {
    FieldTable known = table;
    if (known == null) {
      known = FieldTable.of(bytes);
      table = known;
    }
    return known;
  }

  /** Notes the table, where the caller knows it. */
  void hasTable(FieldTable known) {
    table = known;
  }

  private static long version(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return crc.getValue() << 16 | bytes.length & 0xffff;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Instance instance
        && instance.version == version
        && Arrays.equals(instance.bytes, bytes);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(version);
  }

  @Override
  public String toString() {
    return "message of " + bytes.length + " bytes, version " + Long.toHexString(version);
  }
}
