package io.castile.demo.portal;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import javax.xml.datatype.DatatypeConfigurationException;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;

/**
 * The data of the portal: the same for the same seed, on every machine, so that a client can know
 * the answer. Everything returned is new and the caller's.
 */
public final class PortalData {
  /** How many stocks have ratings, as in the mSOAP paper. */
  public static final int STOCKS = 195;

  /** How long the arrays of the LYE services are. */
  public static final int LYE_LENGTH = 100;

  private static final int LYE_TUPLES = 4;
  private static final int HITS = 10;
  private static final int PAGE_BYTES = 3600;
  private static final int FLIGHTS = 5;
  private static final DatatypeFactory DATATYPES = datatypes();

  private static final List<String> WORDS =
      List.of(
          "caching",
          "response",
          "service",
          "web",
          "optimal",
          "representation",
          "message",
          "client",
          "server",
          "selecting",
          "data",
          "performance",
          "object",
          "copy",
          "parser",
          "efficient",
          "differential",
          "envelope",
          "soap",
          "schema",
          "template",
          "the",
          "of",
          "and",
          "for",
          "with");

  private final long seed;

  /** The data of a seed. */
  public PortalData(long seed) {
    this.seed = seed;
  }

  /** The data that benchmarks and documents use. */
  public static PortalData standard() {
    return new PortalData(2004);
  }

  private Random random(String what) {
    return new Random(seed * 31 + what.hashCode());
  }

  /** What the Simple service returns. */
  public int simple() {
    return random("simple").nextInt();
  }

  /** What the Tuple service returns. */
  public Tuple tuple() {
    return tuple(random("tuple"));
  }

  private static Tuple tuple(Random random) {
    Tuple tuple = new Tuple();
    tuple.setText(words(random, 3));
    tuple.setNumber(random.nextInt());
    tuple.setFlag(random.nextBoolean());
    tuple.setBig(random.nextLong());
    return tuple;
  }

  /** What the Array service returns. */
  public List<String> array() {
    return strings(random("array"));
  }

  private static List<String> strings(Random random) {
    return list(LYE_LENGTH, () -> words(random, 2) + " " + random.nextInt(100_000));
  }

  /** What the Complex service returns. */
  public Complex complex() {
    Random random = random("complex");
    Complex complex = new Complex();
    complex.getStrings().addAll(strings(random));
    complex.getNumbers().addAll(list(LYE_LENGTH, random::nextInt));
    complex.getTuples().addAll(list(LYE_TUPLES, () -> tuple(random)));
    return complex;
  }

  /** A better spelling of the phrase; deterministic, not clever. */
  public String spelling(String phrase) {
    return phrase.toLowerCase(Locale.ROOT).replaceAll("(.)\\1\\1+", "$1$1").strip();
  }

  /** The cached page of an address. */
  public byte[] page(String url) {
    Random random = random("page " + url);
    StringBuilder page = new StringBuilder("<html><body>");
    while (page.length() < PAGE_BYTES) {
      page.append(words(random, 12)).append("<br>\n");
    }
    page.setLength(PAGE_BYTES);
    return page.toString().getBytes(java.nio.charset.StandardCharsets.US_ASCII);
  }

  /** The reply to a search. */
  public GoogleSearchResult search(String query) {
    Random random = random("search " + query);
    GoogleSearchResult result = new GoogleSearchResult();
    result.setDocumentFiltering(true);
    result.setSearchComments("");
    result.setEstimatedTotalResultsCount(random.nextInt(1_000_000));
    result.setEstimateIsExact(false);
    result.getResultElements().addAll(list(HITS, () -> hit(random)));
    result.setSearchQuery(query);
    result.setStartIndex(1);
    result.setEndIndex(HITS);
    result.setSearchTips("");
    result.getDirectoryCategories().add(category(random));
    result.setSearchTime(random.nextInt(1_000_000) / 1e6);
    return result;
  }

  private static ResultElement hit(Random random) {
    String host = "www." + word(random) + word(random) + ".example.com";
    ResultElement hit = new ResultElement();
    hit.setSummary(words(random, 10));
    hit.setUrl("http://" + host + "/" + word(random) + "/" + word(random) + ".html?a=1&b=2");
    hit.setSnippet(
        words(random, 8) + " <b>" + word(random) + "</b> " + words(random, 8) + "<br> <b>...</b>");
    hit.setTitle("<b>" + word(random) + "</b> " + words(random, 5));
    hit.setCachedSize((1 + random.nextInt(99)) + "k");
    hit.setRelatedInformationPresent(random.nextBoolean());
    hit.setHostName(random.nextInt(4) == 0 ? host : "");
    hit.setDirectoryCategory(category(random));
    hit.setDirectoryTitle(words(random, 4));
    return hit;
  }

