package io.castile.soap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.castile.soap.envelope.ReceiverSettings;
import io.castile.soap.http.Transport;
import io.castile.soap.server.ServiceEndpoint;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.WebFault;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What messages have that nothing is made of is told, or refused; SOAP encoding is refused. */
class StrangersTest {
  @WebService(name = "S", targetNamespace = "urn:s")
  public interface Service {
    @WebMethod
    @WebResult(name = "r")
    String ask(@WebParam(name = "q") String question);
  }

  @WebService(endpointInterface = "io.castile.soap.StrangersTest$Service")
  public static class Answering implements Service {
    @Override
    public String ask(String question) {
      return "asked " + question;
    }
  }

  @WebService(name = "R", targetNamespace = "urn:s")
  @SOAPBinding(style = SOAPBinding.Style.RPC)
  public interface Rpc {
    @WebMethod
    @WebResult(name = "r")
    String ask(@WebParam(name = "q") String question);
  }

  @WebService(name = "D", targetNamespace = "urn:s")
  public interface Data {
    @WebMethod
    @WebResult(name = "r")
    byte[] load(@WebParam(name = "q") String question);
  }

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private PrintStream usual;

  @BeforeEach
  void listen() {
    usual = System.err;
    System.setErr(new PrintStream(written, true, UTF_8));
  }

  @AfterEach
  void stop() {
    System.setErr(usual);
  }

  private List<String> warnings() {
    return Arrays.stream(written.toString(UTF_8).split("\n"))
        .filter(line -> line.contains("passed over"))
        .toList();
  }

  private static String envelope(String attributes, String body) {
    return "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/' xmlns:s='urn:s'"
        + attributes
        + "><e:Body>"
        + body
        + "</e:Body></e:Envelope>";
  }

  private static <T> T client(Class<T> sei, String answer, boolean strict) {
    return TestPort.of(sei).answered(200, "text/xml", answer).strict(strict).build();
  }

  @Test
  void anElementOfAnotherNamespaceIsToldOnce() {
    String answer = envelope("", "<s:askResponse><s:r>x</s:r></s:askResponse>");
    Service port = client(Service.class, answer, false);

    for (int i = 0; i < 3; i++) {
      assertThat(port.ask("q")).isNull();
    }

    assertThat(warnings())
        .singleElement()
        .asString()
        .contains("element {urn:s}r passed over at /Envelope/Body/askResponse/r")
        .contains("operation ask")
        .contains("did you mean r?");
  }

  @Test
  void strictClientsRefuse() {
    String answer = envelope("", "<s:askResponse><s:r>x</s:r></s:askResponse>");

    assertThat(catchThrowable(() -> client(Service.class, answer, true).ask("q")))
        .hasCauseInstanceOf(SoapMessageException.class)
        .hasMessageContaining("expected element r, found element {urn:s}r");
    assertThat(warnings()).isEmpty();
  }

  @Test
  void aTextBetweenElementsIsToldOnceWithoutWhatItSays() {
    String answer = envelope("", "<s:askResponse>secret<r>x</r>other</s:askResponse>");
    Service port = client(Service.class, answer, false);

    for (int i = 0; i < 3; i++) {
      assertThat(port.ask("q")).isEqualTo("x");
    }

    assertThat(warnings())
        .singleElement()
        .asString()
        .contains("text between elements passed over at /Envelope/Body/askResponse in a message")
        .contains("operation ask")
        .doesNotContain("secret", "other");
    assertThat(catchThrowable(() -> client(Service.class, answer, true).ask("q")))
        .hasCauseInstanceOf(SoapMessageException.class)
        .hasMessageContaining("expected no text between elements, found 'secret'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<r href='cid:data%40x' xmlns=''/>",
        "<r><i:Include xmlns:i='http://www.w3.org/2003/12/xop/include' href='cid:data%40x'/></r>"
      })
  void aWarningSaysInWhichPartDataIsThatIsReferredToInAnotherWay(String element) {
    String answer = envelope("", "<s:loadResponse>" + element + "</s:loadResponse>");

    assertThat(client(Data.class, answer, false).load("q")).isEmpty();

    assertThat(warnings())
        .singleElement()
        .asString()
        .contains("passed over at /Envelope/Body/loadResponse/r")
        .contains("its data is the part 'data%40x' of the package")
        .contains("MessageContext.INBOUND_MESSAGE_ATTACHMENTS")
        .contains("expected an Include of http://www.w3.org/2004/08/xop/include");
  }

