package io.castile.codec.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.CodecTest;
import io.castile.codec.Shipment;
import io.castile.codec.Wide;
import io.castile.codec.bean.BeanCodecs;
import io.castile.xml.XmlDataException;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlTransient;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compiled codecs do what the interpreter does. */
class CompiledCodecTest {
  private final BeanCodecs compiledCodecs = codecs(CodecMode.COMPILED);
  private final Codec<Shipment> compiled = compiledCodecs.of(Shipment.class);
  private final Codec<Shipment> interpreted = codecs(CodecMode.INTERPRETED).of(Shipment.class);

  private static BeanCodecs codecs(CodecMode mode) {
    return BeanCodecs.builder().types(Shipment.class).mode(mode).build();
  }

  private static String text(byte[] xml) {
    return new String(xml, StandardCharsets.UTF_8);
  }

  @Test
  void everyClassOfTheFixtureIsCompiled() throws Exception {
    compiled.toBytes(Shipment.full());

    for (Class<?> type :
        List.of(
            Shipment.class, Shipment.Item.class, Shipment.Fragile.class, Shipment.Amount.class)) {
      assertThat(compiledCodecs.beanCodec(type).getClass().isHidden()).as(type.getName()).isTrue();
    }
  }

  @Test
  void classMayHaveANameOfJavaLang() {
    var type = io.castile.codec.compiled.Object.class;
    BeanCodecs codecs = BeanCodecs.builder().types(type).mode(CodecMode.COMPILED).build();
    var codec = codecs.of(type);

    var read =
        codec.fromBytes(
            codec.toBytes(
                new io.castile.codec.compiled.Object()
                    .followedBy(new io.castile.codec.compiled.Object())));

    assertThat(read.number()).isEqualTo(8);
    assertThat(codecs.beanCodec(type).getClass().isHidden()).isTrue();
  }

  @Test
  void writesTheSameBytes() throws Exception {
    for (Shipment shipment : List.of(Shipment.empty(), Shipment.full())) {
      assertThat(text(compiled.toBytes(shipment))).isEqualTo(text(interpreted.toBytes(shipment)));
    }
  }

  @Test
  void theReferenceImplementationReadsWhatIsWritten() throws Exception {
    byte[] xml = compiled.toBytes(Shipment.full());

    Object read =
        JAXBContext.newInstance(Shipment.class)
            .createUnmarshaller()
            .unmarshal(new ByteArrayInputStream(xml));

    assertThat(text(interpreted.toBytes((Shipment) read))).isEqualTo(text(xml));
  }

  @Test
  void readsTheSameObjects() throws Exception {
    for (Shipment shipment : List.of(Shipment.empty(), Shipment.full())) {
      byte[] xml = interpreted.toBytes(shipment);

      assertThat(text(interpreted.toBytes(compiled.fromBytes(xml)))).isEqualTo(text(xml));
    }
  }

  @Test
  void readsChildrenInAnyOrderAndPassesOverUnknownOnes() throws Exception {
    Random random = new Random(1);
    byte[] xml = interpreted.toBytes(Shipment.full());
    for (int i = 0; i < 200; i++) {
      byte[] shuffled = shuffleChildren(text(xml), random).getBytes(StandardCharsets.UTF_8);

      Shipment expected = interpreted.fromBytes(shuffled);
      Shipment read = compiled.fromBytes(shuffled);

      assertThat(text(interpreted.toBytes(read))).isEqualTo(text(interpreted.toBytes(expected)));
    }
  }

  /** Cuts the content of the root into its children, and puts them together in another order. */
  private static String shuffleChildren(String xml, Random random) {
    int start = xml.indexOf('>') + 1;
    int end = xml.lastIndexOf("</");
    List<String> children = new ArrayList<>();
    Matcher tag = Pattern.compile("<(/?)[^<>]*>").matcher(xml.substring(start, end));
    int depth = 0;
    int from = 0;
    while (tag.find()) {
      depth += tag.group(1).isEmpty() ? 1 : -1;
      if (depth == 0) {
        children.add(xml.substring(start + from, start + tag.end()));
        from = tag.end();
      }
    }
    children.add("<unknown a='1'><x/>y</unknown>");
    for (int i = random.nextInt(5); i < children.size(); i++) {
      Collections.swap(children, i, random.nextInt(children.size()));
    }
    return xml.substring(0, start) + String.join("<!-- c -->\n", children) + xml.substring(end);
  }

  @Test
  void readerWithNamesOfItsOwnReadsTheSame() throws Exception {
    byte[] xml = interpreted.toBytes(Shipment.full());
    XmlReader foreign = new XmlReader();
    foreign.reset(xml, 0, xml.length);
    foreign.next();

    assertThat(text(interpreted.toBytes(compiled.read(foreign)))).isEqualTo(text(xml));
  }

