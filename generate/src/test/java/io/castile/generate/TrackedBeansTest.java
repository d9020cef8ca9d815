package io.castile.generate;

import static io.castile.generate.Shop.bound;
import static io.castile.generate.Shop.element;
import static io.castile.generate.Shop.message;
import static io.castile.generate.Shop.operation;
import static io.castile.generate.Shop.sequence;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.jaxb.Codecs;
import io.castile.template.TemplateOptions;
import io.castile.template.TemplateOptions.Padding;
import io.castile.template.TemplateOptions.Stuffing;
import io.castile.template.internal.Match;
import io.castile.template.internal.Template;
import io.castile.template.internal.UpdateResult;
import io.castile.template.tracked.TrackedBean;
import io.castile.wsdl.model.Problem;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Generated beans tell templates what has changed; the codec, which compares nothing, says so. */
final class TrackedBeansTest {
  private static final int SIZE = 100;

  private static final String CART =
      sequence(
              "cart",
              "<x:element name='owner' type='t:Person' minOccurs='0'/>"
                  + "<x:element name='item' type='t:Item' minOccurs='0' maxOccurs='unbounded'/>"
                  + "<x:element name='note' type='x:string' minOccurs='0' maxOccurs='unbounded'/>"
                  + "<x:element name='spare' type='t:Item' nillable='true' minOccurs='0' maxOccurs='9'/>"
                  + "<x:element name='count' type='x:int'/>")
          + sequence("cartResponse", "")
          + """
            <x:complexType name="Person"><x:sequence><x:element name="name" type="x:string"/>
              <x:element name="boss" type="t:Person" minOccurs="0"/></x:sequence></x:complexType>
            <x:complexType name="Item"><x:sequence><x:element name="sku" type="x:string"/></x:sequence>
              <x:attribute name="size" type="x:int"/></x:complexType>
            <x:complexType name="Pen"><x:complexContent><x:extension base="t:Item"><x:sequence>
              <x:element name="colour" type="x:string"/></x:sequence></x:extension></x:complexContent></x:complexType>
            """;

  @TempDir Path folder;

  private final Template template =
      new Template(
          TemplateOptions.builder().stuffing(Stuffing.NONE).padding(Padding.OUTSIDE).build());

  private Compiled compiled;
  private Codec<Object> codec;
  private Object cart;

  @BeforeEach
  @SuppressWarnings("unchecked") // the codec of carts writes carts
  void save() throws Exception {
    Generator generator =
        Generator.create().withTracked(true).withCopy(true).withSerializable(true);
    compiled = Compiled.of(folder, wsdl(CART), generator);
    Class<?> type = compiled.type("shop.Cart");
    codec =
        (Codec<Object>)
            Codecs.builder()
                .types(type, compiled.type("shop.Pen"))
                .mode(CodecMode.COMPILED)
                .build()
                .of(type);
    cart = make("Cart");
    Object owner = make("Person");
    set(owner, "Name", "Ann");
    set(cart, "Owner", owner);
    for (int i = 0; i < SIZE; i++) {
      list(cart, "Item").add(item("Item", "sku " + i));
    }
    list(cart, "Note").addAll(List.of("a", "b"));
    list(cart, "Spare").add(item("Item", "spare"));
    list(cart, "Spare").add(null);
    codec.toBytes(cart); // first, as it may compile a codec
    update();
  }

  @AfterEach
  void close() throws Exception {
    compiled.close();
  }

  private static String wsdl(String schema) {
    return Shop.document(
        schema,
        message("cartIn", element("p", "cart")) + message("cartOut", element("p", "cartResponse")),
        operation("cart", ""),
        bound("cart", ""));
  }

  private Object make(String type) throws Exception {
    return compiled.type("shop." + type).getConstructor().newInstance();
  }

  private Object item(String type, String sku) throws Exception {
    Object item = make(type);
    set(item, "Sku", sku);
    return item;
  }

  private static void set(Object bean, String property, Object value) throws Exception {
    for (Method each : bean.getClass().getMethods()) {
      if (each.getName().equals("set" + property)) {
        try {
          each.invoke(bean, value);
          return;
        } catch (InvocationTargetException e) {
          throw (Exception) e.getCause();
        }
      }
    }
    throw new AssertionError("no property " + property);
  }

