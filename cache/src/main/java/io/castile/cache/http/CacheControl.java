package io.castile.cache.http;

import io.castile.cache.policy.text.NameChecks;
import io.castile.soap.Headers;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The directives of a Cache-Control field (RFC 9111 §5.2), of a request or a response.
 *
 * <p>What is not as it must be is taken the strict way: a directive that forbids holds whatever
 * follows it; one that allows holds only if it is right; a number that is none, or that is stated
 * twice and differently, is {@link #INVALID}, and what asks for it takes it as the strictest.
 *
 * <p>Immutable and thread-safe.
 */
final class CacheControl {
  static final CacheControl NONE = new CacheControl(Map.of());

  /** The directive is not there. */
  static final long ABSENT = -1;

  /** The directive is there, but its argument is not the number it must be. */
  static final long INVALID = -2;

  /** The greatest number of seconds, for which greater ones are taken (RFC 9111 §1.2.2). */
  static final long MAX_SECONDS = 1L << 31;

  /** An argument that is not there. */
  private static final String NO_ARGUMENT = "";

  /** An argument that is no token and no quoted string, or one of two that differ. */
  private static final String BAD_ARGUMENT = "\0";

  /** The argument of each directive, by name in lower case. */
  private final Map<String, String> directives;

  private CacheControl(Map<String, String> directives) {
    this.directives = directives;
  }

  /**
   * The directives of all lines of a message; a Pragma with no-cache counts where there are none
   * (§5.4).
   */
  public static CacheControl of(Headers fields) {
    if (!fields.has("cache-control")) {
      boolean noCache = StoredFields.members(fields, "pragma").contains("no-cache");
      return noCache ? new CacheControl(Map.of("no-cache", NO_ARGUMENT)) : NONE;
    }
    return parse(fields.values("cache-control"));
  }

  static CacheControl parse(List<String> lines) {
    Map<String, String> directives = new HashMap<>();
    for (String line : lines) {
      new Parser(line, directives).parse();
    }
    return new CacheControl(Map.copyOf(directives));
  }

  /** Whether a directive is there, in whatever form. */
  public boolean has(String name) {
    return directives.containsKey(name);
  }

  /** Whether a directive that takes no argument is there as it must be. */
  boolean hasPlain(String name) {
    return NO_ARGUMENT.equals(directives.get(name));
  }

  /** The argument of a directive as a number of seconds, {@link #ABSENT} or {@link #INVALID}. */
  public long seconds(String name) {
    String argument = directives.get(name);
    return argument == null ? ABSENT : deltaSeconds(argument);
  }

  /** Reads a number of seconds (RFC 9111 §1.2.2), or {@link #INVALID}. */
  static long deltaSeconds(String text) {
    if (text.isEmpty()) {
      return INVALID;
    }
    long seconds = 0;
    // Invariant: seconds is the number of the digits so far, or MAX_SECONDS if that is greater.
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        return INVALID;
      }
      seconds = Math.min(MAX_SECONDS, seconds * 10 + (c - '0'));
    }
    return seconds;
  }

  @Override
  public String toString() {
    return directives.keySet().toString();
  }

  /** Reads one line: {@code #( token [ "=" ( token / quoted-string ) ] )}. */
  private static final class Parser {
    private final String line;
    private final Map<String, String> directives;
    private int at;

    Parser(String line, Map<String, String> directives) {
      this.line = line;
      this.directives = directives;
    }

    void parse() {
      // Invariant: at is where a member of the list, or the space or comma before it, begins; each
      // round moves on.
      while (at < line.length()) {
        skipSpace();
        String name = token().toLowerCase(Locale.ROOT);
        String argument = NO_ARGUMENT;
        if (peek('=')) {
          at++;
          argument = peek('"') ? quotedString() : token();
          if (argument.isEmpty()) {
            argument = BAD_ARGUMENT;
          }
        }
        skipSpace();
        if (at < line.length() && !peek(',')) {
          argument = BAD_ARGUMENT;
          at = nextComma();
        }
        at++;
        if (!name.isEmpty()) {
          directives.merge(name, argument, (a, b) -> a.equals(b) ? a : BAD_ARGUMENT);
        }
      }
    }

    private boolean peek(char c) {
      return at < line.length() && line.charAt(at) == c;
    }

    private void skipSpace() {
      while (peek(' ') || peek('\t')) {
        at++;
      }
    }

    private int nextComma() {
      int comma = line.indexOf(',', at);
      return comma < 0 ? line.length() : comma;
    }

    private String token() {
      int start = at;
      while (at < line.length() && NameChecks.isTokenCharacter(line.charAt(at))) {
        at++;
      }
      return line.substring(start, at);
    }

    /** A string without an end is bad, and what follows its quote is read as a list again. */
    private String quotedString() {
      int start = ++at;
      StringBuilder text = new StringBuilder();
      while (at < line.length()) {
        char c = line.charAt(at++);
        if (c == '"') {
          return text.isEmpty() ? BAD_ARGUMENT : text.toString();
        }
        text.append(c == '\\' && at < line.length() ? line.charAt(at++) : c);
      }
      at = start;
      return BAD_ARGUMENT;
    }
  }
}
