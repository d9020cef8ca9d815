package io.castile;

import io.castile.xml.XmlLimits;
import jakarta.jws.WebService;
import java.util.Iterator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One end of calls whose items are given one by one, as a program: {@code server} says its address
 * and ends with its input; {@code client}, an address and a number of items calls both ways.
 */
final class ItemEnd {
  private static final int MAX_BYTES = 1 << 30;

  private ItemEnd() {}

  /** A service whose messages have any number of items. */
  @WebService(targetNamespace = "urn:items")
  public interface Items {
    /** Returns so many ratings. */
    Stream<Rating> ratings(int count, String company);

    /** Returns how many ratings there are, and the sum of what they say. */
    String put(String company, Stream<Rating> ratings);
  }

  /** A rating. */
  public static class Rating {
    public String symbol;
    public String company;
    public String verdict;
    public double price;
    public int target;
    public int analysts;
    public String updated;

    static Rating of(int i, String company) {
      Rating rating = new Rating();
      rating.symbol = "S" + i;
      rating.company = company;
      rating.verdict = i % 2 == 0 ? "StrongBuy" : "Hold";
      rating.price = i % 100_000 / 100.0;
      rating.target = i % 1000;
      rating.analysts = i % 30;
      rating.updated = "2024-03-01T10:15:00Z";
      return rating;
    }
  }

  static Stream<Rating> some(int count, String company) {
    return IntStream.range(0, count).mapToObj(i -> Rating.of(i, company));
  }

  /** How many there are, and the sum of their targets and of the lengths of their companies. */
  static String digest(Iterator<Rating> ratings) {
    long count = 0;
    long sum = 0;
    while (ratings.hasNext()) {
      Rating rating = ratings.next();
      count++;
      sum += rating.target + rating.company.length() + rating.symbol.length();
    }
    return count + " " + sum;
  }

  /** The service. */
  @WebService(targetNamespace = "urn:items")
  public static class ItemsService implements Items {
    @Override
    public Stream<Rating> ratings(int count, String company) {
      return some(count, company);
    }

    @Override
    public String put(String company, Stream<Rating> ratings) {
      return company + " " + digest(ratings.iterator());
    }
  }

  static XmlLimits limits() {
    return XmlLimits.builder().maxBytes(MAX_BYTES).build();
  }

  public static void main(String[] arguments) throws Exception {
    if (arguments[0].equals("server")) {
      try (SoapServer server =
          Castile.server().port(0).limits(limits()).publish("/items", new ItemsService()).start()) {
        System.out.println("address http://localhost:" + server.port() + "/items");
        while (System.in.read() >= 0) {
          // Until the other end has gone.
        }
      }
      return;
    }
    Items port = Castile.client(Items.class).endpoint(arguments[1]).limits(limits()).build();
    int count = Integer.parseInt(arguments[2]);
    String expected = digest(some(count, "Consolidated Mining").iterator());
    for (int round = 0; round < 2; round++) {
      try (Stream<Rating> ratings = port.ratings(count, "Consolidated Mining")) {
        System.out.println("got " + expected.equals(digest(ratings.iterator())));
      }
      String told = port.put("C", some(count, "Consolidated Mining"));
      System.out.println("put " + told.equals("C " + expected));
    }
    System.out.println("done");
  }
}
