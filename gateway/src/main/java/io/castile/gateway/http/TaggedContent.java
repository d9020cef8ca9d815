package io.castile.gateway.http;

import io.netty.util.AsciiString;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The content of a response with its entity tag, and its codings. Thread-safe. */
public final class TaggedContent {
  /** Less is not worth compressing. */
  private static final int MIN_COMPRESSED_BYTES = 1_024;

  private static final int TAG_BYTES = 16;

  private final byte[] content;
  private volatile @Nullable String tag; // null until it is first asked for
  private final Map<String, byte[]> coded = new ConcurrentHashMap<>(2);

  /**
   * @param content never changed
   */
  public TaggedContent(byte[] content) {
    this.content = content;
  }

  private static byte[] digest(byte[] content) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(content);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(
          "Cannot digest the response, because this JDK has no SHA-256.", e);
    }
  }

  /** Returns the content, which is not changed. */
  public byte[] content() {
    return content;
  }

  /** Returns the content in a coding, of those that are available. */
  public byte[] coded(String coding) {
    return coded.computeIfAbsent(coding, name -> ContentCodings.encoded(content, name));
  }

  /** Whether the content is worth a coding. */
  public boolean isCompressed() {
    return content.length >= MIN_COMPRESSED_BYTES;
  }

  /** Returns the entity tag of the content (RFC 9110 §8.8.3). */
  public String tag() {
    String known = tag;
    if (known == null) {
      known = '"' + HexFormat.of().formatHex(digest(content), 0, TAG_BYTES) + '"';
      tag = known;
    }
    return known;
  }

  /** Whether a field {@code If-None-Match} has the tag, in any coding (RFC 9110 §13.1.2). */
  public boolean matches(String field) {
    if (field.strip().equals("*")) {
      return true;
    }
    for (String each : field.split(",")) {
      String one = each.strip();
      if (AsciiString.contentEquals(one.startsWith("W/") ? one.substring(2) : one, tag())) {
        return true;
      }
    }
    return false;
  }

  /** Returns about how many bytes this takes, with a coding. */
  public int weight() {
    return 512 + content.length + content.length / 2;
  }
}
