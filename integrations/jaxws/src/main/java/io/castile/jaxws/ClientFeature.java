package io.castile.jaxws;

import io.castile.ClientBuilder;
import jakarta.xml.ws.WebServiceFeature;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Features of Castile for a port beyond Jakarta XML Web Services: a response cache, time limits,
 * differences, …
 *
 * <pre>{@code
 * Shop port = new ShopService().getPort(Shop.class, ClientFeature.of(port -> port.cache(policy)));
 * }</pre>
 */
public final class ClientFeature extends WebServiceFeature {
  /** The name of the feature. */
  public static final String ID = "io.castile.jaxws.client";

  private final Consumer<? super ClientBuilder<?>> options;

  private ClientFeature(Consumer<? super ClientBuilder<?>> options) {
    this.options = Objects.requireNonNull(options, "options");
    this.enabled = true;
  }

  /**
   * Returns a feature for ports of interfaces; a dispatch does not heed it.
   *
   * <p>Groups of options are to be edited, as in {@code jaxws(j -> …)}: a group that is given as a
   * value replaces everything that the description and the annotations have set in it.
   *
   * @param options called for each port, when all else is set
   */
  public static ClientFeature of(Consumer<? super ClientBuilder<?>> options) {
    return new ClientFeature(options);
  }

  void apply(ClientBuilder<?> builder) {
    options.accept(builder);
  }

  @Override
  public String getID() {
    return ID;
  }
}
