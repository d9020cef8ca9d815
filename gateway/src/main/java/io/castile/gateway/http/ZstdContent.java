package io.castile.gateway.http;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The coding zstd (RFC 8878, RFC 9659), where zstd-jni is on the class path. */
final class ZstdContent {
  private static final int LEVEL = 3;

  /** A window of 8 MiB, which is all that a sender may use (RFC 9659 §3). */
  private static final int MAX_WINDOW_LOG = 23;

  private static final boolean AVAILABLE = find();

  private ZstdContent() {}

  private static boolean find() {
    try (ZstdDecompressCtx context = new ZstdDecompressCtx()) {
      return context != null;
    } catch (LinkageError e) { // no library, or none for this system
      return false;
    }
  }

  /** Whether content of that coding can be written and read here. */
  static boolean isAvailable() {
    return AVAILABLE;
  }

  static byte[] encoded(byte[] content) {
    return Zstd.compress(content, LEVEL);
  }

  /** Returns the content; null if it is malformed, or has more than so many bytes. */
  static byte @Nullable [] decoded(byte[] content, int mostBytes) {
    try (ZstdInputStreamNoFinalizer in =
        new ZstdInputStreamNoFinalizer(new ByteArrayInputStream(content))) {
      in.setLongMax(MAX_WINDOW_LOG);
      byte[] decoded = in.readNBytes(mostBytes + 1);
      return decoded.length > mostBytes ? null : decoded;
    } catch (IOException e) {
      return null;
    }
  }
}