  private static Object get(Object bean, String property) throws Exception {
    return bean.getClass().getMethod("get" + property).invoke(bean);
  }

  @SuppressWarnings("unchecked") // each test knows what is in the list
  private static List<Object> list(Object bean, String property) throws Exception {
    return (List<Object>) get(bean, property);
  }

  /** Changes a field and tells nobody. */
  private static void smuggle(Object bean, String name, Object value) throws Exception {
    Field field = bean.getClass().getDeclaredField(name);
    field.setAccessible(true);
    field.set(bean, value);
  }

  private UpdateResult update() {
    return template.update(out -> codec.write(cart, out));
  }

  private String saved() {
    return new String(template.toByteArray(), UTF_8);
  }

  private void assertIsCurrent() {
    assertThat(saved()).isEqualTo(new String(codec.toBytes(cart), UTF_8));
  }

  @Test
  void whatIsNotToldIsNotLookedAt() throws Exception {
    smuggle(list(cart, "Item").get(7), "sku", "smuggled");
    smuggle(list(cart, "Spare").get(0), "sku", "smuggled");
    smuggle(get(cart, "Owner"), "name", "smuggled");

    assertThat(update().match()).isEqualTo(Match.CONTENT);
    set(cart, "Count", 3);
    UpdateResult update = update();

    assertThat(update.written()).isEqualTo(1);
    assertThat(saved()).contains(">3</").doesNotContain("smuggled");
  }

  @Test
  void oneSetterIsOneValueThatIsWritten() throws Exception {
    set(list(cart, "Item").get(50), "Sku", "SKU 50");
    assertThat(update().written()).isEqualTo(1);
    assertIsCurrent();

    set(get(cart, "Owner"), "Name", "Bob");
    assertThat(update().written()).isEqualTo(1);
    assertIsCurrent();

    list(cart, "Note").set(0, "c");
    assertThat(update().written()).isEqualTo(1);
    assertIsCurrent();

    set(list(cart, "Spare").get(0), "Sku", "SPARE");
    assertThat(update().written()).isEqualTo(1);
    assertIsCurrent();
  }

  /** The binding sets fields and makes plain lists; getters make up for it. */
  @Test
  void whatWasReadTellsItsChangesToo() throws Exception {
    set(get(cart, "Owner"), "Boss", make("Person"));
    cart = codec.fromBytes(codec.toBytes(cart));
    update();

    set(get(get(cart, "Owner"), "Boss"), "Name", "Zoe");
    assertThat(update().match()).isNotEqualTo(Match.CONTENT);
    assertIsCurrent();
    list(cart, "Item").remove(3);
    update();
    assertIsCurrent();
    set(list(cart, "Item").get(90), "Sku", "last");
    list(cart, "Note").add("d");
    update();
    assertIsCurrent();
    set(list(cart, "Spare").get(0), "Size", 7);
    update();
    assertIsCurrent();
    list(cart, "Spare").set(1, item("Pen", "pen"));
    update();
    assertIsCurrent();
  }

  @Test
  void copiesAndSerializedBeansTellTheirChanges() throws Exception {
    for (Object other :
        List.of(compiled.type("shop.Cart").getMethod("copy").invoke(cart), thawed())) {
      cart = other;
      update();
      assertIsCurrent();

      set(list(cart, "Item").get(9), "Sku", "nine");
      list(cart, "Note").clear();
      set(get(cart, "Owner"), "Name", "Cid");
      update();
      assertThat(saved()).contains("nine", "Cid");
      assertIsCurrent();
    }
  }

