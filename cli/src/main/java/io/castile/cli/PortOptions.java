package io.castile.cli;

import io.castile.AbstractClientBuilder;
import io.castile.wsdl.document.internal.Locations;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Which port of a service is called, where, and as which user; the same for all commands. */
final class PortOptions {
  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      description = "Call this address, not the one that the WSDL says.")
  private @Nullable String endpoint;

  @Option(names = "--port", paramLabel = "NAME", description = "Call by this port.")
  private @Nullable String name;

  @Option(
      names = "--username-token",
      description =
          "Send the user in a Security header (WS-Security), not by Basic authentication.")
  private boolean usernameToken;

  /** The name of the port; null for any. */
  @Nullable String name() {
    return name;
  }

  boolean takes(String port) {
    return name == null || name.equals(port);
  }

  /** Whether another address is called than that of the WSDL. */
  boolean isElsewhere() {
    return endpoint != null;
  }

  boolean usernameToken() {
    return usernameToken;
  }

  /**
   * Returns the address that is called, without user and password: these are sent by Basic
   * authentication.
   *
   * @param ofWsdl the address that the WSDL says
   */
  String address(String ofWsdl) {
    if (endpoint == null) {
      return ofWsdl;
    }
    return endpoint.matches("(?i)https?://[^/?#]*@.*")
        ? Locations.withoutUserInfo(Locations.of(endpoint)).toString()
        : endpoint;
  }

  /** Sets how a client reaches an address. */
  void configure(
      AbstractClientBuilder<?> builder, WsdlOptions source, String address, CommandSpec spec) {
    URI named = endpoint == null ? source.location() : Locations.of(endpoint);
    source.access().configure(builder, address, named, usernameToken, spec);
  }
}
