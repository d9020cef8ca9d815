package io.castile.soap.security;

import io.castile.soap.exchange.Interceptor;
import java.util.List;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

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
  Interceptor client(Port port);

  /**
   * Returns the link of a server: lets requests pass that are protected as expected, with the
   * sender as their principal, and protects the responses. It has to return true from {@link
   * Interceptor#needsBytes}.
   *
   * @throws IllegalArgumentException if a policy of the port cannot be met; says why
   */
  Interceptor server(Port port);

  /**
   * The port whose messages are to be protected. Immutable, but for the documents, which are not to
   * be changed.
   *
   * @param place names the port, for errors
   * @param isOverTls whether its messages go over TLS, as far as is known
   * @param hasClientCertificate whether clients may show a certificate there
   * @param documents the WSDL that describes it, with what that imports; none where there is none
   * @param subjects the elements of the documents whose policies hold for the port: port, binding,
   *     port type
   */
  record Port(
      String place,
      boolean isOverTls,
      boolean hasClientCertificate,
      List<Document> documents,
      List<Element> subjects) {
    public Port {
      documents = List.copyOf(documents);
      subjects = List.copyOf(subjects);
    }
  }
}
