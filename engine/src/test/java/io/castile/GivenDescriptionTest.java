package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.soap.http.Transport;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A WSDL that was given has to fit, and what it demands has to be done; else nothing starts. */
class GivenDescriptionTest {
  /** What all services here do; each says where its WSDL is. */
  @WebService
  public abstract static class Adding {
    @WebMethod
    public int add(@WebParam(name = "a") int a, @WebParam(name = "b") int b) {
      return a + b;
    }
  }

  /** As their ports have it. */
  interface AddingPort {
    int add(@WebParam(name = "a") int a, @WebParam(name = "b") int b);
  }

  @WebService(
      name = "Adder",
      targetNamespace = "urn:adder",
      portName = "AdderPort",
      serviceName = "AdderService",
      wsdlLocation = "wsdl/absent.wsdl")
  public static final class Absent extends Adding {}

  @WebService(name = "Adder", targetNamespace = "urn:adder", wsdlLocation = "wsdl/absent.wsdl")
  interface AbsentPort extends AddingPort {}

  @WebService(
      name = "Adder",
      targetNamespace = "urn:adder",
      portName = "AdderPort",
      serviceName = "AdderService",
      wsdlLocation = "wsdl/broken.wsdl")
  public static final class Broken extends Adding {}

  @WebService(
      name = "Adder",
      targetNamespace = "urn:adder",
      portName = "AdderPort",
      serviceName = "AdderService",
      wsdlLocation = "wsdl/other-port-type.wsdl")
  public static final class OtherPortType extends Adding {}

  @WebService(
      name = "Adder",
      targetNamespace = "urn:adder",
      portName = "AdderPort",
      serviceName = "AdderService",
      wsdlLocation = "wsdl/other-operation.wsdl")
  public static final class OtherOperation extends Adding {}

  @WebService(
      name = "Adder",
      targetNamespace = "urn:adder",
      wsdlLocation = "wsdl/other-operation.wsdl")
  interface OtherOperationPort extends AddingPort {}

  @WebService(
      name = "Adder",
      targetNamespace = "urn:adder",
      portName = "AdderPort",
      serviceName = "AdderService",
      wsdlLocation = "wsdl/other-element.wsdl")
  public static final class OtherElement extends Adding {}

  @WebService(
      name = "Adder",
      targetNamespace = "urn:adder",
      portName = "AdderPort",
      serviceName = "AdderService",
      wsdlLocation = "wsdl/other-response.wsdl")
  public static final class OtherResponse extends Adding {}

  @WebService(
      name = "Adder",
      targetNamespace = "urn:adder",
      portName = "AdderPort",
      serviceName = "AdderService",
      wsdlLocation = "wsdl/other-style.wsdl")
  public static final class OtherStyle extends Adding {}

  @WebService(
      name = "Adder",
      targetNamespace = "urn:adder",
      portName = "AdderPort",
      serviceName = "AdderService",
      wsdlLocation = "wsdl/other-use.wsdl")
  public static final class OtherUse extends Adding {}

  @WebService(
      name = "Adder",
      targetNamespace = "urn:adder",
      portName = "AdderPort",
      serviceName = "AdderService",
      wsdlLocation = "wsdl/other-ports.wsdl")
  public static final class OtherPorts extends Adding {}

  @WebService(
      name = "Adder",
      targetNamespace = "urn:adder",
      serviceName = "Addition",
      wsdlLocation = "wsdl/optional.wsdl")
  public static final class OtherServiceName extends Adding {}

  @WebService(
      name = "Adder",
      targetNamespace = "urn:adder",
      portName = "AdditionPort",
      wsdlLocation = "wsdl/optional.wsdl")
  public static final class OtherPortName extends Adding {}

  @WebService(name = "Adder", targetNamespace = "urn:adder", wsdlLocation = "wsdl/optional.wsdl")
  public static final class UnsaidNames extends Adding {}

  @WebService(
      name = "Adder",
      targetNamespace = "urn:adder",
      portName = "AdderPort",
      serviceName = "AdderService",
      wsdlLocation = "wsdl/symmetric.wsdl")
  public static final class Symmetric extends Adding {}

  @WebService(name = "Adder", targetNamespace = "urn:adder", wsdlLocation = "wsdl/symmetric.wsdl")
  interface SymmetricPort extends AddingPort {}

  @WebService(
      name = "Adder",
      targetNamespace = "urn:adder",
      portName = "AdderPort",
      serviceName = "AdderService",
      wsdlLocation = "wsdl/transport.wsdl")
  public static final class Secured extends Adding {}

  @WebService(name = "Adder", targetNamespace = "urn:adder", wsdlLocation = "wsdl/transport.wsdl")
  interface SecuredPort extends AddingPort {}

  @WebService(
      name = "Adder",
      targetNamespace = "urn:adder",
      portName = "AdderPort",
      serviceName = "AdderService",
      wsdlLocation = "wsdl/optional.wsdl")
  public static final class Optional extends Adding {}

  @WebService(
      name = "Adder",
      targetNamespace = "urn:adder",
      portName = "AdderPort",
      serviceName = "AdderService",
      wsdlLocation = "wsdl/alternative.wsdl")
  public static final class Alternative extends Adding {}

