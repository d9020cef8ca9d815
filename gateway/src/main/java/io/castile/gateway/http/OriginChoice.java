package io.castile.gateway.http;

import io.castile.gateway.config.Balance;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Chooses one of several origins, as a route says. Thread-safe. */
final class OriginChoice {
  private static final double UNIT = 0x1p-53;

  private final List<Origin> origins;
  private final int[] weights;
  private final long[] hashes; // of the origins' addresses
  private final int[] turns; // indexes of origins, each as often as its weight says
  private final AtomicInteger turn = new AtomicInteger();
  private final Balance.Choice choice;
  private final @Nullable StickyKey sticky; // null where requests are not told apart

  OriginChoice(List<Origin> origins, Balance balance) {
    this.origins = origins;
    this.choice = balance.choice();
    this.sticky = StickyKey.of(balance);
    this.weights = new int[origins.size()];
    this.hashes = new long[origins.size()];
    int divisor = 0;
    for (int i = 0; i < weights.length; i++) {
      weights[i] = balance.weights().isEmpty() ? 1 : balance.weights().get(i);
      hashes[i] = StickyKey.hash(origins.get(i).toString());
      divisor = gcd(weights[i], divisor);
    }
    this.turns = turns(weights, divisor);
  }

  private static int gcd(int one, int other) {
    return other == 0 ? one : gcd(other, one % other);
  }

  /** A round in which those of large weights do not come together: smooth weighted round robin. */
  private static int[] turns(int[] weights, int divisor) {
    int sum = 0;
    for (int weight : weights) {
      sum += weight / divisor;
    }
    int[] turns = new int[sum];
    int[] credit = new int[weights.length];
    for (int i = 0; i < sum; i++) {
      int most = 0;
      for (int each = 0; each < weights.length; each++) {
        credit[each] += weights[each] / divisor;
        most = credit[each] > credit[most] ? each : most;
      }
      credit[most] -= sum;
      turns[i] = most;
    }
    return turns;
  }

  /**
   * Returns one of the origins that may be asked; null if none may.
   *
   * @param fields of the request
   */
  @Nullable Origin next(Predicate<Origin> mayBeAsked, HttpHeaders fields) {
    String key = sticky == null ? null : sticky.find(fields);
    if (key != null) {
      return ofKey(key, mayBeAsked);
    }
    int start = Math.floorMod(turn.getAndIncrement(), turns.length);
    return choice == Balance.Choice.LEAST_CONNECTIONS
        ? leastAsked(turns[start], mayBeAsked)
        : byTurns(start, mayBeAsked);
  }

  private @Nullable Origin byTurns(int start, Predicate<Origin> mayBeAsked) {
    for (int i = 0; i < turns.length; i++) {
      Origin each = origins.get(turns[(start + i) % turns.length]);
      if (mayBeAsked.test(each)) {
        return each;
      }
    }
    return null;
  }

  /** Returns the first origin from {@code start} on among those with the fewest requests. */
  private @Nullable Origin leastAsked(int start, Predicate<Origin> mayBeAsked) {
    Origin least = null;
    long requests = 0;
    int weight = 1;
    for (int i = 0; i < origins.size(); i++) {
      int index = (start + i) % origins.size();
      Origin each = origins.get(index);
      long own = 1L + each.underWay(); // with this one
      if (mayBeAsked.test(each) && (least == null || own * weight < requests * weights[index])) {
        least = each;
        requests = own;
        weight = weights[index];
      }
    }
    return least;
  }

  /**
   * Rendezvous hashing (Thaler and Ravishankar), with weights: each key has an order of origins, so
   * that one that comes or goes moves only the keys whose first it is.
   */
  private @Nullable Origin ofKey(String key, Predicate<Origin> mayBeAsked) {
    long hash = StickyKey.hash(key);
    Origin first = null;
    double highest = 0;
    for (int i = 0; i < hashes.length; i++) {
      if (mayBeAsked.test(origins.get(i))) {
        double unit = ((StickyKey.mixed(hash, hashes[i]) >>> 11) + 0.5) * UNIT;
        double score = -weights[i] / Math.log(unit);
        if (first == null || score > highest) {
          first = origins.get(i);
          highest = score;
        }
      }
    }
    return first;
  }
}
