package io.castile.bench.data;

import io.castile.bench.message.DoubleArrayResponse;
import io.castile.bench.message.GetMiosResponse;
import io.castile.bench.message.IntArrayResponse;
import io.castile.demo.portal.Mio;
import io.castile.xml.XmlWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Arrays of numbers of a given width, as beans. An item depends on its index, its version and its
 * width alone: arrays of one width whose versions agree at an index are equal there, and differ
 * where versions differ by one.
 */
public final class NumberArrays {
  private static final int LARGEST_DOUBLE = 24;
  private static final int INTERMEDIATE_DOUBLE = 18;

  private final XmlWriter ruler = new XmlWriter();

  private NumberArrays() {}

  /** What an item of a message is to be. */
  public interface Items {
    NumberWidth width(int index);

    int version(int index);
  }

  /** Items of one width and version. */
  public static Items all(NumberWidth width, int version) {
    return items(width, version, width, version, 0);
  }

  /** Items of the first width and version, but so many per cent, spread evenly, of the second. */
  public static Items items(
      NumberWidth width, int version, NumberWidth changed, int changedVersion, int percent) {
    return new Items() {
      @Override
      public NumberWidth width(int index) {
        return (isChanged(index, percent) ? changed : width).at(index);
      }

      @Override
      public int version(int index) {
        return isChanged(index, percent) ? changedVersion : version;
      }
    };
  }

  /** Items of which every second one is of another width, beginning with the second. */
  public static Items byTurns(NumberWidth first, NumberWidth second) {
    return new Items() {
      @Override
      public NumberWidth width(int index) {
        return index % 2 == 0 ? first : second;
      }

      @Override
      public int version(int index) {
        return 0;
      }
    };
  }

  /**
   * Whether an index is one of so many per cent. Of the first n indices, n × percent / 100 are,
   * rounded up.
   */
  public static boolean isChanged(int index, int percent) {
    long index64 = index;
    return (index64 * percent + 99) / 100 != ((index64 + 1) * percent + 99) / 100;
  }

  /** The message with such items. */
  public static Object message(NumberKind kind, int size, Items items) {
    return message(kind, size, items, items);
  }

  /** The same where the coordinates of mesh objects are other items than their values. */
  public static Object message(NumberKind kind, int size, Items coordinates, Items values) {
    NumberArrays numbers = new NumberArrays();
    return switch (kind) {
      case DOUBLE ->
          new DoubleArrayResponse(
              IntStream.range(0, size).mapToDouble(i -> numbers.doubleOf(i, values)).toArray());
      case INT ->
          new IntArrayResponse(
              IntStream.range(0, size).map(i -> intOf(random(i, 0, values), i, values)).toArray());
      case MIO -> {
        List<Mio> mios = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
          SplittableRandom random = random(i, 1, coordinates);
          Mio mio = new Mio();
          mio.setX(intOf(random, i, coordinates));
          mio.setY(intOf(random, i, coordinates));
          mio.setValue(numbers.doubleOf(i, values));
          mios.add(mio);
        }
        yield new GetMiosResponse(mios);
      }
    };
  }

  private static SplittableRandom random(int index, int stream, Items items) {
    return new SplittableRandom(
        ((long) items.version(index) << 40) + ((long) stream << 32) + index);
  }

  private static int intOf(SplittableRandom random, int index, Items items) {
    return switch (items.width(index)) {
      case SMALLEST -> digit(index, items.version(index));
      case INTERMEDIATE -> random.nextInt(100_000_000, 1_000_000_000);
      case LARGEST -> random.nextInt(Integer.MIN_VALUE, -1_000_000_000);
      case HALF -> throw new IllegalArgumentException("the width of no single item");
      case ANY -> random.nextInt();
    };
  }

  private double doubleOf(int index, Items items) {
    SplittableRandom random = random(index, 2, items);
    return switch (items.width(index)) {
      case SMALLEST -> digit(index, items.version(index));
      case INTERMEDIATE -> ofWidth(INTERMEDIATE_DOUBLE, random, 0.1, 1);
      case LARGEST -> ofWidth(LARGEST_DOUBLE, random, -1e-100, -1e-101);
      case HALF -> throw new IllegalArgumentException("the width of no single item");
      case ANY -> random.nextDouble();
    };
  }

  /** Versions that differ by one differ in every digit. */
  private static int digit(int index, int version) {
    return (index * 7 + version) % 10;
  }

  /** A random double of the range that takes so many characters; about every second one does. */
  private double ofWidth(int width, SplittableRandom random, double from, double to) {
    double value = random.nextDouble(from, to);
    while (widthOf(value) != width) {
      value = random.nextDouble(from, to);
    }
    return value;
  }

  private int widthOf(double value) {
    ruler.reset();
    ruler.text(value);
    return ruler.size();
  }
}
