package io.castile.gateway.soap;

import io.castile.soap.SoapVersion;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a request says its media type, encoding and action. Services read unusual spellings of these
 * differently: of two charset parameters some take the first and some the last, and without one
 * some read ISO-8859-1 and some the XML declaration. A key that is made of one reading would give
 * one caller the answer to another question. So a form is either <em>plain</em>, and then all
 * services read it alike, or has a reason why it is not. Immutable.
 *
 * <p>Plain is one {@code Content-Type} as RFC 9110 §8.3 has it, in small letters, without a
 * parameter twice and with none but {@code charset} and {@code action}; a content of ASCII, or one
 * whose charset, XML declaration and byte order mark agree; and one {@code SOAPAction} at most,
 * which is the same as an {@code action} beside it.
 *
 * @param contentType the field, in one spelling for all that mean the same
 * @param action that field names an action, or the field SOAPAction as it was sent; empty for none
 * @param oddity why the form is not plain; null where it is
 */
public record RequestForm(String contentType, String action, @Nullable String oddity) {
  private static final String UTF_8 = "utf-8";
  private static final String LATIN_1 = "iso-8859-1";

  /** Encodings in which ASCII is ASCII for every reader. */
  private static final Set<String> CHARSETS = Set.of(UTF_8, LATIN_1, "us-ascii");

  private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

  /**
   * In small letters: Axis2 does not know {@code Text/XML}, and finds operations without action.
   */
  private static final Pattern TYPE = Pattern.compile("text/xml|application/soap\\+xml");

  private static final Pattern PARAMETER =
      Pattern.compile(
          "[ \\t]*+;[ \\t]*+(charset|action)=(?:(" + TOKEN + ")|\"([ !#-\\[\\]-~]*+)\")");

  /** A value of SOAPAction: in quotes, or without any; never with an escape. */
  private static final Pattern ACTION = Pattern.compile("\"[ !#-\\[\\]-~]*\"|[!#-\\[\\]-~]*");

  private static final Pattern DECLARATION =
      Pattern.compile(
          "<\\?xml\\s+version\\s*=\\s*(?:\"1\\.0\"|'1\\.0')"
              + "(?:\\s+encoding\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)'))?"
              + "(?:\\s+standalone\\s*=\\s*(?:\"[^\"]*\"|'[^']*'))?\\s*\\?>");

  private static final int MAX_DECLARATION_BYTES = 200;
  private static final String OPEN_CHARSET =
      "Content-Type, XML declaration and content leave the charset open";
  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  /**
   * Returns the form of a request that is an envelope.
   *
   * @param types its fields Content-Type
   * @param actions its fields SOAPAction
   */
  public static RequestForm of(List<String> types, List<String> actions, byte[] content) {
    if (types.size() != 1) {
      return odd("expected one Content-Type, found " + types.size());
    }
    MediaType type = parse(types.get(0));
    if (type == null) {
      return odd(
          "expected a Content-Type of SOAP in small letters, with charset and action once at most,"
              + " found another one");
    }
    boolean isSoap12 = type.version() == SoapVersion.SOAP_1_2;
    if (actions.size() > 1) {
      return odd("expected one SOAPAction, found " + actions.size());
    }
    String sent = actions.isEmpty() ? "" : actions.get(0).strip();
    if (!ACTION.matcher(sent).matches()) {
      return odd("the SOAPAction is no text in quotes without escapes");
    }
    String parameter = type.parameters().get("action");
    // SOAP 1.2 has its action in the type, and the field beside it is in the key as well.
    if (parameter != null && !isSoap12 && !parameter.equals(MediaType.unquoted(sent))) {
      return odd("the action of the Content-Type is not the SOAPAction");
    }
    String charset = charset(type.charset(), content);
    if (charset == null) {
      return odd(OPEN_CHARSET);
    }
    StringBuilder field = new StringBuilder(type.type()).append("; charset=").append(charset);
    if (parameter != null) {
      field.append("; action=\"").append(parameter).append('"');
    }
    return new RequestForm(field.toString(), actions.isEmpty() ? "" : "SOAPAction: " + sent, null);
  }

