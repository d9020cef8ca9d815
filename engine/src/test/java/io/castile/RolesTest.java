package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.soap.SoapVersion;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlValue;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import javax.xml.namespace.QName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** For whom header blocks are, and who has to understand them. */
class RolesTest {
  private static final QName MARK = new QName("urn:test:roles", "Mark");
  private static final String NONE = "http://www.w3.org/2003/05/soap-envelope/role/none";

  /** A service that any header block may come to. */
  @WebService(name = "Roles", targetNamespace = "urn:test:roles")
  public interface Roles {
    String echo(@WebParam(name = "text") String text);
  }

  /** Answers with what it was given. */
  @WebService(targetNamespace = "urn:test:roles", endpointInterface = "io.castile.RolesTest$Roles")
  public static final class Service implements Roles {
    @Override
    public String echo(String text) {
      return text;
    }
  }

  @XmlRootElement(name = "Mark", namespace = "urn:test:roles")
  static final class Mark {
    @XmlValue public String text;
  }

  /** Does something with messages that come in, and understands some blocks. */
  private record Reader(Set<QName> understood, Consumer<SOAPMessageContext> action)
      implements SOAPHandler<SOAPMessageContext> {
    @Override
    public boolean handleMessage(SOAPMessageContext context) {
      if (!(Boolean) context.get(MessageContext.MESSAGE_OUTBOUND_PROPERTY)) {
        action.accept(context);
      }
      return true;
    }

    @Override
    public boolean handleFault(SOAPMessageContext context) {
      return true;
    }

    @Override
    public void close(MessageContext context) {}

    @Override
    public Set<QName> getHeaders() {
      return understood;
    }
  }

  private static String block(SoapVersion version, String role, String text) {
    String attribute = version == SoapVersion.SOAP_1_1 ? "actor" : "role";
    return "<r:Mark xmlns:r='urn:test:roles' e:mustUnderstand='1'"
        + (role.isEmpty() ? "" : " e:" + attribute + "='" + role + "'")
        + ">"
        + text
        + "</r:Mark>";
  }

  private static String message(SoapVersion version, String blocks, String payload) {
    return "<e:Envelope xmlns:e='"
        + version.namespace()
        + "'><e:Header>"
        + blocks
        + "</e:Header><e:Body><r:"
        + payload
        + " xmlns:r='urn:test:roles'/></e:Body></e:Envelope>";
  }

  private static String post(SoapServer server, SoapVersion version, String blocks)
      throws Exception {
    return RawHttp.post(server.port(), version.mediaType(), message(version, blocks, "echo"))
        .body();
  }

  @ParameterizedTest
  @CsvSource({
    "SOAP_1_1, '', true",
    "SOAP_1_1, http://schemas.xmlsoap.org/soap/actor/next, true",
    "SOAP_1_1, urn:mine, true",
    "SOAP_1_1, urn:other, false",
    "SOAP_1_2, '', true",
    "SOAP_1_2, http://www.w3.org/2003/05/soap-envelope/role/next, true",
    "SOAP_1_2, http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver, true",
    "SOAP_1_2, http://www.w3.org/2003/05/soap-envelope/role/none, false",
    "SOAP_1_2, urn:mine, true",
    "SOAP_1_2, urn:other, false",
  })
  void blocksForTheServiceHaveToBeUnderstood(SoapVersion version, String role, boolean isOurs)
      throws Exception {
    List<String> called = new ArrayList<>();
    try (SoapServer server =
            Castile.server()
                .sameVersion(false)
                .host("localhost")
                .roles("urn:mine")
                .jaxws(j -> j.handlers(new Reader(Set.of(), context -> called.add("handler"))))
                .publish("/shop", new Service())
                .start();
        SoapServer without =
            Castile.server()
                .sameVersion(false)
                .host("localhost")
                .publish("/shop", new Service())
                .start()) {
      String block = block(version, role, "x");

      String answer = post(server, version, block);

      assertThat(answer.contains("MustUnderstand")).as(answer).isEqualTo(isOurs);
      assertThat(answer.contains("echoResponse")).as(answer).isEqualTo(!isOurs);
      assertThat(called).hasSize(isOurs ? 0 : 1); // not before it is known who understands
      assertThat(post(without, version, block).contains("MustUnderstand"))
          .isEqualTo(isOurs && !role.equals("urn:mine"));
    }
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void aHandlerIsGivenTheBlocksForItsRoles(SoapVersion version) throws Exception {
    JAXBContext binding = JAXBContext.newInstance(Mark.class);
    List<String> own = new ArrayList<>();
    List<String> all = new ArrayList<>();
    List<Set<String>> roles = new ArrayList<>();
    Reader reader =
        new Reader(
            Set.of(MARK),
            context -> {
              roles.add(context.getRoles());
              for (Object each : context.getHeaders(MARK, binding, false)) {
                own.add(((Mark) each).text);
              }
              for (Object each : context.getHeaders(MARK, binding, true)) {
                all.add(((Mark) each).text);
              }
            });
    try (SoapServer server =
        Castile.server()
            .sameVersion(false)
            .host("localhost")
            .roles("urn:mine")
            .jaxws(j -> j.handlers(reader))
            .publish("/shop", new Service())
            .start()) {
      String answer =
          post(
              server,
              version,
              block(version, "urn:mine", "mine")
                  + block(version, "", "last")
                  + block(version, "urn:other", "other"));

      assertThat(answer).contains("echoResponse");
      assertThat(own).containsExactly("mine", "last");
      assertThat(all).containsExactly("mine", "last", "other");
      assertThat(roles.get(0)).contains("urn:mine").containsAll(version.receiverRoles());
    }
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void theRolesOfAClientAreThoseOfItsBinding(SoapVersion version) {
    List<String> called = new ArrayList<>();
    Roles client =
        Castile.client(Roles.class)
            .endpoint("http://localhost:1/roles")
            .soapVersion(version)
            .jaxws(j -> j.handlers(new Reader(Set.of(), context -> called.add("handler"))))
            .transport(
                new CannedTransport(
                    200,
                    version.mediaType(),
                    message(version, block(version, "urn:mine", "x"), "echoResponse")))
            .build();
    SOAPBinding binding = (SOAPBinding) ((BindingProvider) client).getBinding();
    assertThat(client.echo("x")).isNull();
    assertThat(called).hasSize(1);

    binding.setRoles(Set.of("urn:mine"));

    assertThat(binding.getRoles()).contains("urn:mine").containsAll(version.receiverRoles());
    assertThatThrownBy(() -> client.echo("x"))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("must be understood");
    assertThat(called).hasSize(1);
    assertThatThrownBy(() -> binding.setRoles(Set.of(NONE)))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining(NONE);

    binding.setRoles(version.receiverRoles());
    assertThatCode(() -> client.echo("x")).doesNotThrowAnyException();
  }
}
