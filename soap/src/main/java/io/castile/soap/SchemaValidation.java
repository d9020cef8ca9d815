package io.castile.soap;

import io.castile.xml.XmlException;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlReader;
import javax.xml.validation.Schema;
import org.xml.sax.SAXException;

/**
 * Links that hold messages to the schema of their service's WSDL: what is in the body, faults
 * aside. The schema is made once, with the link, and nothing is fetched for it.
 */
public final class SchemaValidation {
  private final ServiceModel model;
  private final XmlLimits limits;
  private final Schema schema;

  private SchemaValidation(ServiceModel model, XmlLimits limits) {
    this.model = model;
    this.limits = limits;
    this.schema = new ServiceSchema(model).schema();
  }

  /**
   * Returns a link that refuses requests which are not valid, as their sender's fault.
   *
   * @throws IllegalArgumentException if no schema can be made of the WSDL
   */
  public static Interceptor ofRequests(ServiceModel model, XmlLimits limits) {
    SchemaValidation validation = new SchemaValidation(model, limits);
    return chain -> {
      SoapRequest request = chain.request();
      validation.check("request", request.operation(), request.bytes(), request.charset());
      return chain.proceed(request);
    };
  }

  /**
   * Returns a link that refuses responses which are not valid.
   *
   * @throws IllegalArgumentException if no schema can be made of the WSDL
   */
  public static Interceptor ofResponses(ServiceModel model, XmlLimits limits) {
    SchemaValidation validation = new SchemaValidation(model, limits);
    return chain -> {
      SoapResponse response = chain.proceed(chain.request());
      if (response.operation() != null && !response.operation().oneWay()) {
        validation.check("response", response.operation(), response.bytes(), response.charset());
      }
      return response;
    };
  }

  private void check(String what, Operation operation, byte[] bytes, String charset)
      throws SoapMessageException {
    XmlReader xml = new XmlReader(model.codecs().names(), limits);
    EnvelopeReader in = new EnvelopeReader(xml, model.codecs().names());
    BodyValidator validator = new BodyValidator(schema, xml);
    try {
      in.open(new Content(bytes, charset));
      var scope = in.toPayload();
      if (xml.event() != XmlReader.START_ELEMENT || in.atFault()) {
        return;
      }
      validator.read(scope);
    } catch (XmlException e) {
      throw SoapMessageException.sender(e.getMessage(), e);
    } catch (SAXException e) {
      throw new IllegalStateException("the validator failed: " + e.getMessage(), e);
    }
    if (!validator.errors().isEmpty()) {
      boolean hasLines = Utf8Messages.isUtf8(bytes, charset);
      throw SoapMessageException.sender(
          "the "
              + what
              + " of operation "
              + operation
              + " is not valid: "
              + String.join(
                  "; ",
                  validator.errors().stream()
                      .map(error -> error.shown(hasLines ? bytes : null))
                      .toList()),
          null);
    }
  }
}
