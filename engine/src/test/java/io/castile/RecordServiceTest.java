package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.XmlValue;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.RequestWrapper;
import jakarta.xml.ws.WebFault;
import java.beans.ConstructorProperties;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Services of records and immutable classes, held to the generated schema on both sides. */
class RecordServiceTest {
  @XmlRootElement(name = "order", namespace = "urn:records")
  @XmlType(namespace = "urn:records")
  public record Order(@XmlAttribute String id, LocalDate day, List<Line> lines) {}

  public record Line(String sku, int count, BigDecimal price, Label label) {}

  public record Label(@XmlAttribute String language, @XmlValue String text) {}

  public static final class Receipt {
    private final String id;
    private final int lines;

    @ConstructorProperties({"id", "lines"})
    public Receipt(String id, int lines) {
      this.id = id;
      this.lines = lines;
    }
  }

  public record Context(String user) {}

  public record Problem(int code, String text) {}

  @WebFault(name = "problem", targetNamespace = "urn:records")
  public static final class ProblemException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Problem info;

    public ProblemException(String message, Problem info) {
      super(message);
      this.info = info;
    }

    public Problem getFaultInfo() {
      return info;
    }
  }

  @XmlRootElement(name = "wrapped", namespace = "urn:records")
  @XmlType(name = "wrapped", namespace = "urn:records")
  public record Wrapped(String one, int two) {}

  @WebService(targetNamespace = "urn:records")
  public interface Orders {
    Receipt place(
        @WebParam(name = "order") Order order,
        @WebParam(name = "context", header = true) Context context,
        @WebParam(name = "day", mode = WebParam.Mode.OUT) Holder<Label> label)
        throws ProblemException;

    List<Line> lines(@WebParam(name = "orders") Order[] orders);

    Label find(@WebParam(name = "line") Line line);

    @RequestWrapper(
        localName = "wrapped",
        targetNamespace = "urn:records",
        className = "io.castile.RecordServiceTest$Wrapped")
    String wrap(@WebParam(name = "one") String one, @WebParam(name = "two") int two);
  }

  @WebService(endpointInterface = "io.castile.RecordServiceTest$Orders")
  public static class OrdersService implements Orders {
    final AtomicInteger calls = new AtomicInteger();

    @Override
    public Receipt place(Order order, Context context, Holder<Label> label)
        throws ProblemException {
      if (order.lines().isEmpty()) {
        throw new ProblemException("no lines", new Problem(7, context.user()));
      }
      label.value = new Label("en", order.id());
      return new Receipt(order.id() + context.user(), order.lines().size());
    }

    @Override
    public List<Line> lines(Order[] orders) {
      List<Line> all = new ArrayList<>();
      for (Order order : orders) {
        all.addAll(order.lines());
      }
      return all;
    }

    @Override
    public Label find(Line line) {
      calls.incrementAndGet();
      return line.label();
    }

    @Override
    public String wrap(String one, int two) {
      return one + two;
    }
  }

  private static Line line(int i) {
    return new Line("s" + i, i, BigDecimal.valueOf(i, 2), i % 2 == 0 ? null : new Label("de", "x"));
  }

  private static SoapServer serve(Object service) {
    return Castile.server().host("localhost").validate(true).publish("/s", service).start();
  }

  @Test
  void messagesAreValidByTheGeneratedSchemaAndComeBackAsTheyWere() throws Exception {
    try (SoapServer server = serve(new OrdersService())) {
      Orders orders =
          Castile.client(Orders.class).endpoint(server.url("/s")).validate(true).build();
      for (int i = 1; i < 80; i++) { // by templates, and compiled
        List<Line> lines = new ArrayList<>();
        for (int j = 0; j < 1 + i % 20; j++) {
          lines.add(line(i / 3 + j));
        }
        Order order = new Order("o" + i / 2, LocalDate.EPOCH.plusDays(i), lines);
        Holder<Label> label = new Holder<>();

        Receipt receipt = orders.place(order, new Context("bob"), label);

        assertThat(receipt.id).isEqualTo(order.id() + "bob");
        assertThat(receipt.lines).isEqualTo(lines.size());
        assertThat(label.value).isEqualTo(new Label("en", order.id()));
        assertThat(orders.lines(new Order[] {order, order}))
            .hasSize(2 * lines.size())
            .startsWith(lines.get(0));
        assertThat(orders.wrap("a", i)).isEqualTo("a" + i);
      }
    }
  }

  @Test
  void theDetailOfAFaultIsARecord() {
    try (SoapServer server = serve(new OrdersService())) {
      Orders orders = Castile.client(Orders.class).endpoint(server.url("/s")).build();

      assertThatThrownBy(
              () ->
                  orders.place(new Order("o", null, List.of()), new Context("eve"), new Holder<>()))
          .isInstanceOfSatisfying(
              ProblemException.class,
              e -> assertThat(e.getFaultInfo()).isEqualTo(new Problem(7, "eve")));
    }
  }

  @Test
  void anAnswerOfImmutablesIsKeptAndGivenAgainAsItIs() {
    OrdersService service = new OrdersService();
    CachePolicy policy =
        CachePolicy.builder()
            .rule(CacheRule.forOperations("find").cache(true).ttl(Duration.ofHours(1)).build())
            .build();
    try (SoapServer server = serve(service)) {
      Orders orders = Castile.client(Orders.class).endpoint(server.url("/s")).cache(policy).build();

      Label first = orders.find(line(3));
      assertThat(orders.find(line(3))).isEqualTo(new Label("de", "x")).isSameAs(first);
      assertThat(orders.find(line(4))).isNull();
      assertThat(orders.find(line(5))).isEqualTo(first);
      assertThat(service.calls).hasValue(3);
    }
  }
}
