package io.castile.template;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.jaxb.Codecs;
import io.castile.template.TemplateOptions.Padding;
import io.castile.template.TemplateOptions.Stuffing;
import io.castile.template.internal.Overlay;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.junit.jupiter.api.Test;

/** Lists of beans that are nothing but numbers, and of others, are sent as they are written. */
@Tag("long")
class RowOverlayTest {
  private static final Codec<Mesh> CODEC =
      Codecs.builder().types(Mesh.class).mode(CodecMode.COMPILED).build().of(Mesh.class);

  @XmlRootElement(name = "mesh", namespace = "urn:mesh")
  @XmlAccessorType(XmlAccessType.FIELD)
  static class Mesh {
    @XmlElement(name = "node", namespace = "urn:mesh")
    List<Node> nodes = new ArrayList<>();

    List<Edge> edges = new ArrayList<>();
    List<Named> named = new ArrayList<>();
    List<Bent> bent = new ArrayList<>();
    Node[] corners = {};
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(propOrder = {"y", "x", "id", "weight", "value"})
  static class Node {
    int x;
    int y;
    long id;
    float weight;

    @XmlElement(namespace = "urn:mesh")
    double value;
  }

  /** Its attribute is written first, and its columns may be in another order. */
  @XmlAccessorType(XmlAccessType.FIELD)
  static class Edge {
    int from;
    @XmlAttribute int number;
    int to;
  }

  /** Has more than numbers. */
  @XmlAccessorType(XmlAccessType.FIELD)
  static class Named {
    int number;
    String name;
  }

  /** Has inherited numbers. */
  @XmlAccessorType(XmlAccessType.FIELD)
  static class Bent extends Node {
    int angle;
  }

  private static byte[] send(Mesh mesh, int chunk, Stuffing stuffing, Padding padding)
      throws IOException {
    TemplateOptions options =
        TemplateOptions.builder()
            .chunkBytes(chunk)
            .splitBytes(chunk)
            .reserveBytes(0)
            .stuffing(stuffing)
            .padding(padding)
            .build();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new Overlay(options, writer -> CODEC.write(mesh, writer)).writeTo(out);
    return out.toByteArray();
  }

  private static Node fill(Node node, SplittableRandom random) {
    node.x = random.nextInt() >> random.nextInt(32);
    node.y = random.nextInt() >> random.nextInt(32);
    node.id = random.nextLong() >> random.nextInt(64);
    node.weight = Float.intBitsToFloat(random.nextInt());
    node.value = Double.longBitsToDouble(random.nextLong());
    return node;
  }

  @Property(tries = 25)
  void whatIsSentIsTheMessage(@ForAll long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    Mesh mesh = new Mesh();
    for (int i = random.nextInt(2000); i > 0; i--) {
      mesh.nodes.add(fill(new Node(), random));
    }
    for (int i = random.nextInt(1000); i > 0; i--) {
      Edge edge = new Edge();
      edge.from = random.nextInt();
      edge.number = random.nextInt();
      edge.to = random.nextInt();
      mesh.edges.add(edge);
    }
    for (int i = random.nextInt(600); i > 0; i--) {
      Named named = new Named();
      named.number = i;
      named.name = i % 3 == 0 ? null : "<" + i;
      mesh.named.add(named);
    }
    for (int i = random.nextInt(600); i > 0; i--) {
      mesh.bent.add((Bent) fill(new Bent(), random));
    }
    mesh.corners = new Node[random.nextInt(600)];
    for (int i = 0; i < mesh.corners.length; i++) {
      mesh.corners[i] = fill(random.nextInt(500) == 0 ? new Bent() : new Node(), random);
    }
    int chunk = new int[] {16, 150, 1000, 8 << 10, 32 << 10}[random.nextInt(5)];
    byte[] fresh = CODEC.toBytes(mesh);
    assertThat(send(mesh, chunk, Stuffing.NONE, Padding.OUTSIDE)).isEqualTo(fresh);
    List<String> events = Events.of(fresh);
    for (Padding padding : Padding.values()) {
      byte[] sent = send(mesh, chunk, Stuffing.ADAPTIVE, padding);
      assertThat(Events.of(sent)).isEqualTo(events);
      assertThat(CODEC.equal(CODEC.fromBytes(sent), mesh)).isTrue();
    }
  }

  /** All but the last have a place of the greatest width for each number, and keep their markup. */
  @Test
  void beansOfNumbersHavePlaces() throws IOException {
    Mesh mesh = new Mesh();
    for (int i = 0; i < 1000; i++) {
      mesh.nodes.add(new Node());
    }
    CODEC.toBytes(mesh); // which compiles the codec

    String sent = new String(send(mesh, 8 << 10, Stuffing.ADAPTIVE, Padding.OUTSIDE), US_ASCII);

    int first = sent.indexOf("<y>");
    int second = sent.indexOf("<y>", first + 1);
    int last = sent.lastIndexOf("<y>");
    assertThat(sent.substring(first, second)).contains("<y>0</y>          <x>0</x>          <id>");
    assertThat((last - first) % (second - first)).isZero();
    assertThat((last - first) / (second - first)).isEqualTo(999);
  }
}
