package io.castile.soap;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What an answer that is no SOAP message says to a person: the beginning of its text, and what its
 * header fields ask for. What looks like a secret is masked, as messages end up in logs.
 */
final class AnswerText {
  /** So many characters are shown. */
  private static final int MAX_CHARACTERS = 200;

  /** So many bytes are looked at, as pages begin with much that is not shown. */
  private static final int MAX_BYTES = 16 << 10;

  private static final String HIDDEN = "***";

  private static final Pattern INVISIBLE =
      Pattern.compile("(?is)<(script|style)\\b.*?(</\\1\\s*>|$)|<!--.*?(-->|$)");

  private static final Pattern TAG = Pattern.compile("(?s)</?[A-Za-z!?][^<>]*>");

  private static final Pattern SPACE = Pattern.compile("[\\s\\p{Cntrl}\\u2028\\u2029]+");

  private static final Pattern SCHEME =
      Pattern.compile("(?i)\\b(basic|bearer|digest|negotiate|ntlm)\\s+[A-Za-z0-9._~+/=-]{6,}");

  /** A name that says secret, what separates it from its value, and the value. */
  private static final Pattern SECRET =
      Pattern.compile(
          "(?i)([\\w.-]*(?:passw(?:or)?d|pwd|secret|token|api[-_]?key|credential|session[-_]?id"
              + "|authorization|cookie)[\\w.-]*[\"']?\\s*(?:[:=]|>)\\s*)"
              + "(\"[^\"]*\"?|'[^']*'?|[^\\s\"'<>&,;]+)");

  private AnswerText() {}

  /** The beginning of the text, to be put behind a message; empty where there is no text. */
  static String excerpt(byte[] body, Map<String, String> headers) {
    if (body.length == 0 || HttpSyntax.isCoded(headers.get("content-encoding"))) {
      return "";
    }
    String type = headers.getOrDefault("content-type", "").toLowerCase(Locale.ROOT);
    int length = Math.min(body.length, MAX_BYTES);
    String text = new String(body, 0, length, charset(type));
    if (isBinary(text)) {
      return "";
    }
    String masked = SCHEME.matcher(text).replaceAll("$1 " + HIDDEN);
    masked = SECRET.matcher(masked).replaceAll("$1" + HIDDEN);
    if (masked.stripLeading().startsWith("<")) {
      masked = TAG.matcher(INVISIBLE.matcher(masked).replaceAll(" ")).replaceAll(" ");
    }
    String shown = SPACE.matcher(masked).replaceAll(" ").strip();
    return shown.isEmpty() ? "" : "; it says: " + shortened(shown);
  }

  private static boolean isBinary(String text) {
    int odd = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0) {
        return true;
      }
      if (c == '\uFFFD' || (c < ' ' && c != '\n' && c != '\r' && c != '\t')) {
        odd++;
      }
    }
    return odd > 2 + text.length() / 50;
  }

  private static String shortened(String text) {
    if (text.length() <= MAX_CHARACTERS) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(MAX_CHARACTERS - 1)) ? 1 : 0;
    return text.substring(0, MAX_CHARACTERS - end) + "…";
  }

  private static Charset charset(String type) {
    int at = type.indexOf("charset=");
    if (at >= 0) {
      String name = type.substring(at + 8).split("[;\\s]", 2)[0].replace("\"", "");
      try {
        return Charset.forName(name);
      } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
        return StandardCharsets.UTF_8; // a guess for the eye is better than nothing
      }
    }
    return StandardCharsets.UTF_8;
  }

  /** What the fields of an answer ask for, and what to do; empty for nothing. */
  static String demand(int status, Map<String, String> headers) {
    String challenge = field(headers, status == 407 ? "proxy-authenticate" : "www-authenticate");
    if ((status == 401 || status == 407) && !challenge.isEmpty()) {
      String what = status == 407 ? "Proxy-Authenticate" : "WWW-Authenticate";
      boolean isBasic = challenge.regionMatches(true, 0, "basic", 0, 5);
      return "; it asks for credentials, "
          + what
          + ": "
          + challenge
          + (!isBasic
              ? ""
              : status == 407
                  ? "; give them by proxy(host, port, user, password)"
                  : "; give them by basicAuth(user, password)");
    }
    String later = field(headers, "retry-after");
    return (status == 503 || status == 429) && !later.isEmpty()
        ? "; it asks to try again later, Retry-After: " + later
        : "";
  }

  private static String field(Map<String, String> headers, String name) {
    String value = headers.getOrDefault(name, "");
    return shortened(SPACE.matcher(value).replaceAll(" ").strip());
  }
}
