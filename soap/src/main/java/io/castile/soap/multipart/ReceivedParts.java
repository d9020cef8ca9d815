package io.castile.soap.multipart;

import io.castile.soap.http.message.ErrorText;
import io.castile.xml.Attachment;
import io.castile.xml.XmlLimitException;
import io.castile.xml.XmlReader;
import io.castile.xml.internal.AttachmentSource;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The parts of a message, for one reading of its document. Owned by one thread at a time. */
final class ReceivedParts implements AttachmentSource {
  private static final String SCHEME = "cid:";

  private final Map<String, Attachment> parts;
  private final Set<String> referred;
  private final long maxTotalBytes;
  private long taken;

  /**
   * @param referred takes the Content-IDs of the parts to which the document refers; thread-safe
   */
  ReceivedParts(Map<String, Attachment> parts, Set<String> referred, long maxTotalBytes) {
    this.parts = parts;
    this.referred = referred;
    this.maxTotalBytes = maxTotalBytes;
  }

  @Override
  public Attachment take(String reference, XmlReader in) {
    Attachment part = find(reference);
    if (part == null) {
      throw in.unexpected(
          "a reference 'cid:…' to one of " + parts.size() + " attachments",
          "'" + ErrorText.shortened(reference) + "'");
    }
    taken += Math.max(0, part.size()); // of what is made here and streamed, nothing is known
    if (taken > maxTotalBytes) {
      throw new XmlLimitException(
          "the document takes more than maxTotalBytes = " + maxTotalBytes + " from its parts",
          in.path(),
          in.offset());
    }
    return part;
  }

  /** The part; null for none. A URL has the Content-ID escaped (RFC 2392 §2), or should. */
  private @Nullable Attachment find(String reference) {
    if (!reference.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return null;
    }
    String id = reference.substring(SCHEME.length());
    Attachment part = parts.get(id);
    if (part == null && id.indexOf('%') >= 0) {
      id = unescaped(id);
      part = parts.get(id);
    }
    if (part != null) {
      referred.add(id);
    }
    return part;
  }

  private static String unescaped(String id) {
    try {
      return URLDecoder.decode(id.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return id;
    }
  }
}
