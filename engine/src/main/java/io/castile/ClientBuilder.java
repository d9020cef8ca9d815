package io.castile;

import io.castile.codec.CodecMode;
import io.castile.engine.ClientReadTemplates;
import io.castile.soap.SoapVersion;
import io.castile.soap.addressing.AddressingInterceptors;
import io.castile.soap.client.SoapClient;
import io.castile.soap.handler.HandlerFile;
import io.castile.soap.handler.HandlerInterceptor;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.soap.wsdl.GivenDescription;
import io.castile.template.key.Direction;
import jakarta.xml.ws.BindingProvider;
import java.io.Closeable;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Objects;

/**
 * Builds a client: an object that implements the service endpoint interface, and calls the service.
 *
 * <p>The client is thread-safe. It also implements {@link BindingProvider}, whose request context
 * can set the endpoint anew, and {@link Closeable}, which closes its idle connections. This builder
 * is not thread-safe.
 *
 * @param <T> the service endpoint interface
 */
public final class ClientBuilder<T> extends CallerBuilder<ClientBuilder<T>> {
  private final Class<T> sei;
  private boolean isValidating;
  private CodecMode codecMode = CodecMode.ADAPTIVE;
  private final ClientReadTemplates.ReadOnly readOnly = new ClientReadTemplates.ReadOnly();

  ClientBuilder(Class<T> sei) {
    this.sei = Objects.requireNonNull(sei, "sei");
  }

  @Override
  protected ClientBuilder<T> self() {
    return this;
  }

  /**
   * Sets whether responses are held to the schema of the service's WSDL, by default not: the one
   * that the interface names, else the one that is made of it. A response that is not valid ends
   * its call with a {@code WebServiceException} that says what, where, expected and found. A call
   * can ask for it by the property {@link Castile#SCHEMA_VALIDATION} of the request context.
   */
  public ClientBuilder<T> validate(boolean enabled) {
    this.isValidating = enabled;
    return this;
  }

  /** Sets when codecs are compiled; {@link CodecMode#ADAPTIVE} by default. */
  public ClientBuilder<T> codecMode(CodecMode mode) {
    this.codecMode = Objects.requireNonNull(mode, "mode");
    return this;
  }

  /**
   * Promises that the application does not change the results of these operations: neither what
   * they return, nor the objects that this holds, nor the values of holders. A part of a response
   * that was in an earlier one, byte for byte, then is the same object as in the earlier result, so
   * that it costs neither parsing nor a copy. Results may be read by several threads, and equal
   * parts of one result may be one object. A change that is made nevertheless may show in later
   * results, or while a result is being read.
   *
   * <p>Without this promise every result is the caller's own.
   *
   * @param operations names of operations, as in the WSDL
   */
  public ClientBuilder<T> readOnly(String operation, String... operations) {
    readOnly.add(operation, operations);
    return this;
  }

  /**
   * Sets whether that promise holds for all operations, as in {@link #readOnly(String, String...)};
   * by default for those only that are named there.
   */
  public ClientBuilder<T> readOnly(boolean enabled) {
    readOnly.setAll(enabled);
    return this;
  }

  /**
   * Returns the client.
   *
   * @throws IllegalStateException if there is no endpoint
   * @throws IllegalArgumentException if the interface is no service endpoint interface, or the
   *     endpoint no http or https URL, or {@link #readOnly} or {@link #retrySafe} names no
   *     operation, or the WSDL that the interface names does not fit it, or has a policy that is
   *     not met
   */
  public T build() {
    checkEndpoint("the client of " + sei.getName());
    ServiceModel model = described(ServiceModel.shared(sei, codecMode));
    readOnly.check(List.of(model));
    checkOperations(model);
    GivenDescription.check(model, abilities(AddressingInterceptors.annotated(sei)));
    SoapVersion spoken = version(model.version());
    HandlerFile.Content file = handlerFile(sei, model, spoken);
    HandlerInterceptor handlerLink =
        HandlerInterceptor.ofClient(model, withHandlers(file.handlers()));
    ClientChain.Spec chain = newChain(model, handlerLink, AddressingInterceptors.annotated(sei));
    chain.validation = new ValidationInterceptor(model, limits(), isValidating);
    Caches caches = addCaches(model, sei.getName(), chain);
    SoapClient client =
        newSoapClient(
            model,
            spoken,
            chain,
            ClientReadTemplates.of(templates(), Direction.RESPONSE, readOnly.copy()),
            attachmentsFor(sei));
    client.setRoles(file.roles());
    ClientInvocationHandler handler =
        new ClientInvocationHandler(
            client,
            templates(),
            caches.responses(),
            caches.own(),
            interceptors().isEmpty() ? chain.cache : null,
            spoken,
            chain.requestCache,
            handlerLink,
            newRequestContext(),
            executor());
    Class<?>[] types = ServiceModel.portTypes(sei).toArray(new Class<?>[0]);
    return sei.cast(Proxy.newProxyInstance(loader(), types, handler));
  }

  /** A loader that sees the interface and {@link BindingProvider}. */
  private ClassLoader loader() {
    ClassLoader loader = sei.getClassLoader();
    return loader == null ? ClientBuilder.class.getClassLoader() : loader;
  }
}
