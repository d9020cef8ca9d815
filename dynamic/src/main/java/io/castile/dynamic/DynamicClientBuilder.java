package io.castile.dynamic;

import io.castile.CallerBuilder;
import io.castile.internal.Ends;
import io.castile.wsdl.Description;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Builds a client of a service that a WSDL describes, with the options of every client: endpoint,
 * interceptors, cache, templates, link, security. Not thread-safe.
 */
public final class DynamicClientBuilder extends CallerBuilder<DynamicClientBuilder> {
  private final Description description;
  private @Nullable QName service; // null for any
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

  /**
   * Sets by which port of SOAP the service is called; by default the first one. Where several
   * services have a port of the name, it is that of the first service.
   */
  public DynamicClientBuilder port(String name) {
    this.service = null;
    this.port = Objects.requireNonNull(name, "name");
    return this;
  }

  /**
   * Sets a port of SOAP, and the service that has it, as several services may have a port of one
   * name.
   *
   * @param service its name in the description; of a description without ports, that of a binding
   */
  public DynamicClientBuilder port(QName service, String name) {
    port(name);
    this.service = Objects.requireNonNull(service, "service");
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
    DynamicService described = DynamicService.of(description, service, port, isJson);
    if (!hasEndpoint() && !described.address().isEmpty()) {
      endpoint(described.address());
    }
    return new DynamicClient(
        described,
        Ends.newClient(this, described.model(), "the client of " + description.location()),
        isJson);
  }
}
