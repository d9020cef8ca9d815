package io.castile.soap.addressing;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.ws.Action;
import jakarta.xml.ws.FaultAction;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Actions by WS-Addressing 1.0 Metadata §4.4, with the examples that stand there. */
final class AddressingActionsTest {
  /** There is no such ticker. */
  public static class NoSuchTicker extends Exception {
    private static final long serialVersionUID = 1L;
  }

  /** The exchange is closed. */
  public static class Closed extends Exception {
    private static final long serialVersionUID = 1L;
  }

  /** The port type of Metadata §4.4.4.1. */
  @WebService(name = "StockQuotePortType", targetNamespace = "http://example.com/stockquote")
  interface StockQuotes {
    @WebMethod(operationName = "GetLastTradePrice")
    double price(@WebParam(name = "ticker") String ticker) throws NoSuchTicker, Closed;

    @Oneway
    @WebMethod(operationName = "Forget")
    void forget(@WebParam(name = "ticker") String ticker);
  }

  @WebService(name = "StockQuotePortType", targetNamespace = "http://example.com/stockquote/")
  interface WithSlash {
    @WebMethod(operationName = "GetLastTradePrice")
    double price() throws NoSuchTicker;
  }

  /** The port type of Metadata §4.4.4.1 whose namespace is a URN. */
  @WebService(name = "StockQuotePortType", targetNamespace = "urn:example:stockquote")
  interface WithUrn {
    @WebMethod(operationName = "GetLastTradePrice")
    double price() throws NoSuchTicker;
  }

  @WebService(name = "P", targetNamespace = "urn:p")
  interface Annotated {
    @WebMethod(action = "urn:soap-action")
    int bySoapAction() throws Closed;

    @WebMethod(action = "urn:soap-action-too")
    @Action(
        input = "urn:in",
        output = "urn:out",
        fault = {
          @FaultAction(className = NoSuchTicker.class, value = "urn:no-such"),
          @FaultAction(className = Closed.class, value = "")
        })
    int byAnnotation() throws NoSuchTicker, Closed;

    @Action(output = "urn:out-only")
    int byHalf();

    @WebMethod(action = "urn:twice")
    int first();

    @WebMethod(action = "urn:twice")
    int second();
  }

  private static OperationModel operation(ServiceModel model, String name) {
    return model.operations().stream()
        .filter(each -> each.name().getLocalPart().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void namesMakeTheActionsOfTheSpecificationsExample() {
    ServiceModel model = ServiceModel.of(StockQuotes.class);
    AddressingActions actions = new AddressingActions(model);
    OperationModel price = operation(model, "GetLastTradePrice");

    assertThat(actions.input(price))
        .isEqualTo("http://example.com/stockquote/StockQuotePortType/GetLastTradePriceRequest");
    assertThat(actions.output(price))
        .isEqualTo("http://example.com/stockquote/StockQuotePortType/GetLastTradePriceResponse");
    assertThat(actions.fault(price, NoSuchTicker.class))
        .isEqualTo(
            "http://example.com/stockquote/StockQuotePortType/GetLastTradePrice/Fault/NoSuchTicker");
  }

  @Test
  void aOneWayInputHasTheNameOfItsOperation() {
    ServiceModel model = ServiceModel.of(StockQuotes.class);

    assertThat(new AddressingActions(model).input(operation(model, "Forget")))
        .isEqualTo("http://example.com/stockquote/StockQuotePortType/Forget");
  }

  @Test
  void aSlashAtTheEndOfTheNamespaceIsNotDoubled() {
    ServiceModel model = ServiceModel.of(WithSlash.class);
    OperationModel price = model.operations().get(0);

    assertThat(new AddressingActions(model).input(price))
        .isEqualTo("http://example.com/stockquote/StockQuotePortType/GetLastTradePriceRequest");
  }

  @Test
  void colonsDelimitTheNamesBehindAUrn() {
    ServiceModel model = ServiceModel.of(WithUrn.class);
    AddressingActions actions = new AddressingActions(model);
    OperationModel price = model.operations().get(0);

    assertThat(actions.input(price))
        .isEqualTo("urn:example:stockquote:StockQuotePortType:GetLastTradePriceRequest");
    assertThat(actions.fault(price, NoSuchTicker.class))
        .isEqualTo(
            "urn:example:stockquote:StockQuotePortType:GetLastTradePrice:Fault:NoSuchTicker");
  }

  @ParameterizedTest
  @CsvSource({
    "bySoapAction, urn:soap-action, urn:p:P:bySoapActionResponse",
    "byAnnotation, urn:in, urn:out",
    "byHalf, urn:p:P:byHalfRequest, urn:out-only",
    "first, urn:twice, urn:p:P:firstResponse",
  })
  void anAnnotationComesBeforeTheSoapActionAndThatBeforeTheNames(
      String name, String input, String output) {
    ServiceModel model = ServiceModel.of(Annotated.class);
    AddressingActions actions = new AddressingActions(model);

    assertThat(actions.input(operation(model, name))).isEqualTo(input);
    assertThat(actions.output(operation(model, name))).isEqualTo(output);
  }

  @Test
  void aFaultHasTheActionOfItsAnnotationWhereThatSaysOne() {
    ServiceModel model = ServiceModel.of(Annotated.class);
    AddressingActions actions = new AddressingActions(model);
    OperationModel operation = operation(model, "byAnnotation");

    assertThat(actions.fault(operation, NoSuchTicker.class)).isEqualTo("urn:no-such");
    assertThat(actions.fault(operation, Closed.class))
        .isEqualTo("urn:p:P:byAnnotation:Fault:Closed");
    assertThat(actions.fault(operation(model, "bySoapAction"), Closed.class))
        .isEqualTo("urn:p:P:bySoapAction:Fault:Closed");
  }

  @ParameterizedTest
  @CsvSource({
    "urn:soap-action, bySoapAction",
    "urn:in, byAnnotation",
    "urn:soap-action-too, byAnnotation",
    "urn:p:P:byAnnotation, byAnnotation",
    "urn:p:P:byAnnotationRequest, byAnnotation",
    "urn:p:P:byHalf, byHalf",
    "urn:p:P:byHalfRequest, byHalf",
  })
  void anOperationIsFoundByItsActionAndByTheHabitsOfOtherStacks(String action, String name) {
    ServiceModel model = ServiceModel.of(Annotated.class);

    assertThat(new AddressingActions(model).operations(action))
        .containsExactly(operation(model, name));
  }

  @Test
  void operationsThatShareAnActionAreFoundTogetherAndUnknownOnesNot() {
    ServiceModel model = ServiceModel.of(Annotated.class);
    AddressingActions actions = new AddressingActions(model);

    assertThat(actions.operations("urn:twice"))
        .isEqualTo(List.of(operation(model, "first"), operation(model, "second")));
    assertThat(actions.operations("urn:steal")).isEmpty();
    assertThat(actions.operations("")).isEmpty();
  }
}
