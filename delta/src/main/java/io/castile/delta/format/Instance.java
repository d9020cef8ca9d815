package io.castile.delta.format;

import io.castile.delta.kept.Kept;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A message as one end holds it, to be the base of a delta (RFC 3229: base instance), or its
 * target. Immutable and thread-safe, but that a document is made of it when that is asked for; the
 * bytes are not copied and must not be changed.
 */
public final class Instance implements Kept {
  /** Says that a message has no version. */
  public static final long NO_VERSION = -1;

  /** Stands for a version that is made when it is asked for, and for a digest that is not known. */
  private static final long UNKNOWN = -2;

  // What a document takes besides its bytes: four numbers for each field, two for each row.
  private static final int FIELD_BYTES = 4 * Integer.BYTES;
  private static final int ROW_BYTES = 2 * Integer.BYTES;

  private final byte[] bytes;
  private final @Nullable MessageNames names; // null where the version is given
  private volatile long version; // made of the digest when it is asked for
  private volatile long digest = UNKNOWN; // by the names; carried on from a base, or made
  private volatile @Nullable RowDocument document; // made when it is asked for
  private volatile long crc = -1; // as above
  private volatile FrameTrials frames = FrameTrials.DUE;
  private volatile @Nullable String sha256; // as above

  /**
   * The listeners to tell when the document is made. Replaced as a whole, under the lock of this.
   */
  private volatile List<Runnable> watchers = List.of();

  private Instance(
      byte[] bytes, @Nullable MessageNames names, long version, @Nullable RowDocument document) {
    this.bytes = Objects.requireNonNull(bytes, "message");
    this.names = names;
    this.version = version;
    this.document = document;
  }

  /** Returns the instance of a message in any encoding; the array is its own from here on. */
  public static Instance of(byte[] message) {
    return of(message, NO_VERSION);
  }

  /**
   * Returns the instance of a message that has a name between two ends.
   *
   * @param version 48 bits, or {@link #NO_VERSION}
   */
  public static Instance of(byte[] message, long version) {
    return new Instance(message, null, version, null);
  }

  /**
   * Returns the instance of a message that a server names. The same message has the same name, and
   * without the secret a name can neither be guessed nor made.
   */
  public static Instance named(byte[] message, long secret) {
    return named(message, MessageNames.of(secret));
  }

  /**
   * Returns the instance of a message whose name is made when it is needed: from the base's, if a
   * delta has been made of the two by then, in time proportional to the changes.
   */
  public static Instance named(byte[] message, MessageNames names) {
    return new Instance(message, Objects.requireNonNull(names, "names"), UNKNOWN, null);
  }

  /** Returns the instance of a message whose fields are known. */
  static Instance of(RowDocument document, long version) {
    return new Instance(document.bytes(), null, version, document);
  }

  /** Returns the message; not to be changed. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns what names the message between two ends: 48 bits, or {@link #NO_VERSION}. */
  public long version() {
    long known = version;
    if (known == UNKNOWN) {
      known = Objects.requireNonNull(names).of(digest(names), bytes.length);
      version = known;
    }
    return known;
  }

  private long digest(MessageNames by) {
    long known = digest;
    if (known == UNKNOWN) {
      known = by.digest().of(document());
      digest = known;
    }
    return known;
  }

  /** When a frame is tried in a delta whose base this is. */
  FrameTrials frames() {
    return frames;
  }

  void hasFrames(FrameTrials next) {
    frames = next;
  }

  /** Notes that this is the same message as another one. */
  void isSameAs(Instance other) {
    RowDocument known = other.document;
    if (known != null) {
      has(known.with(bytes));
    }
    hasFrames(other.frames);
    if (names != null && names == other.names) {
      version = other.version();
      digest = other.digest;
    }
  }

  /** Notes that this differs from another message by these texts, which stand in this. */
  void hasTextsOf(Instance base, Edits edits) {
    RowDocument before = base.document();
    has(before.edited(bytes, edits));
    if (names != null && names == base.names) {
      digest = names.digest().carried(base.digest(names), before, bytes, edits);
    }
  }

  /** The CRC-32C (RFC 3720, appendix B.4) of the message. */
  public int crc() {
    long known = crc;
    if (known < 0) {
      CRC32C computed = new CRC32C();
      computed.update(bytes);
      known = computed.getValue();
      crc = known;
    }
    return (int) known;
  }

  /** The SHA-256 of the message, in base64. */
  public String sha256() {
    String known = sha256;
    if (known == null) {
      known = Base64.getEncoder().encodeToString(Sha256.digest().digest(bytes));
      sha256 = known;
    }
    return known;
  }

  /** Returns how many fields the message has; the first time, they are looked for. */
  public int fieldCount() {
    return document().fields();
  }

  /** The message with its fields. */
  public RowDocument document() {
    RowDocument known = document;
    if (known == null) {
      known = RowDocument.of(bytes);
      has(known);
    }
    return known;
  }

  /** The document if it has been made, or null. */
  public @Nullable RowDocument knownDocument() {
    return document;
  }

  /** Notes the document, where the caller knows it. */
  public void has(RowDocument known) {
    document = known;
    tellWatchers();
  }

  @Override
  public int size() {
    return bytes.length;
  }

  @Override
  public long weight() {
    RowDocument fields = document;
    long weight = bytes.length;
    if (fields != null) {
      weight += (long) FIELD_BYTES * fields.fields() + (long) ROW_BYTES * (fields.rows() + 1);
    }
    return weight;
  }

  @Override
  public synchronized void watch(Runnable watcher) {
    List<Runnable> more = new ArrayList<>(watchers);
    more.add(watcher);
    watchers = List.copyOf(more);
  }

  @Override
  public synchronized void unwatch(Runnable watcher) {
    List<Runnable> rest = new ArrayList<>(watchers);
    rest.remove(watcher);
    watchers = List.copyOf(rest);
  }

  private void tellWatchers() {
    for (Runnable watcher : watchers) {
      watcher.run();
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Instance instance
        && instance.version() == version()
        && Arrays.equals(instance.bytes, bytes);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(version()) + 31 * bytes.length;
  }

  @Override
  public String toString() {
    return "message of " + bytes.length + " bytes";
  }
}
