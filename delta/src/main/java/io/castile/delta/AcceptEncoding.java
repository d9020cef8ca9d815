package io.castile.delta;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The preferences of a request for the content codings of its response (RFC 9110 §12.5.3). Only
 * codings that are named count: a client that says {@code *} gets the message as it is, which is
 * allowed too, or gzip if it does not want that. Immutable.
 */
final class AcceptEncoding {
  private static final String ANY = "*";
  private static final String IDENTITY = "identity";

  private static final Pattern MEMBER =
      Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]++)(?:[ \t]*+;[ \t]*+[qQ]=([0-9.]++))?+");
  private static final Pattern WEIGHT = Pattern.compile("0(\\.[0-9]{0,3})?|1(\\.0{0,3})?");

  /** From 0 for never to 1, by name in lower case. */
  private final Map<String, Double> weights;

  private AcceptEncoding(Map<String, Double> weights) {
    this.weights = weights;
  }

  /**
   * Returns what a field says.
   *
   * @param field null if there is none; members that are malformed say nothing
   */
  static AcceptEncoding of(@Nullable String field) {
    if (field == null) {
      return new AcceptEncoding(Map.of());
    }
    Map<String, Double> weights = new HashMap<>();
    for (String text : field.split(",")) {
      Matcher member = MEMBER.matcher(text.trim());
      if (member.matches()) {
        String name = member.group(1).toLowerCase(Locale.ROOT);
        String weight = member.group(2) == null ? "1" : member.group(2);
        if (WEIGHT.matcher(weight).matches()) {
          weights.merge(
              name.equals(GzipCoding.OTHER_NAME) ? GzipCoding.NAME : name,
              Double.parseDouble(weight),
              Math::min);
        }
      }
    }
    return new AcceptEncoding(weights);
  }

  /** Whether a coding is wanted, and not less than the message as it is. */
  boolean accepts(String coding) {
    double weight = weight(coding);
    return weight > 0 && weight >= weight(IDENTITY);
  }

  /** Returns the coding that is wanted most, the first of equals; null if none is. */
  @Nullable String best(List<String> codings) {
    String best = null;
    for (String coding : codings) {
      if (accepts(coding) && (best == null || weight(coding) > weight(best))) {
        best = coding;
      }
    }
    return best;
  }

  /** Whether the message as it is is not wanted; it is still sent where there is nothing else. */
  boolean refusesIdentity() {
    return weights.getOrDefault(IDENTITY, weights.getOrDefault(ANY, 1.0)) == 0;
  }

  private double weight(String coding) {
    boolean byAny = coding.equals(GzipCoding.NAME) && refusesIdentity();
    return weights.getOrDefault(coding, byAny ? weights.getOrDefault(ANY, 0.0) : 0.0);
  }
}
