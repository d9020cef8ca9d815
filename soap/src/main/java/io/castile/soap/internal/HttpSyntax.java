package io.castile.soap.internal;

import io.castile.soap.Headers;
import io.castile.soap.SoapUsageException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.util.Locale;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The parts of HTTP/1.1 syntax that client and server share (RFC 9110 §5, §8.3). */
public final class HttpSyntax {
  private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

  private HttpSyntax() {}

  /**
   * Returns {@code value} if name and value may stand in a header field.
   *
   * @throws IllegalArgumentException if not; the value is not quoted, as it may be a credential
   */
  public static String checkedHeader(String name, String value) {
    if (!isToken(name)) {
      throw new IllegalArgumentException(
          "expected a token as the name of a header field (RFC 9110 §5.1), found '" + name + "'");
    }
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c != '\t' && (c < 0x20 || c == 0x7F || c > 0xFF)) {
        throw new IllegalArgumentException(
            String.format(
                "Cannot send the value of header %s, because it has character U+%04X at index %d"
                    + " (RFC 9110 §5.5).",
                name, (int) c, i));
      }
    }
    return value;
  }

  /**
   * Returns {@code action} if it can stand between quotation marks in a header field, as the URI
   * can that it is to be (SOAP 1.1 §6.1.1, RFC 3902 §2).
   */
  public static String checkedAction(String action) throws SoapUsageException {
    for (int i = 0; i < action.length(); i++) {
      char c = action.charAt(i);
      if (c < 0x20 || c > 0xFF || c == 0x7F || c == '"' || c == '\\') {
        throw new SoapUsageException(
            String.format(
                "expected a URI as SOAPAction, found U+%04X at index %d of it", (int) c, i));
      }
    }
    return action;
  }

  /**
   * Returns {@code fields} if each may stand in a header.
   *
   * @throws IllegalArgumentException as {@link #checkedHeader}
   */
  public static Headers checkedHeaders(Headers fields) {
    for (int i = 0; i < fields.size(); i++) {
      checkedHeader(fields.name(i), fields.value(i));
    }
    return fields;
  }

  /**
   * Checks a field that a request is to have in addition to those of the transport. Two lengths, or
   * two hosts, would have two readers take one connection for different requests (RFC 9112 §11.2).
   *
   * @throws IllegalArgumentException if it may not stand there
   */
  public static void checkRequestField(String name, String value) {
    checkedHeader(name, value);
    if (name.equalsIgnoreCase("Content-Length")
        || name.equalsIgnoreCase("Transfer-Encoding")
        || name.equalsIgnoreCase("Host")) {
      throw new IllegalArgumentException(
          "Cannot set header " + name + ", because the transport sets it.");
    }
  }

  /**
   * Whether a request authenticates its connection, as with NTLM and Negotiate, and not only
   * itself, as with the schemes of RFC 7617, 7616 and 6750. A scheme that is not known may do
   * either.
   */
  public static boolean authenticatesConnection(Headers fields) {
    for (String field : fields.values("Authorization")) {
      String value = field.trim();
      int end = value.indexOf(' ');
      String scheme = (end < 0 ? value : value.substring(0, end)).toLowerCase(Locale.ROOT);
      if (!scheme.equals("basic") && !scheme.equals("bearer") && !scheme.equals("digest")) {
        return true;
      }
    }
    return false;
  }

  /** Whether that is a token (RFC 9110 §5.6.2). */
  private static boolean isToken(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (!isTokenCharacter(name.charAt(i))) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  private static boolean isTokenCharacter(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || TOKEN_MARKS.indexOf(c) >= 0;
  }

  /**
   * Whether a field Content-Encoding says that the content is coded (RFC 9110 §8.4): names anything
   * but {@code identity}.
   *
   * @param contentEncoding the field lines, joined by commas; null for no field
   */
  public static boolean isCoded(@Nullable String contentEncoding) {
    return contentEncoding != null && !codings(contentEncoding).isEmpty();
  }

  /** The codings that a field names, in lower case and in their order, without {@code identity}. */
  public static String codings(String contentEncoding) {
    StringJoiner names = new StringJoiner(", ");
    for (String part : contentEncoding.split(",")) {
      String name = part.trim().toLowerCase(Locale.ROOT);
      if (!name.isEmpty() && !name.equals("identity")) {
        names.add(name);
      }
    }
    return names.toString();
  }

  /** The media type of a Content-Type, in lower case and without parameters; empty for null. */
  public static String mediaType(@Nullable String contentType) {
    if (contentType == null) {
      return "";
    }
    int end = contentType.indexOf(';');
    return (end < 0 ? contentType : contentType.substring(0, end)).trim().toLowerCase(Locale.ROOT);
  }

  /** The encoding that a Content-Type names; null where it names none. */
  public static @Nullable String charset(@Nullable String contentType) {
    return charsetName(parameter(contentType, "charset"));
  }

  /** Returns the name in a parameter, without quotes of either kind; null for none. */
  public static @Nullable String charsetName(@Nullable String parameter) {
    if (parameter == null) {
      return null;
    }
    String name = parameter.replace("\"", "").replace("'", "").trim();
    return name.isEmpty() ? null : name;
  }

  /** Whether an encoding is known here; so is that which is not named. */
  public static boolean isKnownCharset(@Nullable String name) {
    try {
      return name == null || name.equalsIgnoreCase("utf-8") || Charset.isSupported(name);
    } catch (IllegalCharsetNameException e) {
      return false; // as no encoding has such a name
    }
  }

  /**
   * The value of a parameter of a Content-Type, without quotes (RFC 9110 §5.6.4, §5.6.6); null
   * where it is absent. Parameters without a value, and empty ones, are passed over.
   */
  public static @Nullable String parameter(@Nullable String contentType, String name) {
    if (contentType == null) {
      return null;
    }
    int end = place(contentType, ';', 0);
    while (end < contentType.length()) {
      int start = end + 1;
      int equals = contentType.indexOf('=', start);
      if (equals < 0) {
        return null;
      }
      end = place(contentType, ';', start);
      if (equals > end) {
        continue;
      }
      int valueStart = equals + 1;
      while (valueStart < end && isBlank(contentType.charAt(valueStart))) {
        valueStart++;
      }
      boolean isQuoted = valueStart < end && contentType.charAt(valueStart) == '"';
      int valueEnd = isQuoted ? endOfQuoted(contentType, ++valueStart) : end;
      end = isQuoted ? place(contentType, ';', valueEnd) : end;
      if (contentType.substring(start, equals).trim().equalsIgnoreCase(name)) {
        String value = contentType.substring(valueStart, valueEnd);
        return (isQuoted && value.indexOf('\\') >= 0 ? unescaped(value) : value).trim();
      }
    }
    return null;
  }

  /** The place of a character; the end of the text where there is none. */
  private static int place(String text, char c, int from) {
    int place = text.indexOf(c, from);
    return place < 0 ? text.length() : place;
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  /** The place of the quotation mark that ends a quoted text; the end where there is none. */
  private static int endOfQuoted(String text, int start) {
    int at = start;
    while (at < text.length() && text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    return Math.min(at, text.length());
  }

  private static String unescaped(String quoted) {
    StringBuilder text = new StringBuilder(quoted.length());
    for (int i = 0; i < quoted.length(); i++) {
      if (quoted.charAt(i) == '\\' && i + 1 < quoted.length()) {
        i++;
      }
      text.append(quoted.charAt(i));
    }
    return text.toString();
  }
}
