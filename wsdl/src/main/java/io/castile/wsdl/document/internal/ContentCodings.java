package io.castile.wsdl.document.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * Takes content codings off documents. They come although the client has not asked for them: a
 * request without Accept-Encoding accepts any (RFC 9110 §12.5.3).
 */
final class ContentCodings {
  private static final int MAX_CODINGS = 4;

  private static final int METHOD_ZLIB = 8;

  private ContentCodings() {}

  /**
   * The document as it was before it was coded.
   *
   * @param fields lines of the field Content-Encoding; none for no coding
   * @throws IOException if a coding is not known, or {@code content} fails
   */
  static InputStream decoded(List<String> fields, InputStream content) throws IOException {
    String[] names = String.join(",", fields).split(",");
    InputStream decoded = content;
    int count = 0;
    for (int i = names.length - 1; i >= 0; i--) {
      String name = names[i].strip().toLowerCase(Locale.ROOT);
      if (name.isEmpty() || name.equals("identity")) {
        continue;
      }
      if (++count > MAX_CODINGS) {
        throw new IOException("expected at most " + MAX_CODINGS + " content codings, found more");
      }
      decoded =
          switch (name) {
            case "gzip", "x-gzip" -> new GZIPInputStream(decoded);
            case "deflate" -> inflated(decoded);
            default ->
                throw new IOException(
                    "expected a document as it is, or in content coding gzip or deflate, found "
                        + name);
          };
    }
    return decoded;
  }

  /** Data in the format zlib, or without it, as some send it (RFC 9110 §8.4.1.2). */
  private static InputStream inflated(InputStream content) throws IOException {
    PushbackInputStream in = new PushbackInputStream(content, 1);
    int first = in.read();
    if (first >= 0) {
      in.unread(first);
    }
    boolean isZlib = first >= 0 && (first & 0xF) == METHOD_ZLIB && first >> 4 < METHOD_ZLIB;
    return new InflaterInputStream(in, new Inflater(!isZlib));
  }
}
