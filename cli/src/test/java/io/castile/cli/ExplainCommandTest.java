package io.castile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.castile.demo.portal.GoogleSearchResult;
import io.castile.demo.portal.Portal;
import jakarta.jws.Oneway;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyAttribute;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElements;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** What {@code castile explain} says of messages that go as values, and of those that do not. */
final class ExplainCommandTest {
  private static final String ORDER = Order.class.getName();

  private final Cli cli = new Cli();

  /** Has properties with and without columns. */
  @XmlRootElement
  @XmlAccessorType(XmlAccessType.FIELD)
  public static class Order {
    public int count;

    @XmlElements({
      @XmlElement(name = "text", type = String.class),
      @XmlElement(name = "number", type = Integer.class)
    })
    public Object choice;

    @XmlAnyElement public List<Object> any;
    @XmlAnyAttribute public Map<QName, String> others;
    public Shape shape;
  }

  /** Has no rows of its own. */
  public abstract static class Shape {}

  /** Is told when it has been read. */
  @XmlRootElement
  public static class Told {
    public int count;

    void afterUnmarshal(Unmarshaller by, Object parent) {}
  }

  /** Has messages of all kinds. */
  @WebService
  public interface Shop {
    double price(@WebParam(header = true) String token, String name);

    Order order(int number);

    @Oneway
    void note(@WebParam(header = true) String token, String text);
  }

  /** Has messages that are in SOAP encoding. */
  @WebService
  @SOAPBinding(style = SOAPBinding.Style.RPC, use = SOAPBinding.Use.ENCODED)
  public interface OldShop {
    double price(String name);
  }

  @Test
  void messagesOfAServiceAreValuesOrXml() {
    assertThat(cli.run("explain", Shop.class.getName())).isZero();

    assertThat(cli.out())
        .containsPattern("\n *price +request +values\n")
        .containsPattern("\n *price +response +values\n")
        .containsPattern(
            "\n *order +response +values, but XML where these properties have a value:"
                + " Order.others, Order.choice, Order.any, Order.shape\n")
        .containsPattern("\n *note +request +XML: a one-way operation\n")
        .doesNotContainPattern("note +response");
  }

  @Test
  void propertiesWithoutColumnsHaveReasons() {
    assertThat(cli.run("explain", Shop.class.getName())).isZero();

    assertThat(cli.out())
        .endsWith(
            "Properties without columns:\n"
                + ("  " + ORDER + ".others: attributes of any name\n")
                + ("  " + ORDER + ".choice: a choice of elements\n")
                + ("  " + ORDER + ".any: elements of any name\n")
                + ("  " + ORDER + ".shape: " + Shape.class.getName() + " is abstract\n"));
  }

  @Test
  void messagesOfAServiceForMachines() throws Exception {
    assertThat(cli.run("explain", "--json", Shop.class.getName())).isZero();

    JsonNode messages = cli.json().get("messages");
    assertThat(messages).hasSize(5);
    JsonNode order = message("order", "response");
    assertThat(order.get("form").asText()).isEqualTo("values");
    assertThat(order.get("reason").isNull()).isTrue();
    assertThat(order.get("withoutColumns"))
        .extracting(JsonNode::asText)
        .containsExactly(ORDER + ".others", ORDER + ".choice", ORDER + ".any", ORDER + ".shape");
    JsonNode note = message("note", "request");
    assertThat(note.get("form").asText()).isEqualTo("XML");
    assertThat(note.get("reason").asText()).isEqualTo("a one-way operation");
    assertThat(cli.json().get("withoutColumns").get(ORDER + ".any").asText())
        .isEqualTo("elements of any name");
  }

  private JsonNode message(String operation, String direction) throws Exception {
    for (JsonNode each : cli.json().get("messages")) {
      if (each.get("operation").asText().equals(operation)
          && each.get("direction").asText().equals(direction)) {
        return each;
      }
    }
    throw new AssertionError("no " + direction + " of " + operation);
  }

  @Test
  void encodedMessagesAreXml() {
    assertThat(cli.run("explain", OldShop.class.getName())).isZero();

    assertThat(cli.out())
        .containsPattern("price +request +XML: SOAP encoding\n")
        .containsPattern("price +response +XML: SOAP encoding\n");
  }

  @Test
  void aBoundClassIsAMessage() {
    assertThat(cli.run("explain", ORDER)).isZero();

    assertThat(cli.out())
        .containsPattern("message +values, but XML where these properties have a value: Order.oth");
  }

  @Test
  void aBoundClassWithCallbacksIsXml() throws Exception {
    assertThat(cli.run("explain", "--json", Told.class.getName())).isZero();

    JsonNode message = message(Told.class.getName(), "message");
    assertThat(message.get("form").asText()).isEqualTo("XML");
    assertThat(message.get("reason").asText()).isEqualTo(Told.class.getName() + " has callbacks");
    assertThat(cli.json().get("withoutColumns")).isEmpty();
  }

  @Test
  void allAnswersOfThePortalAreValues() throws Exception {
    assertThat(cli.run("explain", "--json", Portal.class.getName())).isZero();

    assertThat(cli.json().get("messages")).hasSize(2 * 16);
    assertThat(cli.json().get("messages").findValuesAsText("form")).containsOnly("values");
  }

  @Test
  void aClassWithoutARootElementIsAMessageToo() {
    assertThat(cli.run("explain", GoogleSearchResult.class.getName())).isZero();

    assertThat(cli.out()).containsPattern("GoogleSearchResult +message +values\n");
  }
}
