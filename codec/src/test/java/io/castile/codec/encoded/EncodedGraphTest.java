package io.castile.codec.encoded;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.BindingException;
import io.castile.codec.bean.BeanCodecs;
import io.castile.codec.value.WrapperPart;
import io.castile.xml.XmlException;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.xml.namespace.QName;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Graphs of any shape, and messages of any shape. */
class EncodedGraphTest {
  private static final BeanCodecs CODECS = BeanCodecs.forTypes(Vertex.class, Corner.class);
  private static final EncodedMessage MESSAGE =
      new EncodedCodecs(CODECS, () -> List.of(Vertex.class, Corner.class), "urn:g")
          .message(
              new QName("urn:g", "op"),
              List.of(
                  new WrapperPart(new QName("one"), Vertex.class),
                  new WrapperPart(new QName("two"), Object.class)),
              false);

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(name = "Vertex", namespace = "urn:g")
  static class Vertex {
    int number;
    String text;
    Vertex next;
    Vertex[] array;
    List<Vertex> list;
    Vertex[][] table;
    Map<String, Object> map;
    Object any;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(name = "Corner", namespace = "urn:g")
  static class Corner extends Vertex {
    Double angle;
  }

  private static Vertex graph(Random random, int size) {
    List<Vertex> all = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      all.add(random.nextInt(3) == 0 ? new Corner() : new Vertex());
    }
    for (int i = 0; i < size; i++) {
      Vertex vertex = all.get(i);
      vertex.number = i;
      vertex.text = random.nextBoolean() ? "<" + i + ">" : null;
      vertex.next = some(all, random);
      if (random.nextInt(3) == 0) {
        vertex.array = new Vertex[] {some(all, random), null, some(all, random)};
      }
      if (random.nextInt(3) == 0) {
        vertex.list = new ArrayList<>();
        vertex.list.add(some(all, random));
        vertex.list.add(some(all, random));
      }
      if (random.nextInt(5) == 0) {
        vertex.table = new Vertex[][] {{some(all, random)}, null, {}, vertex.array};
      }
      if (random.nextInt(5) == 0) {
        vertex.map = new LinkedHashMap<>();
        vertex.map.put("a", some(all, random));
        vertex.map.put("b", random.nextInt());
      }
      vertex.any = random.nextInt(4) == 0 ? vertex.array : some(all, random);
      if (vertex instanceof Corner corner) {
        corner.angle = random.nextDouble();
      }
    }
    return all.get(0);
  }

  private static Vertex some(List<Vertex> all, Random random) {
    return random.nextInt(3) == 0 ? null : all.get(random.nextInt(all.size()));
  }

  private static byte[] written(Object[] values, EncodingRules rules) {
    XmlWriter out = new XmlWriter();
    out.raw("<b>".getBytes(StandardCharsets.UTF_8));
    MESSAGE.write(values, rules, out);
    out.raw("</b>".getBytes(StandardCharsets.UTF_8));
    return out.toByteArray();
  }

  private static Object[] read(byte[] body) {
    XmlReader in = new XmlReader().reset(body, 0, body.length);
    in.nextChild(null);
    in.nextChild(null);
    Object[] values = MESSAGE.read(in);
    while (in.event() != XmlReader.END_DOCUMENT) {
      in.next();
    }
    return values;
  }

  @Property(tries = 300)
  void graphsAreReadCopiedAndHashedAsTheyAre(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int size) {
    Random random = new Random(seed);
    Vertex root = graph(random, size);
    Object[] values = {root, random.nextBoolean() ? root.next : "text"};

    for (EncodingRules rules : EncodingRules.values()) {
      Object[] read = read(written(values, rules));
      assertThat(shape(read)).as("%s", rules).isEqualTo(shape(values));
      assertThat(MESSAGE.equal(values, read)).as("%s", rules).isTrue();
      assertThat(MESSAGE.hash(read)).isEqualTo(MESSAGE.hash(values));
    }
    Object[] copy = MESSAGE.copy(values);
    assertThat(shape(copy)).isEqualTo(shape(values));
    assertThat(MESSAGE.equal(values, copy)).isTrue();
  }

  @Property(tries = 200)
  void aChangeIsSeen(@ForAll long seed, @ForAll @IntRange(min = 2, max = 30) int size) {
    Vertex root = graph(new Random(seed), size);
    Object[] values = {root, null};
    Object[] copy = MESSAGE.copy(values);
    List<Vertex> met = new ArrayList<>();
    shape((Vertex) copy[0], new IdentityHashMap<>(), met);
    met.get(new Random(seed).nextInt(met.size())).number = -1;

    assertThat(MESSAGE.equal(values, copy)).isFalse();
  }

  @Property(tries = 3000)
  void whatComesIsReadOrRefused(@ForAll long seed) {
    Random random = new Random(seed);
    Object[] values = {graph(random, 1 + random.nextInt(6)), null};
    EncodingRules rules = EncodingRules.values()[random.nextInt(2)];
    byte[] bytes = written(values, rules);
    for (int i = random.nextInt(4); i >= 0; i--) {
      bytes = changed(bytes, random);
    }
    try {
      assertThat(read(bytes)).hasSize(2);
    } catch (XmlException | BindingException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  /** With a byte changed, or a piece repeated, left out, or put elsewhere. */
  private static byte[] changed(byte[] bytes, Random random) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    int from = random.nextInt(text.length());
    int to = Math.min(text.length(), from + random.nextInt(40));
    int at = random.nextInt(text.length());
    String piece = text.substring(from, to);
    String made =
        switch (random.nextInt(4)) {
          case 0 -> text.substring(0, at) + (char) random.nextInt(128) + text.substring(at + 1);
          case 1 -> text.substring(0, at) + piece + text.substring(at);
          case 2 -> text.substring(0, from) + text.substring(to);
          default -> text.replace(piece, "1");
        };
    return made.getBytes(StandardCharsets.ISO_8859_1);
  }

  // ---- an own account of what a graph is ----

  private static List<Object> shape(Object[] values) {
    Map<Object, Integer> numbers = new IdentityHashMap<>();
    return List.of(
        shape(values[0], numbers, new ArrayList<>()), shape(values[1], numbers, new ArrayList<>()));
  }

  /** Texts that say what a value is, objects that were met by their numbers. */
  private static String shape(Object value, Map<Object, Integer> numbers, List<Vertex> met) {
    if (value == null || value instanceof String || value instanceof Number) {
      return "" + value;
    }
    Integer known = numbers.get(value);
    if (known != null) {
      return "#" + known;
    }
    numbers.put(value, numbers.size());
    StringBuilder text = new StringBuilder();
    if (value instanceof Object[] array) {
      for (Object each : array) {
        text.append(shape(each, numbers, met)).append(',');
      }
      return "[" + text + "]";
    }
    if (value instanceof List<?> list) {
      for (Object each : list) {
        text.append(shape(each, numbers, met)).append(',');
      }
      return "[" + text + "]";
    }
    if (value instanceof Map<?, ?> map) {
      map.forEach(
          (key, each) ->
              text.append(key).append('=').append(shape(each, numbers, met)).append(','));
      return "{" + text + "}";
    }
    Vertex vertex = (Vertex) value;
    met.add(vertex);
    text.append(value.getClass().getSimpleName()).append(vertex.number).append(vertex.text);
    Object[] parts = {vertex.next, vertex.array, vertex.list, vertex.table, vertex.map, vertex.any};
    for (Object part : parts) {
      text.append('|').append(shape(part, numbers, met));
    }
    return "(" + text + (value instanceof Corner corner ? corner.angle : "") + ")";
  }
}