  @Test
  void copiesDeeplyAndCompares() throws Exception {
    Shipment original = Shipment.full();

    Shipment copy = compiled.copy(original);

    assertThat(text(interpreted.toBytes(copy))).isEqualTo(text(interpreted.toBytes(original)));
    assertThat(compiled.equal(original, copy)).isTrue();
    assertThat(compiled.equal(Shipment.empty(), original)).isFalse();
    copy.others.put(new javax.xml.namespace.QName("more"), "x");
    assertThat(original.others).hasSize(1);
    assertThat(compiled.equal(original, copy)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<o:shipment xmlns:o='urn:ship' version='x'/>",
        "<o:shipment xmlns:o='urn:ship'><ratio>high</ratio></o:shipment>",
        "<o:shipment xmlns:o='urn:ship'><doubles>1</doubles><doubles>two</doubles></o:shipment>",
        "<o:shipment xmlns:o='urn:ship'><fits>MEDIUM</fits></o:shipment>",
        "<o:shipment xmlns:o='urn:ship'><o:item><values>?</values></o:item></o:shipment>",
      })
  void errorsAreTheSame(String xml) {
    byte[] bytes = xml.getBytes(StandardCharsets.UTF_8);
    Throwable expected =
        org.assertj.core.api.Assertions.catchThrowable(() -> interpreted.fromBytes(bytes));

    assertThat(expected).isInstanceOf(XmlDataException.class);
    assertThatThrownBy(() -> compiled.fromBytes(bytes))
        .isInstanceOf(XmlDataException.class)
        .hasMessage(expected.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<remark xsi:nil='true'/>",
        "<priority/><level/>",
        "<priority xsi:nil='1'/><level xsi:nil='1'/>",
        "<o:sender xsi:nil='true'>x</o:sender>",
        "<doubles xsi:nil='true'/><doubles>2</doubles><ints xsi:nil='true'/>",
        "<holes xsi:nil='true'/><holes>1</holes>",
        "<labels xsi:nil='true'/><stops xsi:nil='true'/>",
        "<stops><stop xsi:nil='true'/><other/><stop>b</stop></stops><stops><stop>c</stop></stops>",
        "<o:item xsi:nil='true'/><main xsi:nil='true'/><spares xsi:nil='true'/>",
        "<main xsi:type='o:fragile'><warning>w</warning></main>",
        "<main xsi:type='o:nonsense'><name>n</name></main>",
        "<doubles>1</doubles><ints>1</ints><doubles>2</doubles><doubles>3</doubles><ints>2</ints>",
        "<o:item><values>1</values><tags>a</tags><values>2</values><tags>b</tags></o:item>",
        "<o:item><tags>a</tags></o:item><o:item><values>9</values></o:item>",
        "<o:sender>one</o:sender><o:sender>two</o:sender>",
      })
  void specialContentIsReadAlike(String content) {
    byte[] xml =
        ("<o:shipment xmlns:o='urn:ship' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>"
                + content
                + "</o:shipment>")
            .getBytes(StandardCharsets.UTF_8);

    Shipment expected = interpreted.fromBytes(xml);

    assertThat(text(interpreted.toBytes(compiled.fromBytes(xml))))
        .isEqualTo(text(interpreted.toBytes(expected)));
  }

  @Test
  void everyMethodIsShortEnoughForTheJit() throws Exception {
    for (Class<?> type : List.of(Shipment.class, Shipment.Item.class, Wide.class)) {
      BeanCodecs codecs = BeanCodecs.forTypes(type);

      Map<String, Integer> lengths = CodeLoader.compile(type, codecs.source(type)).codeLengths();

      assertThat(lengths.size()).isGreaterThan(5);
      lengths.forEach(
          (method, length) -> {
            if (!method.startsWith("<clinit>")) {
              assertThat(length).as(method).isLessThan(CompiledUnit.MAX_CODE_LENGTH);
            }
          });
    }
  }

  @Test
  void sourceIsTheSameEveryTimeAndForEverySet() {
    String source = BeanCodecs.forTypes(Shipment.class).source(Shipment.class);

    assertThat(BeanCodecs.forTypes(CodecTest.Order.class, Shipment.class).source(Shipment.class))
        .isEqualTo(source);
    assertThat(compiledCodecs.source(Shipment.class)).isEqualTo(source);
  }

  @Test
  void sourceIsAsReviewed() throws Exception {
    String source = BeanCodecs.forTypes(CodecTest.Order.class).source(CodecTest.Order.class);

    try (var golden = getClass().getResourceAsStream("OrderCastileCodec.txt")) {
      assertThat(source).isEqualTo(text(golden.readAllBytes()));
    }
  }

