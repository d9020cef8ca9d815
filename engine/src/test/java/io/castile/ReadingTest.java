package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.template.Templates;
import io.castile.template.internal.TemplateStore;
import io.castile.template.key.Direction;
import io.castile.template.read.ReadStatistics;
import jakarta.jws.Oneway;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.w3c.dom.Element;

/**
 * Messages that are read by their difference to the one before, through real calls: every result is
 * what it would be, whatever callers and services do to the objects that they get.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ReadingTest {
  private static final DatatypeFactory DATES = DatatypeFactory.newDefaultInstance();

  private final Templates templates = Templates.builder().build();
  private final List<AutoCloseable> opened = new ArrayList<>();

  /** What can be changed in as many ways as there are kinds of properties. */
  @XmlAccessorType(XmlAccessType.FIELD)
  public static class Box {
    public String name;
    public int count;
    public double[] weights;
    public List<String> tags;
    public byte[] data;
    public XMLGregorianCalendar packed;
    public Box inner;

    static Box make(int seed, int depth) {
      Random random = new Random(seed);
      Box box = new Box();
      box.name = "box " + seed;
      box.count = random.nextInt();
      box.weights = random.doubles(1 + random.nextInt(9)).toArray();
      box.tags = new ArrayList<>(List.of("a", "tag " + random.nextInt(5)));
      box.data = new byte[] {1, 2, (byte) seed};
      box.packed = DATES.newXMLGregorianCalendar("2026-11-21T12:00:00." + (100 + seed) + "Z");
      box.inner = depth == 0 ? null : make(seed + 1000, depth - 1);
      return box;
    }

    Box copy() {
      Box copy = new Box();
      copy.name = name;
      copy.count = count;
      copy.weights = weights.clone();
      copy.tags = new ArrayList<>(tags);
      copy.data = data.clone();
      copy.packed = (XMLGregorianCalendar) packed.clone();
      copy.inner = inner == null ? null : inner.copy();
      return copy;
    }

    void spoil() {
      name = "spoilt";
      count = -1;
      Arrays.fill(weights, -1);
      tags.clear();
      Arrays.fill(data, (byte) -1);
      packed.setYear(1);
      if (inner != null) {
        inner.spoil();
      }
    }
  }

  /** Holds an element of whatever name. */
  @XmlAccessorType(XmlAccessType.FIELD)
  public static class Envelope {
    @XmlAnyElement public Element content;
    public Box box;
  }

  /** Gives back what it takes. */
  @WebService
  public interface Boxes {
    /** Returns boxes like these. */
    List<Box> same(@WebParam(name = "boxes") List<Box> boxes);

    /** Returns equal numbers. */
    double[] numbers(@WebParam(name = "numbers") double[] numbers);

    /** Sets the holders to what they hold, and to the header. */
    void hold(
        @WebParam(name = "label", header = true) Box label,
        @WebParam(name = "boxes", mode = WebParam.Mode.INOUT) Holder<Box[]> boxes,
        @WebParam(name = "got", mode = WebParam.Mode.OUT) Holder<Box> got);

    /** Fails where there is a first box of no name. */
    List<Box> pick(@WebParam(name = "boxes") List<Box> boxes);

    /** Returns the envelope. */
    Envelope wrap(@WebParam(name = "envelope") Envelope envelope);

    /** Takes boxes. */
    @Oneway
    void tell(@WebParam(name = "boxes") List<Box> boxes);
  }

  /** Spoils all that it gets, when it has made its answer. */
  @WebService(endpointInterface = "io.castile.ReadingTest$Boxes")
  public static class BoxesService implements Boxes {
    final BlockingQueue<List<Box>> told = new LinkedBlockingQueue<>();

    @Override
    public List<Box> same(List<Box> boxes) {
      List<Box> copies = copies(boxes);
      spoil(boxes);
      return copies;
    }

    @Override
    public double[] numbers(double[] numbers) {
      double[] copy = numbers.clone();
      Arrays.fill(numbers, -1);
      return copy;
    }

    @Override
    public void hold(Box label, Holder<Box[]> boxes, Holder<Box> got) {
      got.value = label.copy();
      label.spoil();
      Box[] given = boxes.value;
      boxes.value = copies(List.of(given)).toArray(new Box[0]);
      spoil(new ArrayList<>(List.of(given)));
      Arrays.fill(given, null);
    }

    @Override
    public List<Box> pick(List<Box> boxes) {
      if (boxes.get(0).name == null) {
        throw new IllegalStateException("no name ".repeat(300));
      }
      return same(boxes);
    }

    @Override
    public Envelope wrap(Envelope envelope) {
      Envelope copy = new Envelope();
      copy.content = (Element) envelope.content.cloneNode(true);
      copy.box = envelope.box.copy();
      envelope.content.setTextContent("spoilt");
      envelope.box.spoil();
      return copy;
    }

    @Override
    public void tell(List<Box> boxes) {
      told.add(copies(boxes));
      spoil(boxes);
    }
  }

  private static List<Box> copies(List<Box> boxes) {
    List<Box> copies = new ArrayList<>();
    boxes.forEach(box -> copies.add(box.copy()));
    return copies;
  }

  private static void spoil(List<Box> boxes) {
    boxes.forEach(Box::spoil);
    boxes.clear();
  }

  private final BoxesService service = new BoxesService();

  private Boxes port(ServerBuilder server, Templates ofClient) {
    return port(client(server).templates(ofClient));
  }

  private ClientBuilder<Boxes> client(ServerBuilder builder) {
    SoapServer server = builder.host("localhost").publish("/boxes", service).start();
    opened.add(server);
    return Castile.client(Boxes.class).endpoint(server.url("/boxes"));
  }

  private Boxes port(ClientBuilder<Boxes> builder) {
    Boxes port = builder.build();
    opened.add((AutoCloseable) port);
    return port;
  }

  private Boxes port() {
    return port(Castile.server().templates(templates), templates);
  }

  @AfterEach
  void close() throws Exception {
    for (int i = opened.size() - 1; i >= 0; i--) {
      opened.get(i).close();
    }
  }

  private ReadStatistics requests(String operation) {
    return TemplateStore.of(templates).reading().statistics(Direction.REQUEST, operation);
  }

  private ReadStatistics responses(String operation) {
    return TemplateStore.of(templates).reading().statistics(Direction.RESPONSE, operation);
  }

  private static List<Box> boxes(int count) {
    List<Box> boxes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boxes.add(Box.make(i, i % 3));
    }
    return boxes;
  }

  private static void assertSame(List<Box> actual, List<Box> expected) {
    assertThat(actual).usingRecursiveComparison().isEqualTo(expected);
  }

  // ---- what is remembered goes with who remembers it ----

  @Test
  void closedClientsAndServersLeaveNothing() throws Exception {
    for (int i = 0; i < 3; i++) {
      try (SoapServer server =
          Castile.server()
              .host("localhost")
              .templates(templates)
              .publish("/boxes", new BoxesService())
              .start()) {
        Boxes port =
            Castile.client(Boxes.class).endpoint(server.url("/boxes")).templates(templates).build();
        assertSame(port.same(boxes(20)), boxes(20));
        assertSame(port.same(boxes(20)), boxes(20));
        assertThat(responses("same").plain()).isEqualTo(1);
        assertThat(TemplateStore.of(templates).reading().bytes()).isPositive();

        ((AutoCloseable) port).close();
        assertThat(responses("same")).isEqualTo(ReadStatistics.NONE);
        assertThat(requests("same").plain()).isEqualTo(1);

        assertSame(port.same(boxes(20)), boxes(20)); // as ever, and without being remembered
        assertThat(responses("same")).isEqualTo(ReadStatistics.NONE);
      }
      assertThat(TemplateStore.of(templates).reading().statistics()).isEqualTo(ReadStatistics.NONE);
      assertThat(TemplateStore.of(templates).reading().bytes()).isZero();
    }
  }

  // ---- values belong to who gets them ----

  @Test
  void equalMessagesAreNotParsedAgainAndTheirValuesMayBeChanged() {
    Boxes port = port();
    List<Box> boxes = boxes(20);
    for (int i = 0; i < 10; i++) {
      List<Box> result = port.same(boxes);
      assertSame(result, boxes);
      spoil(result);
    }

    assertThat(responses("same").plain()).as("the first").isEqualTo(1);
    assertThat(responses("same").different()).as("the second").isEqualTo(1);
    assertThat(responses("same").identical()).isEqualTo(8);
    assertThat(requests("same").identical()).isEqualTo(8);
  }

  @Test
  @Tag("long")
  void everyChangeArrivesWhateverIsDoneToTheValues() {
    Boxes port = port();
    Random random = new Random(3);
    List<Box> boxes = boxes(30);
    for (int i = 0; i < 60; i++) {
      List<Box> result = port.same(boxes);
      assertSame(result, boxes);
      spoil(result);
      int at = random.nextInt(boxes.size());
      switch (random.nextInt(6)) {
        case 0 -> boxes.remove(at);
        case 1 -> boxes.add(at, Box.make(500 + i, 2));
        case 2 -> boxes.get(at).name = "renamed " + i;
        case 3 -> boxes.get(at).packed.setSecond(i);
        case 4 -> boxes.get(at).tags.add("more");
        default -> boxes.add(boxes.remove(at));
      }
    }

    assertThat(requests("same").changed()).isGreaterThan(40);
    assertThat(responses("same").changed()).isGreaterThan(40);
    assertThat(responses("same").recalledBytes())
        .isGreaterThan(responses("same").totalBytes() * 2 / 3);
  }

  @Test
  void arraysHeadersAndHoldersMayBeChangedToo() {
    Boxes port = port();
    double[] numbers = new Random(4).doubles(300).toArray();
    Box label = Box.make(77, 3);
    Box[] boxes = boxes(10).toArray(new Box[0]);
    for (int i = 0; i < 20; i++) {
      double[] result = port.numbers(numbers);
      assertThat(result).isEqualTo(numbers);
      Arrays.fill(result, -1);
      numbers[i * 7] = i;
      Holder<Box[]> both = new Holder<>(boxes);
      Holder<Box> got = new Holder<>();
      port.hold(label, both, got);
      assertThat(got.value).usingRecursiveComparison().isEqualTo(label);
      assertThat(both.value).usingRecursiveComparison().isEqualTo(boxes);
      got.value.spoil();
      spoil(new ArrayList<>(List.of(both.value)));
      Arrays.fill(both.value, null);
      label.count = i / 2;
    }

    assertThat(responses("numbers").changed()).isGreaterThan(15);
    assertThat(responses("hold").recalledBytes()).isPositive();
    assertThat(requests("hold").recalledBytes()).isPositive();
  }

  @Test
  void oneWayRequestsAreTheServicesOwnToo() throws Exception {
    Boxes port = port();
    List<Box> boxes = boxes(20);
    for (int i = 0; i < 8; i++) {
      port.tell(boxes);
      assertSame(service.told.take(), boxes);
      boxes.get(5).count = i / 3;
    }

    assertThat(requests("tell").recalledBytes()).isPositive();
    assertThat(responses("tell")).isEqualTo(ReadStatistics.NONE);
  }

  // ---- what is read plainly ----

  @Test
  void faultsLeaveWhatIsRememberedAsItIs() {
    Boxes port = port();
    List<Box> boxes = boxes(20);
    List<Box> nameless = boxes(20);
    nameless.get(0).name = null;
    for (int i = 0; i < 6; i++) {
      List<Box> result = port.pick(boxes);
      assertSame(result, boxes);
      spoil(result);
      assertThatThrownBy(() -> port.pick(nameless)).isInstanceOf(SOAPFaultException.class);
    }

    assertThat(responses("pick").identical()).isEqualTo(4);
    assertThat(responses("pick").changed()).isZero();
  }

  @Test
  void elementsOfAnyKindAreReadPlainly() throws Exception {
    Boxes port = port();
    Envelope envelope = new Envelope();
    envelope.box = Box.make(1, 6);
    envelope.content =
        javax.xml.parsers.DocumentBuilderFactory.newDefaultInstance()
            .newDocumentBuilder()
            .newDocument()
            .createElementNS("urn:any", "letter");
    envelope.content.setTextContent("written");
    for (int i = 0; i < 6; i++) {
      Envelope result = port.wrap(envelope);
      assertThat(result.content.getTextContent()).isEqualTo("written");
      assertThat(result.box).usingRecursiveComparison().isEqualTo(envelope.box);
      result.content.setTextContent("spoilt");
      result.box.spoil();
    }
  }

  @Test
  void nothingIsRememberedWhereTemplatesAreOff() {
    Boxes port = port(Castile.server().templates(Templates.off()), Templates.off());
    List<Box> boxes = boxes(20);
    for (int i = 0; i < 3; i++) {
      assertSame(port.same(boxes), boxes);
    }

    assertThat(TemplateStore.of(Templates.off()).reading().statistics())
        .isEqualTo(ReadStatistics.NONE);
  }

  @Test
  void nothingIsRememberedWhereThereIsNoRoom() {
    Templates small = Templates.builder().maxReadBytes(0).build();
    Boxes port = port(Castile.server().templates(small), small);
    List<Box> boxes = boxes(20);
    for (int i = 0; i < 3; i++) {
      assertSame(port.same(boxes), boxes);
    }

    assertThat(TemplateStore.of(small).reading().statistics()).isEqualTo(ReadStatistics.NONE);
    assertThat(TemplateStore.of(small).reading().bytes()).isZero();
  }

  // ---- read-only ----

  @Test
  void resultsThatNobodyChangesAreTheSameObjects() {
    Boxes port =
        port(
            client(Castile.server().templates(Templates.off()))
                .templates(templates)
                .readOnly("same"));
    List<Box> boxes = boxes(20);
    port.same(boxes);
    List<Box> first = port.same(boxes);
    boxes.get(7).count++;
    List<Box> second = port.same(boxes);
    List<Box> third = port.same(boxes);

    assertSame(third, boxes);
    assertThat(third).isSameAs(second);
    for (int i = 0; i < 20; i++) {
      if (i == 7) {
        assertThat(second.get(i)).isNotSameAs(first.get(i));
      } else {
        assertThat(second.get(i)).isSameAs(first.get(i));
      }
    }
    assertThat(first.get(7).count)
        .as("the first result is as it was")
        .isNotEqualTo(boxes.get(7).count);
    double[] numbers = new double[200];
    port.numbers(numbers);
    port.numbers(numbers);
    assertThat(port.numbers(numbers)).as("not read-only").isNotSameAs(port.numbers(numbers));
  }

  /** Keeps what it gets. */
  @WebService(endpointInterface = "io.castile.ReadingTest$Boxes")
  public static class KeepingService extends BoxesService {
    final List<List<Box>> kept = new ArrayList<>();

    @Override
    public synchronized List<Box> same(List<Box> boxes) {
      kept.add(boxes);
      return boxes;
    }
  }

  @Test
  void argumentsThatNoServiceChangesAreTheSameObjects() {
    for (boolean readOnly : new boolean[] {true, false}) {
      KeepingService keeping = new KeepingService();
      ServerBuilder builder =
          Castile.server().host("localhost").publish("/boxes", keeping).templates(templates);
      SoapServer server = readOnly ? builder.readOnly(true).start() : builder.start();
      opened.add(server);
      Boxes port =
          port(
              Castile.client(Boxes.class)
                  .endpoint(server.url("/boxes"))
                  .templates(Templates.off()));
      for (int i = 0; i < 4; i++) {
        assertSame(port.same(boxes(20)), boxes(20));
      }

      boolean same = keeping.kept.get(3).get(5) == keeping.kept.get(2).get(5);
      assertThat(same).isEqualTo(readOnly);
    }
  }

  @Test
  void readOnlyNamesOperations() {
    assertThatThrownBy(
            () ->
                Castile.client(Boxes.class)
                    .endpoint("http://localhost/")
                    .readOnly("same", "sane")
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("found [sane]")
        .hasMessageContaining("numbers");
    assertThatThrownBy(() -> Castile.server().publish("/a", service).readOnly("all").start())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("found [all]");
  }

  // ---- many at once ----

  @Test
  @Tag("long")
  void manyThreadsGetTheirOwnValues() throws Exception {
    Boxes port = port();
    List<Callable<Void>> callers = new ArrayList<>();
    for (int thread = 0; thread < 8; thread++) {
      int seed = thread % 4 * 100; // two of a kind
      callers.add(
          () -> {
            List<Box> boxes = boxes(15);
            boxes.add(Box.make(seed, 1));
            for (int i = 0; i < 60; i++) {
              List<Box> result = port.same(boxes);
              assertSame(result, boxes);
              spoil(result);
              if (i % 5 == 0) {
                boxes.set(i % boxes.size(), Box.make(seed + i, 2));
              }
            }
            return null;
          });
    }
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Future<Void>> calls = threads.invokeAll(callers);
    threads.shutdown();
    for (Future<Void> call : calls) {
      call.get();
    }

    assertThat(responses("same").recalledBytes()).isPositive();
    assertThat(requests("same").recalledBytes()).isPositive();
  }
}
