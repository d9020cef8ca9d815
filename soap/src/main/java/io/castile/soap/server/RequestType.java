package io.castile.soap.server;

import io.castile.soap.http.message.HttpSyntax;
import io.castile.soap.SoapVersion;
import io.castile.soap.multipart.MultipartType;
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
  private static final RequestTypeCache RECENT = new RequestTypeCache();

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
}
