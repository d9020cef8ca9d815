package io.castile.soap.wsdl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.xml.XmlReader;
import java.io.StringReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.TypeInfoProvider;
import javax.xml.validation.Validator;
import javax.xml.validation.ValidatorHandler;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.w3c.dom.ls.LSResourceResolver;
import org.xml.sax.Attributes;
import org.xml.sax.ContentHandler;
import org.xml.sax.ErrorHandler;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/** What validators that are used again have seen, and where one stops. */
final class ElementValidatorTest {
  private static final int LONG = 100_000;

  private final CountingSchema schema = new CountingSchema();
  private final ElementValidator.Pool pool = new ElementValidator.Pool(schema);

  private ElementValidator read(String document, Map<String, String> scope) {
    byte[] bytes = document.getBytes(UTF_8);
    XmlReader in = new XmlReader().reset(bytes, 0, bytes.length);
    in.nextChild(null);
    ElementValidator validator = new ElementValidator(pool, in);
    validator.read("/", scope);
    assertThat(in.event()).isEqualTo(XmlReader.END_ELEMENT);
    assertThat(in.depth()).isEqualTo(1);
    assertThat(in.next()).isEqualTo(XmlReader.END_DOCUMENT);
    return validator;
  }

  @Test
  void aValidatorIsUsedAgainForSmallMessages() {
    for (int i = 0; i < 10; i++) {
      assertThat(read("<a/>", Map.of("p", "urn:p")).errors()).isEmpty();
    }

    assertThat(schema.handlers).isEqualTo(1);
  }

  /** The JDK's table of names keeps them, and is never emptied. */
  @Test
  void aValidatorIsLetGoOfThatHasSeenManyCharactersAroundElements() {
    for (int i = 0; i < 10; i++) {
      Map<String, String> scope = new HashMap<>();
      scope.put("p" + i + "x".repeat(LONG), "urn:p");
      scope.put("q", "urn:" + i + "x".repeat(LONG));
      assertThat(read("<a/>", scope).errors()).isEmpty();
    }

    assertThat(schema.handlers).isEqualTo(5);
  }

  @Test
  void nothingIsValidatedAfterTheLastErrorThatIsTold() {
    ElementValidator validator = read("<a>" + "<bad><b/></bad>".repeat(1_000) + "</a>", Map.of());

    assertThat(validator.errors()).hasSize(5);
    assertThat(validator.errors().get(4).path()).isEqualTo("/a/bad[5]");
    assertThat(schema.errors).isEqualTo(5);
    assertThat(read("<a><bad/></a>", Map.of()).errors()).hasSize(1);
    assertThat(schema.handlers).isEqualTo(2);
  }

  /** At which the decoder of the JDK's validator fails. */
  @Test
  void charactersBeyondAsciiAreNoBase64() throws Exception {
    String schema =
        """
        <x:schema xmlns:x="http://www.w3.org/2001/XMLSchema"><x:element name="a"><x:complexType><x:sequence>
        <x:element name="b" type="x:base64Binary"/></x:sequence></x:complexType></x:element></x:schema>
        """;
    ElementValidator.Pool jdk =
        new ElementValidator.Pool(
            SchemaFactory.newDefaultInstance()
                .newSchema(new StreamSource(new StringReader(schema))));
    for (String text : List.of("AAA\u00e9", "\u00e9AAA", "AAAA\u6f22==", "AAA=")) {
      byte[] bytes = ("<a><b>" + text + "</b></a>").getBytes(UTF_8);
      XmlReader in = new XmlReader().reset(bytes, 0, bytes.length);
      in.nextChild(null);
      ElementValidator validator = new ElementValidator(jdk, in);
      validator.read("/", Map.of());

      assertThat(validator.errors().isEmpty()).as(text).isEqualTo(text.equals("AAA="));
      assertThat(in.next()).isEqualTo(XmlReader.END_DOCUMENT);
    }
  }

  /** Refuses elements of one name, and counts. */
  private static final class CountingSchema extends Schema {
    private int handlers;
    private int errors;

    @Override
    public Validator newValidator() {
      throw new UnsupportedOperationException();
    }

    @Override
    public ValidatorHandler newValidatorHandler() {
      handlers++;
      return new CountingHandler(this);
    }
  }

  /** One that counts for its schema. */
  private static final class CountingHandler extends ValidatorHandler {
    private final CountingSchema schema;
    private @Nullable ErrorHandler errors;

    CountingHandler(CountingSchema schema) {
      this.schema = schema;
    }

    @Override
    public void startElement(String uri, String local, String qualified, Attributes attributes)
        throws SAXException {
      if (local.equals("bad")) {
        schema.errors++;
        Objects.requireNonNull(errors).error(new SAXParseException("bad", null));
      }
    }

    @Override
    public void setErrorHandler(@Nullable ErrorHandler handler) {
      errors = handler;
    }

    @Override
    public @Nullable ErrorHandler getErrorHandler() {
      return errors;
    }

    @Override
    public void setContentHandler(@Nullable ContentHandler receiver) {}

    @Override
    public @Nullable ContentHandler getContentHandler() {
      return null;
    }

    @Override
    public void setResourceResolver(@Nullable LSResourceResolver resolver) {}

    @Override
    public @Nullable LSResourceResolver getResourceResolver() {
      return null;
    }

    @Override
    public TypeInfoProvider getTypeInfoProvider() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void setDocumentLocator(Locator locator) {}

    @Override
    public void startDocument() {}

    @Override
    public void endDocument() {}

    @Override
    public void startPrefixMapping(String prefix, String uri) {}

    @Override
    public void endPrefixMapping(String prefix) {}

    @Override
    public void endElement(String uri, String local, String qualified) {}

    @Override
    public void characters(char[] text, int start, int length) {}

    @Override
    public void ignorableWhitespace(char[] text, int start, int length) {}

    @Override
    public void processingInstruction(String target, String data) {}

    @Override
    public void skippedEntity(String name) {}
  }
}
