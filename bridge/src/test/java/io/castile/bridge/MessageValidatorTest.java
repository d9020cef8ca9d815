package io.castile.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.soap.SoapVersion;
import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.MessageBinding;
import io.castile.wsdl.model.internal.OperationMessage;
import io.castile.wsdl.model.internal.Part;
import io.castile.wsdl.model.internal.Style;
import io.castile.wsdl.value.CompiledSchemas;
import io.castile.wsdl.value.RandomMessages;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.Validator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.ErrorHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXParseException;

/**
 * Random messages of real descriptions, and damaged ones, one after the other through the
 * validators of one service, which are used again: each has the errors that a new validator of the
 * JDK finds, which reads the message by the parser of the JDK.
 */
final class MessageValidatorTest {
  private static final Path CORPUS = Path.of("../../shared/corpus");

  /** The bytes of descriptions of which the short test tries some. */
  private static final int SMALL = 30_000;

  private static final int SHORT_TRIES = 2;
  private static final int LONG_TRIES = 10;
  private static final int MAX_ERRORS = 5;
  private static final int MAX_TEXT = 400;

  private static final AtomicInteger VALID = new AtomicInteger();
  private static final AtomicInteger INVALID = new AtomicInteger();

  private static Stream<Path> descriptions() throws IOException {
    assumeTrue(Files.isDirectory(CORPUS), "no ../shared/corpus beside the repository");
    try (Stream<Path> files = Files.walk(CORPUS, 3)) {
      return files.filter(file -> file.toString().endsWith(".wsdl")).sorted().toList().stream();
    }
  }

  private static DynamicTest test(Path file, int tries) {
    return DynamicTest.dynamicTest(CORPUS.relativize(file).toString(), () -> check(file, tries));
  }

  @TestFactory
  Stream<DynamicTest> someMessagesHaveTheErrorsOfTheJdk() throws IOException {
    return descriptions()
        .filter(file -> file.toFile().length() < SMALL)
        .map(file -> test(file, SHORT_TRIES));
  }

  @TestFactory
  @Tag("long")
  Stream<DynamicTest> messagesHaveTheErrorsOfTheJdk() throws IOException {
    return descriptions().map(file -> test(file, LONG_TRIES));
  }

  @AfterAll
  static void manyAreOfEitherKind() {
    assertThat(VALID.get()).isGreaterThan(50);
    assertThat(INVALID.get()).isGreaterThan(50);
  }

  private static void check(Path file, int tries) throws Exception {
    Description description = WsdlReader.create().read(file.toUri());
    JsonService service = JsonService.of(description);
    MessageValidator validator;
    try {
      validator = MessageValidator.of(service);
    } catch (ProblemException e) {
      return; // of schemas that the JDK refuses
    }
    Schema schema = CompiledSchemas.of(Descriptions.schemas(description), Map.of());
    for (JsonOperation each : service.operations()) {
      for (boolean isResponse : new boolean[] {false, true}) {
        QName element = element(each, isResponse);
        for (int i = 0; element != null && i < tries; i++) {
          Random random = new Random(31L * each.name().hashCode() + i);
          String message;
          try {
            message =
                new RandomMessages(Descriptions.components(description), random.nextLong())
                    .element(element);
          } catch (RandomMessages.TooLarge e) {
            break;
          }
          if (message == null) {
            break;
          }
          for (String one :
              List.of(message, damaged(message, random), message, damaged(message, random))) {
            compare(validator, schema, each.version(), isResponse, one);
          }
        }
      }
    }
  }

  private static void compare(
      MessageValidator validator,
      Schema schema,
      SoapVersion version,
      boolean isResponse,
      String body)
      throws Exception {
    List<String> expected = errors(schema, body);
    byte[] message =
        ("<e:Envelope xmlns:e=\""
                + version.namespace()
                + "\"><e:Body>"
                + body
                + "</e:Body></e:Envelope>")
            .getBytes(UTF_8);

    MessageValidator.Invalid found =
        isResponse
            ? validator.checkResponse(message, "utf-8")
            : validator.checkRequest(message, "utf-8");

    if (expected.isEmpty()) {
      assertThat(found).as(body).isNull();
      VALID.incrementAndGet();
    } else {
      assertThat(found).as(body).isNotNull();
      assertThat(found.reason()).as(body).containsSubsequence(expected);
      INVALID.incrementAndGet();
    }
  }

  /** The element in the body of a message; null for none, or another form. */
  private static @Nullable QName element(JsonOperation of, boolean isResponse) {
    OperationMessage message =
        isResponse ? of.bound().operation().output() : of.bound().operation().input();
    MessageBinding binding = isResponse ? of.bound().output() : of.bound().input();
    if (message == null || binding == null || of.bound().style() == Style.RPC) {
      return null;
    }
    List<Part> parts =
        message.message().parts().stream()
            .filter(each -> binding.parts().contains(each.name()))
            .toList();
    return parts.size() == 1 && !of.bound().isEncoded() ? parts.get(0).element() : null;
  }

  private static List<String> errors(Schema schema, String body) throws Exception {
    List<String> errors = new ArrayList<>();
    Validator validator = schema.newValidator();
    validator.setErrorHandler(
        new ErrorHandler() {
          @Override
          public void warning(SAXParseException e) {
            // Says nothing about the message.
          }

          @Override
          public void error(SAXParseException e) {
            String text = e.getMessage();
            if (errors.size() < MAX_ERRORS) {
              errors.add(text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT));
            }
          }

          @Override
          public void fatalError(SAXParseException e) {
            error(e);
          }
        });
    validator.validate(new StreamSource(new StringReader(body)));
    return errors;
  }

  /** Changes an element: its text or name, or one that is there too often, or not at all. */
  private static String damaged(String message, Random random) throws Exception {
    Document document =
        DocumentBuilderFactory.newDefaultNSInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(message)));
    NodeList all = document.getElementsByTagNameNS("*", "*");
    Element chosen = (Element) all.item(random.nextInt(all.getLength()));
    Node parent = chosen.getParentNode();
    switch (random.nextInt(5)) {
      case 0 -> chosen.setTextContent(chosen.getTextContent() + "x");
      case 1 -> document.renameNode(chosen, chosen.getNamespaceURI(), "other");
      case 2 -> chosen.setAttribute("more", "");
      case 3 -> chosen.appendChild(document.createElement("more"));
      default -> {
        if (parent instanceof Element && random.nextBoolean()) {
          parent.removeChild(chosen);
        } else if (parent instanceof Element) {
          parent.insertBefore(chosen.cloneNode(true), chosen);
        }
      }
    }
    StringWriter text = new StringWriter();
    Transformer copy = TransformerFactory.newDefaultInstance().newTransformer();
    copy.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
    copy.transform(new DOMSource(document), new StreamResult(text));
    return text.toString();
  }
}
