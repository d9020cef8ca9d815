package io.castile.codec;

/** The way in which the codecs of bound classes do their work. The results never differ. */
public enum CodecMode {
  /**
   * Interprets at first, and compiles on a thread of its own once enough messages have used a class
   * that it pays. The default.
   */
  ADAPTIVE,
  /** Compiles at first use, on the thread that uses the codec. */
  COMPILED,
  /** Always interpreted. */
  INTERPRETED
}
