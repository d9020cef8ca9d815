package io.castile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.template.Templates;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls with null items of lists and arrays, valid by the served schema, in all links. */
class NullItemsTest {
  /** A bean. */
  public static final class Cell {
    public String text;
    public Integer number;

    public Cell() {}

    Cell(String text, Integer number) {
      this.text = text;
      this.number = number;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Cell cell
          && Objects.equals(text, cell.text)
          && Objects.equals(number, cell.number);
    }

    @Override
    public int hashCode() {
      return Objects.hash(text, number);
    }

    @Override
    public String toString() {
      return text + number;
    }
  }

  /** Lists of a bean. */
  public static final class Row {
    public List<String> texts;
    public List<Cell> cells;
    public Double[] numbers;
    public List<Object> objects;
    @XmlElementWrapper public List<Cell> wrapped;
  }

  @WebService(targetNamespace = "urn:rows")
  public interface Rows {
    List<String> texts(@WebParam(name = "text") List<String> texts);

    Integer[] numbers(@WebParam(name = "number") Integer[] numbers);

    List<Cell> cells(@WebParam(name = "cell", targetNamespace = "urn:rows") List<Cell> cells);

    @XmlElement(name = "text")
    List<String> named(@WebParam(name = "text") @XmlElement(name = "text") List<String> texts);

    @XmlElement(nillable = true)
    List<String> nillable(@WebParam(name = "text") @XmlElement(nillable = true) List<String> texts);

    Row row(@WebParam(name = "row") Row row);

    String size(@WebParam(name = "text") List<String> texts);
  }

  @WebService(endpointInterface = "io.castile.NullItemsTest$Rows")
  public static class RowsService implements Rows {
    final AtomicInteger calls = new AtomicInteger();

    @Override
    public List<String> texts(List<String> texts) {
      return texts;
    }

    @Override
    public Integer[] numbers(Integer[] numbers) {
      return numbers;
    }

    @Override
    public List<Cell> cells(List<Cell> cells) {
      return cells;
    }

    @Override
    public List<String> named(List<String> texts) {
      return texts;
    }

    @Override
    public List<String> nillable(List<String> texts) {
      return texts;
    }

    @Override
    public Row row(Row row) {
      return row;
    }

    @Override
    public String size(List<String> texts) {
      calls.incrementAndGet();
      return texts.size() + " of " + texts;
    }
  }

  @WebService(targetNamespace = "urn:rpc")
  @SOAPBinding(style = SOAPBinding.Style.RPC)
  public interface RpcRows {
    String[] texts(@WebParam(name = "texts") String[] texts);

    Row row(@WebParam(name = "row") Row row);
  }

  @WebService(endpointInterface = "io.castile.NullItemsTest$RpcRows")
  public static class RpcRowsService implements RpcRows {
    @Override
    public String[] texts(String[] texts) {
      return texts;
    }

    @Override
    public Row row(Row row) {
      return row;
    }
  }

  /** A service without an interface, whose operation is bare. */
  @WebService(targetNamespace = "urn:bare")
  @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
  public static class BareRows {
    @WebMethod
    public Row row(@WebParam(name = "row") Row row) {
      return row;
    }
  }

  /** What a client does beside plain calls. */
  enum Link {
    PLAIN,
    TEMPLATES,
    LINKED
  }

  private static SoapServer serve(Object service, Link link) {
    ServerBuilder builder = Castile.server().host("localhost").validate(true);
    if (link == Link.TEMPLATES) {
      builder.templates(Templates.builder().always(true).build());
    } else if (link == Link.LINKED) {
      builder.differential(Differential.of(DifferentialOptions.DEFAULT));
    }
    return builder.publish("/s", service).start();
  }

  private static <T> T client(Class<T> type, SoapServer server, Link link) {
    ClientBuilder<T> builder = Castile.client(type).endpoint(server.url("/s")).validate(true);
    if (link == Link.TEMPLATES) {
      builder.templates(Templates.builder().always(true).build());
    } else if (link == Link.LINKED) {
      builder.differential(Differential.of(DifferentialOptions.DEFAULT));
    }
    return builder.build();
  }

