package io.castile.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.jaxb.Codecs;
import io.castile.xml.XmlDataException;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlID;
import jakarta.xml.bind.annotation.XmlIDREF;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlTransient;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.XmlValue;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.beans.ConstructorProperties;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Records and classes that are made whole; the oracle binds a bean with the same names. */
@Tag("long")
final class RecordTest {
  private static final QName NAME = new QName("urn:shop", "order");
  private static final String SHOP = "urn:shop";

  enum Size {
    SMALL,
    LARGE
  }

  static final class Upper extends XmlAdapter<String, StringBuilder> {
    @Override
    public StringBuilder unmarshal(String text) {
      return new StringBuilder(text.toLowerCase(java.util.Locale.ROOT));
    }

    @Override
    public String marshal(StringBuilder value) {
      return value == null ? null : value.toString().toUpperCase(java.util.Locale.ROOT);
    }
  }

  @XmlRootElement(name = "order", namespace = SHOP)
  @XmlType(name = "Order", namespace = SHOP)
  record Order(
      @XmlAttribute String id,
      @XmlAttribute int version,
      @XmlElement(namespace = SHOP) String customer,
      boolean paid,
      long count,
      double weight,
      char code,
      Integer boxed,
      @XmlElement(nillable = true) Integer priority,
      Size size,
      BigDecimal total,
      byte[] picture,
      int[] numbers,
      @XmlElement(name = "item", namespace = SHOP) List<Item> items,
      Item[] gifts,
      @XmlElementWrapper(name = "notes") @XmlElement(name = "note") List<String> notes,
      Map<String, Integer> stock,
      @XmlJavaTypeAdapter(Upper.class) StringBuilder adapted,
      @XmlTransient String hidden,
      Fixed fixed,
      Label label,
      @XmlElement(defaultValue = "7") Integer seven) {}

  record Item(String sku, double price, Item part) {}

  record Label(@XmlAttribute String language, @XmlValue String text) {}

  /** As people wrote it before records. */
  static final class Fixed {
    @XmlAttribute private final String name;
    private final int amount;
    private final List<String> tags;

    @ConstructorProperties({"name", "amount", "tags"})
    Fixed(String name, int amount, List<String> tags) {
      this.name = name;
      this.amount = amount;
      this.tags = List.copyOf(tags);
    }
  }

  @XmlRootElement(name = "order", namespace = SHOP)
  @XmlType(name = "Order", namespace = SHOP)
  @XmlAccessorType(XmlAccessType.FIELD)
  static class OrderBean {
    @XmlAttribute String id;
    @XmlAttribute int version;

    @XmlElement(namespace = SHOP)
    String customer;

    boolean paid;
    long count;
    double weight;
    char code;
    Integer boxed;

    @XmlElement(nillable = true)
    Integer priority;

    Size size;
    BigDecimal total;
    byte[] picture;
    int[] numbers;

    @XmlElement(name = "item", namespace = SHOP)
    List<ItemBean> items;

    ItemBean[] gifts;

    @XmlElementWrapper(name = "notes")
    @XmlElement(name = "note")
    List<String> notes;

    Map<String, Integer> stock;

    @XmlJavaTypeAdapter(Upper.class)
    StringBuilder adapted;

    FixedBean fixed;
    LabelBean label;

