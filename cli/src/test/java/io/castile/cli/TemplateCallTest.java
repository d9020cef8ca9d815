package io.castile.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.soap.SoapVersion;
import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.Protocol;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Node;

/** What {@code --template} prints of real descriptions is what arrives, sent by {@code --xml}. */
@Tag("long")
final class TemplateCallTest {
  /**
   * Operations of one port type that the command calls, which reads the description each time; all
   * others are called in the way in which it calls.
   */
  private static final int MAX_OPERATIONS = 3;

  private static final AtomicReference<String> RECEIVED = new AtomicReference<>();

  @TempDir private static Path folder;
  private static SoapServer server;

  /** Notes what is in the body. */
  @WebServiceProvider(targetNamespace = "urn:any", serviceName = "Any", portName = "AnyPort")
  public static class Any implements Provider<Source> {
    @Override
    public Source invoke(Source request) {
      StringWriter text = new StringWriter();
      try {
        if (request != null) {
          TransformerFactory.newDefaultInstance()
              .newTransformer()
              .transform(request, new StreamResult(text));
        }
      } catch (TransformerException e) {
        throw new IllegalStateException(e);
      }
      RECEIVED.set(text.toString());
      return new StreamSource(new StringReader("<any:answer xmlns:any='urn:any'/>"));
    }
  }

  /** The same in SOAP 1.2. */
  @WebServiceProvider(targetNamespace = "urn:any", serviceName = "Any", portName = "AnyPort12")
  @BindingType(SOAPBinding.SOAP12HTTP_BINDING)
  public static final class Any12 extends Any {}

  @BeforeAll
  static void start() {
    server = Castile.server().publish("/soap11", new Any()).publish("/soap12", new Any12()).start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @TestFactory
  Stream<DynamicTest> whatIsPrintedArrives() throws IOException {
    Path corpus = Path.of("../../shared/corpus");
    assumeTrue(Files.isDirectory(corpus), "no ../shared/corpus beside the repository");
    List<Path> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(corpus, 3)) {
      files.filter(file -> file.toString().endsWith(".wsdl")).sorted().forEach(found::add);
    }
    assertThat(found).hasSizeGreaterThan(40);
    return found.stream()
        .map(file -> DynamicTest.dynamicTest(corpus.relativize(file).toString(), () -> call(file)));
  }

  private static void call(Path wsdl) throws Exception {
    Description description = WsdlReader.create().read(wsdl.toUri());
    Map<String, Boolean> operations = new LinkedHashMap<>();
    for (Binding binding : Descriptions.bindings(description)) {
      if (!binding.protocol().isSoap()) {
        continue;
      }
      List<BindingOperation> callable =
          binding.operations().stream().filter(each -> isCallable(description, each)).toList();
      callable.stream()
          .limit(MAX_OPERATIONS)
          .forEach(
              each -> operations.putIfAbsent(each.operation().name(), each.operation().isOneWay()));
      send(description, binding.protocol(), callable.stream().skip(MAX_OPERATIONS).toList());
    }
    for (Map.Entry<String, Boolean> each : operations.entrySet()) {
      call(wsdl, each.getKey(), each.getValue());
    }
  }

  private static void send(
      Description description, Protocol protocol, List<BindingOperation> operations)
      throws Exception {
    boolean isSoap12 = protocol == Protocol.SOAP_1_2;
    Dispatch<Source> dispatch =
        Castile.dispatch(Source.class)
            .endpoint(server.url(isSoap12 ? "/soap12" : "/soap11"))
            .soapVersion(isSoap12 ? SoapVersion.SOAP_1_2 : SoapVersion.SOAP_1_1)
            .build();
    dispatch.getRequestContext().put(BindingProvider.SOAPACTION_USE_PROPERTY, true);
    for (BindingOperation each : operations) {
      String template = Descriptions.values(description, each).template();
      Source payload = new StreamSource(new ByteArrayInputStream(template.getBytes(UTF_8)));
      dispatch.getRequestContext().put(BindingProvider.SOAPACTION_URI_PROPERTY, each.action());
      RECEIVED.set(null);
      if (each.operation().isOneWay()) {
        dispatch.invokeOneWay(payload);
      } else {
        dispatch.invoke(payload);
      }

      String name = each.operation().name();
      assertThat(RECEIVED.get()).as(name).isNotNull();
      assertThat(content(document(RECEIVED.get()))).as(name).isEqualTo(content(document(template)));
    }
  }

  private static boolean isCallable(Description description, BindingOperation operation) {
    if (operation.input() != null && !operation.input().attachments().isEmpty()) {
      return false; // which are not sent beside what is in a file
    }
    try {
      return !Descriptions.values(description, operation).template().isBlank();
    } catch (UnsupportedOperationException e) {
      return false; // as document/encoded
    }
  }

  private static void call(Path wsdl, String operation, boolean isOneWay) throws Exception {
    Cli printing = new Cli();
    assertThat(printing.run("call", wsdl.toString(), operation, "--template"))
        .as(operation + ": " + printing.err())
        .isZero();
    Path file = Files.writeString(folder.resolve("request.xml"), printing.out());
    RECEIVED.set(null);
    Cli calling = new Cli();
    int code = send(calling, wsdl, operation, file, "/soap11");
    if (RECEIVED.get() == null) {
      calling = new Cli();
      code = send(calling, wsdl, operation, file, "/soap12");
    }

    if (!isOneWay) { // to which the service answers all the same
      assertThat(code).as(operation + ": " + calling.err()).isZero();
    }
    assertThat(RECEIVED.get()).as(operation + ": " + calling.err()).isNotNull();
    assertThat(content(document(RECEIVED.get())))
        .as(operation)
        .isEqualTo(content(document(printing.out())));
  }

  private static int send(Cli cli, Path wsdl, String operation, Path file, String path) {
    return cli.run(
        "call",
        "--raw",
        wsdl.toString(),
        operation,
        "--endpoint",
        server.url(path).toString(),
        "--xml",
        file.toString());
  }

  /** A document without comments, and white space among elements. */
  private static Document document(String text) throws TransformerException {
    DOMResult result = new DOMResult();
    String plain = text.replaceAll("(?s)<!--.*?-->", "").replaceAll(">\\s+<", "><").strip();
    TransformerFactory.newDefaultInstance()
        .newTransformer()
        .transform(new StreamSource(new StringReader(plain)), result);
    return (Document) result.getNode();
  }

  /** Elements, attributes and texts, without declarations of namespaces. */
  private static String content(Node node) {
    StringBuilder text = new StringBuilder();
    if (node.getNodeType() == Node.TEXT_NODE) {
      return node.getNodeValue();
    }
    text.append('<').append(node.getNamespaceURI()).append(' ').append(node.getLocalName());
    TreeSet<String> attributes = new TreeSet<>();
    for (int i = 0; node.hasAttributes() && i < node.getAttributes().getLength(); i++) {
      Node each = node.getAttributes().item(i);
      if (!XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(each.getNamespaceURI())) {
        attributes.add(
            each.getNamespaceURI() + " " + each.getLocalName() + "=" + each.getNodeValue());
      }
    }
    text.append(attributes).append('>');
    for (Node each = node.getFirstChild(); each != null; each = each.getNextSibling()) {
      text.append(content(each));
    }
    return text.append("</>").toString();
  }
}
