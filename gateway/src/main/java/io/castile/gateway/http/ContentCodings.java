package io.castile.gateway.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** The codings of content (RFC 9110 §8.4): gzip, both ways. */
public final class ContentCodings {
  /** The one that is known. */
  public static final String GZIP = "gzip";

  private ContentCodings() {}

  /** Whether the sender of a request takes a coding (RFC 9110 §12.5.3). */
  public static boolean accepts(HttpHeaders request, String coding) {
    for (String line : request.getAll(HttpHeaderNames.ACCEPT_ENCODING)) {
      for (String member : line.toLowerCase(Locale.ROOT).split(",", -1)) {
        String[] parts = member.strip().split("\\s*;\\s*", -1);
        if (parts[0].equals(coding)) {
          return parts.length == 1 || !parts[1].matches("q\\s*=\\s*0(\\.0*)?");
        }
      }
    }
    return false;
  }

  /**
   * Returns decoded content.
   *
   * @param coding the field Content-Encoding; null for none
   * @return null if the coding is not known, the content is not of it, or there is more than {@code
   *     mostBytes}
   */
  public static byte @Nullable [] decoded(byte[] content, @Nullable String coding, int mostBytes) {
    if (coding == null || coding.isBlank() || coding.equalsIgnoreCase("identity")) {
      return content;
    }
    if (!coding.strip().equalsIgnoreCase(GZIP)) {
      return null;
    }
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(content))) {
      byte[] decoded = in.readNBytes(mostBytes + 1);
      return decoded.length > mostBytes ? null : decoded;
    } catch (IOException e) {
      return null;
    }
  }

  /** Returns content in that coding. */
  public static byte[] gzip(byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(content.length / 4 + 64);
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(content);
    } catch (IOException e) {
      throw new AssertionError("memory does not fail", e);
    }
    return out.toByteArray();
  }
}
