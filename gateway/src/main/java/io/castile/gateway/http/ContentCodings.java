package io.castile.gateway.http;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The codings of content (RFC 9110 §8.4), both ways: gzip, and zstd where zstd-jni is on the class
 * path.
 */
public final class ContentCodings {
  /** The one that is always known. */
  public static final String GZIP = "gzip";

  private static final String ZSTD = "zstd";

  /** The first is preferred. */
  private static final List<String> AVAILABLE =
      ZstdContent.isAvailable() ? List.of(ZSTD, GZIP) : List.of(GZIP);

  private static final Pattern MEMBER =
      Pattern.compile(
          "\\s*+([^;\\s]++)\\s*+(?:;\\s*+q\\s*+=\\s*+([01](?:\\.[0-9]{0,3}+)?+)\\s*+)?+");

  private ContentCodings() {}

  /** Returns the codings that can be written and read here, the preferred one first. */
  public static List<String> available() {
    return AVAILABLE;
  }

  /**
   * Returns the codings of those that are {@link #available} which the sender of a request takes
   * (RFC 9110 §12.5.3), those first that are wanted more. One that is not named is not taken.
   */
  public static List<String> accepted(HttpHeaders request) {
    if (!request.contains(HttpHeaderNames.ACCEPT_ENCODING)) {
      return List.of();
    }
    Map<String, Double> weights = new HashMap<>();
    for (String line : request.getAll(HttpHeaderNames.ACCEPT_ENCODING)) {
      for (String text : line.toLowerCase(Locale.ROOT).split(",", -1)) {
        Matcher member = MEMBER.matcher(text);
        if (member.matches()) {
          String weight = member.group(2);
          weights.put(member.group(1), weight == null ? 1.0 : Double.parseDouble(weight));
        }
      }
    }
    return AVAILABLE.stream()
        .filter(coding -> weights.getOrDefault(coding, 0.0) > 0)
        .sorted(Comparator.comparing((String coding) -> -weights.getOrDefault(coding, 0.0)))
        .toList();
  }

  /** Changes the fields of a request, so that a response to it can be decoded here. */
  public static void keepAccepted(HttpHeaders request) {
    List<String> codings = accepted(request);
    if (codings.isEmpty()) {
      request.remove(HttpHeaderNames.ACCEPT_ENCODING);
    } else {
      request.set(HttpHeaderNames.ACCEPT_ENCODING, String.join(", ", codings));
    }
  }

  /**
   * Content that was decoded.
   *
   * @param content null where the coding is not known, the content is not of it, or it is too large
   * @param isTooLarge whether it has more bytes than were to be decoded
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  public record Decoded(byte @Nullable [] content, boolean isTooLarge) {
    /** The content has more bytes than were to be decoded. */
    public static final Decoded TOO_LARGE = new Decoded(null, true);

    private static final Decoded UNREADABLE = new Decoded(null, false);

    private static Decoded of(byte @Nullable [] content) {
      return content == null ? UNREADABLE : new Decoded(content, false);
    }
  }

  /**
   * Returns decoded content.
   *
   * @param coding the field Content-Encoding; null for none
   * @return null if the coding is not known, the content is not of it, or there is more than {@code
   *     mostBytes}
   */
  public static byte @Nullable [] decoded(byte[] content, @Nullable String coding, int mostBytes) {
    return decode(content, coding, mostBytes).content();
  }

  /**
   * Like {@link #decoded}, telling what is too large from what cannot be decoded.
   *
   * @param coding the field Content-Encoding; null for none
   */
  public static Decoded decode(byte[] content, @Nullable String coding, int mostBytes) {
    if (coding == null || coding.isBlank() || coding.equalsIgnoreCase("identity")) {
      return Decoded.of(content);
    }
    String name = coding.strip().toLowerCase(Locale.ROOT);
    if (name.equals(ZSTD) && ZstdContent.isAvailable()) {
      return Decoded.of(ZstdContent.decoded(content, mostBytes));
    }
    if (!isGzip(name)) {
      return Decoded.UNREADABLE;
    }
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(content))) {
      byte[] decoded = in.readNBytes(mostBytes + 1);
      return decoded.length > mostBytes ? Decoded.TOO_LARGE : Decoded.of(decoded);
    } catch (IOException e) {
      return Decoded.UNREADABLE;
    }
  }

  /** Whether a field Content-Encoding names gzip, and nothing else. */
  public static boolean isGzip(String coding) {
    String name = coding.strip();
    return name.equalsIgnoreCase(GZIP) || name.equalsIgnoreCase("x-gzip");
  }

  /**
   * Returns content in a coding.
   *
   * @param coding one of {@link #available}
   */
  public static byte[] encoded(byte[] content, String coding) {
    return coding.equals(ZSTD) ? ZstdContent.encoded(content) : gzip(content);
  }

  /** Returns content in gzip. */
  public static byte[] gzip(byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(content.length / 4 + 64);
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(content);
    } catch (IOException e) {
      throw new AssertionError("memory does not fail", e);
    }
    return out.toByteArray();
  }

  /** The coding zstd (RFC 8878, RFC 9659), where zstd-jni is on the class path. */
  private static final class ZstdContent {
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
}
