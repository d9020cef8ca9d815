package io.castile.codec.encoded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.BindingException;
import io.castile.codec.bean.BeanCodecs;
import io.castile.codec.value.WrapperPart;
import io.castile.xml.XmlDataException;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElements;
import jakarta.xml.bind.annotation.XmlType;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EncodedMessageTest {
  private static final String BODY =
      "<b xmlns:soapenc='http://schemas.xmlsoap.org/soap/encoding/'"
          + " xmlns:xsd='http://www.w3.org/2001/XMLSchema'"
          + " xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xmlns:t='urn:t'>";

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(name = "Node", namespace = "urn:t")
  static class Node {
    String text;
    int number;
    Node next;
    List<Node> others;

    Node() {}

    Node(String text) {
      this.text = text;
    }
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(name = "Leaf", namespace = "urn:t")
  static class Leaf extends Node {
    Boolean green;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(name = "Box", namespace = "urn:t")
  static class Box {
    Object any;
    int[] numbers;
    String[][] table;
    Map<String, Object> map;
    byte[] bytes;
    Color color;
  }

  enum Color {
    RED,
    GREEN
  }

  private static EncodedMessage message(Type... types) {
    List<WrapperPart> parts = new ArrayList<>();
    for (Type type : types) {
      parts.add(new WrapperPart(new QName("arg" + parts.size()), type));
    }
    BeanCodecs codecs = BeanCodecs.forTypes(Node.class, Leaf.class, Box.class);
    return new EncodedCodecs(codecs, () -> List.of(Node.class, Leaf.class, Box.class), "urn:t")
        .message(new QName("urn:t", "op"), parts, false);
  }

  private static String written(EncodedMessage codec, EncodingRules rules, Object... values) {
    XmlWriter out = new XmlWriter();
    out.raw("<b>".getBytes(StandardCharsets.UTF_8));
    codec.write(values, rules, out);
    out.raw("</b>".getBytes(StandardCharsets.UTF_8));
    return new String(out.toByteArray(), StandardCharsets.UTF_8);
  }

  private static Object[] read(EncodedMessage codec, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    XmlReader in = new XmlReader().reset(bytes, 0, bytes.length);
    in.nextChild(null);
    in.nextChild(null);
    Object[] values = codec.read(in);
    while (in.event() != XmlReader.END_DOCUMENT) {
      in.next();
    }
    return values;
  }

  private static Object[] again(EncodedMessage codec, EncodingRules rules, Object... values) {
    return read(codec, written(codec, rules, values));
  }

  @ParameterizedTest
  @EnumSource
  void aSharedObjectIsSharedAgain(EncodingRules rules) {
    Node shared = new Node("shared");
    Node one = new Node("one");
    one.next = shared;
    one.others = new ArrayList<>(List.of(shared, new Node("alone")));

    Object[] read = again(message(Node.class, Node.class), rules, one, shared);

    Node readOne = (Node) read[0];
    assertThat(readOne.text).isEqualTo("one");
    assertThat(readOne.next).isSameAs(read[1]).isSameAs(readOne.others.get(0));
    assertThat(readOne.others.get(1).text).isEqualTo("alone");
    assertThat(((Node) read[1]).text).isEqualTo("shared");
  }

  @ParameterizedTest
  @EnumSource
  void aCycleIsACycleAgain(EncodingRules rules) {
    Node one = new Node("one");
    Node two = new Node("two");
    one.next = two;
    two.next = one;
    two.others = new ArrayList<>(List.of(two, one));

    Node read = (Node) again(message(Node.class), rules, one)[0];

    assertThat(read.text).isEqualTo("one");
    assertThat(read.next.text).isEqualTo("two");
    assertThat(read.next.next).isSameAs(read);
    assertThat(read.next.others).containsExactly(read.next, read);
  }

  @ParameterizedTest
  @EnumSource
  void valuesOfAllKindsAreReadAgain(EncodingRules rules) {
    Box box = new Box();
    Leaf leaf = new Leaf();
    leaf.text = "a & b";
    leaf.green = true;
    box.any = leaf;
    box.numbers = new int[] {1, -2, 3};
    box.table = new String[][] {{"a", null}, {}, {"b"}};
    box.map = new LinkedHashMap<>();
    box.map.put("x", 5);
    box.map.put("leaf", leaf);
    box.map.put("list", new ArrayList<>(List.of("s", 2.5, true)));
    box.bytes = new byte[] {1, 2, 3};
    box.color = Color.GREEN;
    EncodedMessage codec = message(Box.class, Object.class, int.class);

    Object[] values = {box, new ArrayList<>(List.of(leaf)), 7};
    Object[] read = again(codec, rules, values);

    Box readBox = (Box) read[0];
    assertThat(readBox.any).isInstanceOf(Leaf.class);
    assertThat(((Leaf) readBox.any).text).isEqualTo("a & b");
    assertThat(((Leaf) readBox.any).green).isTrue();
    assertThat(readBox.numbers).containsExactly(1, -2, 3);
    assertThat(readBox.table).isDeepEqualTo(box.table);
    assertThat(readBox.map.get("x")).isEqualTo(5);
    assertThat(readBox.map.get("leaf")).isSameAs(readBox.any);
    assertThat((Object[]) readBox.map.get("list")).containsExactly("s", 2.5, true);
    assertThat(readBox.bytes).containsExactly(1, 2, 3);
    assertThat(readBox.color).isEqualTo(Color.GREEN);
    assertThat(((Object[]) read[1])[0]).isSameAs(readBox.any);
    assertThat(read[2]).isEqualTo(7);
  }

  @Test
  void aCopyIsEqualAndSharesWhatTheOriginalShares() {
    Node shared = new Node("shared");
    Node one = new Node("one");
    one.next = shared;
    one.others = new ArrayList<>(List.of(shared, one));
    EncodedMessage codec = message(Node.class, Node.class);
    Object[] values = {one, shared};

    Object[] copy = codec.copy(values);

    assertThat(codec.equal(values, copy)).isTrue();
    assertThat(codec.hash(values)).isEqualTo(codec.hash(copy));
    Node copied = (Node) copy[0];
    assertThat(copied).isNotSameAs(one);
    assertThat(copied.next).isSameAs(copy[1]).isNotSameAs(shared);
    assertThat(copied.others.get(1)).isSameAs(copied);
    Object[] unshared = {one, new Node("shared")};
    assertThat(codec.equal(values, unshared)).isFalse();
    copied.next.number = 3;
    assertThat(codec.equal(values, copy)).isFalse();
  }

  @Test
  void aLongChainIsWrittenReadCopiedAndCompared() {
    Node first = new Node("0");
    Node last = first;
    for (int i = 1; i < 50_000; i++) {
      last.next = new Node("" + i);
      last = last.next;
    }
    EncodedMessage codec = message(Node.class);

    Object[] read = again(codec, EncodingRules.SOAP_1_1, first);

    assertThat(codec.equal(new Object[] {first}, read)).isTrue();
    assertThat(codec.equal(codec.copy(read), read)).isTrue();
  }

  @Test
  void arraysOfSeveralDimensionsAreRead() {
    String body =
        BODY
            + "<t:op><arg0 soapenc:arrayType='xsd:string[2,3]'><i>a</i><i>b</i><i>c</i><i>d</i>"
            + "<i>e</i></arg0></t:op></b>";

    Object value = read(message(String[][].class), body)[0];

    assertThat((String[][]) value)
        .isDeepEqualTo(new String[][] {{"a", "b", "c"}, {"d", "e", null}});
  }

  @Test
  void sparseAndPartialArraysAreRead() {
    String body =
        BODY
            + "<t:op><arg0 soapenc:arrayType='xsd:int[5]'><i soapenc:position='[3]'>3</i>"
            + "<i soapenc:position='[1]'>1</i></arg0>"
            + "<arg1 soapenc:arrayType='xsd:string[4]' soapenc:offset='[2]'><i>c</i></arg1>"
            + "</t:op></b>";

    Object[] values = read(message(int[].class, List.class), body);

    assertThat((int[]) values[0]).containsExactly(0, 1, 0, 3, 0);
    assertThat((List<?>) values[1]).isEqualTo(Arrays.asList(null, null, "c", null));
  }

  @Test
  void whatStandsOnItsOwnIsFoundWhereverItStands() {
    String body =
        BODY
            + "<t:op><arg0 href='#a'/><arg1 href='#n'/></t:op>"
            + "<x id='b'><text>late</text></x>" // says nothing of itself, before its reference
            + "<y id='a' xsi:type='t:Node'><text>first</text><next href='#b'/></y>"
            + "<z id='n' xsi:type='xsd:int'>4</z></b>";

    Object[] values = read(message(Node.class, int.class), body);

    assertThat(((Node) values[0]).next.text).isEqualTo("late");
    assertThat(values[1]).isEqualTo(4);
  }

  @Test
  void badMessagesAreRefusedWithTheirPlace() {
    EncodedMessage ints = message(int[].class);
    EncodedMessage nodes = message(Node.class);
    assertRefused(
        ints, "<t:op><arg0 soapenc:arrayType='xsd:int[2147483647]'/></t:op>", "at most 1000000");
    assertRefused(
        ints, "<t:op><arg0 soapenc:arrayType='xsd:int[99999999999]'/></t:op>", "2147483647");
    assertRefused(
        ints, "<t:op><arg0 soapenc:arrayType='xsd:int[65536,65536]'/></t:op>", "2147483648");
    assertRefused(
        ints,
        "<t:op><arg0 soapenc:arrayType='xsd:int[1]'><i>1</i><i>2</i></arg0></t:op>",
        "1 items");
    assertRefused(
        ints,
        "<t:op><arg0><i soapenc:position='[2000000]'>1</i></arg0></t:op>",
        "at most 1000000 items");
    assertRefused(
        ints,
        "<t:op><arg0 soapenc:arrayType='xsd:int[3]' soapenc:offset='[5]'><i>1</i></arg0></t:op>",
        "below [3]");
    assertRefused(nodes, "<t:op><arg0 href='#gone'/></t:op>", "id 'gone'");
    assertRefused(nodes, "<t:op><arg0 href='http://x/y'/></t:op>", "reference to an element");
    assertRefused(
        nodes,
        "<t:op><arg0 href='#a'/></t:op><x id='a' xsi:type='t:Box'/>",
        "expected Node, or a type derived from it, found Box");
    assertRefused(
        nodes, "<t:op><arg0 id='a'><next id='a'/></arg0></t:op>", "identifier of its own");
    assertRefused(
        nodes, "<t:op><arg0><next soapenc:arrayType='xsd:int[0]'/></arg0></t:op>", "Node");
    assertRefused(message(Object.class), "<t:op><arg0 xsi:type='t:Unknown'/></t:op>", "known here");
  }

  private static void assertRefused(EncodedMessage codec, String content, String says) {
    assertThatThrownBy(() -> read(codec, BODY + content + "</b>"))
        .isInstanceOf(XmlDataException.class)
        .hasMessageContaining(says);
  }

  @Test
  void roomForWhatIsNotThereIsBoundedInAllDimensions() {
    EncodedMessage any = message(Object.class);
    for (String header :
        new String[] {
          "soapenc:arrayType='xsd:string[1000000000,0]'",
          "soapenc:arrayType='xsd:string[1000000,1,1,1,1,1,1,1,1,1]'",
          "e:itemType='xsd:string' e:arraySize='* 2147483647'",
        }) {
      assertRefused(
          any,
          "<t:op xmlns:e='http://www.w3.org/2003/05/soap-encoding'><arg0 "
              + header
              + "><i>1</i><i>2</i></arg0></t:op>",
          "");
    }
    assertRefused(
        any, "<t:op><arg0 soapenc:arrayType='xsd:string[,]'/></t:op>", "size of an array");
    assertRefused(
        any, "<t:op><arg0 soapenc:arrayType='xsd:string[2,]'/></t:op>", "size of an array");
  }

  @Test
  void keysOfMapsAreTexts() {
    String map =
        "<t:op xmlns:m='http://xml.apache.org/xml-soap'><arg0 id='m' xsi:type='m:Map'>"
            + "<item><key %s</key><value>1</value></item></arg0></t:op>";

    assertRefused(message(Object.class), map.formatted("href='#m'>"), "a text as the key");
    assertRefused(
        message(Object.class), map.formatted("xsi:type='m:Vector'><i>1</i>"), "a text as the key");
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(name = "Old", namespace = "urn:t")
  static class Old {
    java.util.Hashtable<String, Object> table;
    java.util.Set<Node> set;
    Map<String, Object> map;
  }

  @Test
  void collectionsWithoutNullsTakeWhatComesLater() {
    String body =
        BODY
            + "<t:op xmlns:m='http://xml.apache.org/xml-soap'><arg0><table>"
            + "<item><key>k</key><value href='#v'/></item></table>"
            + "<set><i href='#n'/><i href='#n'/></set></arg0></t:op>"
            + "<x id='v' xsi:type='xsd:string'>late</x><x id='n' xsi:type='t:Node'/></b>";

    Old old = (Old) read(message(Old.class), body)[0];

    assertThat(old.table).containsEntry("k", "late");
    assertThat(old.set).hasSize(1).doesNotContainNull();
    assertRefused(
        message(Old.class),
        "<t:op><arg0><table><item><key>k</key><value xsi:nil='true'/></item></table></arg0></t:op>",
        "Hashtable takes");
  }

  @Test
  void nilIsNilWhereverItIsReferredTo() {
    String body =
        BODY
            + "<t:op><arg0><i href='#a'/><i id='a' xsi:nil='true'/><i href='#a'/></arg0></t:op></b>";

    assertThat((String[]) read(message(String[].class), body)[0]).containsExactly(null, null, null);
  }

  @Test
  void identifiersOfElementsThatSayNothingAreTheirOwn() {
    assertRefused(
        message(Node.class),
        "<t:op><arg0 href='#x'/></t:op><e soapenc:id='u'/><f id='x' xsi:type='t:Node'>"
            + "<next href='#u'/></f><g id='u' xsi:type='t:Node'/><h id='u'/>",
        "");
    assertRefused(message(Node.class), "<t:op><arg0 id='a' href='#a'/></t:op>", "a reference");
  }

  /** Which of the two is meant, each reader would decide for itself. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<t:op><arg0 href='#a'/></t:op><m id='a' xsi:type='t:Node'/><m id='a' xsi:type='t:Node'/>",
        "<t:op><arg0 href='#a'/></t:op><m id='a'/><m id='a'/>",
        "<t:op><arg0 href='#a'/></t:op><m id='a'/><m id='a' xsi:type='t:Node'/>",
        "<t:op><arg0 href='#a'/></t:op><m id='a' xsi:type='t:Node'/><m soapenc:id=' a '/>",
        "<t:op><arg0 href='#a'/></t:op><m id='a' xsi:type='t:Node'/><m/><m id='a' xsi:nil='true'/>",
        "<t:op><arg0 href='#b'/></t:op><m id='a'/><m id='a'/><m id='b' xsi:type='t:Node'/>",
        "<t:op><arg0 id='a'/></t:op><m id='a' xsi:type='t:Node'/>",
        "<t:op><arg0/></t:op><m id='a'/><m id='a'/>",
        "<t:op><arg0 id='a'><next id='a' xsi:nil='true'/></arg0></t:op>",
      })
  void anIdentifierThatTwoElementsHaveIsAnErrorThatNamesIt(String content) {
    assertRefused(
        message(Node.class),
        content,
        "expected an identifier of its own, found 'a', which another element has");
  }

  @Test
  void elementsToWhichNothingRefersArePassedOver() {
    String body =
        BODY
            + "<t:op><arg0 href='#a'/></t:op><m id='a' xsi:type='t:Node'><text>n</text></m>"
            + "<m id='b' xsi:type='t:Unknown' soapenc:arrayType='no'/><m><x id='a'/></m></b>";

    assertThat(((Node) read(message(Node.class), body)[0]).text).isEqualTo("n");
  }

  @Test
  void emptyCollectionsAreNotShared() {
    Node one = new Node("one");
    one.others = List.of();
    Node two = new Node("two");
    two.others = List.of();

    Object[] read = again(message(Node.class, Node.class), EncodingRules.SOAP_1_1, one, two);

    assertThat(((Node) read[0]).others).isEmpty();
    assertThat(((Node) read[0]).others).isNotSameAs(((Node) read[1]).others);
  }

  @Test
  void elementsThatSayNothingAreBoundedInNumber() {
    StringBuilder many = new StringBuilder("<t:op><arg0 href='#none'/></t:op>");
    for (int i = 0; i <= 10_000; i++) {
      many.append("<e id='").append(i).append("'/>");
    }
    assertRefused(message(Node.class), many.toString(), "at most 10000 elements");
  }

  @Test
  void aChainIsBoundedWhereNothingStandsOnItsOwn() {
    Node chain = null;
    for (int i = 0; i < 1000; i++) {
      Node next = new Node("" + i);
      next.next = chain;
      chain = next;
    }
    Object[] values = {chain};

    assertThatThrownBy(() -> written(message(Node.class), EncodingRules.SOAP_1_2, values))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("nested deeper than 500");
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  static class Choice {
    @XmlElements({
      @XmlElement(name = "a", type = String.class),
      @XmlElement(name = "b", type = Integer.class)
    })
    Object either;
  }

  @Test
  void whatHasNoFormInSoapEncodingIsSaid() {
    EncodedMessage choice = message(Choice.class);

    assertThatThrownBy(() -> written(choice, EncodingRules.SOAP_1_1, new Choice()))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("property either of")
        .hasMessageContaining("one element of one name");
    assertThatThrownBy(() -> written(message(Object.class), EncodingRules.SOAP_1_1, new Thread()))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("Cannot use java.lang.Thread");
  }

  record Pair(Node one, Node other) {}

  @Test
  void aRecordCannotReferToWhatComesLater() {
    String early = "<t:op><arg0><one id='n'/><other href='#n'/></arg0></t:op></b>";

    Pair pair = (Pair) read(message(Pair.class), BODY + early)[0];

    assertThat(pair.one()).isNotNull().isSameAs(pair.other());
    assertRefused(
        message(Pair.class),
        "<t:op><arg0><one href='#n'/></arg0></t:op><x id='n' xsi:type='t:Node'/>",
        "made by its constructor");
  }
}
