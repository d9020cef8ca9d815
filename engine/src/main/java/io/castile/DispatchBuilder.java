package io.castile;

import io.castile.engine.MessageForm;
import io.castile.engine.WholeMessages;
import io.castile.soap.SoapVersion;
import io.castile.soap.client.SoapClient;
import io.castile.soap.envelope.ReceiverSettings;
import io.castile.soap.exchange.internal.ReadTemplateSource;
import io.castile.soap.handler.HandlerFile;
import io.castile.soap.handler.HandlerInterceptor;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.soap.wsdl.XmlSources;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import java.util.Objects;
import java.util.Set;
import javax.xml.transform.Source;
import org.jspecify.annotations.Nullable;

/**
 * Builds a client that sends messages as they are (Jakarta XML Web Services 4.0 §4.3).
 *
 * <p>The client is thread-safe. It is also {@link AutoCloseable}, which closes its idle
 * connections. This builder is not thread-safe.
 *
 * @param <T> {@link Source} or a class of it, or {@link SOAPMessage}; {@link Object} for objects of
 *     a {@link JAXBContext}
 */
public final class DispatchBuilder<T> extends AbstractClientBuilder<DispatchBuilder<T>> {
  private final Class<T> type;
  private final @Nullable JAXBContext binding; // null where messages are given as XML
  private Service.Mode mode;

  DispatchBuilder(Class<T> type) {
    Objects.requireNonNull(type, "type");
    if (type != SOAPMessage.class && !XmlSources.isKind(type)) {
      throw new IllegalArgumentException(
          "Cannot dispatch messages as " + type.getName() + ". Use Source or SOAPMessage.");
    }
    this.type = type;
    this.binding = null;
    this.mode = type == SOAPMessage.class ? Service.Mode.MESSAGE : Service.Mode.PAYLOAD;
  }

  private DispatchBuilder(Class<T> type, JAXBContext binding) {
    this.type = type;
    this.binding = Objects.requireNonNull(binding, "binding");
    this.mode = Service.Mode.PAYLOAD;
  }

  static DispatchBuilder<Object> ofObjects(JAXBContext binding) {
    return new DispatchBuilder<>(Object.class, binding);
  }

  @Override
  protected DispatchBuilder<T> self() {
    return this;
  }

  /**
   * Sets whether messages are given whole or by what is in their bodies; by default that for {@link
   * Source} and objects, whole for {@link SOAPMessage}, which allows nothing else. A whole message
   * is an object that the {@link JAXBContext} writes as an envelope.
   */
  public DispatchBuilder<T> mode(Service.Mode mode) {
    this.mode = Objects.requireNonNull(mode, "mode");
    return this;
  }

  /**
   * Returns the client.
   *
   * @throws IllegalStateException if there is no endpoint
   * @throws IllegalArgumentException if the endpoint is no http or https URL, or the mode does not
   *     go with the type
   */
  public Dispatch<T> build() {
    checkEndpoint("the dispatch");
    boolean isWhole = mode == Service.Mode.MESSAGE;
    if (type == SOAPMessage.class && !isWhole) {
      throw new IllegalArgumentException(
          "Cannot dispatch a SOAPMessage in mode PAYLOAD, because it is a whole message. Set mode"
              + " MESSAGE.");
    }
    ServiceModel model = described(ServiceModel.ofMessages(version(SoapVersion.SOAP_1_1)));
    SoapVersion version = version(model.version());
    HandlerFile.Content file = handlerFile(null, model, version);
    HandlerInterceptor handlerLink =
        HandlerInterceptor.ofClient(model, withHandlers(file.handlers()));
    ClientChain.Spec chain = newChain(model, handlerLink, null);
    chain.wholeMessages = isWhole ? new WholeMessages() : null;
    SoapClient client =
        new SoapClient(
            model,
            limits(),
            ClientChain.links(chain),
            chain.transport,
            ReadTemplateSource.NONE,
            AttachmentOptions.DEFAULT,
            Set.of(),
            ReceiverSettings.DEFAULT.withRoles(file.roles()));
    return new PortDispatch<>(
        client, form(isWhole), version, handlerLink, newRequestContext(), executor());
  }

  private MessageForm<T> form(boolean isWhole) {
    return binding == null
        ? MessageForm.of(type, isWhole)
        : MessageForm.ofObjects(type, binding, isWhole);
  }
}
