package io.castile.codec;

/** The way in which the codecs of bound classes do their work. The results never differ. */
public enum CodecMode {
  /**
   * Interpreted at first, and compiled on a thread of its own once so many messages have used a
   * class that it pays. The default.
   */
  ADAPTIVE,
  /** Compiled at first use, by the thread that uses it. */
  COMPILED,
  /** Always interpreted. */
  INTERPRETED
}
