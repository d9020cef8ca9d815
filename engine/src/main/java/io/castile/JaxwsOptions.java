package io.castile;

import io.castile.soap.model.PortDescription;
import jakarta.xml.ws.handler.Handler;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The options of a client for matters of Jakarta XML Web Services: handlers, and a port that a
 * description names. Immutable; thread-safe, if the handlers are.
 *
 * <pre>{@code
 * Shop port = Castile.client(Shop.class).endpoint(url).jaxws(j -> j.handlers(new Audit())).build();
 * }</pre>
 */
public final class JaxwsOptions {
  /** The default of {@link Builder#handlerFile}: {@value}. */
  public static final boolean DEFAULT_HANDLER_FILE = true;

  /** The defaults: the handlers that an interface names, and a port as its annotations say. */
  public static final JaxwsOptions DEFAULT = builder().build();

  private final List<Handler<?>> handlers;
  private final boolean handlerFile;
  private final @Nullable Class<?> handlerFileOf; // null for the interface, if any
  private final PortDescription port;
  private final @Nullable String whyNoEndpoint; // null where there has to be one

  private JaxwsOptions(Builder builder) {
    this.handlers = List.copyOf(builder.handlers);
    this.handlerFile = builder.handlerFile;
    this.handlerFileOf = builder.handlerFileOf;
    this.port = builder.port;
    this.whyNoEndpoint = builder.whyNoEndpoint;
  }

  /** Begins options, at first {@link #DEFAULT}. */
  public static Builder builder() {
    return new Builder();
  }

  /** Begins options, at first these. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.handlers.addAll(handlers);
    builder.handlerFile = handlerFile;
    builder.handlerFileOf = handlerFileOf;
    builder.port = port;
    builder.whyNoEndpoint = whyNoEndpoint;
    return builder;
  }

  List<Handler<?>> handlers() {
    return handlers;
  }

  boolean handlerFile() {
    return handlerFile;
  }

  /** Null for the interface, if any. */
  @Nullable Class<?> handlerFileOf() {
    return handlerFileOf;
  }

  PortDescription port() {
    return port;
  }

  /** Null where there has to be an endpoint. */
  @Nullable String whyNoEndpoint() {
    return whyNoEndpoint;
  }

  /** Builds options. Not thread-safe. */
  public static final class Builder {
    private final List<Handler<?>> handlers = new ArrayList<>();
    private boolean handlerFile = DEFAULT_HANDLER_FILE;
    private @Nullable Class<?> handlerFileOf; // null for the interface, if any
    private PortDescription port = PortDescription.NONE;
    private @Nullable String whyNoEndpoint; // null where there has to be one

    private Builder() {}

    /**
     * Adds handlers, after those that a {@code HandlerChain} annotation of an interface names. They
     * come after the interceptors, and their changes of a message count for the response cache. The
     * port's binding can replace them.
     *
     * @param handlers each logical, or one of SOAP; called by many threads at once
     */
    public Builder handlers(Handler<?>... handlers) {
      for (Handler<?> handler : Objects.requireNonNull(handlers, "handlers")) {
        this.handlers.add(Objects.requireNonNull(handler, "handler"));
      }
      return this;
    }

    /**
     * Sets whether the file that a {@code HandlerChain} annotation names is read; {@link
     * #DEFAULT_HANDLER_FILE} by default.
     */
    public Builder handlerFile(boolean enabled) {
      this.handlerFile = enabled;
      return this;
    }

    /**
     * Sets the class whose {@code HandlerChain} annotation names the file of handlers; by default,
     * and where the class has no such annotation, the service endpoint interface.
     */
    public Builder handlerFileOf(Class<?> annotated) {
      this.handlerFileOf = Objects.requireNonNull(annotated, "annotated");
      return this;
    }

    /**
     * Sets the description of the port: its names, which handlers, their files and references to
     * the endpoint tell, and documents whose policies are to be met. The version of SOAP is that of
     * the description, unless {@link AbstractClientBuilder#soapVersion} has set another one.
     */
    public Builder port(PortDescription port) {
      this.port = Objects.requireNonNull(port, "port");
      return this;
    }

    /**
     * Allows a client without an address: each call then needs one in its request context, as
     * {@code BindingProvider.ENDPOINT_ADDRESS_PROPERTY}.
     *
     * @param reason for the error of a call that has no address either
     */
    public Builder withoutEndpoint(String reason) {
      this.whyNoEndpoint = Objects.requireNonNull(reason, "reason");
      return this;
    }

    /** Returns the options. */
    public JaxwsOptions build() {
      return new JaxwsOptions(this);
    }
  }
}
