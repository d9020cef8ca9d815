package io.castile.wsdl.value;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A text that fits a regular expression of XML Schema (part 2, appendix F): made of the expression,
 * with the first of alternatives at first, and others by chance, always the same.
 */
final class PatternExample {
  private static final int TRIES = 300;
  private static final int MAX_DEPTH = 100;
  private static final int MAX_LENGTH = 10_000;

  /** An expression that takes more to make a text is too large: it may have no length at all. */
  private static final int MAX_ATOMS = 100_000;

  private static final String POOL =
      "aA0bB1xX9-_.:/ cdefghijklmnopqrstuvwyzCDEFGHIJKLMNOPQRSTUVWYZ2345678+*?!@#$%&'\"()[]{}<>|~^`"
          + "=,;\\é߀あ";

  private final String expression;
  private final int minLength;
  private final @Nullable Random random; // null for the first choice of everything
  private final Map<String, List<String>> atoms;
  private int at;
  private int depth;
  private int made; // atoms

  private PatternExample(
      String expression, int minLength, @Nullable Random random, Map<String, List<String>> atoms) {
    this.expression = expression;
    this.minLength = minLength;
    this.random = random;
    this.atoms = atoms;
  }

  /**
   * Returns a text that fits an expression and is wanted; null if none is found.
   *
   * @param minLength how many characters it has at least
   */
  static @Nullable String of(String expression, int minLength, Predicate<String> isWanted) {
    Map<String, List<String>> atoms = new HashMap<>();
    try {
      for (int i = 0; i < TRIES; i++) {
        String text =
            new PatternExample(expression, minLength, i == 0 ? null : new Random(i), atoms)
                .alternatives();
        if (isWanted.test(text)) {
          return text;
        }
      }
    } catch (IllegalArgumentException e) {
      return null; // of an expression that is none
    }
    return null;
  }

  private int any(int count) {
    return random == null || count < 2 ? 0 : random.nextInt(count);
  }

  private IllegalArgumentException broken() {
    return new IllegalArgumentException(
        "expected a regular expression of XML Schema, found " + expression);
  }

  private String alternatives() {
    if (++depth > MAX_DEPTH) {
      throw broken();
    }
    List<String> all = new ArrayList<>();
    all.add(branch());
    while (at < expression.length() && expression.charAt(at) == '|') {
      at++;
      all.add(branch());
    }
    depth--;
    return all.get(any(all.size()));
  }

  private String branch() {
    StringBuilder text = new StringBuilder();
    while (at < expression.length() && "|)".indexOf(expression.charAt(at)) < 0) {
      int start = at;
      String one = atom();
      int end = at;
      int count = count();
      int after = at;
      for (int i = 0; i < count && text.length() < MAX_LENGTH; i++) {
        if (i > 0) { // another one of the same
          at = start;
          one = atom();
          at = end;
        }
        text.append(one);
      }
      at = after;
    }
    return text.toString();
  }

  private String atom() {
    if (++made > MAX_ATOMS) {
      throw broken();
    }
    char c = expression.charAt(at);
    if (c == '(') {
      at++;
      String inner = alternatives();
      if (at >= expression.length() || expression.charAt(at) != ')') {
        throw broken();
      }
      at++;
      return inner;
    }
    int start = at;
    if (c == '[') {
      characterClass();
    } else if (c == '\\') {
      escape();
    } else {
      at++;
      if (c != '.') {
        return String.valueOf(c);
      }
    }
    List<String> fitting = atoms.computeIfAbsent(expression.substring(start, at), this::fitting);
    if (fitting.isEmpty()) {
      throw broken();
    }
    return fitting.get(any(fitting.size()));
  }

  private void escape() {
    char kind = at + 1 < expression.length() ? expression.charAt(at + 1) : ' ';
    int end = kind == 'p' || kind == 'P' ? expression.indexOf('}', at) : at + 1;
    if (end < 0 || end >= expression.length()) {
      throw broken();
    }
    at = end + 1;
  }

  private void characterClass() {
    int open = 0;
    while (at < expression.length()) {
      char c = expression.charAt(at);
      if (c == '\\') {
        at++;
      } else if (c == '[') {
        open++;
      } else if (c == ']' && --open == 0) {
        at++;
        return;
      }
      at++;
    }
    throw broken();
  }

  /** The characters that an expression of one character fits, of those that are tried. */
  private List<String> fitting(String one) {
    XsdPattern pattern = XsdPattern.of(one);
    List<String> fitting = new ArrayList<>();
    (POOL + one)
        .codePoints()
        .distinct()
        .mapToObj(Character::toString)
        .filter(pattern::fits)
        .forEach(fitting::add);
    return fitting;
  }

  /** How often an atom may come that may come as often as one likes. */
  private int more() {
    return Math.max(6, Math.min(minLength, MAX_LENGTH) + 2);
  }

  /** How often the atom before comes. */
  private int count() {
    if (at >= expression.length()) {
      return 1;
    }
    switch (expression.charAt(at)) {
      case '?' -> {
        at++;
        return random == null ? 1 : any(2);
      }
      case '*' -> {
        at++;
        return random == null ? 1 : any(more());
      }
      case '+' -> {
        at++;
        return random == null ? 1 : 1 + any(more());
      }
      case '{' -> {
        int end = expression.indexOf('}', at);
        if (end < 0) {
          throw broken();
        }
        String[] bounds = expression.substring(at + 1, end).split(",", -1);
        at = end + 1;
        int min = Integer.parseInt(bounds[0].strip()); // a NumberFormatException is one of these
        int max =
            bounds.length == 1
                ? min
                : bounds[1].isBlank() ? min + more() : Integer.parseInt(bounds[1].strip());
        return random == null ? Math.max(min, Math.min(1, max)) : min + any(max - min + 1);
      }
      default -> {
        return 1;
      }
    }
  }
}
