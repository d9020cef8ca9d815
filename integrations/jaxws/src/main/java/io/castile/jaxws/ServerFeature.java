package io.castile.jaxws;

import io.castile.ServerBuilder;
import jakarta.xml.ws.WebServiceFeature;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Features of Castile for an endpoint beyond Jakarta XML Web Services: a response cache,
 * validation, differences, …
 *
 * <pre>{@code
 * Endpoint.publish(address, new ShopService(), ServerFeature.of(server -> server.validate(true)));
 * }</pre>
 */
public final class ServerFeature extends WebServiceFeature {
  /** The name of the feature. */
  public static final String ID = "io.castile.jaxws.server";

  /**
   * The property of an endpoint ({@code Endpoint.setProperties}) that corresponds to {@link
   * ServerBuilder#sameVersion}: a {@link Boolean}, or {@code "true"} or {@code "false"}, as files
   * of configuration have it. A feature goes before it.
   */
  public static final String SAME_VERSION = "io.castile.jaxws.sameVersion";

  private final Consumer<? super ServerBuilder> options;

  private ServerFeature(Consumer<? super ServerBuilder> options) {
    this.options = Objects.requireNonNull(options, "options");
    this.enabled = true;
  }

  /**
   * Returns a feature.
   *
   * <p>Groups of options are to be edited, as in {@code jaxws(j -> …)}: a group that is given as a
   * value replaces everything that the binding and the annotations have set in it.
   *
   * @param options called when the endpoint is published, when all else is set; not for host, port
   *     and TLS, which are those of the address
   */
  public static ServerFeature of(Consumer<? super ServerBuilder> options) {
    return new ServerFeature(options);
  }

  void apply(ServerBuilder server) {
    options.accept(server);
  }

  @Override
  public String getID() {
    return ID;
  }
}
