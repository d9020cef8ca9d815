package io.castile.dynamic;

import io.castile.CallerBuilder;
import io.castile.internal.Ends;
import io.castile.wsdl.Description;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Builds a client of a service that a WSDL describes, with the options of every client: endpoint,
 * interceptors, cache, templates, link, security. Not thread-safe.
 */
public final class DynamicClientBuilder extends CallerBuilder<DynamicClientBuilder> {
  private final Description description;
  private @Nullable String port; // null for the first one
  private boolean isJson;

  DynamicClientBuilder(Description description) {
    this.description = description;
    interceptor(new CallHeaderBlocks());
  }

  @Override
  protected DynamicClientBuilder self() {
    return this;
  }

  /** Sets by which port of SOAP the service is called; by default the first one. */
  public DynamicClientBuilder port(String name) {
    this.port = Objects.requireNonNull(name, "name");
    return this;
  }

  /**
   * Has arguments, responses and the details of faults in the form of JSON: maps, lists, texts,
   * numbers that a double keeps, true, false and null (docs/reference/json.md). Operations without
   * this form, such as encoded ones, cannot be called then, and a cache has entries of their own
   * for such clients.
   */
  public DynamicClientBuilder json() {
    this.isJson = true;
    return this;
  }

  /**
   * Returns the client. Without an endpoint it calls the address that the description says, in the
   * version of SOAP that the port has unless another one is set.
   *
   * @throws IllegalStateException if there is no endpoint, here or in the description
   * @throws IllegalArgumentException if there is no such port, or the endpoint is no http or https
   *     URL
   */
  public DynamicClient build() {
    DescribedService service = DescribedService.of(description, port, isJson);
    if (!hasEndpoint() && !service.address().isEmpty()) {
      endpoint(service.address());
    }
    return new DynamicClient(
        service,
        Ends.newClient(this, service.model(), "the client of " + description.location()),
        isJson);
  }
}
