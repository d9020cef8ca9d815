package io.castile.soap.http.message;

import io.castile.soap.Headers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Hides credentials and tokens in text that is to stand in messages of errors and in logs: what
 * follows the name of a secret, what looks like a token, and what this side has sent as a secret.
 * The text may be cut anywhere; each expression takes time in proportion to its length.
 */
final class SecretText {
  static final String HIDDEN = "***";

  private static final String NAMES =
      "(?:passw(?:or)?d|passphrase|pwd|secret|token|api[-_ ]?key|credentials?|session[-_]?id"
          + "|sessid|nonce|opaque|signature|assertion|private[-_]?key|saml(?:response|request))";

  /** Header fields of which everything is secret, to the end of the line or of the markup. */
  private static final Pattern FIELDS =
      Pattern.compile(
          "(?i)((?:authorization|set-cookie|cookie)[\"']?\\s{0,4}[:=]\\s{0,4}[\"']?)"
              + "(?:[^\\r\\n<\"]|\"(?![,}\\]\\s]|$))++");

  /** {@code <x:Password …>text}. */
  private static final Pattern ELEMENTS =
      Pattern.compile(
          "(?i)(<(?:[\\w.-]{1,64}:)?[\\w.-]{0,40}?"
              + NAMES
              + "[\\w.-]{0,40}(?:\\s[^<>]*+)?>)[^<]++");

  /** {@code name="csrf_token" value="text"}. */
  private static final Pattern INPUTS =
      Pattern.compile(
          "(?i)("
              + NAMES
              + "[\\w.-]{0,20}[\"']\\s{1,4}(?:value|content)\\s{0,4}=\\s{0,4}[\"'])"
              + "[^\"']++");

  /** {@code "access_token": "text"}, {@code password=text}. */
  private static final Pattern PAIRS =
      Pattern.compile(
          "(?i)("
              + NAMES
              + "[\\w.-]{0,20}[\"']?\\s{0,4}[:=]\\s{0,4})(?:\"[^\"]*+\"?|'[^']*+'?|[^\\s\"'<>&,;{}]++)");

  /** {@code Bearer text}, but not the words of a sentence. */
  private static final Pattern SCHEMES =
      Pattern.compile(
          "\\b((?i:basic|bearer|digest|negotiate|ntlm)\\s{1,4})(?!\\w{1,30}=[\"\\w])"
              + "(?=[\\w+/=.~-]{1,64}[A-Z0-9=+/])[\\w+/=.~-]{6,}+");

  private static final Pattern WEB_TOKENS = Pattern.compile("\\beyJ[\\w-]{4,}+(?:\\.[\\w-]*+)*+");

  private static final Pattern USERS = Pattern.compile("://[^\\s/@<>\"']{1,200}@");

  private static final Pattern QUERIES = Pattern.compile("\\?[\\w.%-]{1,64}=[^\\s<>\"']*+");

  /** Long runs of capitals, small letters and digits, as in keys and tokens without a name. */
  private static final Pattern RUNS =
      Pattern.compile(
          "(?<![\\w+/.=-])(?=[A-Za-z+/_=-]{0,99}+[0-9])(?=[A-Z0-9+/_=-]{0,99}+[a-z])"
              + "(?=[a-z0-9+/_=-]{0,99}+[A-Z])"
              + "[\\w+/=-]{32,}+");

  private SecretText() {}

  /**
   * The text without what looks like a secret.
   *
   * @param sent the header fields of the request to which the text is an answer
   */
  static String masked(String text, Headers sent) {
    String result = text;
    for (String secret : secrets(sent)) {
      result = result.replace(secret, HIDDEN);
    }
    result = FIELDS.matcher(result).replaceAll("$1" + HIDDEN);
    result = ELEMENTS.matcher(result).replaceAll("$1" + HIDDEN);
    result = INPUTS.matcher(result).replaceAll("$1" + HIDDEN);
    result = PAIRS.matcher(result).replaceAll("$1" + HIDDEN);
    result = SCHEMES.matcher(result).replaceAll("$1" + HIDDEN);
    result = WEB_TOKENS.matcher(result).replaceAll(HIDDEN);
    result = USERS.matcher(result).replaceAll("://" + HIDDEN + "@");
    result = QUERIES.matcher(result).replaceAll("?" + HIDDEN);
    return RUNS.matcher(result).replaceAll(HIDDEN);
  }

  /** The texts that were sent as secrets, the longest first, as one may be a part of another. */
  private static List<String> secrets(Headers sent) {
    List<String> secrets = new ArrayList<>();
    sent.forEach((name, value) -> addSecrets(name.toLowerCase(Locale.ROOT), value, secrets));
    secrets.removeIf(secret -> secret.length() < 4); // would hide parts of words
    secrets.sort(Comparator.comparingInt(String::length).reversed());
    return secrets;
  }

  private static void addSecrets(String name, String value, List<String> into) {
    if (name.endsWith("authorization")) {
      int space = value.indexOf(' ');
      String credentials = value.substring(space + 1).trim();
      into.add(credentials);
      if (value.regionMatches(true, 0, "Basic ", 0, 6)) {
        into.add(password(credentials));
      }
    } else if (name.equals("cookie")) {
      for (String pair : value.split(";")) {
        into.add(pair.substring(pair.indexOf('=') + 1).trim());
      }
    } else if (PAIRS.matcher(name + ":x").find()) {
      into.add(value);
    }
  }

  /** The password of Basic credentials (RFC 7617); empty where they are none. */
  private static String password(String credentials) {
    try {
      String pair = new String(Base64.getDecoder().decode(credentials), StandardCharsets.UTF_8);
      return pair.substring(pair.indexOf(':') + 1);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}
