package io.castile.demo.gateway;

import io.castile.demo.PortalService;
import io.castile.demo.PortalText;
import io.castile.demo.portal.StockRating;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The ratings as they are and as they were, so that an old answer can be told from a wrong one.
 * Thread-safe.
 */
final class Ratings {
  /** The age of an answer that the ratings never were. */
  static final long NEVER = -1;

  private final PortalService service;
  private final Random random = new Random(15);
  private final List<String> symbols;
  private final List<Version> versions = new ArrayList<>(); // guarded by this; the newest last

  /**
   * @param end when the change that replaced it was over; the greatest value while it holds
   */
  private record Version(Map<String, StockRating> ratings, long end) {}

  Ratings(PortalService service) {
    this.service = service;
    Version first = new Version(read(), Long.MAX_VALUE);
    symbols = first.ratings.keySet().stream().sorted().toList();
    versions.add(first);
  }

  private Map<String, StockRating> read() {
    Map<String, StockRating> all = new HashMap<>();
    service.getStockRatings(List.of()).forEach(each -> all.put(each.getSymbol(), each));
    return all;
  }

  /** Returns what is rated, in alphabetical order. */
  List<String> symbols() {
    return symbols;
  }

  /** Changes the price of one stock. A check of an answer waits until that is done. */
  synchronized void change() {
    service.changePrices(1, random);
    Version old = versions.remove(versions.size() - 1);
    versions.add(new Version(old.ratings, System.nanoTime()));
    versions.add(new Version(read(), Long.MAX_VALUE));
  }

  /**
   * Returns for how long an answer had been out of date when it was asked for, in nanoseconds: 0 if
   * it was right, {@link #NEVER} if it never was.
   *
   * @param asked {@link System#nanoTime} before the call
   */
  synchronized long age(List<String> of, String answer, long asked) {
    for (int i = versions.size() - 1; i >= 0; i--) {
      Version version = versions.get(i);
      if (PortalText.of(of.stream().map(version.ratings::get).toList()).equals(answer)) {
        return version.end == Long.MAX_VALUE ? 0 : Math.max(0, asked - version.end);
      }
    }
    return NEVER;
  }
}
