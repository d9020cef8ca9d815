package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.CodecMode;
import io.castile.template.TemplateOptions;
import io.castile.template.TemplateOptions.Padding;
import io.castile.template.TemplateOptions.Stuffing;
import io.castile.template.TemplateStatistics;
import io.castile.template.Templates;
import io.castile.template.key.Direction;
import io.castile.template.tracked.Tracked;
import io.castile.template.tracked.TrackedBean;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Templates that services share whose messages are alike: messages are what they are without. */
final class AcrossServicesTest {
  /** A depot whose Java was generated once. */
  @WebService(name = "Depot", targetNamespace = "urn:depot")
  public interface East {
    @WebResult(name = "count")
    int store(
        @WebParam(name = "depot") String depot,
        @WebParam(name = "lines") List<Line> lines,
        @WebParam(name = "first") Line first,
        @WebParam(name = "token", header = true) String token);

    /** A line of an order. */
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "line", namespace = "urn:depot")
    class Line {
      String article;
      int count;
      double price;

      Line() {}

      Line(String article, int count, double price) {
        this.article = article;
        this.count = count;
        this.price = price;
      }
    }
  }

  /** Another depot with the same messages, whose Java was generated again. */
  @WebService(name = "Depot", targetNamespace = "urn:depot")
  public interface West {
    @WebResult(name = "count")
    int store(
        @WebParam(name = "depot") String depot,
        @WebParam(name = "lines") List<Line> lines,
        @WebParam(name = "first") Line first,
        @WebParam(name = "token", header = true) String token);

    /** A line of an order. */
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "line", namespace = "urn:depot")
    class Line {
      String article;
      int count;
      double price;

      Line() {}

      Line(String article, int count, double price) {
        this.article = article;
        this.count = count;
        this.price = price;
      }
    }
  }

  /** A depot with the same names and other messages. */
  @WebService(name = "Depot", targetNamespace = "urn:depot")
  public interface North {
    @WebResult(name = "count")
    int store(@WebParam(name = "depot") String depot, @WebParam(name = "weight") double weight);
  }

  /** A harbour whose messages have one namespace beside that of the service. */
  @WebService(name = "Harbour", targetNamespace = "urn:harbour")
  public interface Near {
    int load(@WebParam(name = "dock") String dock, @WebParam(name = "crate") Crate crate);
  }

  /** A harbour with the same messages, and others that have one more namespace. */
  @WebService(name = "Harbour", targetNamespace = "urn:harbour")
  public interface Far {
    int call(@WebParam(name = "bell", targetNamespace = "urn:bell") String bell);

    int load(@WebParam(name = "dock") String dock, @WebParam(name = "crate") Crate crate);
  }

  /** A crate that tells its changes, with a list that does not. */
  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(name = "crate", namespace = "urn:crate")
  public static final class Crate extends TrackedBean {
    @XmlElement(namespace = "urn:crate")
    List<Label> labels = new ArrayList<>();

    @XmlElement(namespace = "urn:crate")
    double weight;

    @Override
    public long changedItems(Object items, long since, int from) {
      return Tracked.NOTHING;
    }

    void weigh(double newWeight) {
      weight = newWeight;
      changed();
    }
  }

  /** A label on a crate. */
  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(name = "label", namespace = "urn:crate")
  @XmlSeeAlso(Seal.class)
  public static class Label {
    @XmlElement(namespace = "urn:crate")
    String text = "fragile";
  }

  /** A label of another namespace, which a message names where the label is. */
  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(name = "seal", namespace = "urn:seal")
  public static final class Seal extends Label {
    @XmlElement(namespace = "urn:seal")
    int number = 7;
  }

  /** Loads crates. */
  @WebService(
      name = "Harbour",
      targetNamespace = "urn:harbour",
      endpointInterface = "io.castile.AcrossServicesTest$Near")
  public static final class NearService implements Near {
    @Override
    public int load(String dock, Crate crate) {
      return (int) crate.weight;
    }
  }

  /** Loads crates, too. */
  @WebService(
      name = "Harbour",
      targetNamespace = "urn:harbour",
      endpointInterface = "io.castile.AcrossServicesTest$Far")
  public static final class FarService implements Far {
    @Override
    public int call(String bell) {
      return 0;
    }

    @Override
    public int load(String dock, Crate crate) {
      return (int) crate.weight;
    }
  }

  /** An order as the test has it, for any of the interfaces. */
  private record Order(String depot, List<String> articles, int seed) {
    static Order of(Random random, int lines) {
      List<String> articles = new ArrayList<>();
      for (int i = 0; i < lines; i++) {
        articles.add("article " + "x".repeat(random.nextInt(4)) + random.nextInt(5) + "<&");
      }
      return new Order("depot " + random.nextInt(3), articles, random.nextInt(10));
    }

    int count(int line) {
      return (seed + line) % 7 == 0 ? 100_000 + line : line;
    }

    int to(East port) {
      List<East.Line> lines = new ArrayList<>();
      for (int i = 0; i < articles.size(); i++) {
        lines.add(new East.Line(articles.get(i), count(i), i / 4.0));
      }
      return port.store(depot, lines, lines.get(0), "token " + seed);
    }

    int to(West port) {
      List<West.Line> lines = new ArrayList<>();
      for (int i = 0; i < articles.size(); i++) {
        lines.add(new West.Line(articles.get(i), count(i), i / 4.0));
      }
      return port.store(depot, lines, lines.get(0), "token " + seed);
    }
  }

  private final List<AutoCloseable> opened = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (int i = opened.size() - 1; i >= 0; i--) {
      opened.get(i).close();
    }
  }

  private static Templates store(boolean across) {
    return Templates.builder()
        .always(true)
        .layout(
            TemplateOptions.builder()
                .stuffing(Stuffing.NONE)
                .padding(Padding.OUTSIDE)
                .acrossServices(across)
                .build())
        .build();
  }

  /** A client of an interface whose server counts lines; what it sends is kept. */
  private <T> Wired<T> client(Class<T> sei, Object service, Templates templates) {
    SoapServer server =
        Castile.server()
            .host("localhost")
            .codecMode(CodecMode.COMPILED)
            .templates(templates)
            .publish("/depot", service)
            .start();
    opened.add(server);
    TappedTransport wire = new TappedTransport(server);
    T port =
        Castile.client(sei)
            .endpoint(server.url("/depot"))
            .transport(wire)
            .codecMode(CodecMode.COMPILED)
            .templates(templates)
            .build();
    opened.add((AutoCloseable) port);
    return new Wired<>(port, wire);
  }

  private record Wired<T>(T port, TappedTransport wire) {}

  private Wired<East> east(Templates templates) {
    return client(East.class, new EastService(), templates);
  }

  private Wired<West> west(Templates templates) {
    return client(West.class, new WestService(), templates);
  }

  /** Counts. */
  @WebService(
      name = "Depot",
      targetNamespace = "urn:depot",
      endpointInterface = "io.castile.AcrossServicesTest$East")
  public static final class EastService implements East {
    @Override
    public int store(String depot, List<East.Line> lines, East.Line first, String token) {
      return lines.stream().mapToInt(line -> line.count).sum() + first.count;
    }
  }

  /** Counts, too. */
  @WebService(
      name = "Depot",
      targetNamespace = "urn:depot",
      endpointInterface = "io.castile.AcrossServicesTest$West")
  public static final class WestService implements West {
    @Override
    public int store(String depot, List<West.Line> lines, West.Line first, String token) {
      return lines.stream().mapToInt(line -> line.count).sum() + first.count;
    }
  }

  /** Weighs. */
  @WebService(
      name = "Depot",
      targetNamespace = "urn:depot",
      endpointInterface = "io.castile.AcrossServicesTest$North")
  public static final class NorthService implements North {
    @Override
    public int store(String depot, double weight) {
      return (int) weight;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 31, 32, 100, 400})
  void messagesAreThoseThatAreWrittenWithoutTemplates(int lines) {
    Templates shared = store(true);
    Wired<East> east = east(shared);
    Wired<West> west = west(shared);
    Wired<East> plainEast = east(Templates.off());
    Wired<West> plainWest = west(Templates.off());
    Random random = new Random(lines);
    for (int i = 0; i < 60; i++) {
      Order order = Order.of(random, lines + random.nextInt(2));
      if (random.nextBoolean()) {
        assertThat(order.to(east.port)).isEqualTo(order.to(plainEast.port));
      } else {
        assertThat(order.to(west.port)).isEqualTo(order.to(plainWest.port));
      }
    }

    assertThat(east.wire.requests).isEqualTo(plainEast.wire.requests);
    assertThat(west.wire.requests).isEqualTo(plainWest.wire.requests);
    assertThat(east.wire.responses).isEqualTo(plainEast.wire.responses);
    assertThat(west.wire.responses).isEqualTo(plainWest.wire.responses);
    assertThat(shared.statistics().rows()).allSatisfy(row -> assertThat(row.failed()).isZero());
  }

  @Test
  void equalMessagesOfTwoServicesAreContentMatches() {
    Templates shared = store(true);
    Order order = Order.of(new Random(1), 5);

    order.to(east(shared).port);
    order.to(west(shared).port);

    assertThat(requests(shared)).hasSize(1);
    assertThat(requests(shared).get(0).firstTime()).isEqualTo(1);
    assertThat(requests(shared).get(0).content()).isEqualTo(1);
  }

  @Test
  void eachServiceHasItsOwnTemplatesUnlessToldOtherwise() {
    Templates apart = store(false);
    Order order = Order.of(new Random(1), 5);

    order.to(east(apart).port);
    order.to(west(apart).port);

    assertThat(requests(apart)).hasSize(2);
    assertThat(requests(apart)).allSatisfy(row -> assertThat(row.firstTime()).isEqualTo(1));
    assertThat(TemplateOptions.DEFAULT.acrossServices()).isFalse();
  }

  @Test
  void messagesOfTheSameNameAndOtherTypesAreNotShared() {
    Templates shared = store(true);
    Order.of(new Random(1), 5).to(east(shared).port);
    Wired<North> north = client(North.class, new NorthService(), shared);

    assertThat(north.port.store("depot", 7.5)).isEqualTo(7);

    assertThat(requests(shared)).hasSize(2);
    assertThat(requests(shared)).allSatisfy(row -> assertThat(row.firstTime()).isEqualTo(1));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 31, 100})
  void anObjectThatHasNotChangedHasThePrefixesOfEachService(int labels) {
    Templates shared = store(true);
    Wired<Near> near = client(Near.class, new NearService(), shared);
    Wired<Far> far = client(Far.class, new FarService(), shared);
    Wired<Near> plainNear = client(Near.class, new NearService(), Templates.off());
    Wired<Far> plainFar = client(Far.class, new FarService(), Templates.off());
    for (Far port : List.of(far.port, plainFar.port)) { // namespaces count from their first use
      port.load("dock", new Crate());
      port.call("ahoy");
    }
    Crate crate = new Crate();
    for (int i = 0; i < labels; i++) {
      crate.labels.add(new Seal());
    }

    for (int i = 0; i < 12; i++) {
      if (i % 4 == 3) {
        crate.weigh(i);
      }
      near.port.load("dock", crate);
      plainNear.port.load("dock", crate);
      if (i % 2 == 0) {
        far.port.load("dock", crate);
        plainFar.port.load("dock", crate);
      }
    }

    assertThat(plainNear.wire.requests).doesNotContainAnyElementsOf(plainFar.wire.requests);
    assertThat(near.wire.requests).isEqualTo(plainNear.wire.requests);
    assertThat(far.wire.requests).isEqualTo(plainFar.wire.requests);
    assertThat(requests(shared)).hasSize(2); // of both operations
    assertThat(requests(shared)).allSatisfy(row -> assertThat(row.failed()).isZero());
  }

  private static List<TemplateStatistics.Row> requests(Templates templates) {
    return templates.statistics().rows().stream()
        .filter(row -> row.direction() == Direction.REQUEST)
        .toList();
  }
}
