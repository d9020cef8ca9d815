package io.castile.codec;

/** How the codecs of bound classes do their work. The results never differ. */
public enum CodecMode {
  /** Interpreted at first, compiled once a class has been used often enough. The default. */
  ADAPTIVE,
  /** Compiled at first use. */
  COMPILED,
  /** Always interpreted. */
  INTERPRETED
}
