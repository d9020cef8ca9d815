package io.castile.gateway.config;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The access log.
 *
 * @param file that lines are added to
 * @param format of a line
 * @param fields what a line has, in this order: some of {@link #KNOWN}, and header fields of the
 *     request behind {@link #HEADER}; each once, one or more
 */
public record AccessLogConfig(Path file, Format format, List<String> fields) {
  /** The prefix of the name of a header field. */
  public static final String HEADER = "header:";

  /** The default fields of a line. */
  public static final List<String> USUAL =
      List.of(
          "time",
          "client",
          "method",
          "path",
          "route",
          "operation",
          "cache",
          "status",
          "requestBytes",
          "responseBytes",
          "micros");

  /** The fields that a line may have beside header fields. */
  public static final List<String> KNOWN =
      List.of(
          "time",
          "client",
          "method",
          "scheme",
          "host",
          "path",
          "route",
          "service",
          "operation",
          "wsdlOperation",
          "cache",
          "status",
          "requestBytes",
          "responseBytes",
          "micros");

  /** Names of header fields that may hold credentials of the sender. */
  private static final Pattern SECRET =
      Pattern.compile(
          "(?i)auth|cookie|token|secret|passw|key|session|signature|credential|assertion|jwt|cert");

  /** The format of a line. */
  public enum Format {
    /** An object of JSON. */
    JSON,
    /** Values with a space between them. */
    TEXT
  }

  public AccessLogConfig {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(format, "format");
    fields = List.copyOf(fields);
    if (fields.isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot write an access log without fields. Name one or more.");
    }
    Set<String> names = new HashSet<>();
    for (String each : fields) {
      if (!names.add(field(each).toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException(
            "Cannot log the field " + each + " twice. Remove one of them.");
      }
    }
  }

  /** Returns a log of the usual lines in JSON. */
  public static AccessLogConfig of(Path file) {
    return new AccessLogConfig(file, Format.JSON, USUAL);
  }

  /**
   * Reads what a line is to have.
   *
   * @throws IllegalArgumentException with what was expected
   */
  static String field(String text) {
    if (KNOWN.contains(text)) {
      return text;
    }
    if (!text.startsWith(HEADER)) {
      throw new IllegalArgumentException(
          "expected one of "
              + String.join(", ", KNOWN)
              + ", or "
              + HEADER
              + "NAME, but found '"
              + text
              + "'");
    }
    String name = FieldNames.name(text.substring(HEADER.length()));
    if (SECRET.matcher(name).find()) {
      throw new IllegalArgumentException(
          "expected a header field that has no secret but found '" + name + "'");
    }
    return text;
  }
}
