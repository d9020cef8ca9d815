package io.castile.delta.typed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.jaxb.Codecs;
import io.castile.codec.typed.AbsentProperty;
import io.castile.codec.typed.BodyAndHeader;
import io.castile.codec.typed.NotTypedException;
import io.castile.codec.typed.TypedPlan;
import io.castile.delta.format.DeltaException;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Header blocks as columns, beside the body's, and beside the same blocks as XML. */
class TypedHeaderTest {
  private static final int MAX_BYTES = 16 << 20;

  private static final List<Class<?>> TYPES =
      List.of(
          Order.class,
          Order.Line.class,
          String.class,
          Integer.class,
          Double.class,
          XMLGregorianCalendar.class,
          Order.State.class,
          byte[].class,
          UUID.class,
          double[].class);

  private final List<Codec<Object>> blocks = new ArrayList<>();

  private Codec<Object> body;
  private TypedCoding coding;

  private void open(CodecMode mode) throws NotTypedException {
    Codecs codecs = Codecs.builder().types(Order.class, Order.Line.class).mode(mode).build();
    body = codecs.element(Order.class, List.of(), new QName("urn:h", "body"));
    for (Class<?> type : TYPES) {
      QName name = new QName("urn:h", "block" + blocks.size());
      blocks.add(codecs.element(type, List.of(), name));
    }
    coding = TypedCoding.of(TypedPlan.of(body, blocks));
  }

  private static Object[] blocks(RandomOrders orders, Random random) {
    Order order = orders.order(0);
    boolean hasLines = order.lines != null && !order.lines.isEmpty();
    Object[] all = {
      order,
      hasLines ? order.lines.get(0) : null,
      order.note,
      order.version,
      order.discount,
      order.due,
      order.state,
      order.seal,
      order.key,
      order.values
    };
    for (int i = 0; i < all.length; i++) {
      if (random.nextInt(3) == 0) {
        all[i] = null;
      }
    }
    return all;
  }

  /** What reading gives, written again; null if XML refuses it. */
  private static String again(Codec<Object> codec, Object value) {
    try {
      return value == null ? "absent" : written(codec, codec.fromBytes(codec.toBytes(value)));
    } catch (RuntimeException e) {
      return null;
    }
  }

  private static String written(Codec<Object> codec, Object value) {
    return value == null ? "absent" : new String(codec.toBytes(value), UTF_8);
  }

  private List<String> again(BodyAndHeader message) {
    List<String> all = new ArrayList<>();
    all.add(again(body, message.body()));
    for (int i = 0; i < blocks.size(); i++) {
      all.add(again(blocks.get(i), message.blocks().get(i)));
    }
    return all;
  }

  private List<String> written(Object message) {
    BodyAndHeader both = (BodyAndHeader) message;
    List<String> all = new ArrayList<>();
    all.add(written(body, both.body()));
    for (int i = 0; i < blocks.size(); i++) {
      all.add(written(blocks.get(i), both.blocks().get(i)));
    }
    return all;
  }

