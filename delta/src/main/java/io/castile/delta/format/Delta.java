package io.castile.delta.format;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The delta from one message to another: the format is described in {@code
 * docs/link/differential-link.md}. Applied to its base, a delta gives exactly the bytes of its
 * target; applied to anything else, or damaged, it fails.
 */
public final class Delta {
  private Delta() {}

  /**
   * Returns the shortest delta that is found: typed columns, or the target compressed with the base
   * as dictionary.
   *
   * @return null if none is shorter than the target itself
   */
  public static byte @Nullable [] between(Instance base, Instance target) {
    return between(base, target, true);
  }

  /**
   * Returns the shortest delta for a reader that may know Zstandard frames.
   *
   * @param hasFrames whether the delta may have Zstandard frames, as its reader knows them; it has
   *     none where they cannot be written here ({@link Zstandard})
   */
  public static byte @Nullable [] between(Instance base, Instance target, boolean hasFrames) {
    Objects.requireNonNull(base, "base");
    Objects.requireNonNull(target, "target");
    byte[] delta = new DeltaWriter(base, target, hasFrames).write();
    return delta.length < target.bytes().length ? delta : null;
  }

  /**
   * Returns the version of the target, as the delta tells it. Values tell theirs at the same place,
   * so that it can be read where damage has made one look like the other.
   *
   * @return {@link Instance#NO_VERSION} if the content ends before
   * @see Instance#version
   */
  public static long targetVersion(byte[] delta) {
    return delta.length < 1 + InstanceNames.BYTES
        ? Instance.NO_VERSION
        : InstanceNames.at(delta, 1);
  }

  /**
   * Returns the target of a delta.
   *
   * @param base what was the base when it was made
   * @param maxBytes the size of the greatest target
   * @throws DeltaException if the delta is malformed or damaged, or made for another base, or its
   *     target is too large; also where reading it fails in a way that is not foreseen, which is
   *     then the cause
   */
  public static Instance apply(Instance base, byte[] delta, int maxBytes) throws DeltaException {
    Objects.requireNonNull(base, "base");
    Objects.requireNonNull(delta, "delta");
    try {
      return new DeltaReader(base, delta, maxBytes).read();
    } catch (RuntimeException e) {
      // A peer may send anything. Were there an error in the reader, the message could be had
      // still.
      throw DeltaException.unforeseen("delta", e);
    }
  }
}
