package io.castile.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.shop.TracedHandlers.Deed;
import io.castile.soap.model.internal.ServiceModel;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Handlers are called in the same order, for the same outcome, as by the reference stack. */
@Tag("long")
class HandlerOrderTest {
  private static final ServiceModel TRACED = ServiceModel.ofImplementation(TracedShopService.class);
  private static final ServiceModel PLAIN = ServiceModel.ofImplementation(WrappedShopService.class);

  private static Stack.Published castile;
  private static Stack.Published metro;
  private static Stack.Published plain;

  @BeforeAll
  static void publish() throws Exception {
    castile = Stack.CASTILE.publish(new TracedShopService());
    metro = Stack.METRO.publish(new TracedShopService());
    plain = Stack.CASTILE.publish(new WrappedShopService());
  }

  @AfterAll
  static void stop() throws Exception {
    castile.close();
    metro.close();
    plain.close();
  }

  /** What was called, closing aside, then how the call ended, then what was closed. */
  private static List<String> traceOf(WrappedShop shop, String call) {
    String outcome;
    try {
      outcome =
          switch (call) {
            case "add" -> "sum " + shop.add(1, 2);
            case "find" -> "item " + shop.find("nothing").name;
            case "tell" -> {
              shop.tell("x");
              yield "told";
            }
            default -> throw new AssertionError(call);
          };
    } catch (SOAPFaultException e) {
      outcome = "fault: " + e.getFault().getFaultString();
    } catch (WebServiceException e) {
      outcome = "no result"; // each stack has subclasses of its own
    } catch (NoSuchItem | OutOfStock e) {
      outcome = e.getClass().getSimpleName();
    }
    List<String> calls = new ArrayList<>();
    List<String> closed = new ArrayList<>();
    for (String each : TracedHandlers.trace()) {
      (each.endsWith("close") ? closed : calls).add(each);
    }
    calls.add(outcome);
    closed.sort(null);
    calls.addAll(closed);
    return calls;
  }

  private static List<String> server(Stack.Published server, String call) throws Exception {
    WrappedShop shop = Stack.CASTILE.client(WrappedShop.class, server, TRACED);
    try (AutoCloseable open = (AutoCloseable) shop) {
      return traceOf(shop, call);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "add, -, GO_ON",
    "find, -, GO_ON",
    "add, S1 message in, STOP",
    "add, S2 message in, STOP",
    "add, L1 message in, STOP",
    "add, L2 message in, STOP",
    "add, S1 message in, REFUSE",
    "add, S2 message in, REFUSE",
    "add, L1 message in, REFUSE",
    "add, L2 message in, REFUSE",
    "add, S1 message in, FAIL",
    "add, S2 message in, FAIL",
    "add, L1 message in, FAIL",
    "add, L2 message in, FAIL",
    "add, S1 message out, STOP",
    "add, L2 message out, STOP",
    "add, S1 message out, REFUSE",
    "add, L2 message out, REFUSE",
    "add, S1 message out, FAIL",
    "add, L2 message out, FAIL",
    "find, S1 fault out, STOP",
    "find, S1 fault out, REFUSE",
    "find, L1 fault out, REFUSE",
    "find, S1 fault out, FAIL",
    "find, L1 fault out, FAIL",
  })
  void ofAServer(String call, String place, Deed deed) throws Exception {
    TracedHandlers.plan(place, deed);
    List<String> expected = server(metro, call);
    TracedHandlers.plan(place, deed);

    assertThat(server(castile, call)).isEqualTo(expected);
  }

  private static List<String> client(Stack stack, String call) throws Exception {
    WrappedShop shop = stack.client(WrappedShop.class, plain, PLAIN);
    try (AutoCloseable open = (AutoCloseable) shop) {
      ((BindingProvider) shop).getBinding().setHandlerChain(List.copyOf(TracedHandlers.all()));
      return traceOf(shop, call);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "add, -, GO_ON",
    "find, -, GO_ON",
    "tell, -, GO_ON",
    "add, S1 message out, STOP",
    "add, S2 message out, STOP",
    "add, L1 message out, STOP",
    "add, L2 message out, STOP",
    "add, S1 message out, REFUSE",
    "add, S2 message out, REFUSE",
    "add, L1 message out, REFUSE",
    "add, L2 message out, REFUSE",
    "add, S1 message out, FAIL",
    "add, L1 message out, FAIL",
    "add, S1 message in, STOP",
    "add, L2 message in, STOP",
    "add, S1 message in, REFUSE",
    "add, L2 message in, REFUSE",
    "add, S1 message in, FAIL",
    "add, L2 message in, FAIL",
    "find, L1 fault in, STOP",
    "find, S1 fault in, REFUSE",
    "find, L1 fault in, REFUSE",
    "find, S1 fault in, FAIL",
    "find, L1 fault in, FAIL",
    "tell, S1 message out, STOP",
    "tell, L2 message out, STOP",
  })
  void ofAClient(String call, String place, Deed deed) throws Exception {
    TracedHandlers.plan(place, deed);
    List<String> expected = client(Stack.METRO, call);
    TracedHandlers.plan(place, deed);

    assertThat(client(Stack.CASTILE, call)).isEqualTo(expected);
  }

  /**
   * Where the reference stack does not do as §9.3.2 says: it goes on with the other kind of
   * handlers when one has stopped a fault, and does not tell the caller of a one-way operation.
   */
  @ParameterizedTest
  @CsvSource({
    "find, S1 fault in, STOP,"
        + "'L1 message out,L2 message out,S1 message out,S2 message out,S2 fault in,S1 fault in,"
        + "NoSuchItem,L1 close,L2 close,S1 close,S2 close'",
    "tell, S1 message out, REFUSE,"
        + "'L1 message out,L2 message out,S1 message out,no result,L1 close,L2 close,S1 close'",
    "tell, L2 message out, FAIL, 'L1 message out,L2 message out,no result,L1 close,L2 close'",
  })
  void ofAClientByTheSpecification(String call, String place, Deed deed, String expected)
      throws Exception {
    TracedHandlers.plan(place, deed);

    assertThat(String.join(",", client(Stack.CASTILE, call))).isEqualTo(expected);
  }

  @Test
  void aServerStopsAFaultByTheSpecification() throws Exception {
    TracedHandlers.plan("L1 fault out", Deed.STOP);

    assertThat(String.join(",", server(castile, "find")))
        .isEqualTo(
            "S2 message in,S1 message in,L2 message in,L1 message in,L1 fault out,NoSuchItem,"
                + "L1 close,L2 close,S1 close,S2 close");
  }

  @Test
  void handlersAreClosedInTheReverseOrderOfTheirFirstCalls() throws Exception {
    TracedHandlers.plan("-", Deed.GO_ON);
    client(Stack.CASTILE, "add");
    assertThat(TracedHandlers.trace()).endsWith("S2 close", "S1 close", "L2 close", "L1 close");

    TracedHandlers.plan("-", Deed.GO_ON);
    server(castile, "add");
    assertThat(TracedHandlers.trace()).endsWith("L1 close", "L2 close", "S1 close", "S2 close");
  }
}