  @ParameterizedTest
  @ValueSource(classes = {Service.class, Rpc.class})
  void anAttributeOfTheOperationsElementIsToldOnce(Class<?> sei) throws Exception {
    String answer = envelope("", "<s:askResponse on='1'><r>x</r></s:askResponse>");
    Object port = client(sei, answer, false);

    for (int i = 0; i < 3; i++) {
      assertThat(sei.getMethod("ask", String.class).invoke(port, "q")).isEqualTo("x");
    }

    assertThat(warnings()).singleElement().asString().contains("attribute on passed over at ");
    Object strict = client(sei, answer, true);
    assertThat(catchThrowable(() -> sei.getMethod("ask", String.class).invoke(strict, "q")))
        .rootCause()
        .hasMessageContaining("found attribute on");
  }

  @Test
  void whatIsToldIsBounded() {
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < 1000; i++) {
      names.append("<x").append(i).append("/>");
    }
    String answer = envelope("", "<s:askResponse>" + names + "<r>x</r></s:askResponse>");

    assertThat(client(Service.class, answer, false).ask("q")).isEqualTo("x");

    assertThat(warnings()).hasSize(8);
    assertThat(warnings().get(7)).contains("no more are told for this operation");
  }

  @Test
  void nothingIsToldOfWhatIsKnown() {
    String answer = envelope("", "<s:askResponse><r>x</r></s:askResponse>");

    assertThat(client(Service.class, answer, true).ask("q")).isEqualTo("x");
    assertThat(warnings()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void serversTellOrRefuse(boolean strict) throws Exception {
    ServiceEndpoint service =
        TestPort.endpoint(
            new Answering(),
            settings ->
                settings.receiver(new ReceiverSettings(Set.of(), strict, null, false, false)));
    String request = envelope("", "<s:ask><Q>x</Q><q>y</q></s:ask>");

    Transport.Incoming answer =
        TestPort.post(service, Headers.of("Content-Type", "text/xml"), request);

    if (strict) {
      assertThat(answer.status()).isEqualTo(500);
      assertThat(new String(answer.body(), UTF_8)).contains("expected element q, found element Q");
    } else {
      assertThat(new String(answer.body(), UTF_8)).contains("asked y");
      assertThat(warnings()).hasSize(1);
    }
  }

  @Test
  void anAttributeOfAnElementThatHoldsATextIsToldOnce() {
    String answer = envelope("", "<s:askResponse><r unit='m' xml:lang='en'>x</r></s:askResponse>");
    Service port = client(Service.class, answer, false);

    for (int i = 0; i < 3; i++) {
      assertThat(port.ask("q")).isEqualTo("x");
    }

    assertThat(warnings())
        .singleElement()
        .asString()
        .contains("attribute unit passed over at /Envelope/Body/askResponse/r");
    assertThat(catchThrowable(() -> client(Service.class, answer, true).ask("q")))
        .hasMessageContaining("expected no other attribute, found attribute unit");
  }

  public static class Ticket {
    public String number;
  }

  public static class Reason {
    public int code;
  }

  @WebFault(name = "refused", targetNamespace = "urn:s")
  public static class Refusal extends Exception {
    private static final long serialVersionUID = 1;
    private final transient Reason reason;

    public Refusal(String message, Reason reason) {
      super(message);
      this.reason = reason;
    }

    public Reason getFaultInfo() {
      return reason;
    }
  }

  @WebService(name = "H", targetNamespace = "urn:s")
  public interface Ticketed {
    @WebMethod
    @WebResult(name = "r")
    String ask(
        @WebParam(name = "t", header = true, targetNamespace = "urn:s", mode = WebParam.Mode.OUT)
            Holder<Ticket> ticket)
        throws Refusal;
  }

  private static String ticketed(String blocks) {
    return envelope("", "<s:askResponse><r>x</r></s:askResponse>")
        .replace("<e:Body>", "<e:Header>" + blocks + "</e:Header><e:Body>");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aBlockThatNobodyBoundMayBeIgnored(boolean strict) throws Exception {
    String answer =
        ticketed(
            "<s:other a='1'><b/></s:other><s:t e:mustUnderstand='1' e:actor=''"
                + "><number>7</number></s:t><s:more/>");
    Holder<Ticket> ticket = new Holder<>();

    assertThat(client(Ticketed.class, answer, strict).ask(ticket)).isEqualTo("x");

    assertThat(ticket.value.number).isEqualTo("7");
    assertThat(warnings()).isEmpty();
  }

  @Test
  void whatABoundBlockLeavesIsToldOrRefused() throws Exception {
    String answer = ticketed("<s:t><s:number>7</s:number></s:t>");

    assertThat(client(Ticketed.class, answer, false).ask(new Holder<>())).isEqualTo("x");

    assertThat(warnings())
        .singleElement()
        .asString()
        .contains("element {urn:s}number passed over at /Envelope/Header/t/number")
        .contains("did you mean number?");
    assertThat(catchThrowable(() -> client(Ticketed.class, answer, true).ask(new Holder<>())))
        .hasMessageContaining("expected element number, found element {urn:s}number");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatTheDetailOfAFaultLeavesIsToldAndNeverRefused(boolean strict) {
    String answer =
        envelope(
            "",
            "<e:Fault><faultcode>e:Server</faultcode><faultstring>no</faultstring><detail>"
                + "<s:refused><Code>4</Code><code unit='m' href='#a'>5</code></s:refused>"
                + "</detail></e:Fault>");

    Throwable thrown =
        catchThrowable(() -> client(Ticketed.class, answer, strict).ask(new Holder<>()));

    assertThat(thrown).isInstanceOf(Refusal.class).hasMessage("no");
    assertThat(((Refusal) thrown).getFaultInfo().code).isEqualTo(5);
    assertThat(warnings()).hasSize(3);
    assertThat(warnings().get(0)).contains("element Code passed over", "did you mean code?");
    assertThat(warnings()).anyMatch(line -> line.contains("attribute unit passed over"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"by reference", "by reference and beside the body"})
  void soapEncodingIsRefused(String where) {
    String style = " e:encodingStyle='http://schemas.xmlsoap.org/soap/encoding/'";
    String answer =
        envelope(
            "",
            "<s:askResponse"
                + (where.equals("by reference") ? " href='#id0'" : "")
                + "><r>x</r></s:askResponse>"
                + (where.endsWith("body") ? "<multiRef id='id0'" + style + "/>" : ""));

    assertThat(catchThrowable(() -> client(Rpc.class, answer, false).ask("q")))
        .hasMessageContaining("SOAP encoding")
        .hasMessageContaining("ENCODED");
  }

  @Test
  void faultsOfServicesThatEncodeAreReadAllTheSame() {
    String style = " e:encodingStyle='http://schemas.xmlsoap.org/soap/encoding/'";
    String fault =
        envelope(
            style,
            "<e:Fault><faultcode>e:Server</faultcode><faultstring>broken</faultstring></e:Fault>");

    assertThat(catchThrowable(() -> client(Rpc.class, fault, false).ask("q")))
        .hasMessageContaining("broken");
  }
}
