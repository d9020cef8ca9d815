package io.castile.soap.security;

import java.util.List;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

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
public record SecuredPort(
    String place,
    boolean isOverTls,
    boolean hasClientCertificate,
    List<Document> documents,
    List<Element> subjects) {
  public SecuredPort {
    documents = List.copyOf(documents);
    subjects = List.copyOf(subjects);
  }
}
