package io.castile.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.ValidationMessage;
import io.castile.soap.SoapVersion;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.soap.multipart.MultipartContent;
import io.castile.wsdl.Description;
import io.castile.wsdl.SchemaValidator;
import io.castile.wsdl.TypedInfoset;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.MessageBinding;
import io.castile.wsdl.model.internal.OperationMessage;
import io.castile.wsdl.model.internal.Part;
import io.castile.wsdl.model.internal.Style;
import io.castile.wsdl.value.BoundParts;
import io.castile.wsdl.value.MessageValues;
import io.castile.wsdl.value.OperationValues;
import io.castile.wsdl.value.RandomEncoded;
import io.castile.wsdl.value.RandomMessages;
import io.castile.xml.XmlReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xmlunit.diff.Diff;

/**
 * Real descriptions: random messages of their operations come through JSON as they were, and random
 * JSON through messages. What a message is, its types and whether it is valid, the schema validator
 * of the JDK says; what JSON is, Jackson.
 */
final class CorpusRoundTripTest {
  private static final Path CORPUS = Path.of("../../shared/corpus");

  /** The bytes of descriptions of which the short test tries some. */
  private static final int SMALL = 30_000;

  private static final int SHORT_TRIES = 2;
  private static final int LONG_TRIES = 20;
  private static final int MAX_SHOWN = 5;

  private static final AtomicInteger MADE = new AtomicInteger();
  private static final AtomicInteger VALID = new AtomicInteger();
  private static final AtomicInteger STREAMED = new AtomicInteger();

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  /** Descriptions whose schemas the validator refuses, as {@code CorpusSampleTest} lists them. */
  private static final List<String> INVALID =
      List.of(
          "axis1-multiref/MultiRefTest.wsdl",
          "cxf-type-test-rpclit/type_test_rpclit.wsdl",
          "cxf-type-test-rpclit/type_test_rpclit_soap.wsdl",
          "wcf-partner-service/PartnerService.local.wsdl");