  @ParameterizedTest
  @Tag("long")
  @EnumSource(CodecMode.class)
  void whatComesIsWhatXmlWouldHaveBrought(CodecMode mode) throws Exception {
    open(mode);
    int exchanged = 0;
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      RandomOrders orders = new RandomOrders(random);
      Order order = orders.order(0);
      Object[] values = blocks(orders, random);
      TypedState sent = null;
      TypedState received = null;
      TypedState readOnly = null;
      for (int step = 0; step < 6; step++) {
        BodyAndHeader message = new BodyAndHeader(order, Arrays.asList(values.clone()));
        List<String> expected = again(message);
        TypedCoding.Written written;
        try {
          written = coding.write(message, sent, seed % 2 == 0);
        } catch (NotTypedException e) {
          written = null;
        }
        if (written != null) {
          exchanged++;
          String at = "seed " + seed + ", step " + step;
          assertThat(expected).as(at).doesNotContainNull();
          sent = written.state();
          received = coding.read(written.content(), received, MAX_BYTES, false);
          readOnly = coding.read(written.content(), readOnly, MAX_BYTES, true);
          assertThat(written(coding.element(received))).as(at).isEqualTo(expected);
          assertThat(written(coding.readOnlyElement(readOnly))).as(at).isEqualTo(expected);
        }
        switch (random.nextInt(3)) {
          case 0 -> orders.change(order);
          case 1 -> values = blocks(orders, random);
          default -> {}
        }
      }
    }
    assertThat(exchanged).isGreaterThan(200);
  }

  @Test
  void anObjectOfTheCallersIsReadAgainWhereItsBlockIsUnchanged() throws Exception {
    open(CodecMode.INTERPRETED);
    Order order = new Order();
    order.id = "in the header";
    List<Object> values = new ArrayList<>(Arrays.asList(new Object[blocks.size()]));
    values.set(0, order);
    values.set(2, "one");
    TypedState state = null;
    List<Object> made = new ArrayList<>();
    for (String text : List.of("one", "one", "two")) {
      values.set(2, text);
      BodyAndHeader message = new BodyAndHeader(new Order(), new ArrayList<>(values));
      byte[] content = coding.write(message, state, true).content();
      state = coding.read(content, state, MAX_BYTES, true);
      BodyAndHeader read = (BodyAndHeader) coding.readOnlyElement(state);
      assertThat(read.blocks().get(2)).isEqualTo(text);
      made.add(read.blocks().get(0));
    }
    assertThat(made.get(1)).isSameAs(made.get(0));
    assertThat(made.get(2)).isSameAs(made.get(0));
  }

  // ---- plans ----

  private static Codec<Object> element(Class<?> type, String name) {
    return Codecs.builder()
        .types(Order.class, Addressed.class)
        .mode(CodecMode.INTERPRETED)
        .build()
        .element(type, List.of(), new QName(name));
  }

  private static long fingerprint(Codec<?>... blocks) throws NotTypedException {
    return TypedPlan.of(element(Order.class, "body"), List.of(blocks)).fingerprint();
  }

  @Test
  void namesAndTypesAndOrderOfBlocksAreInTheFingerprint() throws Exception {
    Codec<Object> text = element(String.class, "a");
    Codec<Object> other = element(String.class, "b");
    assertThat(
            List.of(
                fingerprint(),
                fingerprint(text),
                fingerprint(other),
                fingerprint(text, other),
                fingerprint(other, text),
                fingerprint(element(Integer.class, "a")),
                fingerprint(element(Order.class, "a")),
                fingerprint(element(Object.class, "a"))))
        .doesNotHaveDuplicates();
    assertThat(fingerprint()).isEqualTo(TypedPlan.of(element(Order.class, "body")).fingerprint());
    assertThat(fingerprint(element(int.class, "a")))
        .isEqualTo(fingerprint(element(Integer.class, "a")));
  }

  /** Reading takes the second one for the first. */
  @Test
  void twoBlocksOfOneNameAreXml() {
    Codec<Object> text = element(String.class, "a");
    assertThatThrownBy(() -> fingerprint(text, element(Order.class, "a")))
        .isInstanceOf(NotTypedException.class)
        .hasMessageContaining("one name");
  }

  /** A block that says to whom it is, or that it has to be understood. */
  @XmlAccessorType(XmlAccessType.FIELD)
  static final class Addressed {
    String text;

    @XmlAttribute(namespace = "http://schemas.xmlsoap.org/soap/envelope/")
    Boolean mustUnderstand;

    @XmlAttribute(namespace = "http://www.w3.org/2003/05/soap-envelope")
    String role;
  }

  @Test
  void aBlockWithAttributesOfSoapIsXml() throws Exception {
    Codec<Object> block = element(Addressed.class, "a");
    TypedCoding addressed =
        TypedCoding.of(TypedPlan.of(element(Order.class, "body"), List.of(block)));
    assertThat(addressed.plan().absent())
        .extracting(AbsentProperty::name)
        .containsExactly("mustUnderstand", "role");
    Addressed value = new Addressed();
    value.text = "text";
    BodyAndHeader message = new BodyAndHeader(new Order(), List.of(value));
    byte[] content = addressed.write(message, null, true).content();
    Object read = addressed.element(addressed.read(content, null, MAX_BYTES, false));
    assertThat(((Addressed) ((BodyAndHeader) read).blocks().get(0)).text).isEqualTo("text");

    value.mustUnderstand = true;
    assertThatThrownBy(() -> addressed.write(message, null, true))
        .isInstanceOf(NotTypedException.class)
        .hasMessageContaining("mustUnderstand");
    value.mustUnderstand = null;
    value.role = "urn:other";
    assertThatThrownBy(() -> addressed.write(message, null, true))
        .isInstanceOf(NotTypedException.class)
        .hasMessageContaining("role");
  }

  @Test
  void aBlockWithoutColumnsIsXmlWhereItIsThere() throws Exception {
    TypedCoding odd =
        TypedCoding.of(
            TypedPlan.of(
                element(Order.class, "body"),
                List.of(element(Object.class, "any"), element(String.class, "text"))));
    assertThat(odd.plan().absent()).hasToString("[any]");
    BodyAndHeader message = new BodyAndHeader(new Order(), Arrays.asList(null, "text"));
    byte[] content = odd.write(message, null, true).content();
    Object read = odd.element(odd.read(content, null, MAX_BYTES, false));
    assertThat(((BodyAndHeader) read).blocks()).containsExactly(null, "text");
    assertThatThrownBy(
            () -> odd.write(new BodyAndHeader(new Order(), Arrays.asList(1, "text")), null, true))
        .isInstanceOf(NotTypedException.class)
        .hasMessageContaining("any");
  }

  // ---- what a peer may send ----

  @Test
  @Tag("long")
  void damagedBlocksAreRefused() throws Exception {
    open(CodecMode.INTERPRETED);
    RandomOrders orders = new RandomOrders(new Random(5));
    int refused = 0;
    byte[] content = null;
    while (content == null) {
      try {
        Object[] values = blocks(orders, new Random(2));
        content =
            coding
                .write(new BodyAndHeader(new Order(), Arrays.asList(values)), null, false)
                .content();
      } catch (NotTypedException e) {
        // other values
      }
    }
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      byte[] damaged = content.clone();
      int at = TypedFormat.HEAD_BYTES + random.nextInt(content.length - TypedFormat.HEAD_BYTES);
      damaged[at] ^= (byte) (1 << random.nextInt(8));
      int checksum = TypedFormat.checksum(damaged, TypedState.NO_VERSION);
      for (int j = 0; j < Integer.BYTES; j++) {
        damaged[TypedFormat.CHECKSUM + j] = (byte) (checksum >>> 24 - 8 * j);
      }
      try {
        written(coding.element(coding.read(damaged, null, 1 << 16, false)));
      } catch (DeltaException e) {
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }
}
