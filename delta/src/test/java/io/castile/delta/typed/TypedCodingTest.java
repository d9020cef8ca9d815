package io.castile.delta.typed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.jaxb.Codecs;
import io.castile.codec.typed.NotTypedException;
import io.castile.codec.typed.TypedPlan;
import io.castile.delta.format.DeltaException;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages as columns, beside the same messages as XML. */
class TypedCodingTest {
  private static final int MAX_BYTES = 16 << 20;

  private static Codec<Order> codec(CodecMode mode) {
    return Codecs.builder().types(Order.class).mode(mode).build().of(Order.class);
  }

  private static TypedCoding coding(Codec<?> codec) throws NotTypedException {
    return TypedCoding.of(TypedPlan.of(codec));
  }

  /** Jakarta XML Binding's reference implementation reads and writes the message once more. */
  private static String byReference(byte[] message) throws JAXBException {
    JAXBContext context = JAXBContext.newInstance(Order.class);
    Object read = context.createUnmarshaller().unmarshal(new ByteArrayInputStream(message));
    StringWriter written = new StringWriter();
    context.createMarshaller().marshal(read, written);
    return written.toString();
  }

  private static byte[] xml(Codec<Order> codec, Order order) {
    try {
      byte[] message = codec.toBytes(order);
      codec.fromBytes(message);
      return message;
    } catch (RuntimeException e) {
      return null;
    }
  }

  @ParameterizedTest
  @Tag("long")
  @EnumSource(CodecMode.class)
  void whatComesIsWhatXmlWouldHaveBrought(CodecMode mode) throws Exception {
    Codec<Order> codec = codec(mode);
    TypedCoding coding = coding(codec);
    int exchanged = 0;
    int refused = 0;
    for (int seed = 0; seed < 150; seed++) {
      RandomOrders orders = new RandomOrders(new Random(seed));
      Order order = orders.order(2);
      TypedState sent = null;
      TypedState received = null;
      TypedState readOnly = null;
      for (int step = 0; step < 8; step++, orders.change(order)) {
        byte[] message = xml(codec, order);
        TypedCoding.Written written;
        try {
          written = coding.write(order, sent, seed % 2 == 0);
        } catch (NotTypedException e) {
          refused++;
          continue;
        }
        exchanged++;
        String at = "seed " + seed + ", step " + step;
        assertThat(message).as(at).isNotNull();
        received = coding.read(written.content(), received, MAX_BYTES, false);
        sent = written.state();
        byte[] again = codec.toBytes((Order) coding.element(received));
        byte[] expected = codec.toBytes(codec.fromBytes(message));
        assertThat(new String(again, UTF_8)).as(at).isEqualTo(new String(expected, UTF_8));
        readOnly = coding.read(written.content(), readOnly, MAX_BYTES, true);
        byte[] shared = codec.toBytes((Order) coding.readOnlyElement(readOnly));
        assertThat(new String(shared, UTF_8)).as(at).isEqualTo(new String(expected, UTF_8));
        if (step == 0) {
          assertThat(byReference(again)).as(at).isEqualTo(byReference(message));
        }
      }
    }
    assertThat(exchanged).isGreaterThan(200);
    assertThat(refused).isPositive(); // characters that XML does not have, and the like
  }

  @Test
  void theSameAgainIsNothingButItsName() throws Exception {
    TypedCoding coding = coding(codec(CodecMode.INTERPRETED));
    Order order = new RandomOrders(new Random(7)).order(0);
    order.id = "one";
    TypedState first = write(coding, order, null).state();
    TypedCoding.Written again = write(coding, order, first);
    assertThat(again.state()).isSameAs(first);
    assertThat(again.content()).hasSize(TypedFormat.HEAD_BYTES);
    assertThat(coding.read(again.content(), first, MAX_BYTES, false)).isSameAs(first);
  }

  private static TypedCoding.Written write(TypedCoding coding, Order order, TypedState base)
      throws NotTypedException {
    order.net = null;
    order.ordered = null;
    order.remark = null;
    order.token = null;
    order.note = null;
    order.tags = null;
    order.previous = null;
    order.lines = null;
    return coding.write(order, base, true);
  }

  /** A number is whole with its own digits after the point, and not with those of another one. */
  @Test
  void largeNumbersStandBesideThoseOfManyDigits() throws Exception {
    Codec<Order> codec = codec(CodecMode.INTERPRETED);
    TypedCoding coding = coding(codec);
    TypedState state = null;
    double[][] all = {
      {123456789012.5, 0.123456789},
      {1, 2},
      {137015695004878.1, 183.5464616, -2.8E-4},
      {0.000000001, 4503599627370495.5},
      {9007199254740992.0, 12.25},
      {12.25, 9007199254740992.0},
    };
    for (double[] values : all) {
      Order order = new Order();
      order.values = values;
      TypedCoding.Written written = coding.write(order, state, true);
      state = coding.read(written.content(), state, MAX_BYTES, false);
      assertThat(((Order) coding.element(state)).values).containsExactly(values);
    }
  }