  /**
   * Returns why a request with parts is not plain; null where it is. Its media types are parts of
   * its key as they were sent.
   *
   * @param types its fields Content-Type
   * @param actions its fields SOAPAction
   */
  public static @Nullable String oddityOf(
      List<String> types, List<String> actions, PartPackage parts) {
    if (types.size() != 1 || !MediaType.namesOnce(types.get(0))) {
      return "expected one Content-Type that has each parameter once";
    }
    if (actions.size() > 1 || (!actions.isEmpty() && !ACTION.matcher(actions.get(0)).matches())) {
      return "expected one SOAPAction without escapes";
    }
    boolean isOnce =
        parts.root().fields().stream()
            .filter(field -> field.startsWith("content-type: "))
            .allMatch(MediaType::namesOnce);
    byte[] document = parts.content(parts.root());
    return isOnce && charset(parts.root().type().charset(), document) != null ? null : OPEN_CHARSET;
  }

  private static RequestForm odd(String oddity) {
    return new RequestForm("", "", oddity);
  }

  /** Reads a field strictly; null where readers may differ. */
  static @Nullable MediaType parse(String field) {
    Matcher type = TYPE.matcher(field);
    if (!type.lookingAt()) {
      return null;
    }
    Map<String, String> parameters = new HashMap<>();
    Matcher parameter = PARAMETER.matcher(field);
    int at = type.end();
    while (at < field.length()) {
      parameter.region(at, field.length());
      if (!parameter.lookingAt()) {
        return null;
      }
      String value = parameter.group(2) == null ? parameter.group(3) : parameter.group(2);
      if (parameters.put(parameter.group(1), value) != null) {
        return null;
      }
      at = parameter.end();
    }
    return new MediaType(type.group(), Map.copyOf(parameters));
  }

  /**
   * Returns the encoding as it is to be named: UTF-8 where nothing names one and the content has
   * nothing but ASCII. Null where readers may differ.
   *
   * @param named by the Content-Type; null for none
   */
  static @Nullable String charset(@Nullable String named, byte[] content) {
    boolean hasMark = startsWith(content, MARK);
    if (hasMark && (named == null || !named.equalsIgnoreCase(UTF_8))) {
      return null; // CXF takes the mark for text then
    }
    String declared = declared(content, hasMark ? MARK.length : 0);
    String charset = (named == null ? UTF_8 : named).toLowerCase(Locale.ROOT);
    if (declared == null
        || !CHARSETS.contains(charset)
        || !(declared.isEmpty() || declared.equals(charset))) {
      return null;
    }
    if (isAscii(content, hasMark ? MARK.length : 0)) {
      return charset;
    }
    boolean isSaid = named != null && (charset.equals(UTF_8) || !declared.isEmpty());
    return isSaid && !charset.equals("us-ascii") ? charset : null;
  }

  private static boolean startsWith(byte[] content, byte[] start) {
    return content.length >= start.length
        && Arrays.equals(content, 0, start.length, start, 0, start.length);
  }

  private static boolean isAscii(byte[] content, int from) {
    for (int i = from; i < content.length; i++) {
      if (content[i] < 0) {
        return false;
      }
    }
    return true;
  }

  /** The encoding in the XML declaration, in lower case; empty for none, null where it is odd. */
  private static @Nullable String declared(byte[] content, int from) {
    int length = Math.min(content.length - from, MAX_DECLARATION_BYTES);
    String start = new String(content, from, length, StandardCharsets.ISO_8859_1);
    if (!start.startsWith("<?xml")) {
      return start.isBlank() || start.strip().startsWith("<") ? "" : null;
    }
    Matcher declaration = DECLARATION.matcher(start);
    if (!declaration.lookingAt()) {
      return null;
    }
    String encoding = declaration.group(1) == null ? declaration.group(2) : declaration.group(1);
    return encoding == null ? "" : encoding.toLowerCase(Locale.ROOT);
  }
}
