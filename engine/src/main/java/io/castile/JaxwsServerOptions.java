package io.castile;

import jakarta.xml.ws.handler.Handler;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The options of a server for matters of Jakarta XML Web Services: handlers, annotations and the
 * lifecycle of services. Immutable; thread-safe, if the handlers are.
 *
 * <pre>{@code
 * Castile.server().publish("/shop", new ShopImpl()).jaxws(j -> j.handlers(new Audit())).start();
 * }</pre>
 */
public final class JaxwsServerOptions {
  /** The default of {@link Builder#handlerFiles}: {@value}. */
  public static final boolean DEFAULT_HANDLER_FILES = true;

  /** The default of {@link Builder#mtomAnnotations}: {@value}. */
  public static final boolean DEFAULT_MTOM_ANNOTATIONS = true;

  /** The default of {@link Builder#lifecycle}: {@value}. */
  public static final boolean DEFAULT_LIFECYCLE = true;

  /** The defaults: all that annotations of services say. */
  public static final JaxwsServerOptions DEFAULT = builder().build();

  private final List<Handler<?>> handlers;
  private final boolean handlerFiles;
  private final boolean mtomAnnotations;
  private final boolean lifecycle;

  private JaxwsServerOptions(Builder builder) {
    this.handlers = List.copyOf(builder.handlers);
    this.handlerFiles = builder.handlerFiles;
    this.mtomAnnotations = builder.mtomAnnotations;
    this.lifecycle = builder.lifecycle;
  }

  /** Begins options, at first {@link #DEFAULT}. */
  public static Builder builder() {
    return new Builder();
  }

  /** Begins options, at first these. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.handlers.addAll(handlers);
    builder.handlerFiles = handlerFiles;
    builder.mtomAnnotations = mtomAnnotations;
    builder.lifecycle = lifecycle;
    return builder;
  }

  List<Handler<?>> handlers() {
    return handlers;
  }

  boolean handlerFiles() {
    return handlerFiles;
  }

  boolean mtomAnnotations() {
    return mtomAnnotations;
  }

  boolean lifecycle() {
    return lifecycle;
  }

  /** Builds options. Not thread-safe. */
  public static final class Builder {
    private final List<Handler<?>> handlers = new ArrayList<>();
    private boolean handlerFiles = DEFAULT_HANDLER_FILES;
    private boolean mtomAnnotations = DEFAULT_MTOM_ANNOTATIONS;
    private boolean lifecycle = DEFAULT_LIFECYCLE;

    private Builder() {}

    /**
     * Adds handlers to all services, after those that a {@code HandlerChain} annotation of a
     * service or its interface names. Requests reach them after the interceptors, responses before.
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
     * Sets whether the files that {@code HandlerChain} annotations name are read; {@link
     * #DEFAULT_HANDLER_FILES} by default.
     */
    public Builder handlerFiles(boolean enabled) {
      this.handlerFiles = enabled;
      return this;
    }

    /**
     * Sets whether annotations {@code MTOM} and {@code BindingType} of services have precedence
     * over {@link ServerBuilder#mtom}; {@link #DEFAULT_MTOM_ANNOTATIONS} by default.
     */
    public Builder mtomAnnotations(boolean enabled) {
      this.mtomAnnotations = enabled;
      return this;
    }

    /**
     * Sets whether methods of the services with {@code PostConstruct} and {@code PreDestroy} are
     * called when the server starts and has been closed; {@link #DEFAULT_LIFECYCLE} by default.
     * False is for services whose container does that.
     */
    public Builder lifecycle(boolean enabled) {
      this.lifecycle = enabled;
      return this;
    }

    /** Returns the options. */
    public JaxwsServerOptions build() {
      return new JaxwsServerOptions(this);
    }
  }
}
