package io.castile.interop.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.xml.namespace.QName;
import org.apache.cxf.binding.soap.saaj.SAAJInInterceptor;
import org.apache.cxf.binding.soap.saaj.SAAJOutInterceptor;
import org.apache.cxf.feature.FastInfosetFeature;
import org.apache.cxf.feature.transform.XSLTInInterceptor;
import org.apache.cxf.feature.transform.XSLTOutInterceptor;
import org.apache.cxf.interceptor.AbstractOutDatabindingInterceptor;
import org.apache.cxf.interceptor.transform.TransformInInterceptor;
import org.apache.cxf.interceptor.transform.TransformOutInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.common.gzip.GZIPFeature;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.apache.cxf.ws.security.wss4j.WSS4JInInterceptor;
import org.apache.cxf.ws.security.wss4j.WSS4JOutInterceptor;
import org.apache.hello_world_soap_http.Greeter;
import org.apache.hello_world_soap_http.GreeterImpl;
import org.apache.schema_validation.SchemaValidation;
import org.apache.schema_validation.types.ComplexStruct;
import org.apache.schema_validation.types.OccuringStruct;
import org.apache.schema_validation.types.SomeHeader;
import org.apache.schema_validation.types.SomeRequest;
import org.apache.schema_validation.types.SomeRequestWithHeader;
import org.apache.schema_validation.types.SomeResponse;
import org.apache.schema_validation.types.SomeResponseWithHeader;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Features and interceptors of CXF that come between messages and what binds them. */
@Tag("long")
final class FeaturesTest {
  private static final String VALIDATION = "schema-validation-enabled";
  private static final String GREETER = "{http://apache.org/hello_world_soap_http/types}";

  private static final Map<String, Call<Greeter>> GREETINGS =
      Map.of(
          "greetMe",
          port -> port.greetMe("me"),
          "a fault",
          port -> {
            port.testDocLitFault("NoSuchCodeLitFault");
            return "did not fail";
          });

  private static Setup<Greeter> greeter() {
    return Setup.of(Greeter.class, GreeterImpl::new);
  }

  @Test
  void addressing() throws Exception {
    Map<String, Outcome> found =
        greeter()
            .server(factory -> factory.getFeatures().add(new WSAddressingFeature()))
            .client(factory -> factory.getFeatures().add(new WSAddressingFeature()))
            .compare(GREETINGS);

    assertThat(found.get("greetMe").value()).isEqualTo("Hello me");
  }

  /** Messages are kept as they were written, to be sent again until they are acknowledged. */
  @Test
  void reliableMessaging() throws Exception {
    Wire wire = new Wire();
    Map<String, Outcome> found =
        greeter()
            .server(factory -> factory.getFeatures().add(new WSAddressingFeature()))
            .server(factory -> factory.getFeatures().add(new RMFeature()))
            .client(factory -> factory.getFeatures().add(new WSAddressingFeature()))
            .client(factory -> factory.getFeatures().add(new RMFeature()))
            .client(factory -> factory.getOutInterceptors().add(wire))
            .compare(GREETINGS);

    assertThat(found.get("greetMe").value()).isEqualTo("Hello me");
    assertThat(wire.sent()).contains("http://schemas.xmlsoap.org/ws/2005/02/rm", "MessageNumber");
  }

  /** Has messages as documents in memory, at both ends. */
  @Test
  void securityHeaders() throws Exception {
    CallbackHandler passwords =
        callbacks -> {
          for (Callback callback : callbacks) {
            ((WSPasswordCallback) callback).setPassword("secret");
          }
        };
    Map<String, Object> writing = new LinkedHashMap<>();
    writing.put("action", "UsernameToken Timestamp");
    writing.put("user", "me");
    writing.put("passwordCallbackRef", passwords);
    Map<String, Object> reading = new LinkedHashMap<>();
    reading.put("action", "UsernameToken Timestamp");
    reading.put("passwordCallbackRef", passwords);

    Map<String, Outcome> found =
        greeter()
            .client(factory -> factory.getOutInterceptors().add(new WSS4JOutInterceptor(writing)))
            .server(factory -> factory.getInInterceptors().add(new WSS4JInInterceptor(reading)))
            .compare(GREETINGS);

    assertThat(found.get("greetMe").value()).isEqualTo("Hello me");
  }

  @Test
  void documentsInMemory() throws Exception {
    Map<String, Outcome> found =
        greeter()
            .server(factory -> factory.getInInterceptors().add(new SAAJInInterceptor()))
            .server(factory -> factory.getOutInterceptors().add(new SAAJOutInterceptor()))
            .client(factory -> factory.getInInterceptors().add(new SAAJInInterceptor()))
            .client(factory -> factory.getOutInterceptors().add(new SAAJOutInterceptor()))
            .compare(GREETINGS);

    assertThat(found.get("greetMe").value()).isEqualTo("Hello me");
  }

