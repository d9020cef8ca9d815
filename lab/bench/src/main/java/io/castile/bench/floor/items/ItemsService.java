package io.castile.bench.floor.items;

import io.castile.bench.message.RatedStock;
import io.castile.demo.portal.Rating;
import jakarta.jws.WebService;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.xml.datatype.DatatypeFactory;

/**
 * Holds the objects of one answer at a time, made when a size is first asked for, so that what a
 * call allocates is its own.
 */
@WebService(
    targetNamespace = ItemsRow.NAMESPACE,
    serviceName = ItemsRow.SERVICE,
    portName = ItemsRow.PORT,
    endpointInterface = "io.castile.bench.floor.items.ItemsPort")
public final class ItemsService implements ItemsPort {
  private static final DatatypeFactory DATATYPES = DatatypeFactory.newDefaultInstance();

  private double[] doubles = {};
  private List<RatedStock> ratings = List.of();

  static double[] doubles(int count) {
    Random random = new Random(count);
    double[] doubles = new double[count];
    for (int i = 0; i < count; i++) {
      doubles[i] = random.nextDouble();
    }
    return doubles;
  }

  static List<RatedStock> ratings(int count) {
    List<RatedStock> ratings = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      ratings.add(rating(i));
    }
    return ratings;
  }

  /** A rating that shares nothing with another one. */
  static RatedStock rating(int i) {
    return new RatedStock(
        "S" + i,
        "Consolidated Mining " + i,
        Rating.values()[i % Rating.values().length],
        (i % 100_000) / 100.0,
        i % 1000,
        i % 30,
        DATATYPES.newXMLGregorianCalendar("2024-03-0" + (1 + i % 9) + "T10:15:00Z"));
  }

  @Override
  public synchronized double[] getDoubles(int count) {
    if (doubles.length != count) {
      ratings = List.of();
      doubles = doubles(count);
    }
    return doubles;
  }

  @Override
  public int putDoubles(double[] items) {
    return items.length;
  }

  @Override
  public synchronized List<RatedStock> getRatings(int count) {
    if (ratings.size() != count) {
      doubles = new double[0];
      ratings = ratings(count);
    }
    return ratings;
  }

  @Override
  public int putRatings(List<RatedStock> items) {
    return items.size();
  }
}
