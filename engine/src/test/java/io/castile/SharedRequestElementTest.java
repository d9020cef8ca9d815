package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import org.junit.jupiter.api.Test;

/** Operations with one request element and one action: a server cannot tell them, a client can. */
final class SharedRequestElementTest {
  /** What a description says of a service whose two operations take one element. */
  @WebService(targetNamespace = "urn:two")
  @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
  public interface Two {
    @WebMethod(operationName = "First")
    @WebResult(name = "Answer", targetNamespace = "urn:two")
    String first(@WebParam(name = "Ask", targetNamespace = "urn:two") String ask);

    @WebMethod(operationName = "Second")
    @WebResult(name = "Answer", targetNamespace = "urn:two")
    String second(@WebParam(name = "Ask", targetNamespace = "urn:two") String ask);
  }

  /** Takes the element once. */
  @WebService(targetNamespace = "urn:two")
  @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
  public static final class One {
    @WebMethod(operationName = "First")
    @WebResult(name = "Answer", targetNamespace = "urn:two")
    public String first(@WebParam(name = "Ask", targetNamespace = "urn:two") String ask) {
      return "answer to " + ask;
    }
  }

  /** A service of the interface. */
  @WebService(
      targetNamespace = "urn:two",
      endpointInterface = "io.castile.SharedRequestElementTest$Two")
  public static final class Both implements Two {
    @Override
    public String first(String ask) {
      return ask;
    }

    @Override
    public String second(String ask) {
      return ask;
    }
  }

  @Test
  void aClientCallsBoth() throws Exception {
    try (SoapServer server = Castile.server().host("localhost").publish("/one", new One()).start();
        AutoCloseable closed = (AutoCloseable) port(server)) {
      Two two = (Two) closed;

      assertThat(two.first("a")).isEqualTo("answer to a");
      assertThat(two.second("b")).isEqualTo("answer to b");
    }
  }

  private static Two port(SoapServer server) {
    return Castile.client(Two.class).endpoint(server.url("/one")).build();
  }

  @Test
  void aServerDoesNotStart() {
    assertThatThrownBy(() -> Castile.server().host("localhost").publish("/two", new Both()).start())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("have the same request element {urn:two}Ask")
        .hasMessageContaining("Give them different @WebMethod(operationName) or (action)");
  }
}