  @Test
  void writingDoesNotAllocate() throws Exception {
    Codec<CodecTest.Order> codec =
        BeanCodecs.builder()
            .types(CodecTest.Order.class)
            .mode(CodecMode.COMPILED)
            .build()
            .of(CodecTest.Order.class);
    CodecTest.Order order =
        codec.fromBytes(
            """
            <n:order xmlns:n='urn:shop' id='1' version='2'><n:customer>ASCII</n:customer>
            <n:item><sku>a</sku><price>1.25</price></n:item><n:item><sku>b</sku></n:item>
            <notes><note>n</note></notes><priority>4</priority><weights>1</weights>
            <weights>2.5</weights></n:order>
            """
                .strip()
                .getBytes(StandardCharsets.UTF_8));
    XmlWriter out = new XmlWriter();
    var threads =
        (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 50; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 1000; i++) {
        codec.write(order, out.reset());
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }

    assertThat(least / 1000).isZero();
  }

  @XmlRootElement
  @XmlAccessorType(XmlAccessType.FIELD)
  static final class Series {
    int count;
    boolean complete;
    double[] values;
  }

  @Test
  void readingAllocatesWhatItReturns() {
    BeanCodecs codecs = BeanCodecs.builder().types(Series.class).mode(CodecMode.COMPILED).build();
    Codec<Series> codec = codecs.of(Series.class);
    Series series = new Series();
    series.values = new Random(7).doubles(1000).toArray();
    byte[] xml = codec.toBytes(series);
    XmlReader in = codecs.newReader();
    var threads =
        (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
    long total = 0;
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 50; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 100; i++) {
        in.reset(xml, 0, xml.length);
        in.next();
        total += codec.read(in).values.length;
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }

    assertThat(total).isEqualTo(50L * 100 * 1000);
    // The array is 8 016 bytes, the bean 24.
    assertThat(least / 100).isBetween(8_040L, 8_100L);
  }

  @XmlRootElement
  @XmlAccessorType(XmlAccessType.FIELD)
  static final class Lists {
    List<Double> doubles;

    @XmlElementWrapper(name = "wrapped")
    @XmlElement(name = "item")
    List<String> texts;

    LinkedList<Integer> linked;
    List<Item> items = new ArrayList<>(List.of(new Item()));
    String[] array;
    @XmlTransient private List<String> handed;

    @XmlElement
    public List<String> getHanded() {
      return handed;
    }

    public void setHanded(List<String> handed) {
      this.handed = handed;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static final class Item {
      List<Integer> numbers;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 9, 10, 11, 12, 16, 100, 1000})
  void listsOfAnyLengthAreReadAsByTheInterpreter(int length) {
    BeanCodecs codecs = BeanCodecs.builder().types(Lists.class).mode(CodecMode.COMPILED).build();
    Codec<Lists> compiled = codecs.of(Lists.class);
    Codec<Lists> interpreted =
        BeanCodecs.builder().types(Lists.class).mode(CodecMode.INTERPRETED).build().of(Lists.class);
    Lists lists = new Lists();
    lists.doubles = new ArrayList<>();
    lists.texts = new ArrayList<>();
    lists.linked = new LinkedList<>();
    lists.handed = new ArrayList<>();
    lists.array = new String[length];
    for (int i = 0; i < length; i++) {
      lists.doubles.add(i / 7.0);
      lists.texts.add("text " + i);
      lists.linked.add(i);
      lists.handed.add("&" + i);
      lists.array[i] = "<" + i;
      Lists.Item item = new Lists.Item();
      item.numbers = Collections.nCopies(i % 30, i);
      lists.items.add(item);
    }

    Lists read = compiled.fromBytes(compiled.toBytes(lists));

    assertThat(read.texts).hasSize(length);
    assertThat(read.linked).isEqualTo(length == 0 ? null : lists.linked);
    assertThat(read.items).hasSize(length + 2);
    assertThat(compiled.equal(read, interpreted.fromBytes(interpreted.toBytes(lists)))).isTrue();
  }

  @Test
  void readingAListAllocatesWhatItReturns() {
    BeanCodecs codecs = BeanCodecs.builder().types(Lists.class).mode(CodecMode.COMPILED).build();
    Codec<Lists> codec = codecs.of(Lists.class);
    Lists lists = new Lists();
    lists.doubles = new Random(7).doubles(1000).boxed().toList();
    byte[] xml = codec.toBytes(lists);
    XmlReader in = codecs.newReader();
    var threads =
        (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
    long total = 0;
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 50; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 100; i++) {
        in.reset(xml, 0, xml.length);
        in.next();
        total += codec.read(in).doubles.size();
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }

    assertThat(total).isEqualTo(50L * 100 * 1000);
    // The doubles are 24 000 bytes, their array 4 016, the bean and its other list some hundred. A
    // list that grows by halves would leave 10 000 behind.
    assertThat(least / 100).isBetween(28_016L, 28_600L);
  }
}