  private static DirectoryCategory category(Random random) {
    DirectoryCategory category = new DirectoryCategory();
    category.setFullViewableName("Top/Computers/" + word(random) + "/" + word(random));
    category.setSpecialEncoding("");
    return category;
  }

  /** Random doubles between 0 and 1. */
  public List<Double> doubles(int count) {
    return list(count, random("doubles")::nextDouble);
  }

  /** Random ints of the whole range. */
  public List<Integer> ints(int count) {
    return list(count, random("ints")::nextInt);
  }

  /** Random mesh interface objects. */
  public List<Mio> mios(int count) {
    Random random = random("mios");
    return list(
        count,
        () -> {
          Mio mio = new Mio();
          mio.setX(random.nextInt());
          mio.setY(random.nextInt());
          mio.setValue(random.nextDouble());
          return mio;
        });
  }

  /** The ratings of all stocks, ordered by symbol. */
  public List<StockRating> ratings() {
    Random random = random("ratings");
    List<StockRating> ratings = new ArrayList<>(STOCKS);
    for (int i = 0; i < STOCKS; i++) {
      ratings.add(rating(symbol(i), random));
    }
    return ratings;
  }

  private static StockRating rating(String symbol, Random random) {
    StockRating rating = new StockRating();
    rating.setSymbol(symbol);
    rating.setRating(Rating.values()[random.nextInt(Rating.values().length)]);
    rating.setPrice((100 + random.nextInt(50_000)) / 100.0);
    rating.setTarget(BigDecimal.valueOf(100 + random.nextInt(60_000), 2));
    rating.setSince(
        DATATYPES.newXMLGregorianCalendarDate(
            2004,
            1 + random.nextInt(12),
            1 + random.nextInt(28),
            DatatypeConstants.FIELD_UNDEFINED));
    return rating;
  }

  /** Symbols of three letters, in alphabetical order, none twice. */
  private static String symbol(int index) {
    int code = index * 89;
    char[] letters = {
      (char) ('A' + code / 676), (char) ('A' + code / 26 % 26), (char) ('A' + code % 26)
    };
    return new String(letters);
  }

  /** The flights from one city to another. */
  public List<FlightInfo> flights(String from, String to) {
    Random random = random("flights " + from + " " + to);
    return list(FLIGHTS, () -> flight(from, to, random));
  }

  private static FlightInfo flight(String from, String to, Random random) {
    int hour = random.nextInt(20);
    FlightInfo flight = new FlightInfo();
    flight.setAirline(random.nextBoolean() ? "Prairie Air" : "Great Plains");
    flight.setNumber("PA" + (100 + random.nextInt(900)));
    flight.setFrom(from);
    flight.setTo(to);
    flight.setDeparture(time(hour, random.nextInt(60)));
    flight.setArrival(time(hour + 3, random.nextInt(60)));
    flight.setSeats(random.nextInt(100));
    return flight;
  }

  /** That time of day on the day of the demonstration. */
  private static XMLGregorianCalendar time(int hour, int minute) {
    int noMillis = DatatypeConstants.FIELD_UNDEFINED;
    return DATATYPES.newXMLGregorianCalendar(2004, 6, 14, hour, minute, 0, noMillis, 0);
  }

  private static <T> List<T> list(int count, java.util.function.Supplier<T> maker) {
    return new ArrayList<>(Stream.generate(maker).limit(count).toList());
  }

  private static String words(Random random, int count) {
    StringBuilder words = new StringBuilder(word(random));
    for (int i = 1; i < count; i++) {
      words.append(' ').append(word(random));
    }
    return words.toString();
  }

  private static String word(Random random) {
    return WORDS.get(random.nextInt(WORDS.size()));
  }

  private static DatatypeFactory datatypes() {
    try {
      return DatatypeFactory.newInstance();
    } catch (DatatypeConfigurationException e) {
      throw new IllegalStateException(
          "Cannot make a date, because this JDK has no datatype factory.", e);
    }
  }
}
