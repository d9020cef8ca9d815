package io.castile.gateway.soap;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The request in an HTTP GET (WSDL 1.1 §4, {@code http:urlEncoded}; the SOAP response message
 * exchange pattern, SOAP 1.2 part 2 §6.3). The operation is the last segment of the path.
 *
 * <p>Spellings of one question are equal: characters that are escaped in the query or not, and, of
 * the path, those for which RFC 3986 §6.2.2 says so; and the order of parameters with different
 * names. What readers of queries disagree about counts: {@code +}, a comma and a semicolon are not
 * what they are escaped, and where a name may be more than a name, the order stays. Immutable.
 *
 * @param operation its local name
 * @param path with the operation
 * @param parameters in canonical order
 */
public record GetQuestion(String operation, String path, List<Parameter> parameters) {
  private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}._-]*");

  /** Parameters without a value that ask for a description. */
  private static final Set<String> DESCRIPTIONS = Set.of("wsdl", "wsdl2", "singlewsdl", "xsd");

  private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9_-]+");
  private static final String UNRESERVED = "-._~";

  /** The characters that may part values, or stand for a space, unless they are escaped. */
  private static final String DELIMITERS = "+,;";

  private static final String ENVELOPE =
      "<Envelope xmlns=\"http://schemas.xmlsoap.org/soap/envelope/\"><Body><%1$s xmlns=\"\">%2$s"
          + "</%1$s></Body></Envelope>";

  /**
   * A parameter.
   *
   * @param name without escapes
   * @param text name and value as they stand in the canonical query
   */
  public record Parameter(String name, String text) {}

  /** The parameters are copied. */
  public GetQuestion {
    parameters = List.copyOf(parameters);
  }

  /**
   * Reads a question.
   *
   * @param target path and query
   * @return null where it is none: the last segment is no name, it asks for a description, or
   *     readers may differ about what it says
   */
  public static @Nullable GetQuestion read(String target) {
    int query = target.indexOf('?');
    String path = normalized(query < 0 ? target : target.substring(0, query), false);
    if (path == null || isDescription(target)) {
      return null;
    }
    String operation = decoded(path.substring(path.lastIndexOf('/') + 1));
    if (!NAME.matcher(operation).matches()) {
      return null;
    }
    List<Parameter> parameters = query < 0 ? List.of() : parameters(target.substring(query + 1));
    return parameters == null ? null : new GetQuestion(operation, path, parameters);
  }

  /**
   * Whether a target asks for a description of a service: a WSDL, or a schema of it, by a word of
   * the query, or by the name of a file.
   */
  public static boolean isDescription(String target) {
    String lower = target.toLowerCase(Locale.ROOT);
    int query = lower.indexOf('?');
    if (query < 0) {
      return lower.endsWith(".wsdl") || lower.endsWith(".xsd");
    }
    for (String each : lower.substring(query + 1).split("&", -1)) {
      if (DESCRIPTIONS.contains(each)) {
        return true;
      }
    }
    return lower.startsWith("wsdl=", query + 1) || lower.startsWith("xsd=", query + 1);
  }

  private static @Nullable List<Parameter> parameters(String query) {
    List<Parameter> parameters = new ArrayList<>();
    boolean isPlain = query.indexOf(';') < 0;
    for (String each : query.split("&", -1)) {
      int equals = each.indexOf('=');
      String name = equals < 0 ? null : normalized(each.substring(0, equals), true);
      String value = equals < 0 ? null : normalized(each.substring(equals + 1), true);
      if (name == null || value == null) {
        return null;
      }
      isPlain &= PLAIN_NAME.matcher(name).matches();
      parameters.add(new Parameter(decoded(name), name + "=" + value));
    }
    if (isPlain) { // stable: what has one name, in any case, keeps its order
      parameters.sort(Comparator.comparing(each -> each.name().toLowerCase(Locale.ROOT)));
    }
    return parameters;
  }

  /**
   * A text with one spelling for each character.
   *
   * @param ofQuery whether an escape says nothing but what the character is
   * @return null where it is malformed
   */
  private static @Nullable String normalized(String text, boolean ofQuery) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c <= ' ' || c >= 0x7f || c == '#') {
        return null;
      }
      boolean isEscaped = c == '%';
      if (isEscaped) {
        int code = code(text, at + 1);
        if (code < 0) {
          return null;
        }
        c = (char) code;
        at += 2;
      }
      boolean staysPlain = !isEscaped && (!ofQuery || DELIMITERS.indexOf(c) >= 0);
      if (staysPlain || isUnreserved(c)) {
        out.append(c);
      } else {
        out.append('%').append(digit(c >> 4)).append(digit(c & 0xf));
      }
    }
    return out.toString();
  }

  private static int code(String text, int at) {
    if (at + 2 > text.length()) {
      return -1;
    }
    int high = Character.digit(text.charAt(at), 16);
    int low = Character.digit(text.charAt(at + 1), 16);
    return high < 0 || low < 0 ? -1 : 16 * high + low;
  }

  private static char digit(int value) {
    return "0123456789ABCDEF".charAt(value);
  }

  private static boolean isUnreserved(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || UNRESERVED.indexOf(c) >= 0;
  }

  /** Returns the UTF-8 text of a normalized one. */
  private static String decoded(String normalized) {
    if (normalized.indexOf('%') < 0) {
      return normalized;
    }
    byte[] bytes = new byte[normalized.length()];
    int size = 0;
    for (int at = 0; at < normalized.length(); at++) {
      char c = normalized.charAt(at);
      if (c == '%') {
        bytes[size++] = (byte) code(normalized, at + 1);
        at += 2;
      } else {
        bytes[size++] = (byte) c;
      }
    }
    return new String(bytes, 0, size, StandardCharsets.UTF_8);
  }

  /**
   * Returns an envelope that says what is asked, as requests of SOAP do: its body's element has the
   * canonical query as its text, of which {@code &} alone means something in XML.
   *
   * @param isIgnored of the name of a parameter: whether it does not count
   */
  public byte[] envelope(Predicate<String> isIgnored) {
    String text =
        parameters.stream()
            .filter(each -> !isIgnored.test(each.name()))
            .map(Parameter::text)
            .collect(Collectors.joining("&amp;"));
    return ENVELOPE.formatted(operation, text).getBytes(StandardCharsets.UTF_8);
  }
}
