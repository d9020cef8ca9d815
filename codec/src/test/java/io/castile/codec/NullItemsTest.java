package io.castile.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.bean.BeanCodecs;
import io.castile.codec.value.WrapperPart;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlElements;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.io.StringReader;
import java.io.StringWriter;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Null items of collections and arrays: as the reference implementation has them. */
class NullItemsTest {
  private static final String XSI = "http://www.w3.org/2001/XMLSchema-instance";

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(name = "cell")
  static class Cell {
    String text;

    Cell() {}

    Cell(String text) {
      this.text = text;
    }
  }

  enum Unit {
    KILO,
    GRAM
  }

  /** Has null where the text is "none". */
  static class Upper extends XmlAdapter<String, Cell> {
    @Override
    public Cell unmarshal(String text) {
      return text == null ? null : new Cell(text);
    }

    @Override
    public String marshal(Cell cell) {
      return cell == null ? null : cell.text;
    }
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlRootElement(name = "row")
  static class Row {
    List<String> texts;
    String[] textArray;
    List<Integer> numbers;
    Integer[] numberArray;
    List<Long> longs;
    Double[] doubles;
    int[] ints;
    boolean[] booleans;
    List<Cell> cells;
    Cell[] cellArray;
    List<Object> objects;
    List<Unit> units;
    List<byte[]> binaries;
    List<XMLGregorianCalendar> dates;
    LinkedList<String> linked;
    List<String[]> arrays;

    @XmlElementWrapper List<String> wrapped;

    @XmlElementWrapper(nillable = true)
    List<Cell> wrappedCells;

    @XmlElementWrapper Cell[] wrappedArray;

    @XmlJavaTypeAdapter(Upper.class)
    List<Cell> adapted;

    @XmlElement(name = "named")
    List<String> named;

    @XmlElement(nillable = true)
    List<String> nillable;

    @XmlElement(nillable = true)
    int[] nillableInts;

    @XmlElements({
      @XmlElement(name = "text", type = String.class),
      @XmlElement(name = "number", type = Integer.class)
    })
    List<Object> choice;
  }

  @XmlAccessorType(XmlAccessType.PROPERTY)
  @XmlRootElement(name = "row")
  static class Table {
    private List<String> texts;
    private Cell[] cells;

    public List<String> getTexts() {
      return texts;
    }

    public void setTexts(List<String> texts) {
      this.texts = texts;
    }

    public Cell[] getCells() {
      return cells;
    }

    public void setCells(Cell[] cells) {
      this.cells = cells;
    }
  }

  private static final Map<CodecMode, Codec<Row>> ROWS =
      Stream.of(CodecMode.values())
          .collect(Collectors.toMap(mode -> mode, mode -> codec(Row.class, mode)));
  private static final Map<Class<?>, JAXBContext> REFERENCES = new HashMap<>();

  private static JAXBContext reference(Class<?> type) throws Exception {
    JAXBContext known = REFERENCES.get(type);
    if (known == null) {
      known = JAXBContext.newInstance(type);
      REFERENCES.put(type, known);
    }
    return known;
  }

  private static <T> Codec<T> codec(Class<T> type, CodecMode mode) {
    return BeanCodecs.builder().types(type).mode(mode).build().of(type);
  }

  private static String byReference(Object bean) throws Exception {
    StringWriter text = new StringWriter();
    reference(bean.getClass()).createMarshaller().marshal(bean, text);
    return text.toString();
  }

  private static Object byReference(Class<?> type, String document) throws Exception {
    return reference(type).createUnmarshaller().unmarshal(new StringReader(document));
  }

  private static List<Object> items(Class<?> item) throws Exception {
    List<Object> items = new ArrayList<>(2);
    if (item == Integer.class) {
      items.addAll(List.of(1, 2));
    } else if (item == Long.class) {
      items.addAll(List.of(1L, 2L));
    } else if (item == Double.class) {
      items.addAll(List.of(1.5, 2.5));
    } else if (item == Cell.class) {
      items.addAll(List.of(new Cell("a"), new Cell("b")));
    } else if (item == Unit.class) {
      items.addAll(List.of(Unit.KILO, Unit.GRAM));
    } else if (item == byte[].class) {
      items.addAll(List.of(new byte[] {1}, new byte[] {2, 3}));
    } else if (item == XMLGregorianCalendar.class) {
      DatatypeFactory dates = DatatypeFactory.newInstance();
      items.add(dates.newXMLGregorianCalendar("2020-02-29T12:00:00Z"));
      items.add(dates.newXMLGregorianCalendar("2021-02-28T12:00:00Z"));
    } else if (item == String[].class) {
      items.addAll(List.of(new String[] {"a", "b"}, new String[0]));
    } else {
      items.addAll(List.of("a", "b"));
    }
    return items;
  }