  private static List<Path> descriptions() throws IOException {
    assumeTrue(Files.isDirectory(CORPUS), "no ../shared/corpus beside the repository");
    List<Path> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(CORPUS, 3)) {
      files.filter(file -> file.toString().endsWith(".wsdl")).sorted().forEach(found::add);
    }
    found.removeIf(file -> INVALID.contains(CORPUS.relativize(file).toString()));
    assertThat(found).hasSizeGreaterThan(40);
    return found;
  }

  @TestFactory
  Stream<DynamicTest> someMessagesAreTheSameAfterJson() throws IOException {
    return descriptions().stream()
        .filter(file -> file.toFile().length() < SMALL)
        .map(file -> DynamicTest.dynamicTest(name(file), () -> check(file, SHORT_TRIES)));
  }

  @TestFactory
  @Tag("long")
  Stream<DynamicTest> messagesAreTheSameAfterJson() throws IOException {
    return descriptions().stream()
        .map(file -> DynamicTest.dynamicTest(name(file), () -> check(file, LONG_TRIES)));
  }

  @AfterAll
  static void manyAreValid() {
    assertThat(VALID.get()).as("of %s messages", MADE).isGreaterThanOrEqualTo(MADE.get() / 2);
    assertThat(STREAMED.get()).isGreaterThanOrEqualTo(VALID.get() / 3);
  }

  private static String name(Path file) {
    return CORPUS.relativize(file).toString();
  }

  private static void check(Path file, int tries) throws Exception {
    Description description = WsdlReader.create().read(file.toUri());
    List<JsonOperation> operations = new ArrayList<>();
    for (JsonOperation each : JsonService.of(description).operations()) {
      if (isCalled(each.values())) {
        operations.add(each);
      }
    }
    Map<String, String> failures = new TreeMap<>();
    for (boolean isResponse : new boolean[] {false, true}) {
      List<BindingOperation> rpc = new ArrayList<>();
      for (JsonOperation each : operations) {
        if (each.bound().style() == Style.RPC && hasTypes(each.bound(), isResponse)) {
          rpc.add(each.bound());
        }
      }
      SchemaValidator validator = SchemaValidator.of(description, rpc, isResponse);
      for (JsonOperation each : operations) {
        int index = rpc.indexOf(each.bound());
        for (int i = 0; i < tries && failures.size() < MAX_SHOWN; i++) {
          long seed = 31L * each.name().hashCode() + i;
          String message = random(description, each.bound(), isResponse, index, seed);
          if (message == null) {
            break; // of a form that the validator does not know
          }
          MADE.incrementAndGet();
          TypedInfoset expected;
          try {
            expected = validator.infoset(index, message);
          } catch (SAXException e) {
            continue; // which is no message of the operation
          }
          VALID.incrementAndGet();
          String flaw = flaw(each, isResponse, message, expected, validator, index, seed);
          if (flaw != null) {
            String name = each.service() + " " + each.name() + (isResponse ? " response" : "");
            failures.putIfAbsent(name, "seed " + seed + ": " + flaw + "\n" + message);
          }
        }
      }
    }
    assertThat(failures).isEmpty();
  }

  @TestFactory
  @Tag("long")
  Stream<DynamicTest> encodedMessagesAreTheSameAfterJson() throws IOException {
    return descriptions().stream()
        .map(file -> DynamicTest.dynamicTest(name(file), () -> checkEncoded(file)));
  }

  /** What writes values without JSON, and XMLUnit, say whether a message is the same. */
  private static void checkEncoded(Path file) throws Exception {
    Description description = WsdlReader.create().read(file.toUri());
    OpenApiDocument document = null;
    Map<String, String> failures = new TreeMap<>();
    for (JsonOperation each : JsonService.of(description).operations()) {
      if (!each.values().isEncoded() || !hasForm(each.values())) {
        continue;
      }
      document = document == null ? new OpenApiDocument(description) : document;
      for (int i = 0; i < LONG_TRIES && failures.size() < MAX_SHOWN; i++) {
        for (boolean isResponse : new boolean[] {false, true}) {
          long seed = 31L * each.name().hashCode() + i;
          String flaw = encodedFlaw(each, isResponse, seed, document);
          if (flaw != null) {
            String name = each.service() + " " + each.name() + (isResponse ? " response" : "");
            failures.putIfAbsent(name, "seed " + seed + ": " + flaw);
          }
        }
      }
    }
    assertThat(failures).isEmpty();
  }

  private static @Nullable String encodedFlaw(
      JsonOperation operation, boolean isResponse, long seed, OpenApiDocument document)
      throws Exception {
    OperationValues values = operation.values();
    if (isResponse && operation.isOneWay()) {
      return null;
    }
    Map<String, Object> graph = RandomEncoded.of(values, isResponse, seed);
    Map<String, Object> tree = RandomEncoded.tree(graph);
    String message = encoded(values, isResponse, tree);
    String json = json(operation, isResponse, encoded(values, isResponse, graph));
    String flaw = "\n" + json + "\n" + message;
    JsonNode read = MAPPER.readTree(json);
    if (!read.equals(MAPPER.readTree(json(operation, isResponse, message)))) {
      return "expected the same JSON of a graph and its tree" + flaw;
    }
    if (!isResponse) {
      String path = "/api/" + operation.service() + "/" + operation.name();
      Set<ValidationMessage> invalid = document.invalid(path, read);
      if (!invalid.isEmpty()) {
        return invalid + flaw;
      }
    }
    String back = ofJson(values, isResponse, json);
    Diff difference = JsonMessages.difference(message, back);
    if (difference.hasDifferences()) {
      return difference + flaw + "\n" + back;
    }
    JsonNode other = shuffled(read, new Random(seed)); // objects of JSON have no order
    back = ofJson(values, isResponse, MAPPER.writeValueAsString(other));
    return read.equals(MAPPER.readTree(json(operation, isResponse, back)))
        ? null
        : "expected the same JSON of another order" + flaw + "\n" + back;
  }

  private static String ofJson(OperationValues values, boolean isResponse, String json)
      throws Exception {
    Map<String, ?> given = JsonText.object(json.getBytes(UTF_8));
    return new String(
        isResponse ? values.responseOfJson(given) : values.requestOfJson(given), UTF_8);
  }

  private static String encoded(
      OperationValues values, boolean isResponse, Map<String, Object> given) {
    return new String(isResponse ? values.response(given) : values.request(given), UTF_8);
  }

  private static boolean hasForm(OperationValues values) {
    try {
      values.request();
      values.response();
      return true;
    } catch (UnsupportedOperationException e) {
      return false;
    }
  }

  private static boolean isCalled(OperationValues values) {
    if (values.isEncoded()) {
      return false;
    }
    try {
      values.request();
      values.response();
      return true;
    } catch (UnsupportedOperationException e) {
      return false; // with attachments, or in another form that is not called
    }
  }

  private static List<Part> parts(BindingOperation operation, boolean isResponse) {
    OperationMessage message =
        isResponse ? operation.operation().output() : operation.operation().input();
    MessageBinding bound = isResponse ? operation.output() : operation.input();
    return message == null || bound == null
        ? List.of()
        : message.message().parts().stream()
            .filter(each -> bound.parts().contains(each.name()))
            .toList();
  }

  private static boolean hasTypes(BindingOperation operation, boolean isResponse) {
    MessageBinding bound = isResponse ? operation.output() : operation.input();
    return bound != null
        && parts(operation, isResponse).stream().allMatch(each -> each.type() != null);
  }

  /** Returns what is in the body of a message; null where there is nothing to be tried. */
  private static String random(
      Description description, BindingOperation operation, boolean isResponse, int rpc, long seed) {
    List<Part> parts = parts(operation, isResponse);
    RandomMessages messages = new RandomMessages(Descriptions.components(description), seed);
    try {
      if (rpc >= 0) {
        StringBuilder content = new StringBuilder();
        for (Part each : parts) {
          String part = messages.part(each.name(), each.type());
          if (part == null) {
            return null;
          }
          content.append(part);
        }
        MessageBinding bound = isResponse ? operation.output() : operation.input();
        String namespace = bound.namespace() == null ? "" : bound.namespace();
        String name = operation.operation().name() + (isResponse ? "Response" : "");
        return namespace.isEmpty()
            ? "<" + name + ">" + content + "</" + name + ">"
            : RandomMessages.wrapper(new QName(namespace, name), content.toString());
      }
      boolean isOne = operation.style() == Style.DOCUMENT && parts.size() == 1;
      return isOne && parts.get(0).element() != null
          ? messages.element(parts.get(0).element())
          : null;
    } catch (RandomMessages.TooLarge e) {
      return null;
    }
  }

  /** Tells what is not the same of a message and of its JSON; null for nothing. */
  private static String flaw(
      JsonOperation operation,
      boolean isResponse,
      String message,
      TypedInfoset expected,
      SchemaValidator validator,
      int index,
      long seed) {
    String json = "none";
    String back = "none";
    try {
      json = json(operation, isResponse, message);
      back = message(operation, isResponse, json);
      String difference = expected.difference(validator.infoset(index, back));
      if (difference != null) {
        return difference + "\n" + json + "\n" + back;
      }
      JsonNode tree = MAPPER.readTree(json);
      JsonNode again = MAPPER.readTree(json(operation, isResponse, back));
      if (!again.equals(tree)) {
        return "expected the same JSON, found " + again + "\n" + json + "\n" + back;
      }
      JsonNode other = shuffled(tree, new Random(seed)); // objects of JSON have no order
      back = message(operation, isResponse, MAPPER.writeValueAsString(other));
      validator.infoset(index, back);
      again = MAPPER.readTree(json(operation, isResponse, back));
      return again.equals(tree)
          ? null
          : "expected the same JSON of another order, found " + again + "\n" + other + "\n" + back;
    } catch (Exception e) {
      return e + "\n" + json + "\n" + back;
    }
  }

  /** Returns the same with the members of objects in another order. */
  private static JsonNode shuffled(JsonNode node, Random random) {
    if (node instanceof ObjectNode object) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      Collections.shuffle(names, random);
      ObjectNode other = MAPPER.createObjectNode();
      names.forEach(each -> other.set(each, shuffled(object.get(each), random)));
      return other;
    }
    if (node instanceof ArrayNode list) {
      ArrayNode other = MAPPER.createArrayNode();
      list.forEach(each -> other.add(shuffled(each, random)));
      return other;
    }
    return node;
  }

  private static String envelope(SoapVersion version, String body) {
    return "<e:Envelope xmlns:e=\""
        + version.namespace()
        + "\"><e:Body>"
        + body
        + "</e:Body></e:Envelope>";
  }

  private static String json(JsonOperation operation, boolean isResponse, String message)
      throws Exception {
    Map<String, Object> read;
    if (isResponse) {
      byte[] envelope = envelope(operation.version(), message).getBytes(UTF_8);
      BoundParts parts = operation.values().response().attachments();
      read =
          parts.isEmpty()
              ? operation.read(envelope, null)
              : operation.read(
                  MultipartContent.of(
                      envelope,
                      parts.given(parts.withExamples(Map.of())),
                      AttachmentOptions.DEFAULT));
    } else {
      byte[] bytes = ("<b>" + message + "</b>").getBytes(UTF_8); // of several, where encoded
      XmlReader in = new XmlReader().reset(bytes, 0, bytes.length);
      in.nextChild(null);
      in.nextChild(null);
      OperationValues values = operation.values();
      read = values.request().attachments().withExamples(values.readRequestJson(in));
    }
    String json = new String(JsonText.bytes(read), UTF_8);
    if (isResponse && operation.isStreamed()) {
      byte[] envelope = envelope(operation.version(), message).getBytes(UTF_8);
      ByteArrayOutputStream written = new ByteArrayOutputStream();
      operation.write(new ByteArrayInputStream(envelope), null, written);
      assertThat(MAPPER.readTree(written.toByteArray())).isEqualTo(MAPPER.readTree(json));
      STREAMED.incrementAndGet();
    }
    return json;
  }

  /** Returns what is in the body of the message that is made of JSON. */
  private static String message(JsonOperation operation, boolean isResponse, String json)
      throws Exception {
    Map<String, ?> values = JsonText.object(json.getBytes(UTF_8));
    OperationValues operationValues = operation.values();
    MessageValues request = operationValues.request();
    if (isResponse) {
      return new String(operationValues.responseOfJson(values), UTF_8);
    }
    return request.size() > request.bodySize() // header blocks may be needed
        ? new String(operationValues.requestOfJson(values), UTF_8)
        : body(new String(operation.envelope(values), UTF_8));
  }

  /** Returns the element in the body of an envelope, as another parser finds it. */
  private static String body(String envelope) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
    Element root =
        factory
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(envelope)))
            .getDocumentElement();
    Node body = root.getElementsByTagNameNS(root.getNamespaceURI(), "Body").item(0);
    Node child = body.getFirstChild();
    while (!(child instanceof Element)) {
      child = child.getNextSibling();
    }
    StringWriter text = new StringWriter();
    Transformer copy = TransformerFactory.newDefaultInstance().newTransformer();
    copy.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
    copy.transform(new DOMSource(child), new StreamResult(text));
    return text.toString();
  }
}
