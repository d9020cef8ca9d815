package io.castile.generate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.wsdl.Description;
import io.castile.wsdl.RandomSchema;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.BindingOperation;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.WebServiceException;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Random;
import java.util.TreeMap;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;

/**
 * Examples of schemas drawn at random, sent to services that were generated of them: each comes
 * back as it was sent, through the beans.
 */
@Tag("long")
final class RandomTemplatesTest {
  /** Schemas in one description, so that they are generated and compiled at once. */
  private static final int SCHEMAS = 50;

  @TempDir private Path folder;

  private static String schema(int seed, Form form) {
    String content = new RandomSchema(new Random(seed)).content();
    return "<x:schema xmlns:x='http://www.w3.org/2001/XMLSchema' xmlns:t='urn:r%d'".formatted(seed)
        + " targetNamespace='urn:r%d' elementFormDefault='qualified'>".formatted(seed)
        + (form == Form.ENCODED ? encodable(content) : content)
        + "</x:schema>";
  }

  /** Without what SOAP 1.1 §5 has no form for: groups that repeat, lists, attributes, wildcards. */
  private static String encodable(String content) {
    return content
        .replaceAll("(<x:(?:sequence|choice))[^>/]*>", "$1>")
        .replaceAll("<x:attribute [^>]*(?<!/)>.*?</x:attribute>", "")
        .replaceAll("<x:(attribute|any) [^>]*/>", "")
        .replaceAll("<x:simpleType><x:list>(.*?)</x:list></x:simpleType>", "$1")
        .replace("NMTOKENS", "NMTOKEN")
        .replace("x:choice", "x:sequence");
  }

  /** A description with an operation for each schema, which gives what it is given. */
  private static String wsdl(int first, Form form) {
    StringBuilder schemas = new StringBuilder();
    StringBuilder messages = new StringBuilder();
    StringBuilder operations = new StringBuilder();
    StringBuilder bound = new StringBuilder();
    for (int seed = first; seed < first + SCHEMAS; seed++) {
      schemas.append(schema(seed, form));
      messages.append(
          "<w:message name='m%1$d' xmlns:r='urn:r%1$d'><w:part name='p' %2$s/></w:message>"
              .formatted(seed, form.part));
      operations.append(
          "<w:operation name='o%1$d'><w:input message='d:m%1$d'/><w:output message='d:m%1$d'/></w:operation>"
              .formatted(seed));
      bound.append(
          "<w:operation name='o%1$d'><s:operation soapAction='urn:o%1$d'/><w:input>%2$s</w:input><w:output>%2$s</w:output></w:operation>"
              .formatted(seed, form.body));
    }
    return """
        <w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/"
            xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:d="urn:drawn" targetNamespace="urn:drawn">
          <w:types>%s</w:types>%s<w:portType name="Drawn">%s</w:portType>
          <w:binding name="B" type="d:Drawn">
            <s:binding style="%s" transport="http://schemas.xmlsoap.org/soap/http"/>%s</w:binding>
          <w:service name="DrawnService"><w:port name="DrawnPort" binding="d:B">
            <s:address location="http://localhost/drawn"/></w:port></w:service>
        </w:definitions>
        """
        .formatted(schemas, messages, operations, form.style, bound);
  }

  /** How a message is in the body. */
  enum Form {
    DOCUMENT("document", "element='r:get'", "<s:body use='literal'/>"),
    RPC("rpc", "type='r:T0'", "<s:body use='literal' namespace='urn:rpc'/>"),
    ENCODED(
        "rpc",
        "type='r:T0'",
        "<s:body use='encoded' namespace='urn:rpc' encodingStyle='http://schemas.xmlsoap.org/soap/encoding/'/>");

    final String style;
    final String part;
    final String body;

    Form(String style, String part, String body) {
      this.style = style;
      this.part = part;
      this.body = body;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "DOCUMENT, 0",
    "DOCUMENT, 50",
    "DOCUMENT, 100",
    "DOCUMENT, 150",
    "RPC, 200",
    "RPC, 250",
    "ENCODED, 300",
    "ENCODED, 350"
  })
  void whatIsSentComesBack(Form form, int first) throws Exception {
    String wsdl = wsdl(first, form);
    TreeMap<Integer, String> failures = new TreeMap<>();
    try (Compiled compiled = Compiled.withWarnings(folder, wsdl, Generator.create())) {
      Class<?> sei = compiled.type("drawn.Drawn");
      Object echo =
          Proxy.newProxyInstance(
              sei.getClassLoader(), new Class<?>[] {sei}, (proxy, method, given) -> given[0]);
      Description description =
          WsdlReader.create().offline().read(folder.resolve("shop.wsdl").toUri());
      try (SoapServer server = Castile.server().host("localhost").publish("/d", echo).start()) {
        Dispatch<Source> dispatch =
            Castile.dispatch(Source.class).endpoint(server.url("/d")).build();
        for (BindingOperation each : Descriptions.bindings(description).get(0).operations()) {
          int seed = Integer.parseInt(each.operation().name().substring(1));
          String template = Descriptions.values(description, each).template();
          String failure = call(dispatch, each.action(), template, form);
          if (failure != null) {
            failures.put(seed, failure + "\n" + template + "\n" + schema(seed, form) + "\n");
          }
        }
      }
    }
    assertThat(failures).isEmpty();
  }

  /** Returns what went wrong, null for nothing. */
  private static String call(Dispatch<Source> dispatch, String action, String template, Form form)
      throws Exception {
    dispatch.getRequestContext().put(BindingProvider.SOAPACTION_USE_PROPERTY, true);
    dispatch.getRequestContext().put(BindingProvider.SOAPACTION_URI_PROPERTY, action);
    Document answer;
    try {
      answer =
          document(
              dispatch.invoke(
                  new StreamSource(new ByteArrayInputStream(template.getBytes(UTF_8)))));
    } catch (WebServiceException e) {
      return e.toString();
    }
    Document sent = document(new StreamSource(new StringReader(template)));
    if (form != Form.DOCUMENT) {
      String name = sent.getDocumentElement().getLocalName();
      answer.renameNode(answer.getDocumentElement(), "urn:rpc", name);
    }
    return Sent.difference(sent, answer);
  }

  private static Document document(Source source) throws Exception {
    DOMResult result = new DOMResult();
    TransformerFactory.newDefaultInstance().newTransformer().transform(source, result);
    return (Document) result.getNode();
  }
}
