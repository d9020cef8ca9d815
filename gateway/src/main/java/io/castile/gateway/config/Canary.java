package io.castile.gateway.config;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URI;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Origins with another version of a service, which get a part of a route's requests. Immutable and
 * thread-safe.
 *
 * @param origins their addresses, one or more
 * @param weights as those of {@link Balance}
 * @param share how many of 10,000 requests they get, from 0 to 10,000
 * @param field the header field that has a request go to them; null for none
 * @param value that field's value, or one of its list, by its case; null where there is no field
 * @param isShared whether their responses and those of the other origins are kept together
 */
public record Canary(
    List<URI> origins,
    List<Integer> weights,
    int share,
    @Nullable String field,
    @Nullable String value,
    boolean isShared) {
  /** The whole of which a share is a part. */
  public static final int ALL = 10_000;

  /** The form of a share, for messages. */
  static final String EXPECTED = "a share such as 5% or 0.25%";

  private static final Pattern SHARE = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,2})?) ?%");

  public Canary {
    origins = List.copyOf(origins);
    weights = List.copyOf(weights);
    if (origins.isEmpty()) {
      throw new IllegalArgumentException("expected one origin or more but found none");
    }
    if (!weights.isEmpty() && weights.size() != origins.size()) {
      throw new IllegalArgumentException("Set a weight for each origin, or for none");
    }
    if (share < 0 || share > ALL) {
      throw new IllegalArgumentException("expected a share from 0% to 100%");
    }
    if ((field == null) != (value == null)) {
      throw new IllegalArgumentException("Set both 'field' and 'value', or neither");
    }
    if (share == 0 && field == null) {
      throw new IllegalArgumentException("Set a 'share' above 0%, or a 'field'");
    }
  }

  /**
   * Reads a share of requests, of at most two decimals.
   *
   * @return how many of 10,000
   * @throws IllegalArgumentException with what was expected
   */
  static int share(String text) {
    Matcher share = SHARE.matcher(text);
    if (share.matches()) {
      BigDecimal percent = new BigDecimal(share.group(1));
      int part = percent.movePointRight(2).setScale(0, RoundingMode.UNNECESSARY).intValueExact();
      if (part <= ALL) {
        return part;
      }
    }
    throw new IllegalArgumentException("expected " + EXPECTED + " but found '" + text + "'");
  }
}
