package io.castile.soap.multipart;

import io.castile.soap.SoapVersion;
import io.castile.soap.internal.HttpSyntax;
import java.util.Locale;
import org.apache.james.mime4j.stream.NameValuePair;
import org.apache.james.mime4j.stream.RawBody;
import org.apache.james.mime4j.stream.RawField;
import org.apache.james.mime4j.stream.RawFieldParser;
import org.jspecify.annotations.Nullable;

/**
 * The Content-Type of a message that comes as a package of parts (RFC 2387; XOP 1.0 §4.1, SOAP
 * Messages with Attachments §3).
 *
 * @param contentType the whole field
 * @param boundary what stands between the parts; empty where it is not said
 * @param type the media type of the root part, in lower case; empty where it is not said
 * @param start the Content-ID of the root part, without brackets; empty for the first part
 * @param startInfo of an XOP package, the media type of the message itself, with its parameters
 * @param action the action of SOAP 1.2; null where it is not said
 */
public record MultipartType(
    String contentType,
    String boundary,
    String type,
    String start,
    String startInfo,
    @Nullable String action) {
  public static final String MULTIPART = "multipart/related";
  public static final String XOP = "application/xop+xml";

  /** The type that a field gives; null where it gives that of no package. */
  public static @Nullable MultipartType of(@Nullable String contentType) {
    if (contentType == null || !HttpSyntax.mediaType(contentType).equals(MULTIPART)) {
      return null;
    }
    String boundary = "";
    String type = "";
    String start = "";
    String startInfo = "";
    String action = null;
    for (NameValuePair parameter : parse(contentType).getParams()) {
      String value = parameter.getValue() == null ? "" : parameter.getValue();
      switch (parameter.getName().toLowerCase(Locale.ROOT)) {
        case "boundary" -> boundary = value;
        case "type" -> type = HttpSyntax.mediaType(value);
        case "start" -> start = MultipartContent.contentId(value);
        case "start-info" -> startInfo = value;
        case "action" -> action = value;
        default -> {
          // Of no use here.
        }
      }
    }
    if (action == null) {
      action = HttpSyntax.parameter(startInfo, "action");
    }
    return new MultipartType(contentType, boundary, type, start, startInfo, action);
  }

  /**
   * Returns the type of a message made here; an XOP package if the document may refer to parts so.
   */
  public static MultipartType made(SoapVersion version, boolean isXop) {
    String media = version.mediaType();
    return new MultipartType("", "", isXop ? XOP : media, "", isXop ? media : "", null);
  }

  static RawBody parse(String field) {
    return RawFieldParser.DEFAULT.parseRawBody(new RawField("Content-Type", field));
  }

  /** Whether the parts stand for what would be text of the document. */
  public boolean isXop() {
    return type.equals(XOP);
  }

  /** The version of the message; null where a package of that type is no message. */
  public @Nullable SoapVersion version() {
    String media = isXop() ? HttpSyntax.mediaType(startInfo) : type;
    return media.isEmpty() ? SoapVersion.SOAP_1_1 : SoapVersion.ofMediaType(media);
  }
}
