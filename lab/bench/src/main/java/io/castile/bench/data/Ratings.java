package io.castile.bench.data;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.castile.bench.message.RatedStock;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.datatype.DatatypeFactory;

/** Messages with the ratings of 195 stocks, as in the experiments of the mSOAP paper (§VI). */
public final class Ratings {
  static final int COUNT = 195;

  private static final List<String> VERDICTS =
      List.of("StrongBuy", "Buy", "Hold", "Sell", "StrongSell");
  private static final List<String> FIRST =
      List.of("Consolidated", "United", "General", "First", "Northern");
  private static final List<String> SECOND = List.of("Mining", "Steel", "Oil", "Bank", "Foods");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'Z'", Locale.ROOT);

  private static final DatatypeFactory DATATYPES = DatatypeFactory.newDefaultInstance();

  private record Rating(
      String symbol,
      String company,
      String verdict,
      int cents,
      int target,
      int analysts,
      LocalDateTime updated) {

    /** The rating as a bean that shares nothing with another one. */
    RatedStock bean() {
      return new RatedStock(
          String.valueOf(symbol.toCharArray()),
          String.valueOf(company.toCharArray()),
          io.castile.demo.portal.Rating.values()[VERDICTS.indexOf(verdict)],
          cents / 100.0,
          target,
          analysts,
          DATATYPES.newXMLGregorianCalendar(TIME.format(updated)));
    }

    String xml() {
      return "<return><symbol>%s</symbol><company>%s</company><rating>%s</rating><price>%d.%02d</price>"
              .formatted(symbol, company, verdict, cents / 100, cents % 100)
          + "<target>%d</target><analysts>%d</analysts><updated>%s</updated></return>"
              .formatted(target, analysts, TIME.format(updated));
    }
  }

  private final Random random = new Random(1);
  private final List<Rating> ratings = new ArrayList<>();

  public Ratings() {
    this(COUNT);
  }

  /** So many ratings. */
  Ratings(int count) {
    for (int i = 0; i < count; i++) {
      ratings.add(fresh());
    }
  }

  private Rating fresh() {
    String symbol =
        IntStream.range(0, 3)
            .mapToObj(i -> String.valueOf((char) ('A' + random.nextInt(26))))
            .collect(Collectors.joining());
    String company = FIRST.get(random.nextInt(5)) + ' ' + SECOND.get(random.nextInt(5));
    return new Rating(
        symbol,
        company + ' ' + symbol + " Inc.",
        VERDICTS.get(random.nextInt(5)),
        500 + random.nextInt(40_000),
        5 + random.nextInt(400),
        1 + random.nextInt(30),
        LocalDateTime.of(2026, 1, 1, 0, 0).plusSeconds(random.nextInt(10_000_000)));
  }

  private Rating changed(Rating old) {
    int shift = 1 + random.nextInt(4);
    return new Rating(
        old.symbol,
        old.company,
        VERDICTS.get((VERDICTS.indexOf(old.verdict) + shift) % 5),
        Math.max(100, (int) (old.cents * (1 + 0.02 * random.nextGaussian()))),
        old.target,
        old.analysts,
        old.updated.plusSeconds(random.nextInt(86_400)));
  }

  public byte[] message() {
    return message(ratings);
  }

  /** The message after {@code percent} of the ratings have changed. */
  public byte[] changed(int percent) {
    List<Integer> which = new ArrayList<>(IntStream.range(0, COUNT).boxed().toList());
    Collections.shuffle(which, random);
    List<Rating> all = new ArrayList<>(ratings);
    for (int i : which.subList(0, Math.round(COUNT * percent / 100f))) {
      all.set(i, changed(all.get(i)));
    }
    return message(all);
  }

  /** Lists of beans, one for each state, which says what has its second value. */
  List<List<RatedStock>> lists(List<BitSet> states) {
    List<Rating> others = ratings.stream().map(this::changed).toList();
    List<List<RatedStock>> all = new ArrayList<>();
    for (BitSet state : states) {
      List<RatedStock> beans = new ArrayList<>();
      for (int i = 0; i < ratings.size(); i++) {
        beans.add((state.get(i) ? others : ratings).get(i).bean());
      }
      all.add(beans);
    }
    return all;
  }

  /** Lists of beans, one for each state, which says which are gone, with another one elsewhere. */
  List<List<RatedStock>> movedLists(List<BitSet> states) {
    List<Rating> others = ratings.stream().map(old -> fresh()).toList();
    List<List<RatedStock>> all = new ArrayList<>();
    for (BitSet state : states) {
      List<RatedStock> beans = new ArrayList<>();
      for (int i = 0; i < ratings.size(); i++) {
        if (!state.get(i)) {
          beans.add(ratings.get(i).bean());
        }
        int other = ratings.size() - 1 - i;
        if (state.get(other)) {
          beans.add(others.get(other).bean());
        }
      }
      all.add(beans);
    }
    return all;
  }

  /** The message after so many ratings have gone and so many others have come. */
  public byte[] replaced(int count) {
    List<Rating> all = new ArrayList<>(ratings);
    for (int i = 0; i < count; i++) {
      all.remove(random.nextInt(all.size()));
    }
    for (int i = 0; i < count; i++) {
      all.add(random.nextInt(all.size()), fresh());
    }
    return message(all);
  }

  private static byte[] message(List<Rating> all) {
    return all.stream()
        .map(Rating::xml)
        .collect(
            Collectors.joining(
                "",
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
                    + "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\">"
                    + "<soap:Body><r:getRatingsResponse xmlns:r=\"urn:ratings\">",
                "</r:getRatingsResponse></soap:Body></soap:Envelope>"))
        .getBytes(UTF_8);
  }
}
