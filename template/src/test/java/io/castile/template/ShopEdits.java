package io.castile.template;

import jakarta.xml.bind.JAXBElement;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import javax.xml.datatype.DatatypeConfigurationException;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;

/** Random shops and random changes of them. */
final class ShopEdits {
  private static final DatatypeFactory TYPES = types();

  private final Random random;

  ShopEdits(long seed) {
    this.random = new Random(seed);
  }

  private static DatatypeFactory types() {
    try {
      return DatatypeFactory.newInstance();
    } catch (DatatypeConfigurationException e) {
      throw new AssertionError(e);
    }
  }

  Shop shop() {
    Shop shop = new Shop();
    for (int i = 0; i < 30; i++) {
      edit(shop);
    }
    return shop;
  }

  /** Changes one thing. */
  void edit(Shop shop) {
    switch (random.nextInt(34)) {
      case 0 -> shop.id = random.nextBoolean() ? null : string();
      case 1 -> shop.version = random.nextBoolean() ? null : integer();
      case 2 -> shop.open = random.nextBoolean();
      case 3 -> shop.name = random.nextInt(3) == 0 ? null : string();
      case 4 -> shop.count = integer();
      case 5 -> shop.total = random.nextBoolean() ? null : random.nextLong() >> random.nextInt(64);
      case 6 -> shop.price = number();
      case 7 -> shop.rate = random.nextBoolean() ? null : number();
      case 8 -> shop.weight = (float) number();
      case 9 -> shop.paid = random.nextBoolean() ? null : random.nextBoolean();
      case 10 -> shop.amount = random.nextBoolean() ? null : BigDecimal.valueOf(integer(), 2);
      case 11 -> shop.serial = random.nextBoolean() ? null : new BigInteger(80, random);
      case 12 -> shop.when = random.nextBoolean() ? null : date();
      case 13 -> shop.photo = random.nextBoolean() ? null : bytes();
      case 14 ->
          shop.kind = random.nextBoolean() ? null : new QName("urn:" + random.nextInt(3), "k");
      case 15 -> shop.priority = random.nextBoolean() ? null : integer();
      case 16, 17, 18, 19 -> list(shop.items, this::item);
      case 20 -> {
        shop.notes = shop.notes == null ? new ArrayList<>() : shop.notes;
        list(shop.notes, this::string);
      }
      case 21 -> {
        shop.marks = shop.marks == null ? new ArrayList<>() : shop.marks;
        list(shop.marks, () -> random.nextInt(4) == 0 ? null : number());
      }
      case 22, 23, 24 -> shop.samples = doubles(shop.samples);
      case 25 ->
          shop.codes = random.ints(random.nextInt(90)).map(i -> i >> random.nextInt(32)).toArray();
      case 26 ->
          shop.times = random.nextBoolean() ? null : random.longs(random.nextInt(60)).toArray();
      case 27 -> {
        shop.ratios = new float[random.nextInt(60)];
        for (int i = 0; i < shop.ratios.length; i++) {
          shop.ratios[i] = i;
        }
        shop.shorts = new short[] {1, (short) integer()};
        shop.flags = new boolean[random.nextInt(3)];
      }
      case 28 -> shop.sizes = random.nextBoolean() ? null : List.of(integer(), integer());
      case 29 ->
          shop.anything = random.nextBoolean() ? integer() : random.nextBoolean() ? item() : null;
      case 30 -> text(shop);
      case 31 -> {
        shop.measure = random.nextBoolean() ? null : new Shop.Measure();
        if (shop.measure != null) {
          shop.measure.unit = string();
          shop.measure.value = number();
        }
      }
      case 32 -> {
        shop.branch =
            random.nextInt(3) == 0 ? null : shop.branch == null ? new Shop() : shop.branch;
        if (shop.branch != null) {
          edit(shop.branch);
        }
      }
      default -> {
        shop.rest = shop.rest == null ? new ArrayList<>() : shop.rest;
        list(shop.rest, this::element);
      }
    }
  }

  private org.w3c.dom.Element element() {
    try {
      org.w3c.dom.Document document =
          javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder().newDocument();
      org.w3c.dom.Element element = document.createElementNS("urn:any" + random.nextInt(2), "any");
      element.setAttribute("a", string());
      element.setTextContent(string());
      return element;
    } catch (javax.xml.parsers.ParserConfigurationException e) {
      throw new AssertionError(e);
    }
  }

