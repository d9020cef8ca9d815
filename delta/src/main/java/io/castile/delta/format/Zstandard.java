package io.castile.delta.format;

import com.github.luben.zstd.ZstdDecompressCtx;
import java.util.Arrays;

/**
 * Tells whether this end can write and read Zstandard (RFC 8878). That takes zstd-jni, which is an
 * optional dependency. Classes with its types are used only where it is present.
 */
public final class Zstandard {
  /** The artifact that brings it, for messages. */
  public static final String ARTIFACT = "com.github.luben:zstd-jni";

  /** A dictionary that starts so would be taken for one with tables (RFC 8878 §5). */
  private static final byte[] FORMATTED = {0x37, (byte) 0xa4, 0x30, (byte) 0xec};

  private Zstandard() {}

  /** Probed once, when it is first asked for: native code is loaded for it. */
  private static final class Probe {
    static final boolean IS_PRESENT = probe();

    private static boolean probe() {
      try {
        Library.use();
        return true;
      } catch (LinkageError | RuntimeException e) { // a missing class, or no code for this machine
        return false;
      }
    }
  }

  /** A class of its own, as linking it may fail. */
  private static final class Library {
    static void use() {
      new ZstdDecompressCtx().close();
    }
  }

  /** Whether the library is on the class path, and its native code runs on this machine. */
  public static boolean isPresent() {
    return Probe.IS_PRESENT;
  }

  /** Whether a message can be a dictionary. */
  public static boolean isDictionary(byte[] message) {
    return message.length >= 8
        && Arrays.mismatch(message, 0, FORMATTED.length, FORMATTED, 0, FORMATTED.length) >= 0;
  }
}
