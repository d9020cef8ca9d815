package io.castile.demo.gateway;

import io.castile.demo.PortalService;
import io.castile.demo.PortalText;
import io.castile.demo.portal.Portal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import javax.xml.datatype.XMLGregorianCalendar;

/**
 * What clients of a portal ask: few things often and many now and then. The oracle is the service
 * itself, asked as an object, with no SOAP between. Thread-safe.
 */
final class Mix {
  /** All that is asked, in the order of the tables. */
  static final List<String> OPERATIONS =
      List.of(
          "doGoogleSearch",
          "getStockRatings",
          "doSpellingSuggestion",
          "doGetCachedPage",
          "getFlightInfo",
          "getTime",
          "putDoubles");

  private static final int[] PERCENT = {32, 20, 13, 13, 11, 6, 5};
  private static final String KEY = "0000-portal-demo";
  private static final int LIST_LENGTH = 5;
  private static final int MAX_DOUBLES = 200;

  /** Of a clock that is read in milliseconds, beside one that is read more finely. */
  private static final Duration TICK = Duration.ofMillis(2);

  private static final Zipf PHRASES = new Zipf(24);
  private static final Zipf FEW = new Zipf(6);

  private final PortalService service;
  private final Ratings ratings;

  Mix(PortalService service, Ratings ratings) {
    this.service = service;
    this.ratings = ratings;
  }

  /** Returns what comes next. */
  DemoRequest next(Random random) {
    int percent = random.nextInt(100);
    int which = 0;
    while (percent >= PERCENT[which]) {
      percent -= PERCENT[which++];
    }
    return switch (OPERATIONS.get(which)) {
      case "doGoogleSearch" -> search("soap caching " + PHRASES.next(random));
      case "getStockRatings" -> ratings(FEW.next(random));
      case "doSpellingSuggestion" -> spelling("optimel cacheing " + FEW.next(random));
      case "doGetCachedPage" -> page("http://example.org/" + FEW.next(random));
      case "getFlightInfo" -> flights("Gate " + FEW.next(random));
      case "getTime" -> new DemoRequest("getTime", false, Portal::getTime, Mix::ageOfTime);
      default -> doubles(random.doubles(1 + random.nextInt(MAX_DOUBLES)).boxed().toList());
    };
  }

  private DemoRequest search(String phrase) {
    return same(
        "doGoogleSearch",
        false,
        p -> p.doGoogleSearch(KEY, phrase, 0, 10, false, "", false, "", "latin1", "latin1"));
  }

  private DemoRequest spelling(String phrase) {
    return same("doSpellingSuggestion", false, p -> p.doSpellingSuggestion(KEY, phrase));
  }

  private DemoRequest page(String url) {
    return same("doGetCachedPage", false, p -> p.doGetCachedPage(KEY, url));
  }

  private DemoRequest flights(String to) {
    return same("getFlightInfo", true, p -> p.getFlightInfo("Boston", to));
  }

  private DemoRequest doubles(List<Double> values) {
    return same("putDoubles", false, p -> p.putDoubles(values));
  }

  /** A question to which the service has one answer. */
  private DemoRequest same(String operation, boolean hasUser, DemoRequest.Call call) {
    return new DemoRequest(
        operation,
        hasUser,
        call,
        (answer, asked) -> {
          String expected = PortalText.of(call.on(service));
          return PortalText.of(answer).equals(expected) ? 0 : Ratings.NEVER;
        });
  }

  private DemoRequest ratings(int list) {
    List<String> symbols = new ArrayList<>();
    for (int i = 0; i < LIST_LENGTH; i++) {
      symbols.add(ratings.symbols().get(list * LIST_LENGTH + i));
    }
    return new DemoRequest(
        "getStockRatings",
        false,
        p -> p.getStockRatings(symbols),
        (answer, asked) -> ratings.age(symbols, PortalText.of(answer), asked));
  }

  /** The time is one between the question and now. */
  private static long ageOfTime(Object answer, long asked) {
    Instant now = Instant.now();
    Instant then = ((XMLGregorianCalendar) answer).toGregorianCalendar().toInstant();
    Instant before = now.minusNanos(System.nanoTime() - asked).minus(TICK);
    if (then.isAfter(now.plus(TICK))) {
      return Ratings.NEVER;
    }
    return then.isBefore(before)
        ? TimeUnit.MILLISECONDS.toNanos(Duration.between(then, before).toMillis() + 1)
        : 0;
  }

  /** Numbers from 0, of which each comes as often as its place in the order of Zipf says. */
  private static final class Zipf {
    private final double[] sums;

    Zipf(int count) {
      sums = new double[count];
      for (int i = 0; i < count; i++) {
        sums[i] = (i == 0 ? 0 : sums[i - 1]) + 1.0 / (i + 1);
      }
    }

    int next(Random random) {
      double at = random.nextDouble() * sums[sums.length - 1];
      int found = 0;
      while (sums[found] < at) {
        found++;
      }
      return found;
    }
  }
}
