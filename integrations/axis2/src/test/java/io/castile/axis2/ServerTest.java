package io.castile.axis2;

import static io.castile.axis2.Messages.SOAP11;
import static io.castile.axis2.Messages.SOAP12;
import static io.castile.axis2.Messages.envelope;
import static io.castile.axis2.Messages.getPrice;
import static io.castile.axis2.Messages.priceOf;
import static io.castile.axis2.Messages.setPrice;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.Bypass;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPFactory;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.engine.Phase;
import org.apache.axis2.handlers.AbstractHandler;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The module in a server of Axis2, asked over HTTP. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ServerTest {
  private static final String ADDRESSING = "http://www.w3.org/2005/08/addressing";

  private static final String SECURITY =
      "<s:Security xmlns:s='http://docs.oasis-open.org/wss/2004/01/"
          + "oasis-200401-wss-wssecurity-secext-1.0.xsd'><s:UsernameToken><s:Username>alice"
          + "</s:Username></s:UsernameToken></s:Security>";

  private static Axis2Server server;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    server = new Axis2Server(folder);
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  @BeforeEach
  void renew() throws Exception {
    server.renew();
  }

  private ResponseCache cache() throws Exception {
    return Objects.requireNonNull(CastileModule.cache(server.service()));
  }

  private Map<Bypass, Long> bypassed() throws Exception {
    return cache().statistics().row("getPrice").bypassed();
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/xml; charset=utf-8", "application/soap+xml; charset=utf-8"})
  void aRepeatedRequestGetsTheBytesOfTheFirstAnswer(String type) throws Exception {
    String version = type.startsWith("text") ? SOAP11 : SOAP12;
    String message = envelope(version, "", priceOf("A"));
    HttpResponse<String> plain = server.postTo(server.url(), type, message);
    server.engage(Axis2Server.POLICY);
    HttpResponse<String> miss = server.postTo(server.url(), type, message);
    HttpResponse<String> hit = server.postTo(server.url(), type, message);

    assertThat(plain.statusCode()).isEqualTo(200);
    assertThat(plain.body()).contains("9.9");
    for (HttpResponse<String> each : List.of(miss, hit)) {
      assertThat(each.statusCode()).isEqualTo(200);
      assertThat(each.body()).isEqualTo(plain.body());
      assertThat(each.headers().allValues("content-type"))
          .isEqualTo(plain.headers().allValues("content-type"));
    }
    assertThat(Quotes.served()).hasSize(2);
    assertThat(cache().statistics().row("getPrice").hits()).isEqualTo(1);
  }

  @Test
  void theSameQuestionSpelledInAnotherWayIsAHit() throws Exception {
    server.engage(Axis2Server.POLICY);
    HttpResponse<String> first = server.post(getPrice("A"));
    HttpResponse<String> other =
        server.post(
            "<?xml version=\"1.0\"?>\n<S:Envelope xmlns:S=\""
                + SOAP11
                + "\">\n  <S:Body><!-- again -->\n    <y:getPrice xmlns:y=\""
                + Messages.NAMESPACE
                + "\"><x:symbol xmlns:x=\""
                + Messages.NAMESPACE
                + "\"><![CDATA[A]]></x:symbol>\n</y:getPrice></S:Body></S:Envelope>");

    assertThat(other.body()).isEqualTo(first.body());
    assertThat(Quotes.served()).containsExactly("getPrice A");
  }

  @Test
  void anotherQuestionIsAskedOfTheService() throws Exception {
    server.engage(Axis2Server.POLICY);
    server.post(getPrice("A"));
    server.post(getPrice("B"));
    server.postTo(server.url() + "?who=me", "text/xml; charset=utf-8", getPrice("A"));

    assertThat(Quotes.served()).containsExactly("getPrice A", "getPrice B", "getPrice A");
  }

  @ParameterizedTest
  @CsvSource({
    "Authorization, Basic YWxpY2U6c2VjcmV0, AUTHORIZATION",
    "Cookie, user=alice, COOKIE",
    "X-Api-Key, alice, AUTHORIZATION"
  })
  void anAnswerForOneCallerIsNotGivenToAnother(String name, String value, Bypass reason)
      throws Exception {
    server.engage(Axis2Server.POLICY);
    server.post(getPrice("A"));
    server.post(getPrice("A"), name, value);
    server.post(getPrice("A"), name, value);
    server.post(getPrice("A"), name, value + "2");

    assertThat(Quotes.served()).hasSize(4);
    assertThat(bypassed()).isEqualTo(Map.of(reason, 3L));
  }

  @Test
  void callersHaveAnswersOfTheirOwnWhereThePolicyVaries() throws Exception {
    server.engage(
        """
        rules:
          - operation: getPrice
            cache: true
            ttl: 1h
            vary: [{httpHeader: Authorization}]
        """);
    for (String user : List.of("alice", "bob", "alice", "bob")) {
      server.post(getPrice("A"), "Authorization", user);
    }

    assertThat(Quotes.served()).hasSize(2);
  }

  @Test
  void aSecurityHeaderOrAnUnknownBlockGoesPastTheCache() throws Exception {
    server.engage(Axis2Server.POLICY);
    server.post(getPrice("A"));
    server.post(envelope(SOAP11, SECURITY, priceOf("A")));
    server.post(envelope(SOAP11, SECURITY, priceOf("A")));
    server.post(envelope(SOAP11, "<t:tenant xmlns:t='urn:t'>1</t:tenant>", priceOf("A")));

    assertThat(Quotes.served()).hasSize(4);
    assertThat(bypassed()).isEqualTo(Map.of(Bypass.WS_SECURITY, 2L, Bypass.SOAP_HEADER, 1L));
  }

  /** What an ignored block asks for is no matter of the cache's. */
  @Test
  void aBlockThatMustBeUnderstoodIsRefusedAsBefore() throws Exception {
    String message =
        envelope(SOAP11, "<t:now xmlns:t='urn:t' e:mustUnderstand='1'>1</t:now>", priceOf("A"));
    HttpResponse<String> plain = server.post(message);
    server.engage(
        """
        rules:
          - operation: getPrice
            cache: true
            ttl: 1h
            ignore: [{soapHeader: "{urn:t}now"}]
        """);
    server.post(getPrice("A"));
    HttpResponse<String> refused = server.post(message);

    assertThat(plain.statusCode()).isEqualTo(500);
    assertThat(refused.statusCode()).isEqualTo(500);
    assertThat(refused.body()).contains("MustUnderstand").doesNotContain("9.9");
    assertThat(Quotes.served()).hasSize(1);
  }

  @Test
  void aFaultIsNotKept() throws Exception {
    server.engage(Axis2Server.POLICY);
    for (int i = 0; i < 2; i++) {
      HttpResponse<String> fault = server.post(getPrice("none"));
      assertThat(fault.statusCode()).isEqualTo(500);
      assertThat(fault.body()).contains("there is no none");
    }

    assertThat(Quotes.served()).hasSize(2);
    assertThat(cache().statistics().row("getPrice").entries()).isZero();
  }

  @Test
  void aCallThatChangesDropsTheAnswers() throws Exception {
    server.engage(Axis2Server.POLICY);
    server.post(getPrice("A"));
    assertThat(server.post(setPrice("A", 12.5)).statusCode()).isEqualTo(200);
    HttpResponse<String> changed = server.post(getPrice("A"));

    assertThat(changed.body()).contains("12.5");
    assertThat(Quotes.served()).containsExactly("getPrice A", "setPrice A", "getPrice A");
  }

  /** As the module addressing does, which is in no central repository for this Axis2. */
  private static final class RelatesTo extends AbstractHandler {
    @Override
    public InvocationResponse invoke(MessageContext response) {
      MessageContext request =
          (MessageContext) response.getProperty(MessageContext.IN_MESSAGE_CONTEXT);
      QName id = new QName(ADDRESSING, "MessageID");
      OMElement asked = request.getEnvelope().getHeader().getFirstChildWithName(id);
      if (asked != null) {
        SOAPEnvelope envelope = response.getEnvelope();
        SOAPFactory factory = (SOAPFactory) envelope.getOMFactory();
        SOAPHeader header =
            envelope.getHeader() == null
                ? factory.createSOAPHeader(envelope)
                : envelope.getHeader();
        header
            .addHeaderBlock("RelatesTo", factory.createOMNamespace(ADDRESSING, "a"))
            .setText(asked.getText());
      }
      return InvocationResponse.CONTINUE;
    }
  }

  private static String addressed(String id) {
    return envelope(
        SOAP11, "<a:MessageID xmlns:a='" + ADDRESSING + "'>" + id + "</a:MessageID>", priceOf("A"));
  }

  @Test
  void aKeptAnswerIsAddressedToWhoAsks() throws Exception {
    server.engage(Axis2Server.POLICY);
    AxisOperation operation = server.service().getOperation(new QName("getPrice"));
    ((Phase) operation.getPhasesOutFlow().get(0)).addHandler(new RelatesTo());
    String first = server.post(addressed("urn:1")).body();
    String hit = server.post(addressed("urn:2")).body();
    String plain = server.post(getPrice("A")).body();

    assertThat(first).contains(">urn:1</").contains("9.9");
    assertThat(hit).contains(">urn:2</").contains("9.9").doesNotContain("urn:1");
    assertThat(plain).doesNotContain("RelatesTo").contains("9.9");
    assertThat(Quotes.served()).hasSize(2);
    assertThat(cache().statistics().row("getPrice").hits()).isEqualTo(1);
  }

  @Test
  void whoSaysItsNameByAddressingIsNotGivenTheAnswerToAnother() throws Exception {
    server.engage(Axis2Server.POLICY);
    for (String user : List.of("alice", "alice", "bob")) {
      server.post(
          envelope(
              SOAP11,
              "<a:From xmlns:a='" + ADDRESSING + "'><a:Address>" + user + "</a:Address></a:From>",
              priceOf("A")));
    }

    assertThat(Quotes.served()).hasSize(3);
  }

  @Test
  void requestsWithAttachmentsPass() throws Exception {
    server.engage(Axis2Server.POLICY);
    String type = "multipart/related; boundary=b; type=\"text/xml\"; start=\"<m>\"";
    String parts =
        "--b\r\nContent-Type: text/xml; charset=utf-8\r\nContent-ID: <m>\r\n\r\n"
            + getPrice("A")
            + "\r\n--b\r\nContent-Type: text/plain\r\nContent-ID: <a>\r\n\r\nalice\r\n--b--\r\n";
    for (int i = 0; i < 2; i++) {
      assertThat(server.postTo(server.url(), type, parts, "SOAPAction", "\"\"").body())
          .contains("9.9");
    }

    assertThat(Quotes.served()).hasSize(2);
  }

  @Test
  void aOneWayOperationIsServedEachTime() throws Exception {
    server.engage(
        """
        rules:
          - {operation: "*", cache: true, ttl: 1h}
        """);
    String touch =
        envelope(
            SOAP11,
            "",
            "<q:touch xmlns:q='" + Messages.NAMESPACE + "'><q:symbol>A</q:symbol></q:touch>");
    server.post(touch);
    server.post(touch);

    assertThat(Quotes.served()).containsExactly("touch A", "touch A");
  }

  @Test
  void disengagedItIsGone() throws Exception {
    server.engage(Axis2Server.POLICY);
    server.post(getPrice("A"));
    server.post(getPrice("A"));
    server.service().disengageModule(server.module());
    server.post(getPrice("A"));
    server.post(getPrice("A"));

    assertThat(Quotes.served()).hasSize(3);
  }

  @Test
  void withoutAPolicyNothingIsCached() throws Exception {
    server.service().engageModule(server.module());
    server.post(getPrice("A"));
    server.post(getPrice("A"));

    assertThat(Quotes.served()).hasSize(2);
    assertThat(CastileModule.cache(server.service())).isNull();
  }

  @Test
  void itIsEngagedForAllServicesAtOnce() throws Exception {
    AxisConfiguration configuration = server.context.getAxisConfiguration();
    Parameter policy =
        new Parameter(CastileModule.POLICY, CachePolicy.parse("here", Axis2Server.POLICY));
    configuration.addParameter(policy);
    configuration.engageModule(server.module());
    server.post(getPrice("A"));
    server.post(getPrice("A"));
    configuration.disengageModule(server.module());
    configuration.removeParameter(policy);

    assertThat(Quotes.served()).hasSize(1);
  }
}