  /** Values of which every third is null in one round, and others in the next. */
  private static <T> List<T> some(List<T> items, int round) {
    List<T> some = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      some.add((i + round) % 3 == 0 ? null : items.get((i * (round % 4 + 1)) % items.size()));
    }
    return some;
  }

  private static List<Cell> cells(int round) {
    return some(Arrays.asList(new Cell("a", 1), new Cell("b", round), new Cell(null, null)), round);
  }

  private static Row row(int round) {
    Row row = new Row();
    row.texts = some(Arrays.asList("a", "", "c" + round), round);
    row.cells = cells(round);
    row.numbers = some(Arrays.asList(1.5, 2.5, round + 0.5), round + 1).toArray(Double[]::new);
    row.objects = some(Arrays.<Object>asList("a", 5, new Cell("c", 1)), round + 2);
    row.wrapped = cells(round + 1);
    return row;
  }

  private static void assertAlike(Row read, Row sent) {
    assertThat(read.texts).isEqualTo(sent.texts);
    assertThat(read.cells).isEqualTo(sent.cells);
    assertThat(read.numbers).isEqualTo(sent.numbers);
    assertThat(read.objects).isEqualTo(sent.objects);
    assertThat(read.wrapped).isEqualTo(sent.wrapped);
  }

  @ParameterizedTest
  @EnumSource(Link.class)
  void nullItemsComeBackWhereTheyWere(Link link) {
    try (SoapServer server = serve(new RowsService(), link)) {
      Rows rows = client(Rows.class, server, link);
      for (int i = 0; i < 60; i++) {
        List<String> texts = some(Arrays.asList("a", "b" + i, ""), i);
        assertThat(rows.texts(texts)).isEqualTo(texts);
        Integer[] numbers = some(Arrays.asList(1, i, 3), i).toArray(Integer[]::new);
        assertThat(rows.numbers(numbers)).isEqualTo(numbers);
        assertThat(rows.cells(cells(i))).isEqualTo(cells(i));
        assertThat(rows.nillable(texts)).isEqualTo(texts);
        assertThat(rows.named(texts)).isEqualTo(texts.stream().filter(Objects::nonNull).toList());
        assertAlike(rows.row(row(i)), row(i));
      }
      assertThat(rows.texts(Arrays.asList((String) null))).containsExactly((String) null);
    }
  }

  @ParameterizedTest
  @EnumSource(Link.class)
  void nullItemsOfRpcAndBareOperationsComeBackWhereTheyWere(Link link) {
    try (SoapServer server = serve(new RpcRowsService(), link);
        SoapServer bare = serve(new BareRows(), link)) {
      RpcRows rows = client(RpcRows.class, server, link);
      BareClient bareRows = client(BareClient.class, bare, link);
      for (int i = 0; i < 40; i++) {
        String[] texts = some(Arrays.asList("a", "b" + i, ""), i).toArray(String[]::new);
        assertThat(rows.texts(texts)).isEqualTo(texts);
        assertAlike(rows.row(row(i)), row(i));
        assertAlike(bareRows.row(row(i)), row(i));
      }
    }
  }

  @WebService(name = "BareRows", targetNamespace = "urn:bare")
  @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
  public interface BareClient {
    Row row(@WebParam(name = "row") Row row);
  }

  @Test
  void listsThatDifferByANullAreTwoKeys() {
    RowsService service = new RowsService();
    CachePolicy policy =
        CachePolicy.builder()
            .rule(CacheRule.forOperations("size").cache(true).ttl(Duration.ofHours(1)).build())
            .build();
    try (SoapServer server =
        Castile.server().host("localhost").cache(policy).publish("/s", service).start()) {
      Rows cached = Castile.client(Rows.class).endpoint(server.url("/s")).cache(policy).build();
      Rows plain = client(Rows.class, server, Link.PLAIN);
      for (Rows rows : List.of(cached, cached, plain)) {
        assertThat(rows.size(Arrays.asList("a", null))).isEqualTo("2 of [a, null]");
        assertThat(rows.size(Arrays.asList("a", ""))).isEqualTo("2 of [a, ]");
        assertThat(rows.size(Arrays.asList("a"))).isEqualTo("1 of [a]");
        assertThat(rows.size(Arrays.asList(null, "a"))).isEqualTo("2 of [null, a]");
      }
      assertThat(service.calls).hasValue(4);
    }
  }

  @Test
  void theServedDescriptionSaysWhichItemsMayBeNil() throws Exception {
    try (SoapServer server = serve(new RowsService(), Link.PLAIN)) {
      String wsdl = read(server.url("/s") + "?wsdl=1");
      assertThat(element(wsdl, "named")).doesNotContain("nillable");
      assertThat(element(wsdl, "texts")).contains("nillable=\"true\"");
      assertThat(element(wsdl, "nillable")).contains("nillable=\"true\"");
      assertThat(element(wsdl, "numbers")).contains("nillable=\"true\"");
    }
  }

  private static String read(String url) throws Exception {
    try (InputStream in = URI.create(url).toURL().openStream()) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private static String element(String wsdl, String name) {
    int start = wsdl.indexOf("<xs:element name=\"" + name + "\"");
    return wsdl.substring(start, wsdl.indexOf("</xs:complexType>", start));
  }
}
