package io.castile.engine;

import java.net.URI;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A cookie that a service has set, as RFC 6265 §5.2 reads it: its value is sent back as it came,
 * and nothing else of it.
 *
 * @param domain in lower case; the host of the endpoint where the cookie names none
 * @param hostOnly whether it is for that host alone
 * @param expires when it ends; null for with the session
 */
record SessionCookie(
    String name,
    String value,
    String domain,
    boolean hostOnly,
    String path,
    boolean secure,
    @Nullable Instant expires) {
  private static final int MAX_LENGTH = 8192;

  /** The forms of RFC 9110 §5.6.7, in which dates are sent; dashes are made blanks before. */
  private static final List<DateTimeFormatter> DATES =
      List.of(
          DateTimeFormatter.ofPattern("[EEE, ]d MMM yyyy H:m:s z", Locale.US),
          DateTimeFormatter.ofPattern("[EEEE, ][EEE, ]d MMM yy H:m:s z", Locale.US),
          DateTimeFormatter.ofPattern("EEE MMM d H:m:s yyyy z", Locale.US));

  /**
   * Reads a field line {@code Set-Cookie}.
   *
   * @return null where it sets none that may be kept: it has no name, a control character, which no
   *     request could carry (RFC 6265bis §5.6), or another domain than that of the endpoint
   */
  static @Nullable SessionCookie parse(String line, URI endpoint, Instant now) {
    if (line.length() > MAX_LENGTH
        || line.chars().anyMatch(c -> (c < ' ' && c != '\t') || c == 0x7f || c > 0xff)) {
      return null;
    }
    String[] pieces = line.split(";", -1);
    int equals = pieces[0].indexOf('=');
    String name = equals < 0 ? "" : pieces[0].substring(0, equals).strip();
    if (name.isEmpty()) {
      return null;
    }
    String host = host(endpoint);
    String domain = "";
    String path = "";
    boolean secure = false;
    Instant expires = null;
    Instant ends = null; // by its Max-Age, which counts more
    for (int i = 1; i < pieces.length; i++) {
      int at = pieces[i].indexOf('=');
      String key = (at < 0 ? pieces[i] : pieces[i].substring(0, at)).strip();
      String value = at < 0 ? "" : pieces[i].substring(at + 1).strip();
      switch (key.toLowerCase(Locale.ROOT)) {
        case "domain" -> domain = value.startsWith(".") ? value.substring(1) : value;
        case "path" -> path = value;
        case "secure" -> secure = true;
        case "max-age" -> ends = end(value, now, ends);
        case "expires" -> expires = date(value, expires);
        default -> {
          // Not of use here.
        }
      }
    }
    domain = domain.toLowerCase(Locale.ROOT);
    if (!domain.isEmpty() && !isWithin(host, domain)) {
      return null;
    }
    return new SessionCookie(
        name,
        pieces[0].substring(equals + 1).strip(),
        domain.isEmpty() ? host : domain,
        domain.isEmpty(),
        path.startsWith("/") ? path : defaultPath(endpoint),
        secure,
        ends == null ? expires : ends);
  }

  private static @Nullable Instant end(String maxAge, Instant now, @Nullable Instant otherwise) {
    if (!maxAge.matches("-?[0-9]{1,18}")) {
      return maxAge.matches("[0-9]+") ? Instant.MAX : otherwise;
    }
    long seconds = Long.parseLong(maxAge);
    if (seconds <= 0) {
      return Instant.MIN;
    }
    return now.plusSeconds(Math.min(seconds, 1L << 40));
  }

  private static @Nullable Instant date(String text, @Nullable Instant otherwise) {
    String date = text.replace('-', ' ').replaceAll("\\s+", " ").strip();
    for (String each : List.of(date, date + " GMT")) {
      for (DateTimeFormatter form : DATES) {
        try {
          return ZonedDateTime.parse(each, form).toInstant();
        } catch (DateTimeException e) {
          continue; // to the next form
        }
      }
    }
    return otherwise;
  }

  /** The path up to its last slash (RFC 6265 §5.1.4). */
  private static String defaultPath(URI endpoint) {
    String path = path(endpoint);
    int end = path.lastIndexOf('/');
    return end <= 0 ? "/" : path.substring(0, end);
  }

  private static String path(URI endpoint) {
    String path = endpoint.getRawPath();
    return path == null || path.isEmpty() ? "/" : path;
  }

  private static String host(URI endpoint) {
    String host = endpoint.getHost();
    return host == null ? "" : host.toLowerCase(Locale.ROOT);
  }

  /** Whether a host is a domain or within it (RFC 6265 §5.1.3); an address is within none. */
  private static boolean isWithin(String host, String domain) {
    boolean isAddress = host.startsWith("[") || host.matches("[0-9.]+");
    return host.equals(domain) || (!isAddress && host.endsWith("." + domain));
  }

  /** Whether this takes the place of another one (RFC 6265 §5.3). */
  boolean replaces(SessionCookie other) {
    return name.equals(other.name) && domain.equals(other.domain) && path.equals(other.path);
  }

  boolean hasExpired(Instant now) {
    return expires != null && !expires.isAfter(now);
  }

  /** Whether it is sent to an endpoint (RFC 6265 §5.4). */
  boolean isFor(URI endpoint) {
    String host = host(endpoint);
    String asked = path(endpoint);
    boolean isPath =
        asked.equals(path)
            || (asked.startsWith(path)
                && (path.endsWith("/") || asked.charAt(path.length()) == '/'));
    return (hostOnly ? host.equals(domain) : isWithin(host, domain))
        && isPath
        && (!secure || "https".equalsIgnoreCase(endpoint.getScheme()));
  }
}
