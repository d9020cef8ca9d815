package io.castile.bridge;

import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.envelope.EnvelopeReader;
import io.castile.soap.envelope.MessageContent;
import io.castile.soap.envelope.Utf8Messages;
import io.castile.soap.wsdl.ElementValidator;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.MessageBinding;
import io.castile.wsdl.model.internal.OperationMessage;
import io.castile.wsdl.model.internal.Part;
import io.castile.wsdl.model.internal.Style;
import io.castile.wsdl.tree.Content;
import io.castile.wsdl.tree.Element;
import io.castile.wsdl.value.CompiledSchemas;
import io.castile.wsdl.value.ContentSizes;
import io.castile.wsdl.value.SchemaScreen;
import io.castile.xml.XmlDataException;
import io.castile.xml.XmlException;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.xml.sax.SAXException;

/**
 * Holds what is in the bodies of messages to the schemas of a description. Faults and messages of
 * encoded operations, which no schema describes, are taken. Thread-safe.
 */
public final class MessageValidator {
  private final ElementValidator.Pool validators;
  private final SchemaScreen screen;
  private final EnvelopeReaders readers;
  private final Set<QName> encoded = new HashSet<>();
  private final List<String> warnings;
  private final Set<QName> largeTypes; // whose automaton would take the JDK too long
  private final Set<QName> largeElements; // declared with such a type
  private final boolean isQuick;
  private final boolean takesNothing; // whether an operation has requests with an empty body

  private MessageValidator(JsonService service) throws SAXException, ProblemException {
    this.readers = service.readers();
    this.screen = Descriptions.screen(service.description());
    ContentSizes sizes = ContentSizes.of(Descriptions.components(service.description()));
    if (sizes.unreadable() != null) {
      throw new ProblemException(
          new Problem(503, "The schemas of the service cannot be used", sizes.unreadable(), null));
    }
    this.warnings = List.copyOf(sizes.told());
    this.largeTypes = Set.copyOf(sizes.types());
    this.largeElements = new HashSet<>(sizes.elements());
    List<Element> roots = Descriptions.schemas(service.description());
    Set<QName> declared = new HashSet<>();
    roots.forEach(root -> addElements(root, declared));
    Map<String, StringBuilder> wrappers = new HashMap<>();
    boolean isEmptyTaken = false;
    for (JsonOperation each : service.operations()) {
      isEmptyTaken |= takesNothing(each);
      addWrapper(each, false, declared, wrappers);
      addWrapper(each, true, declared, wrappers);
    }
    encoded.removeAll(declared);
    this.takesNothing = isEmptyTaken;
    this.isQuick = service.isQuick() && warnings.isEmpty() && sizes.areSmall();
    Map<String, String> more = new HashMap<>();
    wrappers.forEach((namespace, declarations) -> more.put(namespace, declarations.toString()));
    this.validators = new ElementValidator.Pool(CompiledSchemas.of(roots, more));
  }

  /**
   * Returns the validator of a service's messages.
   *
   * @throws ProblemException if its schemas are not valid, or take too long to compile
   */
  public static MessageValidator of(JsonService service) throws ProblemException {
    try {
      return new MessageValidator(service);
    } catch (SAXException | UncheckedIOException e) {
      throw new ProblemException(
          new Problem(
              503,
              "The schemas of the service are not valid",
              String.valueOf(e.getMessage()),
              null));
    }
  }

  /**
   * Returns a warning for each type that is too large for the validator of the JDK. A message with
   * an element of such a type is valid if the {@link SchemaScreen} finds it valid, and refused
   * otherwise.
   */
  public List<String> warnings() {
    return warnings;
  }

  /** Whether small messages are validated soon, whatever is in them. */
  public boolean isQuick() {
    return isQuick;
  }

  private static void addElements(Element schema, Set<QName> declared) {
    String namespace = schema.attribute("targetNamespace");
    for (Content each : schema.content()) {
      if (each instanceof Element element
          && element.is(XMLConstants.W3C_XML_SCHEMA_NS_URI, "element")) {
        declared.add(new QName(namespace == null ? "" : namespace, element.attribute("name")));
      }
    }
  }

  /** Whether requests have an empty body, or one that is not known. */
  private static boolean takesNothing(JsonOperation operation) {
    try {
      return operation.element() == null;
    } catch (ProblemException e) {
      return true;
    }
  }

  /** The element around the parts of an rpc operation, unless a schema declares it. */
  private void addWrapper(
      JsonOperation of,
      boolean isResponse,
      Set<QName> declared,
      Map<String, StringBuilder> declarations) {
    OperationMessage message =
        isResponse ? of.bound().operation().output() : of.bound().operation().input();
    MessageBinding binding = isResponse ? of.bound().output() : of.bound().input();
    if (message == null || binding == null || of.bound().style() != Style.RPC) {
      return;
    }
    String namespace = binding.namespace() == null ? "" : binding.namespace();
    String name = of.bound().operation().name() + (isResponse ? "Response" : "");
    QName wrapper = new QName(namespace, name);
    if (of.bound().isEncoded()) {
      encoded.add(wrapper);
    } else if (declared.add(wrapper)) {
      StringBuilder all = declarations.computeIfAbsent(namespace, key -> new StringBuilder());
      all.append("<x:element name=\"").append(name).append("\"><x:complexType><x:all>");
      for (Part part : message.message().parts()) {
        QName type = part.type();
        if (type != null && binding.parts().contains(part.name())) {
          all.append(CompiledSchemas.declaration(part.name(), type, true));
          if (largeTypes.contains(type)) {
            largeElements.add(new QName(part.name()));
          }
        }
      }
      all.append("</x:all></x:complexType></x:element>");
    }
  }

