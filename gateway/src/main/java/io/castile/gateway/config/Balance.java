package io.castile.gateway.config;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The way in which the origin of a request is chosen where there are several. Immutable and
 * thread-safe.
 *
 * @param choice by what
 * @param field the header field by whose value requests are sticky; null for none
 * @param cookie the cookie by whose value requests are sticky; null for none
 * @param weights what share of the requests each origin gets, in the order of the origins, from 1
 *     to {@link #MOST_WEIGHT}; empty where all have the same
 */
public record Balance(
    Choice choice, @Nullable String field, @Nullable String cookie, List<Integer> weights) {
  /** The largest weight of an origin. */
  public static final int MOST_WEIGHT = 100;

  /** Chooses origins by turns, all with the same share. */
  public static final Balance BY_TURNS = new Balance(Choice.ROUND_ROBIN, null, null, List.of());

  /** The kinds of choosing an origin. */
  public enum Choice {
    /** Origins take turns. */
    ROUND_ROBIN("roundRobin"),
    /** The one with the fewest requests under way. */
    LEAST_CONNECTIONS("leastConnections"),
    /** The same one for the same value of a field or cookie; by turns where a request has none. */
    STICKY("sticky");

    private final String word;

    Choice(String word) {
      this.word = word;
    }

    /** Returns the word of the configuration. */
    public String word() {
      return word;
    }
  }

  public Balance {
    Objects.requireNonNull(choice, "choice");
    weights = List.copyOf(weights);
    boolean isSticky = choice == Choice.STICKY;
    if (isSticky == (field == null && cookie == null) || (field != null && cookie != null)) {
      throw new IllegalArgumentException(
          "Set exactly one of 'field' and 'cookie' with 'sticky', and neither without it");
    }
    for (int weight : weights) {
      if (weight < 1 || weight > MOST_WEIGHT) {
        throw new IllegalArgumentException(
            "expected a weight from 1 to " + MOST_WEIGHT + " but found " + weight);
      }
    }
  }

  /** Returns the same choice among origins with other weights. */
  public Balance withWeights(List<Integer> other) {
    return new Balance(choice, field, cookie, other);
  }
}