  private void text(Shop shop) {
    shop.text = shop.text == null ? new Shop.Text() : shop.text;
    shop.text.content.clear();
    for (int i = random.nextInt(4); i > 0; i--) {
      shop.text.content.add("t" + integer());
      shop.text.content.add(new JAXBElement<>(new QName("n"), Integer.class, integer()));
    }
  }

  private <T> void list(List<T> list, java.util.function.Supplier<T> make) {
    int size = list.size();
    switch (random.nextInt(9)) {
      case 0, 1 -> list.add(random.nextInt(size + 1), make.get());
      case 6 -> {
        if (size > 0) { // moves
          list.add(random.nextInt(size), list.remove(random.nextInt(size)));
        }
      }
      case 7 -> {
        int at = random.nextInt(size + 1);
        for (int i = random.nextInt(5); i > 0; i--) {
          list.add(at, size > 0 && random.nextBoolean() ? list.get(0) : make.get());
        }
      }
      case 8 -> {
        int from = random.nextInt(size + 1);
        list.subList(from, from + random.nextInt(size - from + 1) / 2).clear();
      }
      case 2 -> {
        for (int i = random.nextInt(8); i > 0; i--) {
          list.add(make.get());
        }
      }
      case 3 -> {
        if (size > 0) {
          list.remove(random.nextInt(size));
        }
      }
      case 4 -> {
        if (size > 0) {
          list.set(random.nextInt(size), make.get());
        }
      }
      default -> {
        if (size > 1) {
          Collections.swap(list, random.nextInt(size), random.nextInt(size));
        }
      }
    }
  }

  Shop.Item item() {
    Shop.Item item;
    switch (random.nextInt(5)) {
      case 0 -> {
        Shop.Book book = new Shop.Book();
        book.author = string();
        book.pages = random.nextBoolean() ? null : List.of(integer(), integer());
        item = book;
      }
      case 1 -> {
        Shop.Box box = new Shop.Box();
        box.sides = doubles(null);
        box.content = random.nextInt(3) == 0 ? item() : null;
        item = box;
      }
      default -> item = new Shop.Item();
    }
    item.sku = random.nextBoolean() ? null : string();
    item.quantity = integer();
    item.title = string();
    item.price = random.nextBoolean() ? null : number();
    return item;
  }

  private double[] doubles(double[] before) {
    if (before == null || random.nextInt(10) == 0) {
      return random.nextInt(5) == 0 ? null : random.doubles(random.nextInt(120)).toArray();
    }
    switch (random.nextInt(4)) {
      case 0 -> {
        double[] after = before.clone();
        for (int i = 0; i < after.length; i++) {
          if (random.nextInt(4) == 0) {
            after[i] = number();
          }
        }
        return after;
      }
      case 1 -> {
        List<Double> items = new ArrayList<>();
        for (double each : before) {
          items.add(each);
        }
        list(items, this::number);
        return items.stream().mapToDouble(d -> d).toArray();
      }
      case 2 -> {
        double[] after = before.clone();
        if (after.length > 0) {
          after[random.nextInt(after.length)] = number();
        }
        return after;
      }
      default -> {
        int from = random.nextInt(before.length + 1);
        return java.util.Arrays.copyOfRange(
            before, from, from + random.nextInt(before.length - from + 30));
      }
    }
  }

  private double number() {
    return switch (random.nextInt(6)) {
      case 0 -> integer();
      case 1 -> Double.NaN;
      case 2 -> Double.NEGATIVE_INFINITY;
      case 3 -> Double.longBitsToDouble(random.nextLong());
      default -> random.nextDouble();
    };
  }

  private int integer() {
    return random.nextInt() >> random.nextInt(32);
  }

  private String string() {
    String all = "ab<&>\"' \u00e4\u20ac\ud83d\ude00xyz";
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      text.appendCodePoint(all.codePointAt(all.offsetByCodePoints(0, random.nextInt(14))));
    }
    return text.toString();
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(40)];
    random.nextBytes(bytes);
    return bytes;
  }

  private XMLGregorianCalendar date() {
    return TYPES.newXMLGregorianCalendar(
        "20"
            + (10 + random.nextInt(80))
            + "-01-02T03:04:05"
            + (random.nextBoolean() ? "Z" : ".25"));
  }
}
