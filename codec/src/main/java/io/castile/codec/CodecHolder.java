package io.castile.codec;

import org.jspecify.annotations.Nullable;

/**
 * The place of one class among the codecs of a set: holds the codec that is in use now, which a
 * compiled one replaces once the class is hot.
 *
 * <p>Thread-safe.
 */
public final class CodecHolder {
  /** After so many beans written, read or copied the interpreter has paid for a compilation. */
  private static final int HOT = 64;

  final Class<?> type;
  private final Codecs codecs;
  private volatile @Nullable BeanCodec codec;
  private int uses; // updated without synchronisation: an estimate is enough
  private boolean settled; // compiled, or known not to be: as above, a second try does no harm

  CodecHolder(Class<?> type, Codecs codecs) {
    this.type = type;
    this.codecs = codecs;
  }

  /** The codec to use now. */
  BeanCodec codec() {
    BeanCodec current = codec;
    return current != null ? current : codecs.plan(this);
  }

  /** As above, null where the class has not been planned yet. */
  public @Nullable BeanCodec codecOrNull() {
    return codec;
  }

  public void replace(BeanCodec better) {
    codec = better;
  }

  boolean isUsed() {
    return uses > 0;
  }

  /** Whether now is the time to compile what has been used so often. */
  static boolean isHot(int uses, CodecMode mode) {
    return mode == CodecMode.COMPILED || (mode == CodecMode.ADAPTIVE && uses >= HOT);
  }

  /** Counts a use by the interpreter. */
  void used() {
    if (!settled && isHot(++uses, codecs.mode())) {
      settled = codecs.compileHot(this);
    }
  }
}