  private static Class<?> itemOf(Field field) {
    if (field.getType().isArray()) {
      return field.getType().getComponentType();
    }
    String type = field.getGenericType().getTypeName();
    for (Class<?> each :
        List.of(
            Integer.class,
            Long.class,
            Cell.class,
            Unit.class,
            byte[].class,
            XMLGregorianCalendar.class,
            String[].class)) {
      if (type.contains("<" + each.getTypeName() + ">")) {
        return each;
      }
    }
    return String.class;
  }

  static Stream<Field> fields() {
    return Stream.of(Row.class.getDeclaredFields()).filter(each -> !each.isSynthetic());
  }

  static Stream<Field> objectFields() {
    return fields().filter(each -> !itemOf(each).isPrimitive());
  }

  /** Nulls at the beginning, in the middle, at the end, alone. */
  private static List<List<Object>> withNulls(List<Object> items) {
    Object a = items.get(0);
    Object b = items.get(1);
    return List.of(
        Arrays.asList(a, null, b),
        Arrays.asList(null, a),
        Arrays.asList(a, null, null),
        Arrays.asList((Object) null),
        List.of(a, b));
  }

  private static Row row(Field field, List<Object> items) throws Exception {
    Row row = new Row();
    Object value = items;
    if (field.getType().isArray()) {
      value = Array.newInstance(itemOf(field), items.size());
      for (int i = 0; i < items.size(); i++) {
        Array.set(value, i, items.get(i));
      }
    } else if (field.getType() == LinkedList.class) {
      value = new LinkedList<>(items);
    }
    field.set(row, value);
    return row;
  }

  @ParameterizedTest
  @MethodSource("objectFields")
  void nullItemsAreWrittenAsByTheReferenceImplementation(Field field) throws Exception {
    for (List<Object> items : withNulls(items(itemOf(field)))) {
      Row row = row(field, items);
      String expected = byReference(row);
      Row again = (Row) byReference(Row.class, expected);
      for (CodecMode mode : CodecMode.values()) {
        Codec<Row> codec = ROWS.get(mode);
        byte[] written = codec.toBytes(row);
        String text = new String(written, StandardCharsets.UTF_8);

        assertThat(Infosets.of(text)).as(mode + " " + items).isEqualTo(Infosets.of(expected));
        assertThat(shown(codec.fromBytes(written))).as(mode + text).isEqualTo(shown(again));
        assertThat(codec.equal(row, codec.copy(row))).isTrue();
        assertThat(codec.hash(row)).isEqualTo(codec.hash(codec.copy(row)));
        if (items.size() > 1) {
          assertThat(codec.equal(row, row(field, items.subList(0, 1)))).isFalse();
        }
      }
    }
  }

  /** Those of which the reference implementation reads nil items as such. */
  static Stream<Field> fieldsOfObjects() {
    return objectFields().filter(each -> !each.isAnnotationPresent(XmlElements.class));
  }

  private static String content(Class<?> item) {
    if (item == Cell.class) {
      return "<text>1</text>";
    }
    if (item == String[].class) {
      return "<item>1</item>";
    }
    if (item == XMLGregorianCalendar.class) {
      return "2020-02-29";
    }
    return item == Unit.class ? "KILO" : item == byte[].class ? "AQID" : "1";
  }

  @ParameterizedTest
  @MethodSource("fieldsOfObjects")
  void nilItemsAreReadAsByTheReferenceImplementation(Field field) throws Exception {
    boolean isWrapped = field.isAnnotationPresent(XmlElementWrapper.class);
    String name = field.getName();
    String content = content(itemOf(field));
    String one = "<" + name + ">" + content + "</" + name + ">";
    for (String nil :
        List.of(
            "<" + name + " xsi:nil='true'/>",
            "<" + name + " xsi:nil='1'></" + name + ">",
            "<" + name + " xsi:nil=' true ' a='b'/>",
            "<" + name + " xsi:nil='false'>" + content + "</" + name + ">")) {
      for (String items :
          List.of(one + nil + one, nil, nil + nil + one, one + nil, nil + "<other/>" + nil)) {
        String all = isWrapped ? "<" + name + ">" + items + "</" + name + ">" : items;
        String document = "<row xmlns:xsi='" + XSI + "'>" + all + "</row>";
        String expected = shown((Row) byReference(Row.class, document));
        for (CodecMode mode : CodecMode.values()) {
          Row read = ROWS.get(mode).fromBytes(document.getBytes(StandardCharsets.UTF_8));
          assertThat(shown(read)).as(mode + " " + document).isEqualTo(expected);
        }
      }
    }
  }

