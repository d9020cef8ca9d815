package io.castile.bridge.mock;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.soap.mime.AttachmentOptions;
import io.castile.soap.multipart.MultipartContent;
import io.castile.soap.multipart.MultipartType;
import io.castile.soap.multipart.ReceivedMultipart;
import io.castile.wsdl.Description;
import io.castile.wsdl.SchemaValidator;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.OperationMessage;
import io.castile.wsdl.model.internal.Protocol;
import io.castile.wsdl.model.internal.Style;
import io.castile.wsdl.value.BoundParts;
import io.castile.wsdl.value.OperationValues;
import io.castile.xml.Attachment;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Real descriptions: each operation has a response, which the validator of the JDK takes. */
@Tag("long")
final class CorpusMockTest {
  private static final Path CORPUS = Path.of("../../shared/corpus");

  private static final AtomicInteger ANSWERED = new AtomicInteger();
  private static final AtomicInteger VALID = new AtomicInteger();

  @TestFactory
  Stream<DynamicTest> eachOperationIsAnsweredByAValidMessage() throws IOException {
    assumeTrue(Files.isDirectory(CORPUS), "no ../shared/corpus beside the repository");
    List<Path> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(CORPUS, 3)) {
      files.filter(file -> file.toString().endsWith(".wsdl")).sorted().forEach(found::add);
    }
    assertThat(found).hasSizeGreaterThan(40);
    return found.stream()
        .map(
            file -> DynamicTest.dynamicTest(CORPUS.relativize(file).toString(), () -> check(file)));
  }

  @AfterAll
  static void manyWere() {
    assertThat(ANSWERED.get()).isGreaterThan(800);
    assertThat(VALID.get()).isGreaterThan(800);
  }

  private static void check(Path file) throws Exception {
    Description description = WsdlReader.create().read(file.toUri());
    MockService service = MockService.of(description);
    List<BindingOperation> rpc = new ArrayList<>();
    for (Binding binding : Descriptions.bindings(description)) {
      if (binding.protocol().isSoap()) {
        binding.operations().stream().filter(CorpusMockTest::isLiteralRpc).forEach(rpc::add);
      }
    }
    SchemaValidator validator = null;
    try {
      validator = SchemaValidator.of(description, rpc, true);
    } catch (SAXException e) {
      // A description whose schemas the validator refuses; CorpusSampleTest lists them.
    }
    Map<String, String> failures = new TreeMap<>();
    for (Binding binding : Descriptions.bindings(description)) {
      if (binding.protocol().isSoap()) {
        for (Map.Entry<String, BindingOperation> each : binding.named().entrySet()) {
          OperationValues values = Descriptions.values(description, each.getValue());
          try {
            check(service, binding.protocol(), values, validator, rpc.indexOf(each.getValue()));
          } catch (UnsupportedOperationException e) {
            continue; // in a form that is not called
          } catch (SAXException | RuntimeException | AssertionError e) {
            failures.put(binding.name().getLocalPart() + " " + each.getKey(), String.valueOf(e));
          }
        }
      }
    }
    assertThat(failures).isEmpty();
  }

  /** A package of an envelope and an example of each part. */
  private static String packed(String media, String envelope, BoundParts parts) {
    StringBuilder content = new StringBuilder();
    content.append("--b\r\nContent-Type: ").append(media).append("\r\n\r\n").append(envelope);
    parts
        .given(parts.withExamples(Map.of()))
        .forEach(
            (id, part) ->
                content
                    .append("\r\n--b\r\nContent-Type: ")
                    .append(part.contentType())
                    .append("\r\nContent-ID: <")
                    .append(id)
                    .append(">\r\n\r\ncontent"));
    return content.append("\r\n--b--\r\n").toString();
  }

  /** The envelope of a package, whose parts are those of the response, packages among them. */
  private static String unpacked(OperationValues values, MultipartType type, MockResponse response)
      throws Exception {
    MultipartContent opened =
        ReceivedMultipart.read(
                new ByteArrayInputStream(response.content().getBytes(UTF_8)),
                type,
                AttachmentOptions.DEFAULT,
                1 << 20)
            .open();
    for (Attachment each : values.response().attachments().found(opened.parts()).values()) {
      assertThat(each.toByteArray()).asString(UTF_8).isEqualTo("content");
    }
    return new String(opened.root(), UTF_8);
  }

  private static void check(
      MockService service,
      Protocol protocol,
      OperationValues values,
      SchemaValidator validator,
      int rpc)
      throws Exception {
    BindingOperation operation = values.operation();
    String request = values.template();
    values.response();
    String media = protocol == Protocol.SOAP_1_1 ? "text/xml" : "application/soap+xml";
    String content = MockServiceTest.envelope(protocol, request);
    BoundParts parts = values.request().attachments();
    boolean isPlain = parts.isEmpty();
    MockResponse response =
        service.answer(
            isPlain ? media : "multipart/related; boundary=b; type=\"" + media + '"',
            operation.action(),
            "",
            (isPlain ? content : packed(media, content, parts)).getBytes(UTF_8));
    ANSWERED.incrementAndGet();
    if (operation.operation().isOneWay()) {
      assertThat(response.status()).as(response.content()).isEqualTo(202);
      return;
    }
    assertThat(response.status()).as(request + response.content()).isEqualTo(200);
    MultipartType packed = MultipartType.of(response.contentType());
    assertThat(packed != null).isEqualTo(!values.response().attachments().isEmpty());
    Element body = body(packed == null ? response.content() : unpacked(values, packed, response));
    if (body == null || validator == null) {
      return;
    }
    String text = text(body);
    if (rpc >= 0) {
      validator.validateParts(rpc, text);
      VALID.incrementAndGet();
    } else if (operation.style() == Style.DOCUMENT && isElement(operation.operation().output())) {
      validator.validate(text);
      VALID.incrementAndGet();
    }
  }

  private static boolean isLiteralRpc(BindingOperation operation) {
    OperationMessage output = operation.operation().output();
    return operation.style() == Style.RPC
        && !operation.isEncoded()
        && output != null
        && operation.output() != null
        && output.message().parts().stream().allMatch(part -> part.type() != null);
  }

  private static boolean isElement(OperationMessage message) {
    return message != null
        && message.message().parts().stream().allMatch(part -> part.element() != null);
  }

  /** Returns the element in the body, as another parser finds it; null for none. */
  static Element body(String envelope) throws Exception {
    Element root =
        DocumentBuilderFactory.newDefaultNSInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(envelope)))
            .getDocumentElement();
    Node body = root.getElementsByTagNameNS(root.getNamespaceURI(), "Body").item(0);
    for (Node each = body.getFirstChild(); each != null; each = each.getNextSibling()) {
      if (each instanceof Element element) {
        return element;
      }
    }
    return null;
  }

  private static String text(Element element) throws Exception {
    StringWriter text = new StringWriter();
    TransformerFactory.newDefaultInstance()
        .newTransformer()
        .transform(new DOMSource(element), new StreamResult(text));
    return text.toString();
  }
}
