package io.castile.soap.security;

import io.castile.soap.exchange.Interceptor;

/**
 * Protects whole messages by WS-Security: signatures, encryption, tokens, as the artifact
 * castile-wss4j does. Its links see a message as it is going to be sent, with all other header
 * blocks, and as it came, before any other link. Immutable and thread-safe.
 */
public interface MessageSecurity {
  /**
   * Returns the link of a client: protects its requests, and lets responses pass that are protected
   * as expected. It has to return true from {@link Interceptor#needsBytes}.
   *
   * @throws IllegalArgumentException if a policy of the port demands what is not done, or what this
   *     has been told does not suffice for it; says what
   */
  Interceptor client(SecuredPort port);

  /**
   * Returns the link of a server: lets requests pass that are protected as expected, with the
   * sender as their principal, and protects the responses. It has to return true from {@link
   * Interceptor#needsBytes}.
   *
   * @throws IllegalArgumentException if a policy of the port cannot be met; says why
   */
  Interceptor server(SecuredPort port);
}