    @XmlElement(defaultValue = "7")
    Integer seven;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  static class ItemBean {
    String sku;
    double price;
    ItemBean part;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  static class LabelBean {
    @XmlAttribute String language;
    @XmlValue String text;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  static class FixedBean {
    @XmlAttribute String name;
    int amount;
    List<String> tags;
  }

  private static <T> T maybe(Random random, T value) {
    return random.nextInt(4) == 0 ? null : value;
  }

  private static Item item(Random random, int depth) {
    return new Item(
        maybe(random, "s" + random.nextInt(9)),
        random.nextInt(9) / 2.0,
        depth == 0 ? null : maybe(random, item(random, depth - 1)));
  }

  private static List<Item> items(Random random) {
    List<Item> items = new ArrayList<>();
    for (int i = random.nextInt(15); i > 0; i--) {
      items.add(item(random, 2));
    }
    return items;
  }

  private static Order order(Random random) {
    return new Order(
        maybe(random, "o<" + random.nextInt(9) + ">"),
        random.nextInt(),
        maybe(random, "Zoë & Söhne"),
        random.nextBoolean(),
        random.nextLong(),
        random.nextDouble(),
        'x',
        maybe(random, random.nextInt()),
        maybe(random, random.nextInt()),
        maybe(random, Size.LARGE),
        maybe(random, new BigDecimal("1.50")),
        maybe(random, new byte[] {1, 2, 3}),
        random.ints(random.nextInt(9)).toArray(),
        items(random),
        items(random).toArray(Item[]::new),
        maybe(random, new ArrayList<>(List.of("a", "", "]]>"))),
        maybe(random, new HashMap<>(Map.of("k", 1, "l", 2))),
        maybe(random, new StringBuilder("abc")),
        null,
        maybe(random, new Fixed("n", 3, random.nextBoolean() ? List.of() : List.of("t", "u"))),
        maybe(random, new Label("en", "text")),
        maybe(random, 8));
  }

  private static ItemBean twin(Item item) {
    if (item == null) {
      return null;
    }
    ItemBean twin = new ItemBean();
    twin.sku = item.sku;
    twin.price = item.price;
    twin.part = twin(item.part);
    return twin;
  }

  private static OrderBean twin(Order order) {
    OrderBean twin = new OrderBean();
    twin.id = order.id;
    twin.version = order.version;
    twin.customer = order.customer;
    twin.paid = order.paid;
    twin.count = order.count;
    twin.weight = order.weight;
    twin.code = order.code;
    twin.boxed = order.boxed;
    twin.priority = order.priority;
    twin.size = order.size;
    twin.total = order.total;
    twin.picture = order.picture;
    twin.numbers = order.numbers;
    twin.items = new ArrayList<>(order.items.stream().map(RecordTest::twin).toList());
    twin.gifts = List.of(order.gifts).stream().map(RecordTest::twin).toArray(ItemBean[]::new);
    twin.notes = order.notes;
    twin.stock = order.stock;
    twin.adapted = order.adapted;
    if (order.fixed != null) {
      twin.fixed = new FixedBean();
      twin.fixed.name = order.fixed.name;
      twin.fixed.amount = order.fixed.amount;
      twin.fixed.tags = order.fixed.tags;
    }
    if (order.label != null) {
      twin.label = new LabelBean();
      twin.label.language = order.label.language;
      twin.label.text = order.label.text;
    }
    twin.seven = order.seven;
    return twin;
  }

  private static Codec<Order> codec(CodecMode mode) {
    return Codecs.builder().types(Order.class).mode(mode).build().of(Order.class);
  }

  /** The twin has null where the record has no items; there is no such thing in a message. */
  private static OrderBean readable(OrderBean twin) {
    twin.items = twin.items == null ? new ArrayList<>() : twin.items;
    twin.gifts = twin.gifts == null ? new ItemBean[0] : twin.gifts;
    twin.numbers = twin.numbers == null ? new int[0] : twin.numbers;
    if (twin.fixed != null && twin.fixed.tags == null) {
      twin.fixed.tags = List.of();
    }
    return twin;
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void aRecordIsInMessagesWhatABeanOfTheSameNamesIs(CodecMode mode) throws Exception {
    JAXBContext context = JAXBContext.newInstance(OrderBean.class);
    Codec<Order> codec = codec(mode);
    Codec<OrderBean> beans =
        Codecs.builder().types(OrderBean.class).mode(mode).build().of(OrderBean.class);
    Random random = new Random(21);
    for (int i = 0; i < 200; i++) {
      Order order = order(random);
      OrderBean twin = twin(order);
      byte[] written = codec.toBytes(order);

      assertThat(new String(written, StandardCharsets.UTF_8))
          .isEqualTo(new String(beans.toBytes(twin), StandardCharsets.UTF_8));
      OrderBean asTwin =
          (OrderBean)
              context.createUnmarshaller().unmarshal(new java.io.ByteArrayInputStream(written));
      assertThat(readable(asTwin))
          .usingRecursiveComparison()
          .withEqualsForType((a, b) -> a.compareTo(b) == 0, StringBuilder.class)
          .isEqualTo(readable(twin));
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      context
          .createMarshaller()
          .marshal(new JAXBElement<>(NAME, OrderBean.class, twin(order)), bytes);
      Order read = codec.fromBytes(bytes.toByteArray());
      assertThat(twin(read))
          .usingRecursiveComparison()
          .withEqualsForType((a, b) -> a.compareTo(b) == 0, StringBuilder.class)
          .isEqualTo(readable(twin));
      assertThat(codec.equal(read, order)).isTrue();
      assertThat(codec.hash(read)).isEqualTo(codec.hash(order));
      Order copy = codec.copy(read);
      assertThat(copy)
          .usingRecursiveComparison()
          .withEqualsForType((a, b) -> a.compareTo(b) == 0, StringBuilder.class)
          .isEqualTo(read);
      assertThat(copy.items).isNotSameAs(read.items);
      assertThat(copy.label).isSameAs(read.label);
      assertThat(codec.equal(copy, order(random))).isFalse();
    }
  }

  @Test
  void everyRecordIsCompiled() {
    Codecs codecs = Codecs.forTypes(Order.class);

    assertThat(codecs.source(Order.class))
        .contains("new RecordTest.Order(")
        .doesNotContain("BINDING.finish");
    assertThat(codecs.source(Fixed.class)).contains("new RecordTest.Fixed(");
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void whatIsAbsentIsNullOrZeroAndAListWithoutItems(CodecMode mode) {
    Order order =
        codec(mode)
            .fromBytes(utf8("<o:order xmlns:o='urn:shop' version='3'><fixed/><seven/></o:order>"));

    assertThat(order.version).isEqualTo(3);
    assertThat(order.count).isZero();
    assertThat(order.paid).isFalse();
    assertThat(order.id).isNull();
    assertThat(order.boxed).isNull();
    assertThat(order.items).isEmpty();
    assertThat(order.gifts).isEmpty();
    assertThat(order.notes).isNull(); // its wrapper tells null
    assertThat(order.fixed.tags).isEmpty();
    assertThat(order.seven).isEqualTo(7);
  }

  record Positive(int amount) {
    Positive {
      if (amount <= 0) {
        throw new IllegalArgumentException("amount <= 0: " + amount);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void whatAConstructorRefusesIsAnErrorOfTheMessage(CodecMode mode) {
    Codec<Positive> codec =
        Codecs.builder().types(Positive.class).mode(mode).build().element(Positive.class, NAME);

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(
              () ->
                  codec.fromBytes(
                      utf8("<o:order xmlns:o='urn:shop'><amount>-1</amount></o:order>")))
          .isInstanceOf(XmlDataException.class)
          .hasMessageContaining("constructor of Positive")
          .hasMessageContaining("amount <= 0: -1")
          .hasMessageContaining("/order");
    }
  }

  record Changing(@XmlAttribute String id, StringBuilder text, List<String> list) {}

  record Deep(String text, Label label, LocalDate date, Size size, Deep next) {}

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void anImmutableOfImmutablesIsItsOwnCopy(CodecMode mode) {
    Codec<Deep> codec =
        Codecs.builder().types(Deep.class).mode(mode).build().element(Deep.class, NAME);
    Deep deep = new Deep("a", new Label("en", "b"), LocalDate.EPOCH, Size.SMALL, null);
    Deep outer = new Deep("c", null, null, null, deep);

    assertThat(codec.copy(outer)).isSameAs(outer);
    assertThat(codec.fromBytes(codec.toBytes(outer))).isEqualTo(outer);
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  static class Referring {
    @XmlIDREF Named one;
    List<Named> all = new ArrayList<>();
  }

  record Named(@XmlID @XmlAttribute String id) {}

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void aRecordCanBeReferredTo(CodecMode mode) {
    Codec<Referring> codec =
        Codecs.builder().types(Referring.class).mode(mode).build().element(Referring.class, NAME);
    Referring value = new Referring();
    value.all.add(new Named("x"));
    value.one = value.all.get(0);

    Referring read = codec.fromBytes(codec.toBytes(value));

    assertThat(read.one).isSameAs(read.all.get(0));
  }

  record Refers(@XmlIDREF Named one) {}

  static final class Unnamed {
    final String text;

    Unnamed(String other) {
      text = other;
    }
  }

  static final class Several {
    final String text;

    Several(String text) {
      this.text = text;
    }

    Several(String text, int more) {
      this.text = text + more;
    }
  }

  static final class More {
    final String text;
    int count;

    @ConstructorProperties("text")
    More(String text) {
      this.text = text;
    }
  }

  static final class Wrong {
    final String text;

    @ConstructorProperties("txt")
    Wrong(String text) {
      this.text = text;
    }
  }

  @Test
  void whatCannotBeMadeSaysWhy() {
    refuses(Refers.class, "Refers.one", "XmlIDREF");
    refuses(Unnamed.class, "a parameter other of type", "no such field");
    refuses(Several.class, "2 with");
    refuses(More.class, "its constructor does not take field count");
    refuses(Wrong.class, "a parameter txt of type", "no such field");
    refuses(Changing.class, "Changing.text", "java.lang.StringBuilder");
  }

  private static void refuses(Class<?> type, String... texts) {
    Codecs codecs = Codecs.forTypes(type);
    assertThatThrownBy(() -> codecs.check(codecs.element(type, NAME), "ask"))
        .isInstanceOf(BindingException.class)
        .hasMessageContainingAll(texts);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
