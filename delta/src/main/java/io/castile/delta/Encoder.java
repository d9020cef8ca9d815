package io.castile.delta;

import io.castile.delta.format.Delta;
import io.castile.delta.format.Instance;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** The encoder of deltas: {@link Delta#between}, but for tests. */
interface Encoder {
  /** Returns the delta, or null where there is none that is shorter. */
  byte @Nullable [] delta(Instance base, Instance target, boolean hasFrames);

  /** The same, but null for a delta that takes more than a share of the message's size. */
  default Encoder upTo(double share) {
    if (share <= 0) {
      return (base, target, hasFrames) -> null; // no delta is that short
    }
    return (base, target, hasFrames) -> {
      byte[] delta = delta(base, target, hasFrames);
      return delta == null || delta.length > share * target.bytes().length ? null : delta;
    };
  }

  /** The delta, or null; also where making it fails, as the message must not be lost for that. */
  default byte @Nullable [] deltaIfAny(Instance base, Instance target, boolean hasFrames) {
    try {
      return delta(base, target, hasFrames);
    } catch (RuntimeException e) {
      LoggerFactory.getLogger(Encoder.class)
          .warn("no delta could be made, the message is sent whole", e);
      return null;
    }
  }
}