  private static String shown(Row row) throws Exception {
    Map<String, String> fields = new TreeMap<>();
    for (Field each : fields().toList()) {
      if (each.get(row) != null) {
        fields.put(each.getName(), shown(each.get(row)));
      }
    }
    return fields.toString();
  }

  private static String shown(Object value) {
    if (value instanceof Collection<?> items) {
      return items.stream().map(NullItemsTest::shown).toList().toString();
    }
    if (value instanceof Cell cell) {
      return "cell " + cell.text;
    }
    if (value != null && value.getClass().isArray()) {
      List<String> items = new ArrayList<>();
      for (int i = 0; i < Array.getLength(value); i++) {
        items.add(shown(Array.get(value, i)));
      }
      return items.toString();
    }
    return value instanceof org.w3c.dom.Element element
        ? "<" + element.getTagName() + ">" + element.getTextContent()
        : String.valueOf(value);
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void nullItemsBehindSettersAreKept(CodecMode mode) throws Exception {
    Table table = new Table();
    table.setTexts(Arrays.asList("a", null, "c"));
    table.setCells(new Cell[] {null, new Cell("x"), null});
    Codec<Table> codec = codec(Table.class, mode);

    byte[] written = codec.toBytes(table);

    String text = new String(written, StandardCharsets.UTF_8);
    assertThat(Infosets.of(text)).isEqualTo(Infosets.of(byReference(table)));
    Table read = codec.fromBytes(written);
    assertThat(read.getTexts()).containsExactly("a", null, "c");
    assertThat(read.getCells()).hasSize(3);
    assertThat(read.getCells()[1].text).isEqualTo("x");
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void nullItemsOfPartsOfAWrapperAreKept(CodecMode mode) throws Exception {
    class Types {
      List<String> texts;
      Cell[] cells;
      String[][] arrays;
    }
    List<WrapperPart> parts = new ArrayList<>();
    for (String each : List.of("texts", "cells", "arrays")) {
      parts.add(
          new WrapperPart(new QName(each), Types.class.getDeclaredField(each).getGenericType()));
    }
    parts.add(new WrapperPart(new QName("items"), String[].class, List.of(), true));
    Codec<Object[]> codec =
        BeanCodecs.builder().types(Cell.class).mode(mode).build().wrapper(new QName("all"), parts);
    Object[] values = {
      Arrays.asList("a", null, "c"),
      new Cell[] {null, new Cell("x")},
      new String[][] {{"a", null}, null, {}},
      new String[] {"a", null}
    };

    byte[] written = codec.toBytes(values);

    Object[] read = codec.fromBytes(written);
    assertThat(shown(read)).isEqualTo(shown((Object) values));
    assertThat(codec.equal(values, codec.copy(values))).isTrue();
  }

  /**
   * The reference implementation leaves them out, so that positions shift; see
   * docs/reference/codecs.md.
   */
  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void nilItemsOfArraysOfPrimitivesAreZero(CodecMode mode) {
    String nil = "<ints>1</ints><ints xsi:nil='true'/><ints>3</ints><booleans xsi:nil='true'/>";
    String document = "<row xmlns:xsi='" + XSI + "'>" + nil + "</row>";

    Row read = codec(Row.class, mode).fromBytes(document.getBytes(StandardCharsets.UTF_8));

    assertThat(read.ints).containsExactly(1, 0, 3);
    assertThat(read.booleans).containsExactly(false);
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void aMessageWithoutNullsDeclaresNothingForThem(CodecMode mode) {
    Table table = new Table();
    table.setCells(new Cell[] {new Cell("a")});
    table.setTexts(List.of("a", "b"));

    byte[] written = codec(Table.class, mode).toBytes(table);

    assertThat(new String(written, StandardCharsets.UTF_8))
        .isEqualTo("<row><cells><text>a</text></cells><texts>a</texts><texts>b</texts></row>");
  }
}
