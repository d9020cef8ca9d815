package io.castile.engine;

import io.castile.delta.Differential;
import io.castile.soap.SoapException;
import io.castile.soap.SoapMessageException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.flight.FlightEvents;
import io.castile.soap.flight.TemplateEvent;
import io.castile.soap.model.internal.OperationModel;
import io.castile.template.Templates;
import io.castile.template.internal.Lease;
import io.castile.template.internal.TemplateStore;
import io.castile.template.key.Direction;
import io.castile.template.key.internal.MessageShape;
import io.castile.template.key.internal.TemplateKey;
import io.castile.xml.Payload;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's template link: a response is written over the last one of its kind, so that it costs
 * the values that changed. Faults, and what exists as bytes, go on as they came; so does what
 * cannot be written with a template, which is written, or fails, where it would without this link.
 */
public final class ResponseTemplateInterceptor implements Interceptor {
  private static final Logger log = LoggerFactory.getLogger(ResponseTemplateInterceptor.class);

  private static final Object[] NOTHING = {};

  private final TemplateStore templates;
  private final @Nullable Differential differential; // null for none
  private final TemplateKeys shapes;
  private final TemplateKeys unstuffed;

  /**
   * @param differential what makes differences of the answers to clients that take them; null for
   *     nothing
   */
  public ResponseTemplateInterceptor(Templates templates, @Nullable Differential differential) {
    this.templates = TemplateStore.of(templates);
    this.differential = differential;
    this.shapes = new TemplateKeys(Direction.RESPONSE, this.templates, true);
    this.unstuffed = new TemplateKeys(Direction.RESPONSE, this.templates, false);
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapResponse response = chain.proceed(chain.request());
    OperationModel operation = Messages.operation(response);
    if (operation == null
        || !(Messages.body(response) instanceof MessageBody.Values)
        || response.sendsAttachments()
        || response.isTooLargeToKeep()
        || operation.oneWay()) {
      return response;
    }
    if (differential != null && differential.isTyped(chain.request(), operation)) {
      return response; // no XML is made of it
    }
    boolean different = differential != null && Differential.isOffered(chain.request());
    TemplateKey key = (different ? unstuffed : shapes).key(operation);
    return written(response, operation, key, asked(chain.request()));
  }

  /** The arguments, as far as they have been read: a cache may have answered without them. */
  private static Object[] asked(SoapRequest request) throws SoapMessageException {
    return request.hasArguments() ? request.arguments() : NOTHING;
  }

  private SoapResponse written(
      SoapResponse response, OperationModel operation, TemplateKey key, Object[] asked)
      throws SoapException {
    Lease lease =
        templates.lease(
            key,
            MessageShape.of(
                response.version().ordinal(), response.values(), asked, key.isAcrossServices()));
    if (lease == null) {
      return response;
    }
    boolean passedOn = false;
    TemplateEvent event = FlightEvents.template();
    try {
      Payload message = lease.write(response::writeTo, operation);
      if (event != null) {
        TemplateKeys.record(event, operation, Direction.RESPONSE, lease, message);
      }
      if (response.isTooLargeToKeep(message)) {
        lease.drop();
      }
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
