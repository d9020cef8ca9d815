package io.castile.soap.server;

import io.castile.soap.SoapVersion;
import io.castile.soap.internal.HttpSyntax;
import io.castile.soap.multipart.MultipartType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the head of a request says of its message (SOAP 1.1 §6; SOAP 1.2 part 2 §7).
 *
 * @param version the version that it announces
 * @param charset the encoding; null where it is not said
 * @param action the action; empty for none
 * @param packageType the type of the package as which the message comes; null for a document
 */
record RequestType(
    SoapVersion version,
    @Nullable String charset,
    String action,
    @Nullable MultipartType packageType) {
  private static final Recent RECENT = new Recent();

  /**
   * The type that header fields give; null where they give that of no message. What has been given
   * lately is not read again.
   *
   * @param contentType null for none
   * @param soapAction field SOAPAction; null for none
   */
  static @Nullable RequestType of(@Nullable String contentType, @Nullable String soapAction) {
    return RECENT.of(contentType, soapAction);
  }

  /** The type as {@link #of} gives it, read from the fields. */
  static @Nullable RequestType read(@Nullable String contentType, @Nullable String soapAction) {
    MultipartType packageType = MultipartType.of(contentType);
    SoapVersion version =
        packageType != null
            ? packageType.version()
            : SoapVersion.ofMediaType(HttpSyntax.mediaType(contentType));
    if (version == null) {
      return null;
    }
    String said =
        packageType != null ? packageType.action() : HttpSyntax.parameter(contentType, "action");
    return new RequestType(
        version,
        packageType != null ? null : HttpSyntax.charset(contentType),
        action(soapAction == null ? said : soapAction.trim()),
        packageType);
  }

  private static String action(@Nullable String said) {
    if (said == null) {
      return "";
    }
    boolean quoted = said.length() >= 2 && said.startsWith("\"") && said.endsWith("\"");
    return quoted ? said.substring(1, said.length() - 1) : said;
  }

  /**
   * The types of messages that header fields have given lately: senders repeat a few. Each pair of
   * fields has one place, where it replaces another, so that no sender makes it grow: it holds
   * {@value #PLACES} pairs of at most {@value #MAX_LENGTH} characters each. Thread-safe.
   */
  static final class Recent {
    /** A power of two. */
    private static final int PLACES = 64;

    private static final int MAX_LENGTH = 512;

    /** Threads may miss what others put here, and then read the fields: all in it is immutable. */
    private final Known[] places = new Known[PLACES];

    private record Known(String contentType, @Nullable String soapAction, RequestType type) {
      boolean isOf(String otherType, @Nullable String otherAction) {
        return contentType.equals(otherType) && Objects.equals(soapAction, otherAction);
      }
    }

    /** As {@link RequestType#read}. */
    @Nullable RequestType of(@Nullable String contentType, @Nullable String soapAction) {
      if (contentType == null || length(contentType) + length(soapAction) > MAX_LENGTH) {
        return RequestType.read(contentType, soapAction);
      }
      int hash = 31 * contentType.hashCode() + Objects.hashCode(soapAction);
      int place = (hash ^ hash >>> 16) & PLACES - 1;
      Known known = places[place];
      if (known != null && known.isOf(contentType, soapAction)) {
        return known.type();
      }
      RequestType type = RequestType.read(contentType, soapAction);
      if (type != null && type.packageType() == null) { // packages have new boundaries each time
        places[place] = new Known(contentType, soapAction, type);
      }
      return type;
    }

    private static int length(@Nullable String field) {
      return field == null ? 0 : field.length();
    }
  }
}