  /**
   * Finds what is wrong with a request: it has one element in its body, or none where an operation
   * has no arguments.
   *
   * @param charset what the transport says of its encoding; null for nothing
   * @return null for a request that is valid
   */
  public @Nullable Invalid checkRequest(byte[] message, @Nullable String charset) {
    return isSurelyValid(message, charset) ? null : check(message, charset, true);
  }

  /**
   * Finds what is wrong with a response, as {@link #checkRequest}; a fault is taken as it is.
   *
   * @return null for a response that is valid
   */
  public @Nullable Invalid checkResponse(byte[] message, @Nullable String charset) {
    return isSurelyValid(message, charset) ? null : check(message, charset, false);
  }

  /**
   * A message whose reading has come to its payload.
   *
   * @param scope the namespaces that are declared around it
   */
  private record Opened(XmlReader xml, EnvelopeReader in, Map<String, String> scope) {
    /** Whether there is no payload: the body is empty. */
    boolean isEmpty() {
      return xml.event() != XmlReader.START_ELEMENT;
    }
  }

  private Opened opened(byte[] message, @Nullable String charset) throws SoapMessageException {
    return opened(readers.withLimits(XmlLimits.DEFAULT), message, charset);
  }

  private static Opened opened(EnvelopeReader in, byte[] message, @Nullable String charset)
      throws SoapMessageException {
    in.open(new MessageContent(message, charset));
    return new Opened(in.xml(), in, in.toPayload(outside -> false));
  }

  /** Whether a message has one element in its body, and the screen finds that valid. */
  private boolean isSurelyValid(byte[] message, @Nullable String charset) {
    EnvelopeReader in = readers.take();
    try {
      return isSurelyValid(opened(in, message, charset));
    } catch (XmlException | SoapMessageException e) {
      return false; // and the other reading says why
    } finally {
      readers.release(in);
    }
  }

  private boolean isSurelyValid(Opened opened) {
    XmlReader xml = opened.xml;
    if (opened.isEmpty()
        || opened.in.atFault()
        || !screen.passes(xml)
        || xml.nextChild(null) != null
        || xml.nextChild(null) != null) {
      return false;
    }
    while (xml.event() != XmlReader.END_DOCUMENT) {
      xml.next();
    }
    return true;
  }

  private @Nullable Invalid check(byte[] message, @Nullable String charset, boolean isRequest) {
    Invalid unknown = warnings.isEmpty() ? null : unknown(message, charset);
    return unknown == null ? checkAll(message, charset, isRequest) : unknown;
  }

  /** Finds an element of a type that is too large for the validator. */
  private @Nullable Invalid unknown(byte[] message, @Nullable String charset) {
    try {
      Opened opened = opened(message, charset);
      XmlReader xml = opened.xml;
      if (opened.isEmpty() || opened.in.atFault()) {
        return null;
      }
      while (xml.event() != XmlReader.END_DOCUMENT) {
        if (xml.event() == XmlReader.START_ELEMENT && isLarge(xml)) {
          return new Invalid(
              opened.in.version(),
              "the message cannot be told to be valid: expected "
                  + xml.name()
                  + " in a form that is compared without a schema validator, as its type is too"
                  + " large for one, found another, or a value that is none of its type, byte "
                  + xml.offset());
        }
        xml.next();
      }
      return null;
    } catch (XmlException | SoapMessageException e) {
      return null; // and the other reading says why
    }
  }

  private boolean isLarge(XmlReader xml) {
    if (largeElements.contains(xml.name().toQName())) {
      return true;
    }
    try {
      XmlName type = xml.attributeCount() == 0 ? null : xml.xsiType();
      return type != null && largeTypes.contains(type.toQName());
    } catch (XmlDataException e) {
      return false; // it names no type: the validator says so, and takes the declared one
    }
  }

  private @Nullable Invalid checkAll(byte[] message, @Nullable String charset, boolean isRequest) {
    try {
      Opened opened = opened(message, charset);
      XmlReader xml = opened.xml;
      EnvelopeReader in = opened.in;
      boolean isEmpty = opened.isEmpty();
      if (isEmpty && isRequest && !takesNothing) {
        return new Invalid(in.version(), "expected an element in Body, found none");
      }
      if (!isEmpty && in.atFault() && isRequest) {
        return new Invalid(in.version(), "expected a request, found a fault");
      }
      if (!isEmpty && (in.atFault() || encoded.contains(xml.name().toQName()))) {
        xml.skipElement();
        in.close();
        return null;
      }
      ElementValidator validator = new ElementValidator(validators, xml);
      if (!isEmpty) {
        validator.read("/Envelope/Body/", opened.scope);
      }
      Invalid more = isEmpty ? null : more(xml, in.version(), "Body");
      more = more == null ? more(xml, in.version(), "Envelope") : more;
      if (more != null) {
        return more;
      }
      while (xml.event() != XmlReader.END_DOCUMENT) {
        xml.next();
      }
      return validator.errors().isEmpty()
          ? null
          : new Invalid(
              in.version(),
              validator.shown(Utf8Messages.isUtf8(message, charset) ? message : null));
    } catch (XmlException | SoapMessageException e) {
      return new Invalid(SoapVersion.SOAP_1_1, String.valueOf(e.getMessage()));
    }
  }

  /** Finds a further element, which a receiver might take in place of the one that was checked. */
  private static @Nullable Invalid more(XmlReader xml, SoapVersion version, String around) {
    XmlName next = xml.nextChild(null);
    return next == null
        ? null
        : new Invalid(
            version,
            "expected the end of " + around + ", found element " + next + ", byte " + xml.offset());
  }

  /**
   * A message that is not valid.
   *
   * @param version of its envelope; SOAP 1.1 where it has none
   * @param reason what was expected and found, and where
   */
  public record Invalid(SoapVersion version, String reason) {}
}
