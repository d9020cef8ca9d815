package io.castile.engine;

import io.castile.delta.Differential;
import io.castile.soap.SoapException;
import io.castile.soap.SoapMessageException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapFaultReceivedException;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.flight.FlightEvents;
import io.castile.soap.flight.TemplateEvent;
import io.castile.template.Templates;
import io.castile.template.internal.Lease;
import io.castile.template.internal.TemplateStore;
import io.castile.template.key.Direction;
import io.castile.template.key.internal.MessageShape;
import io.castile.template.key.internal.TemplateKey;
import io.castile.xml.Payload;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The client's template link: a request is written over the last one of its kind, so that a call
 * costs the arguments that changed (parameterized caching: Devaram and Andresen; its total caching
 * of equal requests is the content match).
 *
 * <p>When the service answers with a client fault the template is given up, and the next request is
 * made afresh (the same work, section 3.3.3). Whatever cannot be written with a template goes on as
 * it came, and is written, or fails, where it would without this link.
 */
public final class RequestTemplateInterceptor implements Interceptor {

  private final TemplateStore templates;
  private final @Nullable Differential differential; // null for none
  private final TemplateKeys shapes;

  /**
   * @param differential what makes differences of the messages, so that they are not stuffed; null
   *     for nothing
   */
  public RequestTemplateInterceptor(Templates templates, @Nullable Differential differential) {
    this.templates = TemplateStore.of(templates);
    this.differential = differential;
    this.shapes = new TemplateKeys(Direction.REQUEST, this.templates, differential == null);
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    if (!(Messages.body(request) instanceof MessageBody.Values)
        || request.sendsAttachments()
        || request.isTooLargeToKeep()
        || (differential != null && differential.sendsValues(request))) {
      return chain.proceed(request);
    }
    Object[] arguments = request.arguments();
    TemplateKey key = shapes.key(Messages.operation(request));
    Lease lease =
        templates.lease(
            key,
            MessageShape.of(
                request.version().ordinal(), arguments, arguments, key.isAcrossServices()));
    if (lease == null) {
      return chain.proceed(request);
    }
    try (lease) {
      Payload message = write(request, lease);
      if (message != null) {
        if (request.isTooLargeToKeep(message)) {
          lease.drop();
        }
        return send(chain, request.withPayload(message), lease);
      }
    }
    return chain.proceed(request);
  }

  /** The message, or null if it cannot be written. */
  private static @Nullable Payload write(SoapRequest request, Lease lease) {
    TemplateEvent event = FlightEvents.template();
    try {
      Payload message = lease.write(request::writeTo, Messages.operation(request));
      if (event != null) {
        TemplateKeys.record(event, Messages.operation(request), Direction.REQUEST, lease, message);
      }
      return message;
    } catch (SoapMessageException | RuntimeException e) {
      LoggerFactory.getLogger(RequestTemplateInterceptor.class)
          .debug("a request was not written with a template: {}", e.toString());
      return null;
    }
  }

  private static SoapResponse send(Chain chain, SoapRequest request, Lease lease)
      throws SoapException {
    try {
      SoapResponse response = chain.proceed(request);
      if (response.blamesSender()) {
        lease.drop();
      }
      return response;
    } catch (SoapFaultReceivedException e) {
      if (e.fault().blamesSender()) {
        lease.drop();
      }
      throw e;
    }
  }

  @Override
  public String toString() {
    return "request templates";
  }
}