  /** Two classes with the same names and types in XML are one plan; another type is another one. */
  @Test
  void theFingerprintIsOfTheMessageAndNotOfItsClasses() throws Exception {
    Codec<Order> interpreted = codec(CodecMode.INTERPRETED);
    assertThat(TypedPlan.of(interpreted).fingerprint())
        .isEqualTo(TypedPlan.of(codec(CodecMode.COMPILED)).fingerprint())
        .isNotEqualTo(
            TypedPlan.of(
                    Codecs.builder()
                        .types(Order.Line.class)
                        .build()
                        .element(Order.Line.class, interpreted.name()))
                .fingerprint());
  }

  // ---- what a peer may send ----

  private record Sample(TypedCoding coding, TypedState base, byte[] whole, byte[] changes) {}

  private static List<Sample> samples() throws Exception {
    Codec<Order> codec = codec(CodecMode.INTERPRETED);
    TypedCoding coding = coding(codec);
    List<Sample> samples = new ArrayList<>();
    for (int seed = 0; samples.size() < 12; seed++) {
      RandomOrders orders = new RandomOrders(new Random(seed));
      Order order = orders.order(1);
      try {
        TypedCoding.Written first = coding.write(order, null, samples.size() % 2 == 0);
        for (int i = 0; i < 5; i++) {
          orders.change(order);
        }
        TypedCoding.Written second = coding.write(order, first.state(), true);
        samples.add(new Sample(coding, first.state(), first.content(), second.content()));
      } catch (NotTypedException e) {
        continue; // the next one
      }
    }
    return samples;
  }

  /** Each change of a byte is found by the checksum. */
  @Test
  void damageIsFound() throws Exception {
    for (Sample sample : samples()) {
      byte[] damaged = sample.changes.clone();
      for (int i = 0; i < damaged.length; i++) {
        damaged[i] ^= 1;
        assertThatThrownBy(() -> sample.coding.read(damaged, sample.base, MAX_BYTES, false))
            .isInstanceOf(DeltaException.class);
        damaged[i] ^= 1;
      }
    }
  }

  @Test
  void aBaseThatIsNotTheOneIsFound() throws Exception {
    List<Sample> samples = samples();
    assertThatThrownBy(
            () ->
                samples
                    .get(0)
                    .coding
                    .read(samples.get(0).changes, samples.get(1).base, MAX_BYTES, false))
        .isInstanceOf(DeltaException.class)
        .hasMessageContaining("this base");
    assertThatThrownBy(
            () -> samples.get(0).coding.read(samples.get(0).changes, null, MAX_BYTES, false))
        .isInstanceOf(DeltaException.class);
  }

  @Test
  void whatAPeerMakesUpIsReadOrRefused() throws Exception {
    fuzz(20_000);
  }

  @Test
  @Tag("long")
  void whatAPeerMakesUpIsReadOrRefusedAtLength() throws Exception {
    fuzz(Integer.getInteger("castile.fuzz.inputs", 1_000_000));
  }

  /** Messages with a right checksum and anything else in them. */
  private static void fuzz(int inputs) throws Exception {
    Random random = new Random(46);
    List<Sample> samples = samples();
    int read = 0;
    for (int i = 0; i < inputs; i++) {
      Sample sample = samples.get(i % samples.size());
      boolean isWhole = random.nextBoolean();
      byte[] content = (isWhole ? sample.whole : sample.changes).clone();
      int changes = 1 + random.nextInt(4);
      for (int k = 0; k < changes; k++) {
        int at = TypedFormat.HEAD_BYTES + random.nextInt(content.length - TypedFormat.HEAD_BYTES);
        content[at] =
            random.nextBoolean()
                ? (byte) random.nextInt()
                : (byte) (content[at] ^ 1 << random.nextInt(8));
      }
      int checksum =
          TypedFormat.checksum(content, isWhole ? TypedState.NO_VERSION : sample.base.version());
      for (int k = 0; k < Integer.BYTES; k++) {
        content[TypedFormat.CHECKSUM + k] = (byte) (checksum >>> 24 - 8 * k);
      }
      try {
        TypedState state = sample.coding.read(content, sample.base, 1 << 20, false);
        assertThat(state.size()).isLessThan(2 << 20);
        sample.coding.element(state);
        read++;
      } catch (DeltaException e) {
        assertThat(e.getMessage()).doesNotContain("that can be read"); // what nobody foresaw
      }
    }
    assertThat(read).isPositive();
  }
}
