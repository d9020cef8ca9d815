package io.castile.soap.wsdl;

import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.envelope.EnvelopeReader;
import io.castile.soap.envelope.MessageContent;
import io.castile.soap.envelope.Utf8Messages;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.EnvelopeCodec;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.xml.XmlException;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlReader;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;

/**
 * Links that hold messages to the schema of their service's WSDL: what is in the body, and the
 * header blocks and entries of a fault's detail that the operation declares, where the schema has
 * their elements. The schema is made once, with the link, and nothing is fetched for it.
 */
public final class SchemaValidationInterceptor {
  private final ServiceModel model;
  private final XmlLimits limits;
  private final ElementValidator.Pool validators;
  private final Set<QName> elements;

  /** An interceptor that reads the elements of messages. */
  @FunctionalInterface
  private interface ElementInterceptor extends Interceptor {
    @Override
    default boolean needsBytes() {
      return true;
    }
  }

  private SchemaValidationInterceptor(ServiceModel model, XmlLimits limits) {
    this.model = model;
    this.limits = limits;
    ServiceSchema described = new ServiceSchema(model);
    this.validators = new ElementValidator.Pool(described.schema());
    this.elements = described.elements();
  }

  /**
   * Returns a link that refuses requests which are not valid, as their sender's fault.
   *
   * @throws IllegalArgumentException if no schema can be made of the WSDL
   */
  public static Interceptor ofRequests(ServiceModel model, XmlLimits limits) {
    SchemaValidationInterceptor validation = new SchemaValidationInterceptor(model, limits);
    return (ElementInterceptor)
        chain -> {
          SoapRequest request = chain.request();
          OperationModel operation = Messages.operation(request);
          validation.check(
              Messages.codec(request),
              "request",
              operation,
              operation.request(),
              Messages.content(request));
          return chain.proceed(request);
        };
  }

  /**
   * Returns a link that refuses responses which are not valid.
   *
   * @throws IllegalArgumentException if no schema can be made of the WSDL
   */
  public static Interceptor ofResponses(ServiceModel model, XmlLimits limits) {
    SchemaValidationInterceptor validation = new SchemaValidationInterceptor(model, limits);
    return (ElementInterceptor)
        chain -> {
          SoapResponse response = chain.proceed(chain.request());
          OperationModel operation = Messages.operation(response);
          Message message = operation == null ? null : operation.response();
          if (operation != null && message != null) {
            validation.check(
                Messages.codec(response),
                "response",
                operation,
                message,
                Messages.content(response));
          }
          return response;
        };
  }

  private void check(
      EnvelopeCodec codec,
      String what,
      OperationModel operation,
      Message message,
      MessageContent content)
      throws SoapMessageException {
    XmlReader xml = new XmlReader(model.codecs().names(), limits);
    EnvelopeReader in = codec.parser().reader(xml);
    ElementValidator validator = new ElementValidator(validators, xml);
    try {
      in.open(content);
      Map<String, String> scope =
          in.toPayload(
              outside -> {
                boolean isKnown = message.header(xml.name().toQName()) != null;
                return isKnown && validated(validator, xml, "/Envelope/Header/", outside);
              });
      if (in.atFault()) {
        String place = in.version() == SoapVersion.SOAP_1_1 ? "detail/" : "Detail/";
        in.readDetail(
            scope,
            outside -> {
              QName entry = xml.name().toQName();
              boolean isKnown =
                  operation.faults().stream().anyMatch(each -> each.name().equals(entry));
              return isKnown && validated(validator, xml, "/Envelope/Body/Fault/" + place, outside);
            });
      } else if (xml.event() == XmlReader.START_ELEMENT) {
        validator.read("/Envelope/Body/", scope);
      }
    } catch (XmlException e) {
      throw SoapMessageException.sender(e.getMessage(), e);
    }
    byte[] bytes = content.bytes();
    if (!validator.errors().isEmpty()) {
      boolean hasLines = Utf8Messages.isUtf8(bytes, content.charset());
      throw SoapMessageException.sender(
          "the "
              + what
              + " of operation "
              + operation
              + " is not valid: "
              + validator.shown(hasLines ? bytes : null),
          null);
    }
  }

  /** Validates the element at which the reader stands, if the schema has one of its name. */
  private boolean validated(
      ElementValidator validator, XmlReader xml, String parent, Map<String, String> scope) {
    boolean has = elements.contains(xml.name().toQName());
    if (has) {
      validator.read(parent, scope);
    }
    return has;
  }
}
