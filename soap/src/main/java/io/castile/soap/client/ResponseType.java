package io.castile.soap.client;

import io.castile.soap.SoapVersion;
import io.castile.soap.internal.HttpSyntax;
import io.castile.soap.multipart.MultipartType;
import org.jspecify.annotations.Nullable;

/**
 * The Content-Type of a response.
 *
 * @param contentType the field; null where there is none
 * @param mediaType in lower case and without parameters; empty where there is none
 * @param packageType null where it is not that of a package of parts
 * @param charset as said; null where it is not
 */
record ResponseType(
    @Nullable String contentType,
    String mediaType,
    @Nullable MultipartType packageType,
    @Nullable String charset) {

  static ResponseType of(@Nullable String contentType) {
    String first = first(contentType);
    return new ResponseType(
        contentType,
        HttpSyntax.mediaType(first),
        MultipartType.of(first),
        HttpSyntax.charset(first));
  }

  /** The first of several types, in one field line or in several: there should be one. */
  private static @Nullable String first(@Nullable String contentType) {
    boolean isQuoted = false;
    for (int i = 0; contentType != null && i < contentType.length(); i++) {
      char c = contentType.charAt(i);
      isQuoted ^= c == '"';
      if (c == ',' && !isQuoted) {
        return contentType.substring(0, i);
      }
    }
    return contentType;
  }

  /** Whether it is a type in which SOAP messages come. */
  boolean isMessage() {
    return packageType == null
        ? SoapVersion.ofMediaType(mediaType) != null
        : packageType.version() != null;
  }
}
