package io.castile.template;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;

/** Random fleets and random changes of them. */
final class FleetEdits {
  private static final DatatypeFactory TYPES = DatatypeFactory.newDefaultInstance();

  private static final List<String> DATES =
      List.of(
          "2024-03-01T10:15:00Z",
          "2024-03-01T10:15:00.5Z",
          "2024-03-01T10:15:00.50Z",
          "2024-03-01",
          "--03-01",
          "10:15:00",
          "10:15:00+02:00",
          "2024",
          "-0044-03-15",
          "123456789012-01-01",
          "2024-03-01T10:15:00.123456789Z");

  private final Random random;

  FleetEdits(long seed) {
    this.random = new Random(seed);
  }

  Fleet fleet() {
    Fleet fleet = new Fleet();
    fill(fleet.cars, this::car);
    fill(fleet.vans, this::van);
    fill(fleet.prices, this::number);
    fill(fleet.counts, this::integer);
    fill(fleet.numbers, random::nextLong);
    fill(fleet.ratios, () -> (float) number());
    fill(fleet.places, this::string);
    fill(fleet.colors, this::color);
    fill(fleet.days, this::day);
    fill(fleet.times, this::date);
    fill(fleet.taxes, this::tax);
    return fleet;
  }

  private <T> void fill(List<T> list, Supplier<T> make) {
    int size = random.nextInt(120);
    for (int i = 0; i < size; i++) {
      list.add(make.get());
    }
  }

  /** Changes some things. */
  void edit(Fleet fleet) {
    switch (random.nextInt(18)) {
      case 0 -> fleet.name = string();
      case 1 -> fleet.size = integer();
      case 2, 3, 4 -> list(fleet.cars, () -> random.nextInt(50) == 0 ? van() : car());
      case 5 -> list(fleet.vans, this::van);
      case 6 -> list(fleet.prices, this::number);
      case 7 -> list(fleet.counts, this::integer);
      case 8 -> list(fleet.numbers, random::nextLong);
      case 9 -> list(fleet.ratios, () -> random.nextInt(100) == 0 ? null : (float) number());
      case 10 -> {
        List<Fleet.Car> sold = new ArrayList<>(Arrays.asList(fleet.sold));
        list(sold, this::car);
        fleet.sold = sold.toArray(Fleet.Car[]::new);
      }
      case 11 -> list(fleet.places, this::string);
      case 12 -> list(fleet.colors, () -> random.nextInt(100) == 0 ? null : color());
      case 13 -> list(fleet.days, this::day);
      case 14 -> list(fleet.times, this::date);
      case 15 -> list(fleet.taxes, this::tax);
      case 16 -> {
        List<Boolean> flags = new ArrayList<>(Arrays.asList(fleet.flags));
        list(flags, random::nextBoolean);
        fleet.flags = flags.toArray(Boolean[]::new);
      }
      default -> {
        for (Fleet.Car car : fleet.cars) {
          if (car != null && random.nextInt(4) == 0) {
            change(car);
          }
        }
      }
    }
    if (random.nextInt(20) == 0) {
      fleet.other = fleet.other == null ? fleet() : null;
    } else if (fleet.other != null && random.nextInt(4) == 0) {
      edit(fleet.other);
    }
  }

  private <T> void list(List<T> list, Supplier<T> make) {
    int size = list.size();
    switch (random.nextInt(9)) {
      case 0, 1 -> list.add(random.nextInt(size + 1), make.get());
      case 2 -> {
        for (int i = random.nextInt(60); i > 0; i--) {
          list.add(random.nextInt(list.size() + 1), make.get());
        }
      }
      case 3 -> {
        for (int i = random.nextInt(6); i > 0 && !list.isEmpty(); i--) {
          list.remove(random.nextInt(list.size()));
        }
      }
      case 4 -> {
        int from = random.nextInt(size + 1);
        list.subList(from, from + random.nextInt(size - from + 1)).clear();
      }
      case 5 -> {
        if (size > 0) { // moves
          list.add(random.nextInt(size), list.remove(random.nextInt(size)));
        }
      }
      case 6 -> list.replaceAll(item -> random.nextInt(3) == 0 ? make.get() : item);
      case 7 -> list.replaceAll(item -> make.get());
      default -> {
        if (size > 0) {
          list.set(random.nextInt(size), make.get());
        }
        Object last = size == 0 ? null : list.get(size - 1);
        if (last instanceof Fleet.Car car) {
          change(car);
        }
      }
    }
  }

  private Fleet.Car car() {
    return filled(new Fleet.Car());
  }

  private Fleet.Van van() {
    Fleet.Van van = new Fleet.Van();
    van.load = number();
    filled(van);
    return van;
  }

  private Fleet.Car filled(Fleet.Car car) {
    for (int i = 0; i < 12; i++) {
      change(car);
    }
    return car;
  }

  private void change(Fleet.Car car) {
    switch (random.nextInt(16)) {
      case 0 -> car.plate = random.nextInt(4) == 0 ? null : string();
      case 1 -> car.seats = random.nextInt(4) == 0 ? null : integer();
      case 2 -> car.open = random.nextBoolean();
      case 3 -> car.doors = (byte) integer();
      case 4 -> car.gears = (short) integer();
      case 5 -> car.kilometres = integer();
      case 6 -> car.number = random.nextLong() >> random.nextInt(64);
      case 7 -> car.weight = (float) number();
      case 8 -> car.price = number();
      case 9 -> car.owner = random.nextInt(4) == 0 ? null : string();
      case 10 -> car.tax = random.nextInt(4) == 0 ? null : tax();
      case 11 -> car.serial = random.nextInt(4) == 0 ? null : new BigInteger(80, random);
      case 12 -> car.color = random.nextInt(4) == 0 ? null : color();
      case 13 -> car.rate = random.nextInt(4) == 0 ? null : Double.valueOf(number());
      case 14 -> car.built = random.nextInt(4) == 0 ? null : date();
      default -> car.bought = random.nextInt(4) == 0 ? null : day();
    }
  }

  private static XMLGregorianCalendar calendar(String text) {
    return TYPES.newXMLGregorianCalendar(text);
  }

  private XMLGregorianCalendar date() {
    return calendar(DATES.get(random.nextInt(DATES.size())));
  }

  private Fleet.Color color() {
    return Fleet.Color.values()[random.nextInt(Fleet.Color.values().length)];
  }

  private LocalDate day() {
    return LocalDate.ofEpochDay(random.nextInt(30_000));
  }

  private BigDecimal tax() {
    return BigDecimal.valueOf(integer(), 2);
  }

  private String string() {
    return switch (random.nextInt(4)) {
      case 0 -> "";
      case 1 -> "<&>\"'";
      case 2 -> "é😀";
      default -> "s".repeat(random.nextInt(60));
    };
  }

  private int integer() {
    return random.nextInt() >> random.nextInt(32);
  }

  private double number() {
    return switch (random.nextInt(5)) {
      case 0 -> Double.NaN;
      case 1 -> -0.0;
      case 2 -> random.nextInt(100);
      default -> random.nextGaussian();
    };
  }
}
