package io.castile;

import io.castile.soap.Chain;
import io.castile.soap.Interceptor;
import io.castile.soap.Operation;
import io.castile.soap.SoapException;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapResponse;
import io.castile.template.Direction;
import io.castile.template.Lease;
import io.castile.template.Templates;
import io.castile.xml.Payload;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's template link: a response is written over the last one of its kind, so that it costs
 * the values that changed. Faults, and what exists as bytes, go on as they came; so does what
 * cannot be written with a template, which is written, or fails, where it would without this link.
 */
final class ResponseTemplates implements Interceptor {
  private static final Logger log = LoggerFactory.getLogger(ResponseTemplates.class);

  private final Templates templates;
  private final Shapes shapes;

  /**
   * @param stuffed whether messages may be stuffed
   */
  ResponseTemplates(Templates templates, boolean stuffed) {
    this.templates = templates;
    this.shapes = new Shapes(Direction.RESPONSE, stuffed);
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapResponse response = chain.proceed(chain.request());
    Operation operation = response.operation();
    boolean writable =
        response.hasValues()
            && !response.hasFault()
            && !response.hasBytes()
            && response.payload() == null
            && !operation.oneWay();
    return writable ? written(response, operation) : response;
  }

  private SoapResponse written(SoapResponse response, Operation operation) throws SoapException {
    Lease lease =
        templates.lease(
            shapes.key(operation),
            Shapes.of(response.version(), response.values()),
            Shapes.longestArray(response.values()));
    if (lease == null) {
      return response;
    }
    boolean passedOn = false;
    try {
      Payload message = lease.write(response::writeTo);
      SoapResponse written = response.withPayload(message, lease::close);
      passedOn = true;
      return written;
    } catch (SoapMessageException | RuntimeException e) {
      log.debug("a response was not written with a template: {}", e.toString());
      return response;
    } finally {
      if (!passedOn) {
        lease.close();
      }
    }
  }

  @Override
  public String toString() {
    return "response templates";
  }
}