  private static ServerBuilder serving(Object service) {
    return Castile.server().host("localhost").publish("/add", service);
  }

  /** A transport that nothing is to reach. */
  private static final class Forbidden implements Transport {
    @Override
    public Incoming send(Outgoing message) {
      throw new AssertionError("sent in clear");
    }

    @Override
    public void close() {}
  }

  static Stream<Arguments> misfits() {
    return Stream.of(
        Arguments.of(
            new Absent(),
            "wsdl/absent.wsdl of " + Absent.class.getName() + ", because it is not there"),
        Arguments.of(
            new Broken(), "wsdl/broken.wsdl of " + Broken.class.getName() + " cannot be read"),
        Arguments.of(
            new OtherPortType(),
            "expected port type {urn:adder}Adder, found [{urn:adder}Subtractor]"),
        Arguments.of(new OtherOperation(), "expected operation add of "),
        Arguments.of(
            new OtherElement(), "expected element {urn:adder}add as the request of operation add"),
        Arguments.of(
            new OtherResponse(),
            "expected element {urn:adder}addResponse as the response of operation add"),
        Arguments.of(
            new OtherStyle(),
            "expected operation add of binding AdderBinding to be document/literal"),
        Arguments.of(new OtherStyle(), "says, found rpc/literal"),
        Arguments.of(new OtherUse(), "says, found document/encoded"),
        Arguments.of(new OtherPorts(), "expected port AdderPort, found [FirstPort, SecondPort]"),
        Arguments.of(
            new OtherServiceName(),
            "expected service {urn:adder}Addition, found [{urn:adder}AdderService]"),
        Arguments.of(new OtherPortName(), "expected port AdditionPort, found [AdderPort]"),
        Arguments.of(new Symmetric(), "SymmetricBinding, which cannot be met: it is not supported"),
        Arguments.of(
            new Secured(),
            "TransportBinding, which cannot be met: call transport(t -> t.tls(context))"));
  }

  @ParameterizedTest
  @MethodSource("misfits")
  void aServiceWhoseDescriptionDoesNotFitIsNotStarted(Object service, String message) {
    assertThatThrownBy(() -> serving(service).start())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void tokensThatAPolicyDemandsAreAskedFor() throws Exception {
    SSLContext context = LocalTls.withKey();
    assertThatThrownBy(() -> serving(new Secured()).transport(t -> t.tls(context)).start())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "UsernameToken, which cannot be met: call security(s -> s.usernameTokens(validator))");

    try (SoapServer server =
        serving(new Secured())
            .transport(t -> t.tls(context))
            .security(s -> s.usernameTokens(name -> "secret"))
            .start()) {
      assertThat(server.port()).isPositive();
    }
  }

  static Stream<Object> met() {
    return Stream.of(new Optional(), new Alternative());
  }

  @ParameterizedTest
  @MethodSource("met")
  void whatIsOptionalOrHasAnAlternativeDemandsNothing(Object service) {
    try (SoapServer server = serving(service).start()) {
      assertThat(server.port()).isPositive();
    }
  }

  /** Of one port, which is meant then. */
  @Test
  void namesThatNobodySaysAreNotHeldToTheDescription() {
    try (SoapServer server = serving(new UnsaidNames()).start()) {
      assertThat(server.port()).isPositive();
    }
  }

  @Test
  void aClientDoesNotSpeakInClearWhereThePolicyForbidsIt() {
    assertThatThrownBy(
            () -> Castile.client(SymmetricPort.class).endpoint("https://localhost/").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("SymmetricBinding");
    assertThatThrownBy(
            () -> Castile.client(SecuredPort.class).endpoint("http://localhost/").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the endpoint is no https URL");
    assertThat(Castile.client(SecuredPort.class).endpoint("https://localhost/").build())
        .isNotNull();
  }

  @Test
  void aClientIsHeldToItsDescriptionWhereThatIsThere() {
    assertThat(Castile.client(AbsentPort.class).endpoint("http://localhost/").build()).isNotNull();
    assertThatThrownBy(
            () -> Castile.client(OtherOperationPort.class).endpoint("http://localhost/").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected operation add of ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ws-security.signature.properties",
        "ws-security.encryption.username",
        "ws-security.callback-handler",
        "security.signature.properties",
        "security.encryption.crypto",
        "com.sun.xml.wss.provider.wsit.policy",
        "xws-security-username",
        "signaturePropFile",
        "rampartPolicy",
        "weblogic.wsee.security.wss.CredentialProviderList",
        "com.sun.xml.ws.transport.https.client.SSLSocketFactory"
      })
  void whatOtherStacksSecureMessagesByIsRefusedAndNothingIsSent(String key) {
    AbsentPort port =
        Castile.client(AbsentPort.class)
            .endpoint("http://localhost/")
            .transport(new Forbidden())
            .build();
    BindingProvider provider = (BindingProvider) port;
    provider.getRequestContext().put(key, "x");

    assertThatThrownBy(() -> port.add(1, 2))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining(key)
        .hasMessageContaining("does not support");
  }
}
