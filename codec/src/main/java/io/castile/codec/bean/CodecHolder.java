package io.castile.codec.bean;

import io.castile.codec.CodecMode;
import io.castile.codec.value.CodecContext;
import io.castile.codec.value.Interpreted;
import org.jspecify.annotations.Nullable;

/**
 * The place of one class among the codecs of a set: holds the codec that is in use now, which a
 * compiled one replaces once the class is hot.
 *
 * <p>Thread-safe.
 */
public final class CodecHolder implements Interpreted, BackgroundCompiler.Compilable {
  final Class<?> type;
  private final BeanCodecs codecs;
  private volatile @Nullable BeanCodec codec;
  private final Heat heat = new Heat();

  // Written without synchronization: a second try does no harm.
  private boolean isUsed;
  private boolean settled; // compiled, about to be, or known not to be

  CodecHolder(Class<?> type, BeanCodecs codecs) {
    this.type = type;
    this.codecs = codecs;
  }

  /** The codec to use now. */
  BeanCodec codec() {
    BeanCodec current = codec;
    return current != null ? current : codecs.plan(this);
  }

  /** Returns the codec; null where the class has not been planned yet. */
  public @Nullable BeanCodec codecOrNull() {
    return codec;
  }

  public void replace(BeanCodec better) {
    codec = better;
  }

  boolean isUsed() {
    return isUsed;
  }

  /** Notes that a bean is made or written by the interpreter. */
  void used() {
    if (!isUsed) {
      isUsed = true;
    }
    if (!settled && codecs.mode() == CodecMode.COMPILED) {
      settled = codecs.compileHot(this);
    }
  }

  /** Notes that the interpreter does a part of an operation. */
  void interpreted(CodecContext context) {
    if (!settled && codecs.mode() == CodecMode.ADAPTIVE) {
      context.interpreted(this);
    }
  }

  @Override
  public void charge(long nanos) {
    if (!settled && heat.add(nanos)) {
      settled = true;
      BackgroundCompiler.shared().add(this);
    }
  }

  @Override
  public void compile() {
    codecs.compile(this);
  }

  @Override
  public String toString() {
    return type.getName();
  }
}