  @Test
  void compression() throws Exception {
    Map<String, Outcome> found =
        greeter()
            .server(factory -> factory.getFeatures().add(gzip()))
            .client(factory -> factory.getFeatures().add(gzip()))
            .compare(GREETINGS);

    assertThat(found.get("greetMe").value()).isEqualTo("Hello me");
  }

  private static GZIPFeature gzip() {
    GZIPFeature feature = new GZIPFeature();
    feature.setThreshold(0);
    feature.setForce(true);
    return feature;
  }

  /** Notes of which types the messages are that a service gets. */
  private static final class Types extends AbstractPhaseInterceptor<Message> {
    private final List<String> seen = new CopyOnWriteArrayList<>();

    Types() {
      super(Phase.RECEIVE);
    }

    @Override
    public void handleMessage(Message message) {
      seen.add(((String) message.get(Message.CONTENT_TYPE)).split(";", 2)[0]);
    }
  }

  /** Clients send what they know that a service reads; or always, where they are told to. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void fastInfoset(boolean isForced) throws Exception {
    Types types = new Types();
    Map<String, Call<Greeter>> calls = new LinkedHashMap<>();
    calls.put("first", port -> port.greetMe("me"));
    calls.put("second", port -> port.greetMe("you <&> ü"));
    calls.put("a fault", GREETINGS.get("a fault"));

    Map<String, Outcome> found =
        greeter()
            .server(factory -> factory.getFeatures().add(infoset(isForced)))
            .server(factory -> factory.getInInterceptors().add(types))
            .client(factory -> factory.getFeatures().add(infoset(isForced)))
            .compare(calls);

    assertThat(found.get("first").value()).isEqualTo("Hello me");
    assertThat(found.get("second").value()).isEqualTo("Hello you <&> ü");
    String infoset = "application/fastinfoset";
    List<String> ofEach = List.of(isForced ? infoset : "text/xml", infoset, infoset);
    assertThat(types.seen)
        .isEqualTo(Stream.of(ofEach, ofEach, ofEach, ofEach).flatMap(List::stream).toList());
  }

  /** One end knows it, and the other does not. */
  @Test
  void fastInfosetAtTheServiceOnly() throws Exception {
    Types types = new Types();

    greeter()
        .server(factory -> factory.getFeatures().add(infoset(false)))
        .server(factory -> factory.getInInterceptors().add(types))
        .compare(GREETINGS);

    assertThat(types.seen).isNotEmpty().containsOnly("text/xml");
  }

  private static FastInfosetFeature infoset(boolean isForced) {
    FastInfosetFeature feature = new FastInfosetFeature();
    feature.setForce(isForced);
    return feature;
  }

  /** Names inside the payload are other names on the wire, in both directions. */
  @Test
  void elementsThatAreRenamedOnTheWay() throws Exception {
    String request = GREETER + "requestType";
    String response = GREETER + "responseType";
    Wire wire = new Wire();
    Setup<Greeter> renamed =
        greeter()
            .client(factory -> factory.getOutInterceptors().add(wire))
            .client(
                factory -> {
                  factory.getOutInterceptors().add(writing(Map.of(request, "question")));
                  factory.getInInterceptors().add(reading(Map.of("answer", response)));
                })
            .server(
                factory -> {
                  factory.getInInterceptors().add(reading(Map.of("question", request)));
                  factory.getOutInterceptors().add(writing(Map.of(response, "answer")));
                });

    Map<String, Outcome> found = renamed.compare(Map.of("greetMe", port -> port.greetMe("me")));

    assertThat(found.get("greetMe").value()).isEqualTo("Hello me");
    assertThat(wire.sent()).contains("question xmlns=\"\">me<");
  }

  private static TransformOutInterceptor writing(Map<String, String> names) {
    TransformOutInterceptor transforming = new TransformOutInterceptor();
    transforming.setOutTransformElements(names);
    return transforming;
  }

  private static TransformInInterceptor reading(Map<String, String> names) {
    TransformInInterceptor transforming = new TransformInInterceptor();
    transforming.setInTransformElements(names);
    return transforming;
  }