  private Object thawed() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ObjectOutputStream(bytes).writeObject(cart);
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())) {
          @Override
          protected Class<?> resolveClass(ObjectStreamClass described)
              throws ClassNotFoundException {
            return Class.forName(described.getName(), false, cart.getClass().getClassLoader());
          }
        }) {
      return in.readObject();
    }
  }

  @Test
  void anyChangesAreSent() throws Exception {
    Random random = new Random(20260127);
    for (int i = 0; i < 300; i++) {
      for (int changes = random.nextInt(4); changes > 0; changes--) {
        change(random, "text " + i + "." + changes);
      }
      update();
      assertIsCurrent();
    }
  }

  private void change(Random random, String text) throws Exception {
    List<Object> items = list(cart, "Item");
    List<Object> notes = list(cart, "Note");
    int index = random.nextInt(items.size() - 1);
    List<Object> spares = list(cart, "Spare");
    switch (random.nextInt(13)) {
      case 0 -> set(items.get(index), "Sku", text);
      case 1 -> set(items.get(index), "Size", random.nextBoolean() ? null : random.nextInt());
      case 2 -> items.add(index, item(random.nextBoolean() ? "Pen" : "Item", text));
      case 3 -> {
        if (items.size() > SIZE / 2) {
          items.remove(index);
        }
      }
      case 4 -> items.set(index, item("Item", text));
      case 5 -> notes.add(text);
      case 6 -> notes.subList(0, notes.size() / 2).clear();
      case 7 -> Collections.reverse(notes);
      case 8 -> {
        Object owner = make("Person");
        set(owner, "Name", text);
        set(cart, "Owner", random.nextInt(3) == 0 ? null : owner);
      }
      case 9 -> spares.add(0, random.nextBoolean() ? null : item("Item", text));
      case 10 -> spares.subList(spares.size() / 2, spares.size()).clear();
      case 11 -> {
        if (!spares.isEmpty() && spares.get(0) != null) {
          set(spares.get(0), "Sku", text);
        }
      }
      default -> cart = random.nextInt(4) == 0 ? codec.fromBytes(codec.toBytes(cart)) : cart;
    }
  }

  @Test
  void aBeanIsInOnePlace() throws Exception {
    Object other = make("Cart");
    Object owner = get(cart, "Owner");

    assertThatThrownBy(() -> set(other, "Owner", owner))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Cannot add a tracked object to two");
    assertThat(get(other, "Owner")).isNull();
    set(cart, "Owner", owner); // where it is
    set(cart, "Owner", null);
    set(other, "Owner", owner);
    assertThat(get(other, "Owner")).isSameAs(owner);
  }

  @Test
  void whatCanChangeWithoutItsBeanIsCompared() throws Exception {
    String schema =
        sequence(
                "cart",
                "<x:element name='visit' type='t:Visit'/><x:element name='pet' type='t:Pet'/>")
            + sequence("cartResponse", "")
            + """
              <x:complexType name="Visit"><x:sequence><x:element name="at" type="x:dateTime"/></x:sequence></x:complexType>
              <x:complexType name="Pet"><x:sequence><x:element name="name" type="x:string"/></x:sequence></x:complexType>
              <x:complexType name="Cat"><x:complexContent><x:extension base="t:Pet"><x:sequence>
                <x:element name="photo" type="x:base64Binary"/></x:sequence></x:extension></x:complexContent></x:complexType>
              <x:complexType name="Box"><x:sequence><x:any/></x:sequence></x:complexType>
              <x:complexType name="Lid"><x:sequence><x:element name="size" type="x:int"/></x:sequence></x:complexType>
              """;
    Path other = folder.resolve("other");
    Files.createDirectories(other);

    try (Compiled made = Compiled.of(other, wsdl(schema), Generator.create().withTracked(true))) {
      assertThat(made.generated().problems())
          .extracting(Problem::message)
          .containsExactly(
              "shop.Box is not tracked: property any is a Object",
              "shop.Cat is not tracked: property photo is a byte[]",
              "shop.Visit is not tracked: property at is a XMLGregorianCalendar");
      assertThat(tracked(made, "Cart", "Visit", "Pet", "Cat", "Box", "Lid", "CartResponse"))
          .containsExactly("Lid", "CartResponse");
    }
    Path third = folder.resolve("third");
    Files.createDirectories(third);
    Generator javaTime = Generator.create().withTracked(true).withJavaTime(true).withCodecs(true);
    try (Compiled made = Compiled.of(third, wsdl(schema), javaTime)) {
      assertThat(tracked(made, "Visit", "Cart")).containsExactly("Visit");
    }
  }

  private static List<String> tracked(Compiled made, String... names) throws Exception {
    List<String> tracked = new ArrayList<>();
    for (String name : names) {
      if (TrackedBean.class.isAssignableFrom(made.type("shop." + name))) {
        tracked.add(name);
      }
    }
    return tracked;
  }
}
