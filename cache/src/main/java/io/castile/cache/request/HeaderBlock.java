package io.castile.cache.request;

import io.castile.cache.graph.NotCacheableException;
import io.castile.soap.security.internal.SenderClaim;
import io.castile.xml.XmlLimits;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A header block of a request.
 *
 * @param name its name
 * @param text its content, in a form that is the same for blocks that say the same
 * @param claim what the message claims of its sender, if this is its Security header of
 *     WS-Security; null where that is not known, or it is another block
 */
public record HeaderBlock(QName name, String text, @Nullable SenderClaim claim) {
  static final String SECURITY_NAMESPACE =
      "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";

  private static final QName SECURITY = new QName(SECURITY_NAMESPACE, "Security");
  private static final String ADDRESSING_NAMESPACE = "http://www.w3.org/2005/08/addressing";

  private static final HeaderReader READER = new HeaderReader(XmlLimits.DEFAULT);

  public HeaderBlock {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(text, "text");
  }

  /**
   * Returns the header block that an element is.
   *
   * @param element a document of its own, in UTF-8
   * @throws NotCacheableException if it is not well-formed
   */
  public static HeaderBlock of(byte[] element) {
    return READER.readBlock(element);
  }

  /** Returns a Security header of which no more is known than that there will be one. */
  public static HeaderBlock unknownSecurity() {
    return new HeaderBlock(SECURITY, "", null);
  }

  /** Whether this is a block of WS-Addressing, which tells where a message goes, not its sender. */
  public boolean isAddressing() {
    return name.getNamespaceURI().equals(ADDRESSING_NAMESPACE);
  }

  /** Whether this is a Security header, of WS-Security or of anything like it. */
  public boolean isSecurity() {
    return name.getLocalPart().equals("Security");
  }

  /** Without the content, which may be a secret. */
  @Override
  public String toString() {
    return "header block " + name;
  }
}