  @Test
  void textIsChangedByStyleSheets() throws Exception {
    String sheet = "io/castile/interop/cxf/greeting.xsl";
    Map<String, Outcome> found =
        greeter()
            .client(factory -> factory.getOutInterceptors().add(new XSLTOutInterceptor(sheet)))
            .server(factory -> factory.getInInterceptors().add(new XSLTInInterceptor(sheet)))
            .compare(Map.of("greetMe", port -> port.greetMe("me")));

    assertThat(found.get("greetMe").value()).isEqualTo("Hello me!!");
  }

  // ---- validation ----

  /** Answers invalid messages to some questions. */
  private static final class Validated implements SchemaValidation {
    @Override
    public SomeResponse doSomething(SomeRequest in) {
      var response = new SomeResponse();
      response.setTransactionId("1234567890".equals(in.getId()) ? "too long a text" : "aaaaaaaaaa");
      return response;
    }

    @Override
    public SomeResponseWithHeader doSomethingWithHeader(
        SomeRequestWithHeader in, SomeHeader header) {
      return null;
    }

    @Override
    public boolean setComplexStruct(ComplexStruct in) {
      return true;
    }

    @Override
    public boolean setOccuringStruct(OccuringStruct in) {
      return true;
    }

    @Override
    public ComplexStruct getComplexStruct(String in) {
      ComplexStruct struct = new ComplexStruct();
      struct.setElem1(in);
      return struct;
    }

    @Override
    public OccuringStruct getOccuringStruct(String in) {
      return new OccuringStruct();
    }
  }

  private static Map<String, Call<SchemaValidation>> validated() {
    Map<String, Call<SchemaValidation>> calls = new LinkedHashMap<>();
    calls.put("valid", port -> port.doSomething(request("0123456789")).getTransactionId());
    calls.put("an invalid request", port -> port.doSomething(request("text")));
    calls.put("an invalid response", port -> port.doSomething(request("1234567890")));
    calls.put("a missing element", port -> port.setComplexStruct(struct(null)));
    calls.put("a whole bean", port -> port.setComplexStruct(struct("two")));
    calls.put("a response without an element", port -> port.getComplexStruct("in"));
    calls.put("a response without any", port -> port.getOccuringStruct("in"));
    return calls;
  }

  private static SomeRequest request(String id) {
    SomeRequest request = new SomeRequest();
    request.setId(id);
    return request;
  }

  private static ComplexStruct struct(String second) {
    ComplexStruct struct = new ComplexStruct();
    struct.setElem1("one");
    struct.setElem2(second);
    struct.setElem3(3);
    return struct;
  }

  private static Setup<SchemaValidation> validation(Object atServer, Object atClient) {
    String namespace = "http://apache.org/schema_validation";
    return Setup.of(SchemaValidation.class, Validated::new)
        .described(
            new PublishedInterfaces.Description(
                "classpath:/wsdl/schema_validation.wsdl",
                new QName(namespace, "SchemaValidationService"),
                new QName(namespace, "SoapPort")))
        .server(factory -> factory.setProperties(Map.of(VALIDATION, atServer)))
        .client(
            factory -> factory.setProperties(new LinkedHashMap<>(Map.of(VALIDATION, atClient))));
  }

  @Test
  void messagesThatAreValidated() throws Exception {
    for (Object ends : List.of(true, "IN", "OUT")) {
      Map<String, Outcome> atServer = validation(ends, false).compare(validated());
      Map<String, Outcome> atClient = validation(false, ends).compare(validated());

      assertThat(atServer.get("valid").value()).isEqualTo("aaaaaaaaaa");
      assertThat(atClient.get("valid").value()).isEqualTo("aaaaaaaaaa");
      if (ends.equals(true)) {
        assertThat(atServer.get("an invalid request").thrown())
            .isInstanceOf(SOAPFaultException.class);
        assertThat(atClient.get("an invalid request").thrown())
            .isInstanceOf(SOAPFaultException.class);
        assertThat(atServer.get("an invalid response").thrown())
            .isInstanceOf(SOAPFaultException.class);
      }
    }
  }

  // ---- interceptors ----

  @Test
  void aWriterThatMustNotBePassedByIsNot() throws Exception {
    List<Map<String, Outcome>> found = new ArrayList<>();
    for (boolean disabled : new boolean[] {true, false}) {
      Map<String, Object> properties =
          Map.of(AbstractOutDatabindingInterceptor.DISABLE_OUTPUTSTREAM_OPTIMIZATION, disabled);
      found.add(
          greeter()
              .server(factory -> factory.setProperties(properties))
              .client(factory -> factory.setProperties(new LinkedHashMap<>(properties)))
              .compare(GREETINGS));
    }

    assertThat(found)
        .allSatisfy(each -> assertThat(each.get("greetMe").value()).isEqualTo("Hello me"));
  }
}
