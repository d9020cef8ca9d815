package io.castile.delta.typed;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;

/** Makes messages, and changes them: with the values that are odd in XML, too. */
final class RandomOrders {
  private static final DatatypeFactory DATES = DatatypeFactory.newDefaultInstance();

  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "a",
          "Grüße",
          "\uD83D\uDE00",
          "\uD83D\uDE01",
          "a\tb\r\nc",
          "  x ",
          "<&>]]>\"'",
          "\u0001",
          "\uD83D",
          "\uFFFE",
          "none",
          "long ".repeat(30));

  private static final List<String> DATE_TIMES =
      List.of(
          "2024-02-29T23:59:59",
          "2024-02-29T23:59:59.5Z",
          "1999-12-31T00:00:00.250+14:00",
          "-0044-03-15T12:00:00Z",
          "12026-01-01T00:00:00",
          "2024-01-01",
          "--02-29",
          "---31",
          "12:30:00",
          "2024-01-01Z",
          "2024",
          "2024-05",
          "0001-01-01T00:00:00Z",
          "2024-01-01T00:00:00.1234567Z");

  private static final double[] DOUBLES = {
    0,
    -0.0,
    1,
    -1,
    0.1,
    12.25,
    1e300,
    5e-324,
    9007199254740993.0,
    123456789.987,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Math.PI,
    1e15 + 0.3
  };

  private static final List<BigDecimal> DECIMALS =
      List.of(
          new BigDecimal("1"),
          new BigDecimal("1.00"),
          new BigDecimal("-0.5"),
          new BigDecimal("1E+3"),
          new BigDecimal("1E-10"),
          new BigDecimal("123456789012345678901234567890.5"),
          new BigDecimal(BigInteger.TEN, -2),
          BigDecimal.ZERO);

  private final Random random;

  RandomOrders(Random random) {
    this.random = random;
  }

  private boolean maybe() {
    return random.nextInt(3) != 0;
  }

  private String text() {
    return random.nextInt(4) == 0
        ? TEXTS.get(random.nextInt(TEXTS.size()))
        : "text " + random.nextInt(40);
  }

  private double number() {
    return switch (random.nextInt(4)) {
      case 0 -> DOUBLES[random.nextInt(DOUBLES.length)];
      case 1 -> random.nextGaussian();
      default -> random.nextInt(10_000) / 100.0;
    };
  }

  private XMLGregorianCalendar date() {
    return random.nextInt(3) == 0
        ? DATES.newXMLGregorianCalendar(DATE_TIMES.get(random.nextInt(DATE_TIMES.size())))
        : DATES.newXMLGregorianCalendar(
            2000 + random.nextInt(50),
            1 + random.nextInt(12),
            1 + random.nextInt(28),
            5,
            6,
            7,
            0,
            60);
  }

  Order order(int depth) {
    Order order = new Order();
    for (int i = 0; i < 32; i++) {
      if (maybe()) {
        change(order, i, depth);
      }
    }
    return order;
  }

  /** Gives some properties other values. */
  void change(Order order) {
    int changes = 1 + random.nextInt(4);
    for (int i = 0; i < changes; i++) {
      change(order, random.nextInt(32), 1);
    }
  }

  private void change(Order order, int property, int depth) {
    switch (property) {
      case 0 -> order.id = maybe() ? text() : null;
      case 1 -> order.version = maybe() ? random.nextInt() : null;
      case 2 -> order.urgent = random.nextBoolean();
      case 3 -> order.gift = maybe() ? random.nextBoolean() : null;
      case 4 -> order.rank = (byte) random.nextInt();
      case 5 -> order.shelf = (short) random.nextInt();
      case 6 -> order.count = random.nextInt();
      case 7 -> order.total = random.nextLong();
      case 8 -> order.weight = maybe() ? random.nextInt(1000) / 10f : (float) number();
      case 9 -> order.price = number();
      case 10 -> order.discount = maybe() ? number() : null;
      case 11 -> order.net = maybe() ? DECIMALS.get(random.nextInt(DECIMALS.size())) : null;
      case 12 -> order.state = maybe() ? Order.State.values()[random.nextInt(3)] : null;
      case 13 -> order.ordered = maybe() ? date() : null;
      case 14 ->
          order.due =
              maybe() ? DATES.newXMLGregorianCalendar("2024-01-0" + (1 + random.nextInt(9))) : null;
      case 15 -> order.due = null;
      case 16 -> order.changed = maybe() ? new Date(random.nextInt()) : null;
      case 17 -> order.key = maybe() ? new UUID(random.nextLong(), random.nextLong()) : null;
      case 18 ->
          order.seal =
              maybe()
                  ? random
                      .ints(random.nextInt(9))
                      .collect(
                          java.io.ByteArrayOutputStream::new, (b, i) -> b.write(i), (a, b) -> {})
                      .toByteArray()
                  : null;
      case 19 -> order.note = maybe() ? text() : null;
      case 20 -> order.remark = maybe() ? text() : null;
      case 21 -> order.token = maybe() ? text() : null;
      case 22 ->
          order.values =
              maybe() ? random.doubles(random.nextInt(5)).map(d -> number()).toArray() : null;
      case 23 -> order.codes = maybe() ? random.ints(random.nextInt(40), 0, 9).toArray() : null;
      case 24 -> order.tags = maybe() ? texts() : null;
      case 25 ->
          order.numbers =
              maybe() ? new ArrayList<>(Arrays.asList(1, null, random.nextInt(9))) : null;
      case 26 -> order.previous = depth > 0 && maybe() ? order(depth - 1) : null;
      case 27 -> order.lines = maybe() ? lines(random.nextInt(40), 1) : null;
      default -> changeLines(order);
    }
  }

  private List<String> texts() {
    List<String> texts = new ArrayList<>();
    for (int i = random.nextInt(50); i > 0; i--) {
      texts.add(maybe() ? "red" : text());
    }
    return texts;
  }

  private List<Order.Line> lines(int count, int depth) {
    List<Order.Line> lines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lines.add(line(depth));
    }
    return lines;
  }

  private Order.Line line(int depth) {
    Order.Line line = new Order.Line();
    line.article = "article " + random.nextInt(1000);
    line.pieces = random.nextInt(100);
    line.price = random.nextInt(10_000) / 100.0;
    if (maybe()) {
      line.amount = new Order.Amount();
      line.amount.text = maybe() ? text() : null;
      line.amount.currency = "EUR";
    }
    line.parts = depth > 0 && random.nextInt(4) == 0 ? lines(random.nextInt(3), depth - 1) : null;
    return line;
  }

  /** Lines go, come, move, and get other values. */
  private void changeLines(Order order) {
    if (order.lines == null || order.lines.isEmpty()) {
      order.lines = lines(20, 1);
      return;
    }
    order.lines = new ArrayList<>(order.lines);
    switch (random.nextInt(4)) {
      case 0 -> order.lines.remove(random.nextInt(order.lines.size()));
      case 1 -> order.lines.add(random.nextInt(order.lines.size()), line(1));
      case 2 -> order.lines.add(order.lines.remove(0));
      default -> order.lines.get(random.nextInt(order.lines.size())).pieces++;
    }
  }
}
