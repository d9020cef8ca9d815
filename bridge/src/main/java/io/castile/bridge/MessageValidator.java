package io.castile.bridge;

import io.castile.soap.SoapFault;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.envelope.EnvelopeReader;
import io.castile.soap.envelope.FaultWriter;
import io.castile.soap.envelope.MessageContent;
import io.castile.soap.envelope.PassedOverLog;
import io.castile.soap.envelope.ReceiverSettings;
import io.castile.soap.envelope.Utf8Messages;
import io.castile.soap.wsdl.ElementValidator;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.MessageBinding;
import io.castile.wsdl.model.internal.OperationMessage;
import io.castile.wsdl.model.internal.Part;
import io.castile.wsdl.model.internal.Style;
import io.castile.wsdl.value.CompiledSchemas;
import io.castile.xml.NameTable;
import io.castile.xml.XmlException;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import javax.xml.validation.Schema;
import org.jspecify.annotations.Nullable;
import org.xml.sax.SAXException;

/**
 * Holds what is in the bodies of messages to the schemas of a description. Faults and messages of
 * encoded operations, which no schema describes, are taken. Immutable and thread-safe.
 */
public final class MessageValidator {
  private final Schema schema;
  private final NameTable names;
  private final Set<QName> encoded = new HashSet<>();

  private MessageValidator(JsonService service) throws SAXException {
    this.names = Descriptions.names(service.description());
    Map<String, StringBuilder> wrappers = new HashMap<>();
    Set<QName> added = new HashSet<>();
    for (JsonOperation each : service.operations()) {
      addWrapper(each, false, added, wrappers);
      addWrapper(each, true, added, wrappers);
    }
    Map<String, String> more = new HashMap<>();
    wrappers.forEach((namespace, declarations) -> more.put(namespace, declarations.toString()));
    this.schema = CompiledSchemas.of(Descriptions.schemas(service.description()), more);
  }

  /**
   * Returns the validator of a service's messages.
   *
   * @throws ProblemException if its schemas are not valid
   */
  public static MessageValidator of(JsonService service) throws ProblemException {
    try {
      return new MessageValidator(service);
    } catch (SAXException e) {
      throw new ProblemException(
          new Problem(
              503,
              "The schemas of the service are not valid",
              String.valueOf(e.getMessage()),
              null));
    }
  }

  /** The element around the parts of an rpc operation, which no schema declares. */
  private void addWrapper(
      JsonOperation of,
      boolean isResponse,
      Set<QName> added,
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
    } else if (added.add(wrapper)) {
      StringBuilder all = declarations.computeIfAbsent(namespace, key -> new StringBuilder());
      all.append("<x:element name=\"").append(name).append("\"><x:complexType><x:all>");
      for (Part part : message.message().parts()) {
        QName type = part.type();
        if (type != null && binding.parts().contains(part.name())) {
          all.append(CompiledSchemas.declaration(part.name(), type, true));
        }
      }
      all.append("</x:all></x:complexType></x:element>");
    }
  }

  /**
   * Finds what is wrong with a message.
   *
   * @param charset what the transport says of its encoding; null for nothing
   * @return null for a message that is valid
   */
  public @Nullable Invalid check(byte[] message, @Nullable String charset) {
    XmlReader xml = new XmlReader(names, XmlLimits.DEFAULT);
    EnvelopeReader in =
        new EnvelopeReader(xml, names, ReceiverSettings.DEFAULT, new PassedOverLog(false));
    try {
      in.open(new MessageContent(message, charset));
      Map<String, String> scope = in.toPayload(outside -> false);
      if (xml.event() != XmlReader.START_ELEMENT
          || in.atFault()
          || encoded.contains(xml.name().toQName())) {
        return null;
      }
      ElementValidator validator = new ElementValidator(schema, xml);
      validator.read("/Envelope/Body/", scope);
      in.close();
      return validator.errors().isEmpty()
          ? null
          : new Invalid(
              in.version(),
              validator.shown(Utf8Messages.isUtf8(message, charset) ? message : null));
    } catch (XmlException | SoapMessageException e) {
      return new Invalid(SoapVersion.SOAP_1_1, String.valueOf(e.getMessage()));
    }
  }

  /**
   * A message that is not valid.
   *
   * @param version of its envelope; SOAP 1.1 where it has none
   * @param reason what was expected and found, and where
   */
  public record Invalid(SoapVersion version, String reason) {
    /**
     * Returns an envelope with the fault, in UTF-8.
     *
     * @param isOfSender whether the sender is to blame, else the receiver
     * @param version of the envelope
     */
    public byte[] fault(boolean isOfSender, SoapVersion version) {
      SoapFault.Code code = isOfSender ? SoapFault.Code.SENDER : SoapFault.Code.RECEIVER;
      XmlWriter out = new XmlWriter();
      out.raw(
          ("<s:Envelope xmlns:s=\"" + version.namespace() + "\"><s:Body>")
              .getBytes(StandardCharsets.US_ASCII));
      FaultWriter.write(SoapFault.of(code, reason), version, null, out);
      out.raw("</s:Body></s:Envelope>".getBytes(StandardCharsets.US_ASCII));
      return out.toByteArray();
    }
  }
}
