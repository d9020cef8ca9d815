package io.castile.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.Codec.Explanation;
import io.castile.codec.jaxb.Codecs;
import io.castile.xml.XmlSyntaxException;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlID;
import jakarta.xml.bind.annotation.XmlIDREF;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A class without a plan, here for its array of references, inside of one that has a plan. */
public final class FallbackTest {

  @XmlRootElement(namespace = "urn:graph")
  @XmlAccessorType(XmlAccessType.FIELD)
  static final class Drawing {
    String title;

    @XmlElement(namespace = "urn:graph")
    Graph graph;

    int scale;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  public static final class Graph {
    @XmlAttribute String name;
    List<Node> node;

    @XmlIDREF Node[] path;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  static final class Node {
    @XmlAttribute @XmlID String id;
  }

  private static Drawing drawing() {
    Node start = new Node();
    start.id = "a";
    Node end = new Node();
    end.id = "b";
    Drawing drawing = new Drawing();
    drawing.title = "way";
    drawing.graph = new Graph();
    drawing.graph.name = "<g>";
    drawing.graph.node = List.of(start, end);
    drawing.graph.path = new Node[] {end, start};
    drawing.scale = 3;
    return drawing;
  }

  private static Codec<Drawing> codec(CodecMode mode) {
    return Codecs.builder().types(Drawing.class).mode(mode).build().of(Drawing.class);
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void theSubtreeGoesThroughTheReferenceImplementation(CodecMode mode) {
    Codec<Drawing> codec = codec(mode);

    Drawing read = codec.fromBytes(codec.toBytes(drawing()));

    assertThat(read.scale).isEqualTo(3);
    assertThat(read.graph.name).isEqualTo("<g>");
    assertThat(read.graph.path).containsExactly(read.graph.node.get(1), read.graph.node.get(0));
    assertThat(codec.equal(read, drawing())).isTrue();
    Drawing copy = codec.copy(read);
    assertThat(copy.graph).isNotSameAs(read.graph);
    copy.graph.name = "other";
    assertThat(codec.equal(read, copy)).isFalse();
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void anEmptyBeanIsAnEmptyElement(CodecMode mode) {
    Drawing drawing = new Drawing();
    drawing.graph = new Graph();

    Drawing read = codec(mode).fromBytes(codec(mode).toBytes(drawing));

    assertThat(read.graph).usingRecursiveComparison().isEqualTo(new Graph());
  }

  @Test
  void whatIsMalformedInTheSubtreeIsASyntaxError() {
    byte[] xml =
        "<g:drawing xmlns:g='urn:graph'><g:graph><node id='a'></nod></g:graph></g:drawing>"
            .getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> codec(CodecMode.INTERPRETED).fromBytes(xml))
        .isInstanceOf(XmlSyntaxException.class)
        .hasMessageContaining("byte");
  }

  @Test
  void explainGivesTheReason() {
    List<Explanation> all = Codecs.forTypes(Drawing.class).explain(Drawing.class);

    assertThat(all).extracting(Explanation::planned).containsExactly(true, false);
    assertThat(all.get(1).reason()).contains("XmlIDREF", "path");
  }
}
